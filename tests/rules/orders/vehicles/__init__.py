"""Tests of rules/orders/vehicles."""
