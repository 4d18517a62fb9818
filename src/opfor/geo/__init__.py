"""Boards, hexes, terrain and LOS. Knows no units."""
