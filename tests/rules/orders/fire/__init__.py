"""Tests of rules/orders/fire."""
