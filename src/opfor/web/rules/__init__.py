"""The rules that are played, and each on a card."""
