"""Tests of rules/b_terrain/b27_entrenchments."""
