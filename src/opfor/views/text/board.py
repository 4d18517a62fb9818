"""The board in text: hexes as staggered cells of five signs by two lines.

    O6S1      the coordinate, a sign for the terrain, the level if not 0
     ?2a      two S? in Advance Attitude

Odd columns stand half a hex higher, as on the board. Everything that colour says,
a letter or sign says too.
"""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple

from rich.text import Text

from opfor.geo.edges import Edge
from opfor.geo.ground import Ground
from opfor.geo.hexes import Grid
from opfor.geo.map import Map
from opfor.geo.terrain_chart import mf
from opfor.state.state import State
from opfor.state.units import Suspect, Unit
from opfor.state.world import World
from opfor.views.friendly_view import seen

WIDE, HIGH = 5, 2
"""Signs and lines of a cell."""


class TerrainGlyph(NamedTuple):
    """How a kind of terrain is drawn: its sign, its colours, its word."""

    sign: str
    style: str
    word: str


_OPEN, _LOW, _TALL = "on #2b3326", "on #39422f", "on #17401f"
_FIELD, _BUSH, _TREES = "on #66581c", "on #4a5426", "on #2f5426"
_ROAD, _WET = "on #4a4336", "on #1d3a5c"
_WOOD, _STONE, _ROUGH = "on #6b3d1e", "on #5d6066", "on #45423d"

LOOKS: dict[str, TerrainGlyph] = {
    "open ground": TerrainGlyph(".", _OPEN, "open"),
    "plowed field": TerrainGlyph(",", _OPEN, "plowed"),
    "shellholes": TerrainGlyph("h", _ROUGH, "shellholes"),
    "road": TerrainGlyph("=", _ROAD, "road"),
    "path": TerrainGlyph("-", _OPEN, "path"),
    "sunken road": TerrainGlyph("=", _ROAD, "road"),
    "elevated road": TerrainGlyph("=", _ROAD, "road"),
    "runway": TerrainGlyph("=", _ROAD, "road"),
    "railroad": TerrainGlyph("=", _ROAD, "road"),
    "bridge": TerrainGlyph("#", _ROAD, "bridge"),
    "brush": TerrainGlyph("b", _BUSH, "brush"),
    "vineyard": TerrainGlyph("v", _BUSH, "vineyard"),
    "woods": TerrainGlyph("w", _TALL, "woods"),
    "light woods": TerrainGlyph("w", _TALL, "woods"),
    "orchard": TerrainGlyph("o", _TREES, "orchard"),
    "olive grove": TerrainGlyph("o", _TREES, "orchard"),
    "cactus patch": TerrainGlyph("x", _LOW, "cactus"),
    "grain": TerrainGlyph("g", _FIELD, "grain"),
    "marsh": TerrainGlyph("m", _WET, "marsh"),
    "crag": TerrainGlyph("c", _ROUGH, "crag"),
    "graveyard": TerrainGlyph("y", _ROUGH, "graveyard"),
    "debris": TerrainGlyph("d", _ROUGH, "debris"),
    "gully": TerrainGlyph("u", _LOW, "gully"),
    "dry stream": TerrainGlyph("u", _LOW, "gully"),
    "shallow stream": TerrainGlyph("~", _WET, "water"),
    "deep stream": TerrainGlyph("~", _WET, "water"),
    "water obstacle": TerrainGlyph("~", _WET, "water"),
    "ford": TerrainGlyph("f", _WET, "ford"),
    "wooden building": TerrainGlyph("W", _WOOD, "wooden building"),
    "stone building": TerrainGlyph("S", _STONE, "stone building"),
    "lumberyard": TerrainGlyph("L", _WOOD, "lumberyard"),
    "wooden rubble": TerrainGlyph("R", _WOOD, "rubble"),
    "stone rubble": TerrainGlyph("R", _STONE, "rubble"),
    "tower": TerrainGlyph("T", _STONE, "tower"),
    "storage tank": TerrainGlyph("T", _STONE, "tower"),
}
LEGEND = (
    "below a hex ?2 S? (a Advance) 467 FRIENDLY e447 ENEMY +more »2 MF w1 level *here"
)
"""How stacks and costs are written; a line of 80."""

