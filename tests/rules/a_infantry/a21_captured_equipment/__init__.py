"""Tests of rules/a_infantry/a21_captured_equipment."""
