"""Tests of rules/a_infantry/a01_personnel."""
