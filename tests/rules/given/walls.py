"""A board with walls, hedges and bocage (B9)."""

from opfor.state.units import LocationName


def L(name: str) -> LocationName:  # noqa: N802 - as short as the name it makes
    """The full name of a Location on the board."""
    return LocationName(f"t{name}")


# A wall between E5 and E6 (south of E5), a hedge between J5 and J6; E6 is in the open,
# E5 too; woods in J5; a hill of level 3 in E9.
BOARD = """
board: t
size: 20x10
wall: E5/3
hedge: J5/3
bocage: N5/3
woods: J5
level 1: E8-E10
level 2: E8-E10
level 3: E9
"""
