"""Tests of rules/sequence."""
