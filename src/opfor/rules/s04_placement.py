"""S4: where S? are set up at the start of a Mission."""

from collections.abc import Iterable

from opfor.core.dice import die_roll
from opfor.core.event import Note
from opfor.core.rule import rule
from opfor.geo.board import Board
from opfor.geo.ground import Location
from opfor.geo.map import Map
from opfor.state.events import SuspectPlaced
from opfor.state.play import Play
from opfor.state.state import fresh_id
from opfor.state.units import SUSPECT_CAP, LocationName, Suspect

FBE_DISTANCE = 3
"""S? may not be set up within this many hexes of a whole offboard hex (S4.11)."""

BUILT = ("wooden rubble", "stone rubble", "lumberyard")
"""Terrain besides buildings that case a means."""

GROUP = 3
"""Connected woods/brush Locations that make a group (S4.1b)."""


@rule("S4.1", "S? Placement")
def place_suspects(play: Play) -> None:
    """Set up S? by each case that the Mission names, two a Location at the most."""
    for case in play.state.mission.placement:
        _place(play, CASES[case](play))


@rule("S4.1a", "Case a: buildings, rubble, lumberyards")
def built_up(play: Play) -> list[LocationName]:
    """Every building, rubble and lumberyard Location, on each level."""
    ground = play.world.ground
    return [
        play.world.name(at)
        for at in ground.locations
        if ground.building[at.hex] or ground.terrain(at).name in BUILT
    ]


@rule("S4.1b", "Case b: odd or even woods/brush")
def woods_and_brush(play: Play) -> list[LocationName]:
    """Woods/brush of an odd or even coordinate, by one dr a board, in groups of three.

    EXC: connected to the EBE, where more boards may be activated along it: no
    Mission of this release does that.
    """
    world = play.world
    even = [_even_board(play, placed.board) for placed in world.map.boards]
    return [
        world.name(Location(hex_))
        for hex_, size in enumerate(world.joins.growth_size.tolist())
        if size >= GROUP and _is_even(world.map, hex_) == even[world.map.owner[hex_]]
    ]


def _even_board(play: Play, board: Board) -> bool:
    roll = die_roll(play, f"odd or even woods/brush on board {board.short}")
    return roll.final % 2 == 0


def _is_even(board_map: Map, hex_: int) -> bool:
    """Whether a hex's printed coordinate is even; 0 counts as even."""
    return int(board_map.name(hex_)[-1]) % 2 == 0


@rule("S4.11", "Proximity to the FBE")
def too_near(play: Play, location: LocationName) -> bool:
    """Whether the Location is within three hexes of a whole offboard hex of the FBE."""
    return play.world.fbe_distance(location) <= FBE_DISTANCE


def _place(play: Play, locations: Iterable[LocationName]) -> None:
    barred = 0
    for location in locations:
        if too_near(play, location):
            barred += 1
        elif len(play.state.suspects_at(location)) < SUSPECT_CAP:
            suspect = Suspect(
                fresh_id(play.state, "S"), location, play.state.mission.attitude
            )
            play.emit(SuspectPlaced(suspect))
    if barred:
        play.emit(Note(f"{barred} Locations are too near the FBE (S4.11)"))


CASES = {"a": built_up, "b": woods_and_brush}
