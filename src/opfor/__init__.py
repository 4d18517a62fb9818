"""Plays the ENEMY of Solitaire ASL by the rules, and shows why."""

__version__ = "1.0.0"
