"""Boards: the player's VASL boards and ours, read, drawn into planes, kept."""
