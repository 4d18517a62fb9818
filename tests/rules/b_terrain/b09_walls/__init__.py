"""Tests of rules/b_terrain/b09_walls."""
