"""Panji: what crosses the hexsides that they cover.

No text of theirs is known to us; all of this is the project's (D-452).
"""

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import (
    by_leadership,
    morale_check,
)
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Marker


def panji_between(
    view: GameView, start: LocationName, to: LocationName
) -> Marker | None:
    """The panji on the hexside between two Locations, of either hex; None if none."""
    world = view.world
    if OFFBOARD in (start, to) or world.locate(start).level or world.locate(to).level:
        return None
    for here, from_ in ((to, start), (start, to)):
        side = world.side_between(here, from_)
        for marker in view.state.markers.values():
            laid = marker.kind == "panji" and marker.location == here
            if laid and side in marker.sides:
                return marker
    return None


@rule("B28.p1", "Panji", cites=("S5.74/s1", "A10.1"))
def cross_panji(play: Play, back: LocationName) -> None:
    """Infantry that has moved over a panji hexside takes a NMC, unit by unit.

    EXC: by Assault Movement; and of the side that laid them.
    Reading: D-452, which also has the MF that they cost.
    """
    move, movers = play.state.move, play.state.movers()
    on_foot = [unit for unit in movers if not (unit.vehicle or unit.aboard)]
    if move is None or move.assault or not on_foot:
        return
    laid = panji_between(play, back, on_foot[0].location)
    if laid is None or on_foot[0].side == laid.side:
        return
    for id_ in by_leadership(play, [unit.id for unit in on_foot]):
        if id_ in play.state.units:
            morale_check(play, id_, cause=fact("panji"))
