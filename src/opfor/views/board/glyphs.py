"""Lettering by a stroke font of our own, as path data.

The picture holds no `<text>`: the renderer draws none where it finds no font, and
each browser would set it differently. Titles keep the words for readers and search.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

import msgspec

from opfor.views.board.trace import pair

CAPITAL = 6.0
"""Height of a capital in the font's units."""
SHARE = 0.72
"""Share of the type size that a capital takes."""
GAP = 1.7
"""Units between letters."""
SPACE = 2.2
"""Width of a blank in units."""
UNKNOWN = "M.4 0L3.6 0L3.6 6L.4 6L.4 0"
"""What stands for a character that the font lacks."""

_STEP = re.compile(r"([MLQ])([^MLQ]*)")
_NUMBER = re.compile(r"-?[\d.]+")


class Glyph(msgspec.Struct, frozen=True):
    """A character: its strokes as (command, coordinates), and how wide it is."""

    steps: tuple[tuple[str, tuple[float, ...]], ...]
    width: float


def lettering(places: Iterable[tuple[float, float, str]], *, size: float) -> str:
    """Path data of short texts, each centred on its place.

    Args:
        places: x, y and text of each; y is the middle of its capitals.
        size: the type size in pixels.
    """
    scale = size * SHARE / CAPITAL
    return "".join(_text(x, y, text, scale) for x, y, text in places)


def text_width(text: str, *, size: float) -> float:
    """How wide a text is in pixels."""
    return _units(_known(text)) * size * SHARE / CAPITAL


def _text(x: float, y: float, text: str, scale: float) -> str:
    glyphs = _known(text)
    at = x - _units(glyphs) * scale / 2
    top = y - CAPITAL * scale / 2
    out = []
    for glyph in glyphs:
        out.append(_placed(glyph, at, top, scale))
        at += (glyph.width + GAP) * scale
    return "".join(out)


def _units(glyphs: list[Glyph]) -> float:
    return sum(glyph.width + GAP for glyph in glyphs) - GAP if glyphs else 0.0


def _placed(glyph: Glyph, left: float, top: float, scale: float) -> str:
    """One character's strokes at its place, in whole tenths of a pixel."""
    out = []
    x = y = 0
    for command, numbers in glyph.steps:
        points = [
            (round(10 * (left + u * scale)), round(10 * (top + v * scale)))
            for u, v in zip(numbers[::2], numbers[1::2], strict=True)
        ]
        if command == "M":
            out.append("M" + pair(*points[0]))
        else:
            steps = " ".join(pair(px - x, py - y) for px, py in points)
            out.append(command.lower() + steps.replace(" -", "-"))
        x, y = points[-1]
    return "".join(out)


def _known(text: str) -> list[Glyph]:
    """The glyphs of a text; accents are dropped, what is unknown becomes a box."""
    font = _font()
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    return [
        font[char] if char in font else font["unknown"]
        for char in plain
        if not unicodedata.combining(char)
    ]


@cache
def _font() -> dict[str, Glyph]:
    text = (files("opfor.views.board") / "font.toml").read_text("utf-8")
    font = {char: _parsed(path) for char, path in tomllib.loads(text).items()}
    return font | {" ": Glyph((), SPACE), "unknown": _parsed(UNKNOWN)}


def _parsed(path: str) -> Glyph:
    steps = tuple(
        (command, tuple(float(n) for n in _NUMBER.findall(numbers)))
        for command, numbers in _STEP.findall(path)
    )
    return Glyph(steps, max(x for _, numbers in steps for x in numbers[::2]))
