"""Tests of rules/a_infantry/a11_close_combat."""
