"""Replays and reports on the page."""
