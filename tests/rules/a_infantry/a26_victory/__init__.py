"""Tests of rules/a_infantry/a26_victory."""
