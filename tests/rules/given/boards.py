"""Boards on which several files of tests play."""

from tests.rules.given.setting import flat

FIRE_TERRAIN = """
board: t
size: 20x10
woods: H5 N7
stone building 1: F2+F3
wooden building: F7
grain: J5
hedge: L5/5
wall: D8/2
level 1: P2 P3 Q2 Q3 R2 R3
"""

ONE_HOUSE = """
board: t
size: 20x10
wooden building 1: O6+O7
"""

RIDGE = """
board: t
size: 20x10
level 1: K5-K9 L5-L9
wall: E5/E4
"""
"""K5 looks north over a Crest Line; E5 has a wall on its northern hexside."""

BUILT_UP = flat(
    "wooden building 2: H4+H5",
    "stone building: L5 C5",
    "wooden rubble: N3",
    "lumberyard: N7",
    "woods: J6 J7 K7",
    "  E3",
    "brush: L8 M8 M9",
)
