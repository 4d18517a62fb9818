"""S9.28: ENEMY Infantry IN a Depression takes Crest status for a Target."""

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, first, most
from opfor.core.rule import rule
from opfor.geo.ground import Location
from opfor.geo.hexes import SIDES
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import (
    spend,
    spent_here,
)
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import after_spending
from opfor.rules.s_solitaire.s01_terms.s01_terms import friend_places
from opfor.rules.s_solitaire.s04_placement.s04_14_crest_status import in_depression
from opfor.rules.s_solitaire.s06_actions.s06_313_heavy_weapons import guns_and_mortars
from opfor.rules.s_solitaire.s09_movement.danger import reach
from opfor.rules.s_solitaire.s09_movement.movers import Mover, units_of
from opfor.state.events import UnitChanged
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName

CREST_MF = 2 * MF
"""Quarters of MF from IN a Depression to its Crest (D-237)."""

OBSTACLE = ("woods", "light woods")
"""Terrain beyond a Crest hexside that ends the view across it, beside buildings."""


@rule("S9.28", "Crest status for a Target", cites=("B20.9", "S4.14", "S9.22"))
def takes_crest(play: Play, mover: Mover) -> bool:
    """Whether a mover IN a Depression takes Crest status in its hex, and does so.

    Where its Move Command has it make an Assault Move, or go into a Location with
    better TEM, be there one or not (S9.22), and a Target would exist across a Crest
    hexside. It faces three neighbouring hexsides,
    those with most Targets, then most toward the FBE.
    Reading: D-237 what it costs, and how far it sees.
    """
    # S9.28: a Target must exist across the Crest hexsides.
    move = crest_move(play, mover)
    arcs = crest_arcs(play, mover) if move else {}
    if move is None or not any(arcs.values()):
        return False
    headings = play.world.compass.headings
    order: PriorityList[tuple[int, ...]] = PriorityList(
        (
            most("most Targets", lambda arc: len(arcs[arc])),
            most(
                "most toward the FBE",
                lambda arc: sum(headings[side].startswith("F") for side in arc),
            ),
        ),
        first,
    )
    purpose = fact("crest_status_of", units=mover.ids, where=mover.location)
    faced = decide(play, order, list(arcs), purpose=purpose, name=_named)
    # B20.9: its MF, and the hexsides that it faces.
    spend(play, move)
    for unit in units_of(play, mover):
        up = replace(unit, crest=faced, inside="")
        play.emit(UnitChanged(up, fact("takes_crest_status", hexsides=faced)))
    after_spending(play)
    return True


def crest_for_target(view: GameView, mover: Mover) -> bool:
    """Whether a mover could take Crest status, and would have a Target there."""
    if crest_move(view, mover) is None:
        return False
    return any(crest_arcs(view, mover).values())


def _named(arc: tuple[int, ...]) -> str:
    return ", ".join(map(str, arc))


def crest_move(view: GameView, mover: Mover) -> Move | None:
    """The MF of Infantry that goes up to the Crest of its hex; None if it cannot.

    A mortar or Gun does not fire from there (S6.3131).
    """
    units = units_of(view, mover)
    if not units or not mover.location or any(u.vehicle or u.crest for u in units):
        return None
    if not in_depression(view, mover.location) or guns_and_mortars(view, units):
        return None
    try:
        return spent_here(view, units, CREST_MF, assault=True)
    except Illegal:
        return None


def crest_arcs(
    view: GameView, mover: Mover
) -> dict[tuple[int, ...], list[LocationName]]:
    """The Crest hexsides of each three neighbouring ones, with the Targets beyond."""
    hex_ = view.world.locate(mover.location).hex
    crest = view.world.joins.crest[hex_].tolist()
    beyond = {side: _across(view, mover, side) for side in range(SIDES) if crest[side]}
    found: dict[tuple[int, ...], list[LocationName]] = {}
    for middle in range(SIDES):
        arc = tuple((middle + turn) % SIDES for turn in (-1, 0, 1))
        sides = tuple(side for side in arc if crest[side])
        if sides:
            seen = (at for side in sides for at in beyond[side])
            found.setdefault(sides, list(dict.fromkeys(seen)))
    return found


def _across(view: GameView, mover: Mover, side: int) -> list[LocationName]:
    """The Locations with a Target across a hexside, seen from the hex beyond it."""
    world, here = view.world, mover.location
    hex_ = world.locate(here).hex
    near = Location(world.map.neighbours[hex_][side])
    blind = world.ground.building[near.hex] or (
        world.ground.terrain(near).name in OBSTACLE
    )
    beyond, far = world.name(near), reach(view, mover)
    places = friend_places(view)
    return [
        at
        for at in places
        if at != here
        and world.range(here, at) <= far
        and side in world.entered_sides(at, here)
        and (world.locate(at).hex == near.hex or (not blind and sees(view, beyond, at)))
    ]
