"""Tests of rules/orders/infantry."""
