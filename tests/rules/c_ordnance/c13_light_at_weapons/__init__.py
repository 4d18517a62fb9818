"""Tests of rules/c_ordnance/c13_light_at_weapons."""
