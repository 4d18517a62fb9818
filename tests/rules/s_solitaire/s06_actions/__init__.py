"""Tests of rules/s_solitaire/s06_actions."""
