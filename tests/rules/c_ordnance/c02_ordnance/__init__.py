"""Tests of rules/c_ordnance/c02_ordnance."""
