"""S9.23: RAS, one random direction for the whole move."""

from opfor.core.dice import die_roll
from opfor.core.explain import consult
from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.geo.edges import Heading
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends
from opfor.rules.s_solitaire.s09_movement.movers import NOWHERE, Mover
from opfor.rules.s_solitaire.s09_movement.next_step import after
from opfor.rules.s_solitaire.s09_movement.s09_4_leaving_the_map import leads_off
from opfor.rules.s_solitaire.s09_movement.s09_26_prohibited import prohibited
from opfor.rules.s_solitaire.s09_movement.s09_27_changing_levels import leads
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName

ROSETTE = "A4-rosette"


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
    # S9.4: only over an edge by which it may leave.
    if to == OFFBOARD and not leads_off(view, mover, heading):
        return NOWHERE
    return to if after(view, mover, to) else NOWHERE


def blocked(view: GameView, mover: Mover, to: LocationName) -> str:
    """Why a random move does not enter a Location, MF apart; empty if it does."""
    if any(unit.location == to for unit in friends(view)):
        return "a FRIENDLY unit is there"
    return prohibited(view, mover, to)
