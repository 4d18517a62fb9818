"""Tests of worked examples: the form, the runner, the reports."""
