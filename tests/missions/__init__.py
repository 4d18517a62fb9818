"""Missions made and weighed."""
