"""Tests of the game in the browser."""
