"""Counters of the player's module."""
