"""The plots of a study as SVG: rates, steps, losses by turn, S? on the map."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from opfor.state.world import World
from opfor.study.sweep import CellFigures
from opfor.views.board import board_layers, patterns, sheet_of, style
from opfor.views.board.svg import element, group, number, text_of
from opfor.views.report.pictures import part_with

WIDE, LINE, HEAD = 420, 22, 26
"""Pixels: the scale from 0 to 100 %, a line, and the head."""

LETTERS = 48
"""Letters of a name that are shown."""

LETTER = 7
"""Pixels: a letter of a name, about."""

NAME = LETTER * LETTERS + 14
"""Pixels: the names at most."""

TURN, HIGH, FOOT, SCALE = 26, 70, 18, 30
"""Pixels: a turn, the height of the columns, the foot, and the numbers to the left."""


HEX_LEAST = 60
"""Pixels across a hex of a map at the least, for its name to be read."""


class Spread(NamedTuple):
    """A line of a plot: a value and its interval, as shares.

    Args:
        name: what it is of.
        at: the value.
        low, high: its interval; None: too little is known for one.
    """

    name: str
    at: float
    low: float | None
    high: float | None


def rates_svg(cells: Iterable[Spread]) -> str:
    """The rate of wins of each cell, with its interval."""
    label = "The rate of wins of each cell; the table below has the figures"
    return _spreads(list(cells), 0, 100, "", label)


def steps_svg(steps: Iterable[Spread]) -> str:
    """What each step adds, with its interval, to the left and right of nothing."""
    lines = list(steps)
    ends = [end for line in lines for end in line[1:] if end is not None]
    far = max((abs(100 * end) for end in ends), default=0)
    most = next(
        scale for scale in (20, 40, 60, 80, 100) if far <= scale or scale == 100
    )
    label = "What each step adds, in points; the table below has the figures"
    return _spreads(lines, -most, most, "+", label)


def _spreads(
    lines: Sequence[Spread], least: int, most: int, sign: str, label: str
) -> str:
    """Lines under a scale of per cent, or of points if `sign` is "+"."""
    high, left = HEAD + LINE * len(lines), names_wide(lines)
    parts = []
    for quarter in range(5):
        at = least + (most - least) * quarter // 4
        x = left + WIDE * quarter / 4
        told = f"{at:+d}" if sign and at else f"{at}{'' if sign else ' %'}"
        kind = "zero" if quarter == 2 else "grid"  # nothing, or 50 %
        parts += [
            element("line", class_=kind, x1=x, x2=x, y1=HEAD - 6, y2=high),
            element("text", told, x=x, y=HEAD - 12, class_="middle"),
        ]

    def place(share: float) -> float:
        return left + WIDE * (100 * share - least) / (most - least)

    for nth, line in enumerate(lines):
        middle = HEAD + LINE * nth + LINE / 2
        parts += _spread(line, place, middle)
    return element(
        "svg",
        *parts,
        class_="rates",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {left + WIDE + 50} {high + 6}",
        width=left + WIDE + 50,
        role="img",
        aria_label=label,
    )


def names_wide(lines: Iterable[Spread]) -> int:
    """How wide the names are, in pixels; the longest are cut."""
    longest = max((len(line.name) for line in lines), default=0)
    return min(NAME, LETTER * longest + 14)


def _spread(line: Spread, place: Callable[[float], float], y: float) -> Iterator[str]:
    """A line: its name, its interval and its value.

    Args:
        line: what is drawn.
        place: where a share stands, across.
        y: where it stands, down.
    """
    name = line.name
    short = name if len(name) <= LETTERS else name[: LETTERS - 1] + "…"
    yield element("text", text_of(short), x=4, y=number(y + 4))
    if line.low is not None and line.high is not None:
        ends = {"x1": number(place(line.low)), "x2": number(place(line.high))}
        yield element("line", class_="span", **ends, y1=number(y), y2=number(y))
    yield element("circle", class_="rate", cx=number(place(line.at)), cy=number(y), r=4)


def losses_wide(turns: int) -> int:
    """How wide a plot of losses over so many turns is, in pixels."""
    return SCALE + max(turns, 1) * TURN + 4


def losses_svg(cell: CellFigures, most: float, turns: int) -> str:
    """Units lost turn by turn, a column for each side.

    Args:
        cell: what came of it.
        most: the highest column of all plots: they have one scale.
        turns: the turns of the longest of them: they have one width.
    """
    wide, base = losses_wide(turns), FOOT + HIGH
    parts = [*_loss_scale(most, wide)]
    most = most or 1
    for nth, (side, lost) in enumerate(cell.losses.items()):
        for turn, value in enumerate(lost):
            tall = HIGH * value / most
            column = element(
                "rect",
                element("title", f"{side}, turn {turn + 1}: {value:.2f} units"),
                class_=side.lower(),
                x=SCALE + turn * TURN + 3 + nth * 10,
                y=number(base - tall),
                width=9,
                height=number(tall),
            )
            parts.append(column)
    for turn in range(max(map(len, cell.losses.values()), default=0)):
        x = SCALE + turn * TURN + TURN // 2
        parts.append(element("text", str(turn + 1), x=x, y=base + 13, class_="middle"))
    return element(
        "svg",
        *parts,
        class_="losses",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide} {HIGH + 2 * FOOT}",
        width=wide,
        role="img",
        aria_label=f"Units lost turn by turn: {cell.cell}",
    )


def _loss_scale(most: float, wide: int) -> Iterator[str]:
    """A line where the highest column ends, and one at its foot, with numbers."""
    lines = ((FOOT, "grid", f"{most:.1f}"), (FOOT + HIGH, "zero", "0"))
    for y, kind, told in lines:
        yield element("line", class_=kind, x1=SCALE, x2=wide, y1=y, y2=y)
        yield element("text", told, x=SCALE - 5, y=y + 4, class_="end")


def woken_svg(world: World, woken: Mapping[str, int], games: int, prefix: str) -> str:
    """The part of the map where S? were Activated, with a spot in each such hex.

    Args:
        world: with the map.
        woken: in how many games, by Location.
        games: of how many.
        prefix: of the classes of this picture; each of a page has its own.
    """
    sheet = sheet_of(world.map, world.ground.facts, prefix)
    by_hex = _by_hex(world, woken)
    spots = "".join(_spots(world, by_hex, games))
    crop = part_with(world, list(by_hex))
    least = round(HEX_LEAST * crop[2] / world.map.grid.hex_width)
    return element(
        "svg",
        style("light", prefix, sheet.detail),
        patterns(prefix, sheet.detail),
        group(sheet.css("board"), board_layers(sheet, spots)),
        xmlns="http://www.w3.org/2000/svg",
        class_=sheet.css("picture", "light"),
        viewBox=" ".join(map(number, crop)),
        style=f"min-width: {least}px",
        role="img",
        aria_label="Where S? were Activated; the table below has the Locations",
    )


def _by_hex(world: World, woken: Mapping[str, int]) -> dict[int, int]:
    """In how many games, by hex: all Locations of it together."""
    by_hex = dict[int, int]()
    for name, count in woken.items():
        hex_ = world.locate(name).hex  # type: ignore[arg-type] # a game's Locations
        by_hex[hex_] = by_hex.get(hex_, 0) + count
    return by_hex


def _spots(world: World, by_hex: Mapping[int, int], games: int) -> Iterator[str]:
    """A spot a hex; its area is the share of games, that of all as high as the hex."""
    grid = world.map.grid
    for hex_, count in by_hex.items():
        x, y = grid.centre(*grid.coordinates(hex_))
        share = min(1.0, count / games) if games else 0.0
        yield element(
            "circle",
            element("title", f"{world.map.name(hex_)}: {count} of {games} games"),
            cx=number(x),
            cy=number(y),
            r=number(grid.hex_height / 2 * share**0.5),
            fill="#b32417",
            fill_opacity="0.6",
            stroke="#fff",
            stroke_width="1.5",
        )
