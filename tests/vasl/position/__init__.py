"""What a saved game shows."""
