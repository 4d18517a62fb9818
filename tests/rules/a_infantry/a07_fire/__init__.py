"""Tests of rules/a_infantry/a07_fire."""
