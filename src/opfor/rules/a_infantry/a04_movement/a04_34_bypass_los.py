"""A4.34: who is seen in Bypass."""

from opfor.core.rule import rule
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import LocationName


@rule("A4.34", "What is in Bypass is in the open", cites=("A4.6", "D2.3", "D9.1"))
def bypassing(view: GameView, where: LocationName, move: Move | None) -> bool:
    """Whether what moves is in Bypass of the obstacle of a Location.

    That gives it no TEM, and Infantry is in Open Ground. Reading: D-103.
    """
    if move is None:
        return False
    units = [view.state.units[id_] for id_ in move.units if id_ in view.state.units]
    there = [unit for unit in units if unit.location == where]
    driven = all(unit.vehicle and unit.vehicle.bypass for unit in there)
    return bool(there) and (bool(move.bypass) or driven)
