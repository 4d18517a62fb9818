"""Whole games: written for VASL, and begun from what the player has set up there.

base       a saved game of his that another is written over
write      a moment as a saved game, over one of the player's
lying      what lies on a table on the boards of a game, read back
told       a save of opfor with all its moments
log        a Player Turn as the steps of a log
begin      a game that begins from the player's saved game
"""
