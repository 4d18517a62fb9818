"""Tests of rules/given."""
