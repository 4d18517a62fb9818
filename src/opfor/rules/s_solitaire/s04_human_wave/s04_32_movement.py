"""S4.32, S4.321, S4.324, S4.33: how Human Waves move in their MPh.

A wave moves by impulses: each of its S? and units one Location, then each the next.
The movement rules of the ENEMY's Player Turn ask before each impulse who may move
(`runners`) and where to (`wave_move`), and carry it out.
"""

from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.fact import Fact
from opfor.core.rule import rule
from opfor.geo.edges import Heading
from opfor.geo.ground import Location
from opfor.geo.movement.infantry_cost import DOWN, CostPart, EntryCost
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_13_cost import as_it_stands, standing
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends
from opfor.rules.s_solitaire.s03_323_prohibited import (
    fire_or_mines,
    suspect_bar,
)
from opfor.rules.s_solitaire.s04_human_wave.s04_3_human_wave import (
    Runner,
    is_leader,
    members,
)
from opfor.state.events import SuspectChanged, UnitChanged
from opfor.state.play import Play
from opfor.state.units import OFFBOARD, LocationName, Suspect, Unit
from opfor.state.world import World

ALLOTMENT = 8 * MF
"""Quarters of MF of whatever moves in a wave (S4.321)."""

FORWARD: tuple[Heading, ...] = ("F", "F-N", "F-S")
"""Headings toward the FBE, straight ahead first."""

Standing = Literal["moves", "no MF", "held up", "obstacle"]


class WaveStep(Struct, frozen=True):
    """A Location that something in a wave may enter next.

    Args:
        to: the Location; OFFBOARD is the exit off the FBE.
        cost: in quarters of MF.
        enemy: a Known FRIENDLY unit is there.
        vpo: it is a FRIENDLY Controlled VPO Location.
        heading: by which hexside; empty for stairs and for entry from offboard.
    """

    to: LocationName
    cost: int
    enemy: bool = False
    vpo: bool = False
    heading: Heading | Literal[""] = ""


class WaveMove(Struct, frozen=True):
    """What one S? or unit of a wave may do in this impulse.

    Args:
        id: whose.
        wave: the id of its wave.
        ways: where it may go, the first one preferred; it must take one of them.
        standing: whether it moves, or why not; an obstacle releases it (S4.33).
    """

    id: str
    wave: str
    ways: tuple[WaveStep, ...]
    standing: Standing


@rule("S4.32", "A Human Wave moves and does not Panic", exc=("its leaders",))
def moves_automatically(world: World, unit: Unit) -> bool:
    """Whether a unit has a Move Action without an Action DR, and so cannot Panic.

    So it is in its own Player Turn; in the FRIENDLY one all roll (S6.12).

    EXC: a leader makes an Action DR and may Panic (D-002).
    """
    return bool(unit.wave) and not is_leader(world, unit)


@rule(
    "S4.321",
    "Human Wave in the MPh",
    exc=("berserk units move before it",),
    cites=("A25.23", "S4.324"),
)
def runners(play: Play, only: str = "") -> list[Runner]:
    """The S? and units of each wave, or of one only, that may still move, in order.

    Neither LOS to a FRIENDLY unit nor a leader is needed; each has 8 MF. Before all
    others that move.
    Reading: D-842 hexrow by hexrow, in each the one nearest the FBE first.

    EXC: berserk units move before it; nothing in a wave may move until they have.
    """
    # S4.321 EXC: berserk units first
    units = play.state.units.values()
    if [u for u in units if u.side == "ENEMY" and u.berserk and not u.moved]:
        return []
    enemies = _known_places(play)
    # S4.324: the wave nearest the FBE first
    return [
        runner
        for wave in ([only] if only else wave_order(play))
        for runner in sorted(
            [one for one in members(play, wave) if _goes_on(one, enemies)],
            key=lambda one: (_hexrow(play, one), _to_fbe(play, one)),
        )
    ]


def _goes_on(runner: Runner, enemies: Collection[LocationName]) -> bool:
    """Whether it may still move: not broken, moved, or in a Known enemy Location."""
    done = isinstance(runner, Unit) and (runner.broken or runner.moved)
    return not done and place(runner) not in enemies


def _hexrow(play: Play, runner: Runner) -> int:
    return play.world.compass.hexrow(play.world.locate(place(runner)).hex)


@rule("S4.324", "Several waves: the one nearest the FBE moves first")
def wave_order(play: Play) -> list[str]:
    """The waves that have anything left, nearest the FBE first; of equals the older.

    An offboard S? is one hex farther off than the hex it is to enter.
    """
    left = {wave: members(play, wave) for wave in play.state.waves}
    going = [wave for wave in left if left[wave]]
    if len(going) < 2:  # most often: how far off it is does not matter
        return going
    nearest = {
        wave: min([_to_fbe(play, runner) for runner in left[wave]]) for wave in going
    }
    return sorted(going, key=lambda wave: nearest[wave])


