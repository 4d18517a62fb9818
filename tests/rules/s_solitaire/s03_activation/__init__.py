"""Tests of rules/s_solitaire/s03_activation."""
