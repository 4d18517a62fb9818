"""Tests of web/game."""
