"""Plays the ENEMY of Solitaire ASL by the rules, and shows why."""

__version__ = "0.2.0"
