"""Tests of rules/c_ordnance/c01_artillery."""