def place(runner: Runner) -> LocationName:
    """Where a S? or unit is; offboard, the Location that it is to enter."""
    waiting = runner.enters if isinstance(runner, Suspect) else LocationName("")
    return runner.location or waiting


def _to_fbe(play: Play, runner: Runner) -> int:
    return play.world.fbe_distance(place(runner)) + (not runner.location)


class _Ahead(NamedTuple):
    """What waves are after, and the ways that are found, by where one is."""

    enemies: Collection[LocationName]
    controlled: Collection[LocationName]
    ways: dict[tuple[LocationName, bool], list[WaveStep]]


def _ahead(play: Play, controlled: Collection[LocationName]) -> _Ahead:
    """What waves are after now; kept until enemies or Control are others."""
    enemies = _known_places(play)
    return play.world.lasting(
        "ways of waves now",
        (enemies, controlled),
        lambda: _Ahead(enemies, controlled, {}),
    )


def shut_in(
    play: Play, waiting: Iterable[Runner], controlled: Collection[LocationName] = ()
) -> list[Runner]:
    """Those to whom the terrain leaves no way on."""
    ahead = _ahead(play, controlled)
    return [runner for runner in waiting if not _ways_on(play, runner, ahead)]


def _ways_on(play: Play, runner: Runner, ahead: _Ahead) -> list[WaveStep]:
    """The ways that it may go: straight on, to what it is after, and round obstacles.

    Aside only where that leads farther: not along an obstacle into a dead end.
    """
    where = place(runner), bool(runner.location)
    found = ahead.ways.get(where)
    if found is None:
        found = ahead.ways[where] = _found_ways(play, *where, ahead)
    return found


def _found_ways(
    play: Play,
    here: LocationName,
    onboard: bool,
    ahead: _Ahead,
) -> list[WaveStep]:
    straight = ("", _straight(play, here))
    ways = [
        _as_it_stands(way, ahead) for way in _open_ways(play, here, onboard=onboard)
    ]
    return [
        way
        for way in ways
        if way.heading in straight or way.enemy or way.vpo or _leads_on(play, way.to)
    ]


def _leads_on(play: Play, to: LocationName) -> bool:
    return to == OFFBOARD or bool(_open_ways(play, to, onboard=True))


def wave_move(
    play: Play,
    runner: Runner,
    *,
    spent: int = 0,
    controlled: Collection[LocationName] = (),
) -> WaveMove:
    """What one S? or unit of a wave may do in this impulse.

    Args:
        play: the game.
        runner: the S? or unit.
        spent: quarters of MF spent so far in this MPh.
        controlled: the FRIENDLY Controlled VPO Locations.
    """
    open_ = _ways_on(play, runner, _ahead(play, controlled))
    ways = [way for way in open_ if not _barred(play, runner, way.to)]
    # A4.13: with what lies there, Overstacking too
    ways = [now for way in ways if (now := _priced(play, runner, way))]
    # S9.26: round fire, or straight on through it
    ways = _round_fire(play, runner, ways) or _straight_on(play, runner, ways)
    # S4.321: within 8 MF
    affordable = [way for way in ways if spent + way.cost <= ALLOTMENT]
    standing: Standing = "moves"
    # S4.33: an obstacle, if terrain leaves no way
    if not affordable:
        standing = "no MF" if ways else "held up" if open_ else "obstacle"
    first = _preferred(play, place(runner), affordable)
    return WaveMove(runner.id, runner.wave, first, standing)


def _open_ways(
    play: Play, here: LocationName, *, onboard: bool
) -> tuple[WaveStep, ...]:
    """The ways toward the FBE that terrain leaves open, off the map there included.

    They follow from the map alone and are asked for in each impulse: worked out once.
    """
    known: dict[tuple[LocationName, bool], tuple[WaveStep, ...]]
    known = play.world.lasting("ways of waves", None, dict)
    if (here, onboard) not in known:
        at = play.world.locate(here)
        steps = _steps(play, at, onboard=onboard)
        ways = [_way(play, entry, by) for entry, by in steps if not entry.bar]
        if onboard and at.hex in play.world.compass.along("FBE"):
            ways.append(WaveStep(OFFBOARD, MF, heading="F"))
        known[here, onboard] = tuple(ways)
    return known[here, onboard]


def _steps(
    play: Play, at: Location, *, onboard: bool
) -> list[tuple[EntryCost, Heading | Literal[""]]]:
    """The ways toward the FBE; down the stairs where upstairs none leads on."""
    if not onboard:
        return [(_from_offboard(play, at), "")]
    moves, sides = play.world.moves, play.world.compass.sides
    ahead = [(moves.entry(at, sides[by]), by) for by in FORWARD if by in sides]
    if at.level > 0 and all(entry.bar for entry, _ in ahead):
        return [*ahead, (moves.entry(at, DOWN), "")]
    return [*ahead]


