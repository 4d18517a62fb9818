"""A game looked at once more, and told."""
