"""Tests of rules/a_infantry/a19_unit_substitution."""
