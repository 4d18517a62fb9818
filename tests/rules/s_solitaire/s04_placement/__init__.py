"""Tests of rules/s_solitaire/s04_placement."""
