"""Tests of rules/a_infantry/a14_snipers."""
