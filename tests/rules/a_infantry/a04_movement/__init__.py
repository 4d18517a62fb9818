"""Tests of rules/a_infantry/a04_movement."""
