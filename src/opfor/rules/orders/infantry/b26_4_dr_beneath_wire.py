"""B26.4: getting beneath wire."""

from msgspec.structs import replace

from opfor.core.dice import die_roll
from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import spend
from opfor.state.events import UnitChanged
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import Unit


@rule("B26.4/dr", "Getting beneath wire")
def get_beneath(play: Play, units: list[Unit], move: Move) -> None:
    """A dr of MF, one for the stack; with fewer left it is hung up, all are spent."""
    before = move.spent - MF
    left = move.allotment - before
    roll = die_roll(play, fact("dr_beneath_the_wire", units=move.units))
    cost = min(left, roll.final * MF)
    spend(play, replace(move, spent=before + cost, here=move.here - MF + cost))
    if roll.final * MF <= left:
        put_inside(play, units, "", fact("beneath_the_wire"))


def put_inside(play: Play, units: list[Unit], inside: str, what: Fact) -> None:
    """Put units into a fortification, or out of it."""
    for unit in units:
        now = play.state.units[unit.id]
        play.emit(UnitChanged(replace(now, inside=inside, wall=False), what))
