"""The map of a draft: its boards in their places, whole, half or turned."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.geo.boards.board import Crop
from opfor.geo.boards.library import Library
from opfor.geo.boards.variant import Variant, read_variant
from opfor.geo.edges import Edge
from opfor.geo.map import Map, parse_map
from opfor.rules.s_solitaire.s02_set_up.set_up_area import area
from opfor.rules.sequence import legal_orders
from opfor.state.mission import Mission
from opfor.state.nations import load_nation
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.units import LocationName
from opfor.state.world import World

MOST_MAP = 1_000
"""The most letters of a map in words."""

MOST_SLOTS = 24
"""Boards of a map."""

MAPS = 3
"""Maps that are kept; each check is of the same one."""

ANYBODY = "german"
"""Whose tables a World has that only shows a map."""

Part = Literal["whole", "left", "right"]


class BoardSlot(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A board in its place.

    Args:
        board: its name; with terrain changes or another part than a half, as they say.
        part: all of it, or the half on the left or right as it is printed.
        turned: rotated by 180 degrees.
        column, row: its place, counted from 0 at the top left.
    """

    board: str
    part: Part = "whole"
    turned: bool = False
    column: int = 0
    row: int = 0


@lru_cache(MAPS)
def map_of(text: str, boards: tuple[str, ...]) -> Map:
    """The map that a text describes; the last ones are kept.

    Errors:
        OpforError: it is no map, or a board of it is not there.
    """
    if len(text) > MOST_MAP:
        raise OpforError("this map is too long")
    return parse_map(text, _library(boards).load)


def _library(boards: tuple[str, ...]) -> Library:
    return Library([Path(folder) for folder in boards])


def world_of(text: str, fbe: Edge, boards: tuple[str, ...]) -> World:
    """A World to draw a map by, with its edges.

    Errors:
        OpforError: it is no map, or a board of it is not there.
    """
    nation = load_nation(ANYBODY)
    month = str(nation.fact("first month"))
    return World(
        map_of(text, boards),
        date=month,
        fbe=fbe,
        enemy=nation,
        classes={},
        orders=legal_orders,
    )


def slots_of(board_map: Map) -> tuple[BoardSlot, ...]:
    """The boards of a map in their places."""
    found = []
    for placed in board_map.boards:
        board, part = placed.board, "whole"
        if board.whole:
            halves = _halves(*board.whole)
            part = next((p for p, half in halves.items() if half == board.crop), part)
        crop = board.crop if part == "whole" else ()
        slot = BoardSlot(
            board=Variant(board.name, board.ssr, crop).name,
            part=part,  # type: ignore[arg-type] # one of its words
            turned=placed.turned,
            column=placed.column,
            row=placed.row,
        )
        found.append(slot)
    return tuple(found)


def text_of(slots: tuple[BoardSlot, ...], boards: tuple[str, ...]) -> str:
    """The map of some boards as a Mission writes it.

    Errors:
        OpforError: there are too many, or a board is not there.
    """
    if not 1 <= len(slots) <= MOST_SLOTS:
        raise OpforError(f"a map has 1 to {MOST_SLOTS} boards")
    names = []
    for slot in slots:
        name = slot.board
        if slot.part != "whole":
            name = _half(name, slot.part, boards)
        turned = "r" if slot.turned else ""
        plain = len(slots) == 1 and not turned
        names.append(name if plain else f"{turned}{name}@{slot.column},{slot.row}")
    return " ".join(names)


def _half(name: str, part: Part, boards: tuple[str, ...]) -> str:
    """What a half of a board is called."""
    width, height = _library(boards).load(name).terrain.shape
    crop = _halves(int(width), int(height))[part]
    return replace(read_variant(name), crop=crop).name


def _halves(width: int, height: int) -> dict[str, Crop]:
    """What is left of a board of that size, by the half."""
    half = width // 2
    return {"left": (0, 0, half, height), "right": (half, 0, half, height)}


# -- what a Mission names on it ----------------------------------------------------


def places_of(mission: Mission, world: World) -> dict[str, tuple[int, ...]]:
    """The hexes that a Mission names, by what they are; those that there are."""
    named: dict[str, tuple[LocationName, ...]] = {
        "vpo": (*mission.vpo, *mission.vpo_buildings),
        "entry": mission.entry,
        "enemy entry": tuple(h for due in mission.entering for h in due.hexes),
        "set up": tuple(x.at for x in mission.unit if x.at and x.side == "FRIENDLY"),
        "enemy": tuple(x.at for x in mission.unit if x.at and x.side == "ENEMY"),
    }
    if mission.area is not None and mission.area.board <= len(world.map.boards):
        view = FrozenView(State(mission=mission), world)
        try:
            named["area"] = tuple(area(view, mission.area))
        except OpforError:
            named["area"] = ()
    found = {kind: dict.fromkeys(_hexes(world, names)) for kind, names in named.items()}
    return {kind: tuple(hexes) for kind, hexes in found.items() if hexes}


def _hexes(world: World, names: tuple[LocationName, ...]) -> Iterator[int]:
    for name in dict.fromkeys(names):
        try:
            yield world.locate(name).hex
        except OpforError:
            continue
