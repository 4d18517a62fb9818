"""Tests of rules/s_solitaire/s09_movement."""
