"""Campaigns on the page."""
