"""Tests of web/commands."""
