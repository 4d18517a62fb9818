"""Tests of rules/choices."""
