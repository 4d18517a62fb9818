"""Tests of rules/b_terrain/b25_fire."""
