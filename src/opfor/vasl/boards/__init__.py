"""The player's boards: where they are, how a game has laid them, what is not known.

find       where his boards and his module usually are
laid       the boards of a game, a pixel's board and hex, a hex's pixel
overlays   the hexes whose terrain nothing tells
misfits    what of his boards is not on the map
"""
