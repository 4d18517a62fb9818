"""The player's boards."""
