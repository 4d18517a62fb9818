"""Tests of rules/a_infantry/a10_morale."""
