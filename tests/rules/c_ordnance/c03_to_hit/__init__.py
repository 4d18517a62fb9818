"""Tests of rules/c_ordnance/c03_to_hit."""
