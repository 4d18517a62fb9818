"""Tests of rules/s_solitaire/s02_set_up."""
