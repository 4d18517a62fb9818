"""Tests of rules/c_ordnance/c07_to_kill."""
