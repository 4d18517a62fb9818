"""Tests of rules/b_terrain."""
