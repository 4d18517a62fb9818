"""Tests of rules/s_solitaire/s08_fire."""
