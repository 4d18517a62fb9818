"""Tests of rules/a_infantry/a15_heat_of_battle."""
