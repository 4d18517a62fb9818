"""The pictures of a report: the board at the end of a turn, where the fight is."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from opfor.state.state import State
from opfor.state.world import World
from opfor.views.board import (
    Crop,
    Marks,
    Sheet,
    board_layers,
    game_layers,
    patterns,
    sheet_of,
    style,
)
from opfor.views.board.svg import element, group, number
from opfor.views.friendly_view import seen
from opfor.views.game_picture import edge_labels, game_counters, objectives
from opfor.views.png import to_png
from opfor.views.report.luck import Column

PREFIX = "opfor"

MAP = f"{PREFIX}-map"
"""The id of the map, which all pictures of a page share."""

ROOM = 3.5
"""Hexes around what is shown."""

LEAST = 12.0
"""Hexes that a picture shows at least, across and down."""


WIDE = 800
"""Pixels across a PNG."""


class MapPicture(NamedTuple):
    """A map drawn once, which costs nearly all of the time, for many pictures."""

    sheet: Sheet
    drawn: str


def ground_of(world: World) -> MapPicture:
    """The map of a world, drawn."""
    sheet = sheet_of(world.map, world.ground.facts, PREFIX)
    return MapPicture(sheet, board_layers(sheet))


def shared_svg(ground: MapPicture) -> str:
    """What all pictures of a page use: style, patterns and the map itself."""
    sheet = ground.sheet
    return element(
        "svg",
        style("light", PREFIX, sheet.detail),
        patterns(PREFIX, sheet.detail),
        element("defs", group(sheet.css("board"), ground.drawn, id=MAP)),
        xmlns="http://www.w3.org/2000/svg",
        class_=f"{sheet.css('picture', 'light')} shared",
        width=0,
        height=0,
        aria_hidden="true",
    )


def turn_svg(world: World, state: State, ground: MapPicture, words: str) -> str:
    """The board at a moment, on a page that has the `shared_svg`."""
    sheet = ground.sheet
    return element(
        "svg",
        element("use", href=f"#{MAP}"),
        _pieces(world, state, sheet),
        xmlns="http://www.w3.org/2000/svg",
        class_=sheet.css("picture", "light"),
        viewBox=" ".join(map(number, fight(world, state))),
        role="img",
        aria_label=words,
    )


def whole_svg(world: World, state: State, ground: MapPicture) -> str:
    """The board at a moment as a picture of its own."""
    sheet = ground.sheet
    return element(
        "svg",
        style("light", PREFIX, sheet.detail),
        patterns(PREFIX, sheet.detail),
        group(sheet.css("board"), ground.drawn),
        _pieces(world, state, sheet),
        xmlns="http://www.w3.org/2000/svg",
        class_=sheet.css("picture", "light"),
        viewBox=" ".join(map(number, fight(world, state))),
        width=number(fight(world, state)[2]),
        height=number(fight(world, state)[3]),
    )


def pictures_png(
    world: World, states: Mapping[int, State], ground: MapPicture
) -> Iterator[tuple[int, bytes]]:
    """Each of some moments as a PNG."""
    for key, state in states.items():
        yield key, to_png(whole_svg(world, state, ground), width=WIDE)


def _pieces(world: World, state: State, sheet: Sheet) -> str:
    counters = list(game_counters(world, state))
    return game_layers(sheet, counters=counters, marks=_marks(world, state))


def _marks(world: World, state: State) -> Marks:
    return Marks(vpo=objectives(world, state), edges=edge_labels(world))


def fight(world: World, state: State) -> Crop:
    """The part of the map with all units and VPO; all of it before there are any."""
    return part_with(world, list(_hexes(world, state)))


def part_with(world: World, hexes: Sequence[int]) -> Crop:
    """The part of the map with some hexes and those around; all of it for none."""
    width, height = (int(side) for side in world.map.terrain.shape)
    if not hexes:
        return 0.0, 0.0, float(width), float(height)
    grid = world.map.grid
    centres = [grid.centre(*grid.coordinates(hex_)) for hex_ in hexes]
    across = _span([x for x, _ in centres], grid.hex_width, width)
    down = _span([y for _, y in centres], grid.hex_height, height)
    return across[0], down[0], across[1] - across[0], down[1] - down[0]


def _hexes(world: World, state: State) -> Iterator[int]:
    for unit in state.units.values():
        if unit.location and seen(unit):
            yield world.locate(unit.location).hex
    yield from (vpo.hex for vpo in objectives(world, state))


def _span(places: Sequence[float], size: float, most: int) -> tuple[float, float]:
    """From where to where a picture goes, in pixels."""
    low, high = min(places) - ROOM * size, max(places) + ROOM * size
    if (short := LEAST * size - (high - low)) > 0:
        low, high = low - short / 2, high + short / 2
    shift = max(0.0, -low) - max(0.0, high - most)
    return max(0.0, low + shift), min(float(most), high + shift)


def columns_svg(columns: Sequence[Column], words: str) -> str:
    """How often each total fell, as columns, with marks where it was expected."""
    wide, high, foot = 26, 90, 16
    most = max(1.0, *(max(fell, due) for _, fell, due in columns))
    parts = []
    for at, (total, fell, due) in enumerate(columns):
        x, y = at * wide + 4, foot + high * (1 - fell / most)
        parts.append(
            element("rect", class_="fell", x=x, y=number(y), width=wide - 8,
                    height=number(foot + high - y))
        )  # fmt: skip
        level = number(foot + high * (1 - due / most))
        parts.append(
            element("line", class_="due", x1=x - 3, x2=x + wide - 5, y1=level, y2=level)
        )
        middle = x + wide / 2 - 4
        parts.append(element("text", str(total), x=middle, y=foot + high + 13))
        parts.append(element("text", str(fell), x=middle, y=number(y - 3)))
    return element(
        "svg",
        *parts,
        class_="columns",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {len(columns) * wide} {high + 2 * foot}",
        width=len(columns) * wide,
        role="img",
        aria_label=words,
    )
