"""Tests of rules/s_solitaire/s05_activation."""
