"""Tests of rules/s_solitaire."""
