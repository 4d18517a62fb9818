"""Tests of rules/a_infantry/a08_first_fire."""
