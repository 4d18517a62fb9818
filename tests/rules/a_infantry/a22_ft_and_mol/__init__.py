"""Tests of rules/a_infantry/a22_ft_and_mol."""
