"""Packs on the page."""
