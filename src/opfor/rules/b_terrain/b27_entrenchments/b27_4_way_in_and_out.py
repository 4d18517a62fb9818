"""B27.4: the MF of the way into and out of an entrenchment."""

from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF


@rule("B27.4", "The way into and out of an entrenchment", cites=("B30.4",))
def fortification_mf(move_in: str, start: str) -> int:
    """Quarters of MF to be inside of another fortification than before, or of none.

    One MF to enter and one to leave, beside the terrain's cost of a Location.

    Args:
        move_in: the id of the fortification to be inside of; empty for none.
        start: the one that is left, likewise.
    """
    return MF * ((bool(start) + bool(move_in)) if move_in != start else 0)
