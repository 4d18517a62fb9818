"""Tests of rules/c_ordnance/c10_moving_guns."""
