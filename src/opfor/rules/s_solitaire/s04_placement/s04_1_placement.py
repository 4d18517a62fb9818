"""S4.1 to S4.11: where S? are set up at the start of a Mission.

Each case names Locations; 4.11 bars some of them, the cap and the rules for built-up
and Woods boards (boards.py) thin out the rest, and what is left is set up at once.
"""

from collections.abc import Iterable, Iterator

from opfor.core.dice import die_roll
from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.boards.board import Board
from opfor.geo.edges import growth_reaching, printed
from opfor.geo.ground import Location
from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo_locations
from opfor.rules.s_solitaire.s04_placement.s04_1e_letter_chits import letter_chits
from opfor.rules.s_solitaire.s04_placement.s04_11_eligible import (
    RUBBLE,
    WATER,
    may_stand,
    too_near,
)
from opfor.rules.s_solitaire.s04_placement.s04_12_built_up_boards import built_up_boards
from opfor.rules.s_solitaire.s04_placement.s04_13_woods_boards import woods_boards
from opfor.rules.s_solitaire.s04_placement.s04_14_crest_status import crest_status
from opfor.rules.s_solitaire.s04_placement.s04_p3_fewer_suspects import stays
from opfor.state.events import SuspectPlaced
from opfor.state.play import Play
from opfor.state.state import fresh_id
from opfor.state.units import SUSPECT_CAP, LocationName, Suspect

BUILT = (*RUBBLE, "lumberyard")
"""Terrain besides buildings that case a means."""


GROUP = 3
"""Connected woods/brush Locations that make a group (S4.1b)."""

FAR = 2
"""Hexes from a VPO Location that case d reaches."""

BOARDS_FIRST = "4.11 to 4.13 come first"


@rule("S4.1", "S? Placement", exc=("case e allows one S? a Location",))
def place_suspects(play: Play) -> None:
    """Set up S? by each case that the Mission names, two a Location at the most.

    EXC: case e adds none to a Location that holds a S? (in `letter_chits`).
    Reading: D-014 the cap is over all cases together; D-060 the dr of 4.12 and 4.13
    are made once, when all cases have been applied.
    """
    placed: dict[LocationName, int] = {}
    # S4.1: cases a to e; S4.11: none near the FBE
    for case in play.state.mission.placement:
        _add(play, placed, _found(play, case, placed))
    # S4.12, S4.13: one dr a hex or Location, when all cases have been applied
    for location, number in woods_boards(play, built_up_boards(play, placed)).items():
        for _ in range(number):
            if stays(play, location):
                _set_up(play, location)


def _found(
    play: Play, case: str, placed: dict[LocationName, int]
) -> list[LocationName]:
    if case == "e":
        return letter_chits(play, tuple(placed))
    cases = {"a": built_up, "b": woods_and_brush, "c": vpo_adjacent, "d": vpo_near}
    return cases[case](play)


def _add(
    play: Play, placed: dict[LocationName, int], locations: Iterable[LocationName]
) -> None:
    """Count one S? more for each Location that may have it."""
    barred = 0
    for location in locations:
        standing = len(play.state.suspects_at(location)) + placed.get(location, 0)
        if too_near(play, location):
            barred += 1
        elif standing < SUSPECT_CAP and may_stand(play, location):
            placed[location] = placed.get(location, 0) + 1
    if barred:
        play.emit(Note(fact("too_near_the_fbe", number=barred)))


def _set_up(play: Play, location: LocationName) -> None:
    suspect = Suspect(
        fresh_id(play.state, "S"),
        location,
        play.state.mission.attitude,
        crest=crest_status(play, location),
    )
    play.emit(SuspectPlaced(suspect))


# -- cases -------------------------------------------------------------------------


@rule("S4.1a", "Case a: buildings, rubble, lumberyards", exc=(BOARDS_FIRST,))
def built_up(play: Play) -> list[LocationName]:
    """Every building, rubble and lumberyard Location, on each level.

    EXC: 4.11 to 4.13 come first: see `place_suspects`, for every case.
    """
    ground = play.world.ground
    return [
        play.world.name(at)
        for at in ground.locations
        if ground.building[at.hex] or ground.terrain(at).name in BUILT
    ]


