"""Tests of rules/s_solitaire/s01_terms."""
