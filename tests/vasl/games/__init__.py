"""Whole games, written and begun."""
