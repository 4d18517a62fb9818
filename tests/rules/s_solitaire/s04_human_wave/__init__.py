"""Tests of rules/s_solitaire/s04_human_wave."""
