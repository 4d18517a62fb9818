"""Tests of rules/c_ordnance/c11_guns_as_targets."""
