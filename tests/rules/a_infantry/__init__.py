"""Tests of rules/a_infantry."""
