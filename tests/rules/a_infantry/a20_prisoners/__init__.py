"""Tests of rules/a_infantry/a20_prisoners."""
