"""Tests of rules/a_infantry/a12_concealment."""
