"""Tests of rules/s_solitaire/s11_advance."""
