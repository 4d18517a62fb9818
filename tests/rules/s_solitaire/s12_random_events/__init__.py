"""Tests of rules/s_solitaire/s12_random_events."""
