"""S3.321: how S? in Advance Attitude move.

The text of S3 is not known beyond what other rules and public digests say; how they
move is the project's own (D-075). The ENEMY's MPh moves each in its turn (S9.1).
"""

from collections.abc import Callable

from msgspec.structs import replace

from opfor.core.rule import rule
from opfor.geo.chart import MF
from opfor.geo.cost import ALL
from opfor.geo.path import reach
from opfor.rules.asl.a06_los import sees
from opfor.rules.s03_prohibited import friendly_vpo, suspect_bar
from opfor.rules.s05_triggers import seen_by, suspect_moved
from opfor.state.events import SuspectChanged
from opfor.state.play import Look, Play
from opfor.state.units import OFFBOARD, LocationName, Suspect

ALLOTMENT = 4 * MF
"""Quarters of MF of a S? in its MPh: those of Infantry, without Double Time."""

IN_SIGHT, IN_THE_OPEN = 8 * MF, 2 * MF
"""What a step counts for more where it is seen, or where there is no cover (D-075)."""


@rule("S3.321", "How Advance S? move", cites=("S3.323", "S3.32", "S9.1", "S9.4"))
def move_suspect(play: Play, id_: str) -> list[str]:
    """Move a S? Location by Location; what it brings if it is Activated.

    Reading: D-075. It goes on until it has no MF, is Activated, or a FRIENDLY unit
    within 16 hexes sees it; then the Move Command of Advance Infantry holds (S9.2).
    """
    spent = 0
    while (suspect := play.state.suspects.get(id_)) and unseen(play, suspect):
        to, cost = next_step(play, suspect)
        if to == OFFBOARD or spent + cost > ALLOTMENT:
            break
        spent += cost
        there = replace(suspect, location=to, enters=OFFBOARD, crest=())
        play.emit(SuspectChanged(there, "moves"))
        if units := suspect_moved(play, id_):
            return units
    return []


def unseen(look: Look, suspect: Suspect) -> bool:
    """Whether no FRIENDLY ground unit within 16 hexes sees it; offboard none does."""
    return not suspect.location or not seen_by(look, suspect.location)


def next_step(look: Look, suspect: Suspect) -> tuple[LocationName, int]:
    """Where a S? that nobody sees goes next, and what it costs; OFFBOARD: it stays.

    By the safest route toward the closest FRIENDLY Controlled VPO Location, or toward
    the FBE if there is none; out of sight before all, then by Concealment Terrain.
    """
    world = look.world
    if not suspect.location:
        kind = world.ground.terrain(world.locate(suspect.enters))
        bar = suspect_bar(look, suspect.enters)
        cost = ALLOTMENT if kind.mf.all else kind.mf.quarters
        return (OFFBOARD, 0) if bar else (suspect.enters, cost)
    here = world.ground.number(world.locate(suspect.location))
    found = reach(world.moves, [here], price=_price(look))
    ends = found.closest(_goals(look))
    way = found.route(ends[0]) if ends else []
    if len(way) < 2:
        return OFFBOARD, 0
    to = world.name(world.ground.locations[way[1]])
    entry = world.entry(suspect.location, to)
    return to, ALLOTMENT if entry.all else entry.quarters


def _goals(look: Look) -> list[int]:
    world = look.world
    vpo = [world.ground.number(world.locate(name)) for name in friendly_vpo(look)]
    ends = world.compass.along("FBE")
    return vpo or [world.ground.number(world.locate(_ground(look, h))) for h in ends]


def _ground(look: Look, hex_: int) -> LocationName:
    return LocationName(look.world.map.name(hex_))


def _price(look: Look) -> Callable[[int, int, int, int], int | None]:
    """What a step counts for: its MF, and more in sight or without cover."""
    world = look.world
    friends = [
        unit.location
        for unit in look.state.units.values()
        if unit.side == "FRIENDLY" and unit.location
    ]
    extra: dict[int, int | None] = {}

    def risk(to: int) -> int | None:
        at = world.ground.locations[to]
        name = world.name(at)
        if name in friends or suspect_bar(look, name):
            return None
        seen = any(sees(look, name, friend) for friend in friends)
        covered = world.ground.concealment_terrain(at)
        return IN_SIGHT * seen + IN_THE_OPEN * (not covered)

    def price(_here: int, _way: int, to: int, quarters: int) -> int | None:
        if to not in extra:
            extra[to] = risk(to)
        more = extra[to]
        cost = ALLOTMENT if quarters == ALL else quarters
        return None if more is None else cost + more

    return price
