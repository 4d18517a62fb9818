"""S4.13: S? on Woods boards."""

from opfor.core.dice import die_roll
from opfor.core.explain import consult
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo_locations
from opfor.rules.s_solitaire.s04_placement.s04_12_built_up_boards import Placed
from opfor.state.play import Play
from opfor.state.units import LocationName

WOODS_CLASS = "w"


WOODS = ("woods", "light woods")
"""Terrain that 4.13 means; it says nothing of brush."""


@rule(
    "S4.13",
    "Woods boards: which woods hold S?",
    exc=("no dr in a VPO Location",),
)
def woods_boards(play: Play, placed: Placed) -> dict[LocationName, int]:
    """On a Woods board the S? of each woods Location stay on a dr of 3 or less.

    EXC: a VPO Location makes no dr.
    """
    vpo = vpo_locations(play)
    return {
        location: number
        for location, number in placed.items()
        if not _in_woods(play, location) or location in vpo or _stays(play, location)
    }


def _in_woods(play: Play, location: LocationName) -> bool:
    ground, at = play.world.ground, play.world.locate(location)
    on_woods_board = play.world.board_class(location) == WOODS_CLASS
    return on_woods_board and ground.cover(at).name in WOODS


def _stays(play: Play, location: LocationName) -> bool:
    roll = die_roll(play, fact("whether_the_suspect_stays", where=location))
    table = play.world.enemy.table("A9w")
    return bool(consult(play, table, roll.final).result == "stays")