@rule("S4.1b", "Case b: odd or even woods/brush", exc=(BOARDS_FIRST,))
def woods_and_brush(play: Play) -> list[LocationName]:
    """Woods/brush of an odd or even coordinate, by one dr a board, in groups of three.

    Smaller groups count too if they reach the EBE and more boards may come there.
    """
    world = play.world
    even = [_even_board(play, placed.board) for placed in world.map.boards]
    size = world.joins.growth_size
    grouped = size >= GROUP
    if play.state.mission.ebe_boards:
        grouped |= growth_reaching(world.joins, world.compass.along("EBE"))
    return [
        world.name(Location(hex_, int(world.ground.lowest[hex_])))
        for hex_ in grouped.nonzero()[0].tolist()
        if (printed(world.map, hex_)[1] % 2 == 0) == even[world.map.owner[hex_]]
    ]


def _even_board(play: Play, board: Board) -> bool:
    roll = die_roll(play, fact("odd_or_even_woods", board=board.short))
    return roll.final % 2 == 0


@rule(
    "S4.1c",
    "Case c: VPO Locations and cover ADJACENT to them",
    exc=("a multi-hex bridge only where land is Accessible", BOARDS_FIRST),
)
def vpo_adjacent(play: Play) -> list[LocationName]:
    """Every VPO Location, and Concealment Terrain ADJACENT to one of them.

    EXC: not on a multi-hex bridge, unless land is Accessible from there.
    Reading: D-061 one S? a Location, however many VPO Locations it is next to.
    """
    vpo = vpo_locations(play)
    cover = [
        location
        for centre in vpo
        for location in _cover_within(play, centre, 1)
        if _adjacent(play, location, centre)
    ]
    return list(dict.fromkeys((*_not_over_water(play, vpo), *cover)))


@rule(
    "S4.1d",
    "Case d: VPO Locations and cover within two hexes",
    exc=("a multi-hex bridge only where land is Accessible", BOARDS_FIRST),
)
def vpo_near(play: Play) -> list[LocationName]:
    """Every VPO Location, and Concealment Terrain within two hexes of one.

    EXC: not on a multi-hex bridge, unless land is Accessible from there.
    """
    vpo = vpo_locations(play)
    cover = [at for centre in vpo for at in _cover_within(play, centre, FAR)]
    return list(dict.fromkeys((*_not_over_water(play, vpo), *cover)))


def _cover_within(
    play: Play, centre: LocationName, radius: int
) -> Iterator[LocationName]:
    """The Concealment Terrain Locations within so many hexes, the hex itself too."""
    world = play.world
    for hex_ in world.map.within(world.locate(centre).hex, radius):
        for level in world.ground.levels(hex_):
            if world.ground.concealment_terrain(Location(hex_, level)):
                yield world.name(Location(hex_, level))


def _adjacent(play: Play, one: LocationName, other: LocationName) -> bool:
    """Whether two Locations are ADJACENT; beneath a bridge LOS is not looked at."""
    world = play.world
    if world.locate(one).level >= 0 and world.locate(other).level >= 0:
        return world.adjacent(one, other)
    ways = world.entry(one, other), world.entry(other, one)
    return one == other or not all(way.bar for way in ways)


def _not_over_water(
    play: Play, locations: Iterable[LocationName]
) -> Iterator[LocationName]:
    """All but those on a multi-hex bridge from which no land is Accessible."""
    for location in locations:
        if not _multi_hex_bridge(play, location) or _reaches_land(play, location):
            yield location


def _multi_hex_bridge(play: Play, location: LocationName) -> bool:
    """Whether a Location is on a bridge that goes on into the next hex."""
    world, at = play.world, play.world.locate(location)
    bridge = world.ground.facts.bridge
    roads = world.joins.road[at.hex] > 0
    across = world.joins.other[at.hex][roads].tolist()
    return at.level == 0 and bool(bridge[at.hex]) and any(bridge[h] for h in across)


def _reaches_land(play: Play, location: LocationName) -> bool:
    world = play.world
    exits = (world.locate(to) for to in world.exits(location))
    return any(
        not world.ground.facts.bridge[to.hex] and world.ground.terrain(to).name != WATER
        for to in exits
    )
