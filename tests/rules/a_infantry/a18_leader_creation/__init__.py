"""Tests of rules/a_infantry/a18_leader_creation."""
