"""Tests of rules/a_infantry/a24_smoke."""
