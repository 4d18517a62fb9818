"""VASL and the page."""
