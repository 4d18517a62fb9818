"""Tests of rules/b_terrain/b28_mines."""
