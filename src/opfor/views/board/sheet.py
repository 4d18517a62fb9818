"""The sheet that a board is drawn on: its planes and how things are named."""

from collections.abc import Iterable

import msgspec
import numpy as np

from opfor.geo.boards.board import Heights, Plane
from opfor.geo.hex_facts import HexFacts
from opfor.geo.hexes import HEX_HEIGHT, Grid
from opfor.geo.map import Map
from opfor.views.board.masks import Mask
from opfor.views.board.svg import element


class Sheet(msgspec.Struct, frozen=True, eq=False):
    """What every drawing function is given.

    Args:
        map: the map.
        facts: what the planes say about its hexes.
        prefix: stands before every id and class, so that pictures can share a page.
        codes: the terrain codes that occur.
        unit: the size of a hex beside an ordinary one (3 on deluxe boards).
    """

    map: Map
    facts: HexFacts
    prefix: str
    codes: frozenset[int]
    unit: float

    @property
    def grid(self) -> Grid:
        """The map's grid."""
        return self.map.grid

    @property
    def terrain(self) -> Plane:
        """The plane of terrain codes."""
        return self.map.terrain

    @property
    def elevation(self) -> Heights:
        """The plane of levels."""
        return self.map.elevation

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        width, height = self.map.terrain.shape
        return int(width), int(height)

    @property
    def detail(self) -> float:
        """How much larger than usual small things are; grows slower than hexes."""
        return float(min(self.unit, 1 + (self.unit - 1) * 0.4))

    def holds(self, codes: Iterable[int]) -> bool:
        """Whether any of the codes occurs."""
        return not self.codes.isdisjoint(codes)

    def mask(self, codes: Iterable[int]) -> Mask:
        """The pixels with one of the codes."""
        table = np.zeros(256, np.bool_)
        table[list(codes)] = True
        return np.asarray(table[self.terrain])

    def css(self, *names: str) -> str:
        """Class names with the prefix."""
        return " ".join(f"{self.prefix}-{name}" for name in " ".join(names).split())

    def id(self, name: str) -> str:
        """An id with the prefix."""
        return f"{self.prefix}-{name}"

    def path(self, data: str, *names: str, **attributes: str | float | None) -> str:
        """A path of the given classes, or nothing if there is no data."""
        if not data:
            return ""
        return element("path", class_=self.css(*names), d=data, **attributes)

    def strokes(self, name: str, data: str, *classes: str, shadow: float = 0.0) -> str:
        """One path drawn several times over, each time in another class.

        The path is written once, so a road in three strokes costs little more than
        one in one. `shadow` lays a soft one under it, so many pixels off.
        """
        if not data:
            return ""
        href = f"#{self.id(name)}"
        out = [element("defs", element("path", id=self.id(name), d=data))]
        for step in (1.3, 0.9) if shadow else ():
            place = round(shadow * step, 1)
            css = self.css("shadow")
            out.append(element("use", href=href, class_=css, x=place, y=place))
        out += [element("use", href=href, class_=self.css(c)) for c in classes]
        return "".join(out)


def sheet_of(board_map: Map, facts: HexFacts, prefix: str) -> Sheet:
    """The sheet for a map."""
    counts = np.bincount(board_map.terrain.ravel(), minlength=256)
    return Sheet(
        map=board_map,
        facts=facts,
        prefix=prefix,
        codes=frozenset(np.flatnonzero(counts).tolist()),
        unit=board_map.grid.hex_height / HEX_HEIGHT,
    )
