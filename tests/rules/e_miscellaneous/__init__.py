"""Tests of rules/e_miscellaneous."""
