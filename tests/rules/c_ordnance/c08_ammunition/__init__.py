"""Tests of rules/c_ordnance/c08_ammunition."""