FRIENDLY, ENEMY = "bold white on #1f4fb0", "bold white on #b02020"
MIXED, SUSPECT = "bold white on #8a1f8a", "bold white on #000000"
"""How counters are drawn: what is written of them is as dark as they are."""

Sign = tuple[str, str]
"""A sign and its style."""

BLANK: Sign = (" ", "")

OTHER = TerrainGlyph("*", _LOW, "other")


class BoardWindow(NamedTuple):
    """The part of a board that is shown: columns and rows, ends included."""

    left: int
    right: int
    top: int
    bottom: int


def window(
    board_map: Map, centre: int, *, width: int, height: int, radius: int = 0
) -> BoardWindow:
    """The hexes around one that a screen of so many signs and lines holds."""
    col, row = board_map.grid.coordinates(centre)
    cols, rows = board_map.grid.cols, board_map.grid.rows
    across = max(1, min(cols, width // WIDE))
    down = max(1, min(rows, (height - 1) // HIGH))
    if radius:
        across, down = min(across, 2 * radius + 1), min(rows, 2 * radius + 1)
    left = max(0, min(col - across // 2, cols - across))
    top = max(0, min(row - down // 2, rows - down))
    return BoardWindow(left, left + across - 1, top, top + down - 1)


def board_text(
    world: World,
    state: State,
    part: BoardWindow,
    *,
    reach: Mapping[int, int] | None = None,
    chosen: int = -1,
    legend: int = 80,
) -> Text:
    """The board within a window, then its legend.

    Args:
        world: the map.
        state: what stands on it.
        part: what is shown.
        reach: hexes that the stack in hand can enter now, with the quarters of MF.
        chosen: the hex that the picture is about.
        legend: signs of a line of the legend.
    """
    grid, standing = world.map.grid, _standing(world, state)
    height = HIGH * (part.bottom - part.top + 1) + 1
    height += part.bottom == grid.rows - 1  # the half hexes below the last row
    rows = [[BLANK] * (WIDE * (part.right - part.left + 1)) for _ in range(height)]
    shown = []
    for hex_, x, y in _places(grid, part, height):
        here, cost = standing.get(hex_, ([], [])), (reach or {}).get(hex_)
        mark, lit = ("*", " reverse") if hex_ == chosen else ("", "")
        for line, signs in enumerate(_cell(world, hex_, here, cost, mark), y):
            rows[line][x : x + WIDE] = [(sign, style + lit) for sign, style in signs]
        shown.append(hex_)
    if all(cell == BLANK for cell in rows[-1]):
        rows.pop()
    picture = _edge(world, part, "top")
    for signs in rows:
        _append_line(picture, signs)
    picture.append_text(_edge(world, part, "bottom"))
    return picture.append_text(_legend(world, shown, legend))


def _places(
    grid: Grid, part: BoardWindow, height: int
) -> Iterator[tuple[int, int, int]]:
    """The hexes of a window, each with the column and line of its first sign."""
    for col in range(part.left, part.right + 1):
        for row in range(part.top, part.bottom + 2):
            y = HIGH * (row - part.top) + 1 - (col & 1)
            if grid.holds(col, row) and y + HIGH <= height:
                yield grid.index(col, row), WIDE * (col - part.left), y


def _append_line(picture: Text, line: list[Sign]) -> None:
    """One line of the picture, without the blanks at its end."""
    last = max((at for at, cell in enumerate(line) if cell != BLANK), default=-1)
    for sign, style in line[: last + 1]:
        picture.append(sign, style)
    picture.append("\n")


Standing = tuple[list[Suspect], list[Unit]]


def _standing(world: World, state: State) -> dict[int, Standing]:
    """What stands in each hex, whatever its level."""
    found: dict[int, Standing] = {}
    for suspect in state.suspects_onboard():
        hex_ = world.locate(suspect.location).hex
        found.setdefault(hex_, ([], []))[0].append(suspect)
    for unit in state.units.values():
        if unit.location and seen(unit):
            hex_ = world.locate(unit.location).hex
            found.setdefault(hex_, ([], []))[1].append(unit)
    return found


def look_of(ground: Ground, hex_: int) -> TerrainGlyph:
    """How a hex is drawn: by the terrain at ground level."""
    return LOOKS.get(ground.chart.kinds[int(ground.kind[hex_])].name, OTHER)


def _cell(
    world: World, hex_: int, standing: Standing, cost: int | None, mark: str
) -> tuple[list[Sign], list[Sign]]:
    """The two lines of a cell: what the ground is, and what stands on it."""
    ground, view = world.ground, look_of(world.ground, hex_)
    placed, (col, row) = world.map.source(hex_)
    base = int(ground.facts.base[hex_])
    level = "" if base == 0 else str(base) if base > 0 else "_"
    head = f"{placed.board.label(col, row)}{view.sign}{level}{mark}"
    text, style = _content(world, standing)
    price = "" if cost is None else f"»{mf(cost)}"
    text = text[: WIDE - len(price)]
    margin = " " if len(text + price) < WIDE else ""
    below = [(" ", view.style)] * len(margin)
    below += [(sign, style) for sign in text]
    below += [(sign, f"bold {view.style}") for sign in price]
    return _filled(head, view), _filled("", view, below)


def _filled(text: str, view: TerrainGlyph, signs: Sequence[Sign] = ()) -> list[Sign]:
    """A line of a cell, made up to its width with the ground's colour."""
    plain = [(sign, f"grey78 {view.style}") for sign in text.ljust(WIDE)]
    return [*signs, *plain[len(signs) :]][:WIDE]


def _content(world: World, standing: Standing) -> tuple[str, str]:
    """What stands in a hex, in a few signs: ENEMY before FRIENDLY before S?."""
    suspects, units = standing
    enemies = [unit for unit in units if unit.side == "ENEMY"]
    own = [unit for unit in units if unit.side == "FRIENDLY"]
    if enemies and own:
        return f"{len(own)}v{len(enemies)}", MIXED
    if enemies:
        return f"e{_stack(world, enemies, more='?' if suspects else '')}", ENEMY
    if own:
        return _stack(world, own), FRIENDLY
    if not suspects:
        return "", ""
    advance = any(suspect.attitude == "Advance" for suspect in suspects)
    count = len(suspects) if len(suspects) > 1 else ""
    return f"?{count}{'a' if advance else ''}", SUSPECT


def _stack(world: World, units: list[Unit], more: str = "") -> str:
    """The first unit's factors, + if there are others, then `more`: 467+."""
    name = world.counter(units[0].counter).name
    factors = "".join(sign for sign in name if sign.isalnum())
    more = ("+" if len(units) > 1 else "") + more
    return factors[: min(3, WIDE - 1 - len(more))] + more


def _edge(world: World, part: BoardWindow, side: Edge) -> Text:
    """The FBE, where it runs along an edge of what is shown.

    One to the left or right is told in the line beneath the board.
    """
    grid, fbe = world.map.grid, world.compass.edges["FBE"]
    shown = {
        "top": part.top == 0,
        "bottom": part.bottom == grid.rows - 1,
        "left": part.left == 0,
        "right": part.right == grid.cols - 1,
    }
    beneath = side == "bottom" and fbe in ("left", "right")
    if not shown[fbe] or not (side == fbe or beneath):
        return Text()
    width = WIDE * (part.right - part.left + 1)
    lines: dict[Edge, str] = {
        "left": "<== FBE: you come from here",
        "right": f"{'FBE: you come from here ==>':>{width}}",
    }
    line = lines.get(fbe, f"{' FBE: you come from here ':=^{width}}")
    return Text(f"{line}\n", style="bright_cyan")


def _legend(world: World, shown: Sequence[int], width: int) -> Text:
    """The signs that are on the picture, how stacks are written, and the boards."""
    looks = {
        view.word: view for view in (look_of(world.ground, hex_) for hex_ in shown)
    }
    lines = [", ".join(f"{looks[word].sign} {word}" for word in sorted(looks))]
    if len(world.map.boards) > 1:
        owners = dict.fromkeys(world.map.board_at(hex_).short for hex_ in shown)
        lines.insert(0, f"of the boards {', '.join(owners)}")
    wrapped = [part for line in lines for part in wrap(line, width)]
    return Text("\n".join([*wrapped, LEGEND]), style="dim")
