"""Tests of rules/orders."""
