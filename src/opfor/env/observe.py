"""A game as numbers: planes over the hexes, the units, the question, what is offered.

All of it comes from `seen_by`: what a side does not know is not in what it is given.
Names of planes and columns are here in order; "own" is the side that looks.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from opfor.env.picked_game import PickedGame
from opfor.env.questions import FURTHER, KIND_INDEX, MORE, SLOTS, PickSlot
from opfor.env.unit_row import UNIT_COLUMNS, UnitWorth, unit_row, worth_of
from opfor.geo.ground import Location
from opfor.rules.a_infantry.a03_9_phases import PHASES
from opfor.state.state import State
from opfor.state.units import LocationName, Side, Unit
from opfor.state.world import World

Numbers = NDArray[np.float32]

GROUND_PLANES = (
    "on map", "level", "TEM", "open ground", "concealment terrain", "building",
    "road", "hexes to the FBE", "VPO", "hexes to a VPO",
)  # fmt: skip
"""What never changes; the VPO and the way to them do where VPO are drawn."""

SIDE_PLANES = (
    "men", "leaders", "vehicles", "Guns", "FP", "broken", "pinned", "concealed",
)  # fmt: skip
"""What a side has in a hex: first the own, then the other's."""

THING_PLANES = (
    "control", "S? Hold", "S? Advance", "smoke", "fire", "residual FP", "wreck",
    "entrenchment", "wire", "mines", "in hand",
)  # fmt: skip
"""What else lies there; control is 1 for an own VPO, -1 for the other's."""

PLANES = (
    *GROUND_PLANES,
    *(f"own {name}" for name in SIDE_PLANES),
    *(f"other {name}" for name in SIDE_PLANES),
    *THING_PLANES,
)

QUESTION_COLUMNS = (
    "turn", "turns left", "own Player Turn", *PHASES, "order", "choice", "places",
    "form", "page", "AC#", "MF left", "firing at a mover", "own VP", "other VP",
    "S? in play", "FRIENDLY",
)  # fmt: skip

OFFER_COLUMNS = (
    "kind", "subject", "subjects", "from column", "from row", "column", "row", "level",
    "hexes", "cost", "number",
)  # fmt: skip
"""Kind: its index in `SLOT_KINDS`; subject: its row among the units, -1 for none;
places -1 for none; cost in MF."""

MOST_UNITS = 128
"""Rows of the table of units; the own come first, and what is too much is left out."""

LIMIT = 10_000.0
"""No number is beyond this."""

MARKER_PLANE: Mapping[str, str] = {
    "smoke": "smoke", "WP": "smoke", "flame": "fire", "blaze": "fire",
    "residual": "residual FP", "fire lane": "residual FP", "wreck": "wreck",
    "burning wreck": "wreck",
}  # fmt: skip

FORT_PLANE: Mapping[str, str] = {
    "foxhole": "entrenchment", "trench": "entrenchment", "pillbox": "entrenchment",
    "wire": "wire", "minefield": "mines",
}  # fmt: skip

_PLANE = {name: index for index, name in enumerate(PLANES)}
_OWN, _OTHER = _PLANE["own men"], _PLANE["other men"]


class Observed(NamedTuple):
    """What one side is shown."""

    board: Numbers
    units: Numbers
    question: Numbers
    offers: Numbers


def board_shape(world: World) -> tuple[int, int, int]:
    """Planes, columns and rows of a Mission's board."""
    grid = world.map.grid
    rows = max(grid.rows_in(col) for col in range(grid.cols))
    return len(PLANES), grid.cols, rows


def observe(game: PickedGame, seen: State, side: Side) -> Observed:
    """What a side is shown of the game.

    Args:
        game: the game; what it asks is shown to the side that is asked.
        seen: its state as that side knows it.
        side: who looks.
    """
    world = game.match.view.world
    shown = sorted(seen.units.values(), key=lambda unit: unit.side != side)
    pieces = [(unit, worth_of(world, seen, unit)) for unit in shown]
    rows = {unit.id: row for row, unit in enumerate(shown[:MOST_UNITS])}
    asked = game.side == side
    return Observed(
        _board(world, seen, side, pieces),
        _units(world, seen, side, pieces),
        _question(game, seen, side, asked=asked),
        _offers(world, seen, game, rows) if asked else _no_offers(),
    )


# -- the board ---------------------------------------------------------------------

Shown = Sequence[tuple[Unit, UnitWorth]]


def _board(world: World, seen: State, side: Side, shown: Shown) -> Numbers:
    board = _ground(world, seen.vpo).copy()
    for unit, worth in shown:
        if unit.location:
            at = (slice(None), *_hex(world, unit.location))
            first = _OWN if unit.side == side else _OTHER
            board[at][first : first + len(SIDE_PLANES)] += _in_hex(unit, worth)
    for plane, location, value in _things(seen, side):
        board[(_PLANE[plane], *_hex(world, location))] += value
    return board


