"""Small pictures of maps and saved games, for the start page: terrain and counters.

A save is read, but not opened: its last snapshot says what stands where.
"""

import struct
import zlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from threading import Lock

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from opfor import __version__
from opfor.core.codec import BAD_JSON, digest
from opfor.core.disk_cache import keep, kept_path, read_kept
from opfor.core.saved_game import Saved
from opfor.geo.boards.library import Library
from opfor.geo.hex_facts import facts_of
from opfor.geo.map import Map, parse_map
from opfor.geo.terrain import terrain_types
from opfor.ports.session import Setup
from opfor.state.state import State
from opfor.state.units import LocationName
from opfor.views.board import board_svg
from opfor.views.board.style import palette
from opfor.views.png import to_png

WIDTH = 240
"""Pixels across a small picture, about."""

CARD = 520
"""Pixels across the picture on a Mission's card."""

MOST_CARDS = 100
"""Pictures of cards that are kept."""

_DRAWING = Lock()
"""Cards are drawn one after another: each takes a processor for some seconds."""

COLOURS = (
    (("Stone",), "stone1"),
    (("Wooden", "Building", "Factory"), "wood1"),
    (("Woods", "Forest", "Jungle", "Pine"), "woods"),
    (("Orchard", "Palm", "Olive", "Vineyard"), "grove"),
    (("Brush", "Scrub", "Bush"), "brush"),
    (("Grain", "Kunai"), "grain"),
    (("Marsh", "Swamp", "Paddy"), "marsh"),
    (("Water", "River", "Canal", "Stream", "Pond", "Lake"), "water"),
    (("Road", "Path", "Runway", "Bridge"), "road"),
)
"""Words in the name of a terrain, and the colour of the palette that it gets."""

SUSPECT = (20, 20, 18)
UNITS = {"ENEMY": (181, 80, 28), "FRIENDLY": (150, 205, 255)}

Pixels = NDArray[np.uint8]
Colour = tuple[int, int, int]


class _Ground(Struct, frozen=True, eq=False):
    """A map, shrunk: one pixel of so many."""

    map: Map
    step: int
    pixels: Pixels


def snapshot(saved: Saved) -> State | None:
    """The state that a save was last in between two steps; None if it has none."""
    if not saved.snapshots:
        return None
    try:
        return msgspec.json.decode(saved.snapshots[-1].state, type=State)
    except BAD_JSON:  # of another release
        return None


def small_picture(setup: Setup, state: State | None) -> bytes:
    """A save as a small PNG.

    Errors:
        OpforError: its boards are not there.
    """
    ground = _ground(setup.mission.map, setup.boards)
    pixels = ground.pixels.copy()
    for where, colour in _counters(state) if state else ():
        _dot(pixels, ground, where, colour)
    return _png(pixels.transpose(1, 0, 2))


def map_picture(text: str, boards: tuple[str, ...]) -> bytes:
    """A map as a small PNG.

    Errors:
        OpforError: it is no map, or its boards are not there.
    """
    return _png(_ground(text, boards).pixels.transpose(1, 0, 2))


def card_picture(text: str, boards: tuple[str, ...]) -> bytes:
    """A map as it is drawn, as a PNG; it is drawn once for good.

    Errors:
        OpforError: it is no map, or its boards are not there.
    """
    library = Library([Path(folder) for folder in boards])
    found = parse_map(text, library.load)
    path = kept_path("cards", digest((__version__, found.digest, CARD)), ".png")
    with _DRAWING:
        if kept := read_kept(path):
            return kept
        png = to_png(board_svg(found, facts_of(found), theme="light"), width=CARD)
        keep(path, png, most=MOST_CARDS)
    return png


def _counters(state: State) -> Iterator[tuple[LocationName, Colour]]:
    """Every S? and unit that is seen, the player's own on top."""
    for suspect in state.suspects_onboard():
        yield suspect.location, SUSPECT
    for side, colour in UNITS.items():
        for unit in state.units.values():
            if unit.location and unit.side == side and not unit.hidden:
                yield unit.location, colour


def _dot(pixels: Pixels, ground: _Ground, where: LocationName, colour: Colour) -> None:
    grid = ground.map.grid
    hex_ = ground.map.hex(where.partition("/")[0])
    x, y = (round(v / ground.step) for v in grid.centre(*grid.coordinates(hex_)))
    half = max(1, round(0.24 * grid.hex_height / ground.step))
    left, top = max(0, x - half), max(0, y - half)
    pixels[max(0, left - 1) : x + half + 2, max(0, top - 1) : y + half + 2] = 0
    pixels[left : x + half + 1, top : y + half + 1] = colour


@lru_cache(maxsize=16)
def _ground(text: str, boards: tuple[str, ...]) -> _Ground:
    library = Library([Path(folder) for folder in boards])
    found = parse_map(text, library.load)
    step = max(1, found.terrain.shape[0] // WIDTH)
    kept = slice(step // 2, None, step)
    pixels = _coloured(found.terrain[kept, kept], found.elevation[kept, kept])
    return _Ground(found, step, pixels)


def _coloured(codes: NDArray[np.uint8], levels: NDArray[np.int8]) -> Pixels:
    """The colour of each pixel: its terrain's, else its level's."""
    colours = palette("light")
    out: Pixels = np.empty((*codes.shape, 3), np.uint8)
    out[:] = _rgb(colours["ground"])
    for level in range(1, 7):
        out[levels == level] = _rgb(colours[f"level{level}"])
    known = terrain_types()
    for code in np.unique(codes):
        name = known[int(code)].name if int(code) in known else ""
        for words, colour in COLOURS:
            if any(word in name for word in words):
                out[codes == code] = _rgb(colours[colour])
                break
    return out


def _rgb(colour: str) -> Colour:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def _png(pixels: Pixels) -> bytes:
    """Rows of pixels as a PNG."""
    height, width, _ = pixels.shape
    lines = b"".join(b"\0" + row.tobytes() for row in pixels)
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(lines)),
        (b"IEND", b""),
    )
    chunks = (
        struct.pack(">I", len(data)) + kind + data
        + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )  # fmt: skip
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)
