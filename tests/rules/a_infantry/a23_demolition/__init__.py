"""Tests of rules/a_infantry/a23_demolition."""
