"""Tests of rules/c_ordnance."""