def _in_hex(unit: Unit, worth: UnitWorth) -> tuple[float, ...]:
    """What a unit adds to the planes of its side."""
    return (
        worth.men, worth.leader, worth.vehicle, worth.gun, worth.fp,
        unit.broken, unit.pinned, unit.concealed,
    )  # fmt: skip


def _things(seen: State, side: Side) -> Iterator[tuple[str, LocationName, float]]:
    """What lies on the map beside units."""
    for vpo in seen.vpo:
        if owner := seen.control.get(vpo):
            yield "control", vpo, 1 if owner == side else -1
    for suspect in seen.suspects_onboard():
        yield f"S? {suspect.attitude}", suspect.location, 1
    for marker in seen.markers.values():
        if marker.location and marker.kind in MARKER_PLANE:
            amount = marker.fp or marker.hindrance or 1
            yield MARKER_PLANE[marker.kind], marker.location, amount
    for fort in seen.fortifications.values():
        if fort.kind in FORT_PLANE:
            yield FORT_PLANE[fort.kind], fort.location, 1
    for unit in seen.movers():
        if unit.location:
            yield "in hand", unit.location, 1


def _hex(world: World, location: LocationName) -> tuple[int, int]:
    return world.map.grid.coordinates(world.locate(location).hex)


def _ground(world: World, vpo: tuple[LocationName, ...]) -> Numbers:
    """The planes that never change, worked out once."""
    return world.lasting("planes", vpo, lambda: _drawn(world, vpo))


def _drawn(world: World, vpo: tuple[LocationName, ...]) -> Numbers:
    board = np.zeros(board_shape(world), np.float32)
    ground, grid = world.ground, world.map.grid
    for col, row in grid:
        hex_ = grid.index(col, row)
        at = Location(hex_)
        name = world.name(at)
        board[: len(GROUND_PLANES), col, row] = (
            1,
            ground.elevation(at),
            ground.tem(at),
            ground.open_ground(at),
            ground.concealment_terrain(at),
            world.in_building(name),
            bool(world.joins.road[hex_].any()),
            world.fbe_distance(name),
            sum(world.locate(each).hex == hex_ for each in vpo),
            min((world.range(name, each) for each in vpo), default=0),
        )
    return board


# -- the units, and the question ---------------------------------------------------


def _units(world: World, seen: State, side: Side, shown: Shown) -> Numbers:
    found = np.zeros((MOST_UNITS, len(UNIT_COLUMNS)), np.float32)
    moving = {unit.id for unit in seen.movers()}
    for row, (unit, worth) in enumerate(shown[:MOST_UNITS]):
        where = _place(world, unit.location)
        found[row] = unit_row(
            unit, worth, where, own=unit.side == side, in_hand=unit.id in moving
        )
    return found


def _place(world: World, location: LocationName) -> tuple[int, int, int]:
    """Column, row and level; -1, -1, 0 for no place."""
    if not location:
        return -1, -1, 0
    hex_, level = world.locate(location)
    return *world.map.grid.coordinates(hex_), level


def _question(game: PickedGame, seen: State, side: Side, *, asked: bool) -> Numbers:
    kind, move = game.kind if asked else "", seen.move
    tolls = [seen.toll(side), seen.toll("ENEMY" if side == "FRIENDLY" else "FRIENDLY")]
    left = max(0, move.allotment - move.spent) / 4 if move else 0
    values = (
        seen.turn,
        seen.mission.turns - seen.turn,
        seen.side == side,
        *(seen.phase == phase for phase in PHASES),
        *(kind == each for each in ("order", "choice", "places", "form")),
        game.page_number if asked else 0,
        seen.ac_number,
        left,
        seen.window is not None and seen.window.side == side,
        *(toll.cvp + toll.exit_vp for toll in tolls),
        len(seen.suspects),
        side == "FRIENDLY",
    )
    return np.array(values, np.float32).clip(-LIMIT, LIMIT)


# -- what is offered ---------------------------------------------------------------


def _no_offers() -> Numbers:
    found = np.full((SLOTS, len(OFFER_COLUMNS)), -1, np.float32)
    found[:, 2] = 0
    return found


def _offers(
    world: World, seen: State, game: PickedGame, rows: Mapping[str, int]
) -> Numbers:
    found = _no_offers()
    for action, slot in enumerate(game.page.slots):
        found[action] = _offer(world, seen, slot, rows)
    if game.page.turns:
        found[FURTHER] = _offer(world, seen, MORE, rows)
    return found


def _offer(
    world: World, seen: State, slot: PickSlot, rows: Mapping[str, int]
) -> tuple[Any, ...]:
    units = [seen.units[id_] for id_ in slot.subjects if id_ in seen.units]
    start = units[0].location if units else LocationName("")
    end = slot.places[0] if slot.places else LocationName("")
    reach = world.range(start, end) if start and end else -1
    return (
        KIND_INDEX[slot.kind],
        rows.get(units[0].id, -1) if units else -1,
        len(slot.subjects),
        *_place(world, start)[:2],
        *_place(world, end),
        reach,
        slot.cost / 4,
        min(max(slot.number, -LIMIT), LIMIT),
    )
