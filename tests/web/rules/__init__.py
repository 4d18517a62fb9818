"""Rules on the page."""