def _from_offboard(play: Play, at: Location) -> EntryCost:
    """Entry from offboard costs what the terrain does (A2.51)."""
    kind = play.world.ground.terrain(at)
    if kind.mf.bar:
        return EntryCost(bar=f"{kind.name}: {kind.mf.bar}")
    parts = (CostPart(kind.name, kind.mf.quarters),)
    return EntryCost(to=play.world.ground.number(at), parts=parts, all=kind.mf.all)


def _way(play: Play, entry: EntryCost, heading: Heading | Literal[""]) -> WaveStep:
    to = play.world.name(play.world.ground.locations[entry.to])
    return WaveStep(to, ALLOTMENT if entry.all else entry.quarters, heading=heading)


def _as_it_stands(way: WaveStep, ahead: _Ahead) -> WaveStep:
    """A way with who is at its end, and what that is worth."""
    enemy = way.to in ahead.enemies
    vpo = way.to in ahead.controlled
    return replace(way, enemy=enemy, vpo=vpo) if enemy or vpo else way


def known_enemy(play: Play, location: LocationName) -> bool:
    """Whether a Known FRIENDLY unit is in a Location."""
    return location in _known_places(play)


def _known_places(play: Play) -> Collection[LocationName]:
    """The Locations of Known FRIENDLY units; prisoners of the ENEMY are none (A20)."""

    def found() -> set[LocationName]:
        return {unit.location for unit in friends(play) if not unit.concealed}

    return play.world.once(play.state, "Known FRIENDLY Locations", found)


def _barred(play: Play, runner: Runner, to: LocationName) -> bool:
    """Whether a S? will not enter a Location (S3.323); units are another matter."""
    if not isinstance(runner, Suspect) or to == OFFBOARD:
        return False
    return bool(suspect_bar(play, to))


def _priced(play: Play, runner: Runner, way: WaveStep) -> WaveStep | None:
    """A way of a unit by what it costs as things stand now; None if it is barred."""
    if isinstance(runner, Suspect) or way.to == OFFBOARD:
        return way
    terrain = play.world.entry(runner.location, way.to)
    entry = as_it_stands(play, standing(play), [runner], way.to, terrain)
    if entry.bar:
        return None
    cost = ALLOTMENT if entry.all else entry.quarters
    return way if cost == way.cost else replace(way, cost=cost)


def _round_fire(play: Play, runner: Runner, ways: list[WaveStep]) -> list[WaveStep]:
    """Those ways of a unit that lead round FFE, Known mines and 4 Residual FP (S9.26).

    Into the Location of a Known FRIENDLY unit it goes all the same (S4.32).
    Reading: D-830 where there is no such way it goes straight on, and only there.
    """
    if isinstance(runner, Suspect):
        return ways
    return [
        way
        for way in ways
        if way.enemy or way.to == OFFBOARD or not fire_or_mines(play, way.to)
    ]


def _straight_on(play: Play, runner: Runner, ways: list[WaveStep]) -> list[WaveStep]:
    """The way straight on; where that is barred, those aside."""
    straight = ("", _straight(play, place(runner)))
    return [way for way in ways if way.heading in straight] or ways


def _preferred(
    play: Play, here: LocationName, ways: list[WaveStep]
) -> tuple[WaveStep, ...]:
    """Only Locations of Known FRIENDLY units, if there are any; the best way first.

    A VPO Location to be Controlled (S4.32), then straight on, then the cheaper way.
    Reading: D-471 it goes straight along its hexrow, through woods as well.
    """
    # S4.32: into a Known enemy Location if it can, then by the list
    must = [way for way in ways if way.enemy] or ways
    straight = ("", _straight(play, here))
    return tuple(
        sorted(must, key=lambda w: (not w.vpo, w.heading not in straight, w.cost))
    )


def _straight(play: Play, here: LocationName) -> Heading:
    """The heading that keeps to the row that runs toward the FBE from a Location.

    Along a short FBE it changes from hexrow to hexrow, so that a row has no drift.
    """
    if play.world.compass.long:
        return "F"
    col, _ = play.world.map.grid.coordinates(play.world.locate(here).hex)
    return FORWARD[1 + col % 2]


def leave(play: Play, id_: str, what: Fact, *, moved: bool = False) -> None:
    """A S? or unit is in its wave no longer; a unit takes the Prevailing Attitude."""
    if id_ in play.state.suspects:
        play.emit(SuspectChanged(replace(play.state.suspects[id_], wave=""), what))
    else:
        unit = play.state.units[id_]
        # S4.33: no more the Advance Attitude of its S?
        out = replace(unit, wave="", attitude="", moved=unit.moved or moved)
        play.emit(UnitChanged(out, what))
