"""S9.23, S9.24, S9.27: random directions of a move, and the stairs on the way."""

from opfor.core.dice import die_roll
from opfor.core.explain import consult
from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.geo.edges import Heading
from opfor.geo.ground import Location
from opfor.geo.movement.infantry_cost import DOWN, UP
from opfor.rules.s_solitaire.s01_terms import friends
from opfor.rules.s_solitaire.s09_movement.movers import Mover, after, at
from opfor.rules.s_solitaire.s09_movement.prohibited import prohibited
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName

ROSETTE = "A4-rosette"
NOWHERE = LocationName("-")
"""What a direction leads to that cannot be taken."""


def alignment(view: GameView) -> str:
    """Which of the two rosettes serves: as the hexrows lie to the FBE (D-025)."""
    return "long" if view.world.compass.long else "short"


def directed(play: Play, mover: Mover, purpose: Fact) -> Heading:
    """The direction that a dr gives on the rosette of the mover's table."""
    roll = die_roll(play, purpose)
    table = play.world.enemy.table(ROSETTE)
    fbe = alignment(play)
    row = consult(play, table, roll.final, table=table_of(mover), fbe=fbe)
    heading: Heading = row.result
    return heading


def headings(view: GameView, mover: Mover) -> list[Heading]:
    """The directions on the rosette of its table: the only hexes that it may enter."""
    table = view.world.enemy.table(ROSETTE)
    fbe = alignment(view)
    found = [
        table.look_up(dr, table=table_of(mover), fbe=fbe).result for dr in range(1, 7)
    ]
    return list(dict.fromkeys(found))


def table_of(mover: Mover) -> str:
    """The Movement Table of its Attitude, or that of vehicles (S9.21)."""
    if mover.vehicle:
        return "A4c"
    return "A4b" if mover.attitude == "Advance" else "A4a"


@rule("S9.23", "RAS: one direction for the move", cites=("S9.26", "S9.4"))
def roll_at_start(play: Play, mover: Mover) -> Heading:
    """The direction, by one dr, along whose Hex Grain the mover goes."""
    return directed(play, mover, fact("ras_of", units=mover.ids))


def along(view: GameView, mover: Mover, heading: Heading) -> LocationName:
    """The Location that a direction leads into next; NOWHERE if it cannot.

    OFFBOARD is the exit off the FBE. A Prohibited Location, the map's edge, and a
    FRIENDLY unit stop it, and too few MF.
    """
    to = leads(view, mover, heading)
    if to == NOWHERE or blocked(view, mover, to):
        return NOWHERE
    return to if after(view, mover, to) else NOWHERE


def blocked(view: GameView, mover: Mover, to: LocationName) -> str:
    """Why a random move does not enter a Location, MF apart; empty if it does."""
    if any(unit.location == to for unit in friends(view)):
        return "a FRIENDLY unit is there"
    return prohibited(view, mover, to)


@rule("S9.27", "Changing levels to go on", cites=("S9.4",))
def leads(view: GameView, mover: Mover, heading: Heading) -> LocationName:
    """The Location in a direction, or by the stairs if only they lead on.

    OFFBOARD: over the map's edge, which only the FBE allows.
    """
    world, side = view.world, view.world.compass.sides.get(heading)
    if side is None:
        return NOWHERE
    here = world.locate(at(mover))
    if world.map.neighbours[here.hex][side] < 0:
        return OFFBOARD
    # S9.27: the stairs, where nothing else leads on.
    found = _across(view, here, side)
    if found != NOWHERE:
        return found
    for way in (DOWN, UP):
        stairs = world.moves.entry(here, way)
        if not stairs.bar:
            there = world.ground.locations[stairs.to]
            if _across(view, there, side) != NOWHERE:
                return world.name(there)
    return NOWHERE


def _across(view: GameView, here: Location, side: int) -> LocationName:
    entry = view.world.moves.entry(here, side)
    ground = view.world.ground
    return NOWHERE if entry.bar else view.world.name(ground.locations[entry.to])


@rule(
    "S9.24",
    "REH: a direction for each hex",
    exc=("rolled again for the hex just left or a Prohibited one",),
    cites=("S9.26", "S9.4"),
)
def roll_each_hex(play: Play, mover: Mover, back: LocationName) -> LocationName:
    """The Location that the mover enters next, by a dr; NOWHERE if it goes no farther.

    It ends where no direction leads into a Location that it could pay for, where the
    dr gives one that it cannot pay for, and at the map's edge (S9.4).

    EXC: rolled again for the Location just left, and for one that is Prohibited or
    cannot be entered (D-024).
    """
    # S9.4, S9.26: no direction that leads on ends the move.
    ends = {h: leads(play, mover, h) for h in headings(play, mover)}
    if not any(_open(play, mover, to, back) for to in ends.values()):
        return NOWHERE
    while True:
        # S9.24: rolled again for the Location just left or a Prohibited one.
        to = ends[directed(play, mover, fact("reh_of", units=mover.ids))]
        if to == OFFBOARD or not _again(play, mover, to, back):
            return to if _open(play, mover, to, back) else NOWHERE


def _again(view: GameView, mover: Mover, to: LocationName, back: LocationName) -> bool:
    """Whether a dr that leads there is rolled again."""
    return to in (NOWHERE, back) or bool(blocked(view, mover, to))


def _open(view: GameView, mover: Mover, to: LocationName, back: LocationName) -> bool:
    """Whether a mover can enter a Location that a direction leads to."""
    if to in (NOWHERE, back) or blocked(view, mover, to):
        return False
    return after(view, mover, to) is not None
