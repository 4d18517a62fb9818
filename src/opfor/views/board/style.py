"""Colours, the style sheet and the patterns that its classes fill with."""

import re
import tomllib
from functools import cache
from importlib.resources import files

import msgspec
import numpy as np

from opfor.views.board.noise import scattered
from opfor.views.board.scene import Theme
from opfor.views.board.svg import element
from opfor.views.board.trace import dots

DIM = 0.64
"""How bright the dark theme's colours are beside the light theme's."""
WRECKAGE = "M2 3l3-1 1 3-3 1zM10 8l3 1-1 3-3-1zM15 2l2 0 0 2-2 1zM5 13l2-2 1 3z"
"""Bricks on the floor of a ruin."""
TILE = 256
"""Side of the paper's tile, in pixels."""

_COLOUR = re.compile(r"\$([a-z][a-z0-9-]*)")
_WIDTH = re.compile(r"(stroke-width|stroke-dasharray):([\d. ]+)")
_COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)


@cache
def palette(theme: Theme) -> dict[str, str]:
    """The colours of a theme by name, as #rrggbb."""
    text = tomllib.loads(_read("palettes.toml"))
    themes = msgspec.convert(text, dict[str, dict[str, str]])
    light = themes["light"]
    if theme == "light":
        return light
    return {name: dimmed(colour) for name, colour in light.items()} | themes["dark"]


def dimmed(colour: str) -> str:
    """A colour as it looks by night: darker, a little cooler."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    parts = (red * DIM * 0.98, green * DIM, blue * DIM * 1.02)
    return "#" + "".join(f"{min(255, round(part)):02x}" for part in parts)


def style(theme: Theme, prefix: str, scale: float) -> str:
    """The style sheet of a theme, the board's stroke widths multiplied by `scale`."""
    board = _COMMENT.sub("", _read("board.css"))
    pieces = _COMMENT.sub("", _read("pieces.css"))
    if scale != 1:
        board = _WIDTH.sub(lambda found: _scaled(found, scale), board)
    return element("style", _coloured(board + pieces, theme, prefix))


def sheet_style(theme: Theme, prefix: str) -> str:
    """The same style sheet as a file of its own, for a page with pieces on it."""
    css = _COMMENT.sub("", _read("board.css") + _read("pieces.css"))
    return _coloured(css, theme, prefix)


def _coloured(css: str, theme: Theme, prefix: str) -> str:
    """A style sheet with a theme's colours and a picture's prefix put in."""
    colours = palette(theme)
    text = _COLOUR.sub(lambda found: colours[found[1]], css)
    return text.replace("@", prefix + "-").strip()


def patterns(prefix: str, scale: float) -> str:
    """The patterns: paper, furrows in three directions, ripples, roofs.

    Their colours come from the style sheet, so that another theme needs no others.
    """
    furrows = "".join(
        _pattern(
            f"{prefix}-furrows{turn}",
            (24, 5),
            _furrow(prefix),
            f"rotate({angle}) scale({scale:g})",
        )
        for turn, angle in enumerate((8, -28, 76))
    )
    return element("defs", _paper(prefix), furrows, _roof_patterns(prefix, scale))


def _furrow(prefix: str) -> str:
    """Two rows of stalks, broken so that they do not look ruled."""
    dark = element(
        "path",
        class_=f"{prefix}-furrow-dark",
        d="M0 1h9m2 0h12M0 3.5h3m2 0h14m2 0h3",
        stroke_width=0.9,
    )
    light = element(
        "path",
        class_=f"{prefix}-furrow-light",
        d="M1 2.1h7m4 0h9M5 4.6h10",
        stroke_width=0.7,
    )
    return dark + light


def _roof_patterns(prefix: str, scale: float) -> str:
    tiles = (
        ("skylights", (16, 11), "skylight", "M2 3h9v3h-9z", 0.6),
        ("ripples", (34, 18), "wave", "M3 5q3-2 6 0t6 0M17 12q3-2 6 0t6 0", 0.9),
        ("wreckage", (19, 17), "brick", WRECKAGE, 0.5),
    )
    return "".join(
        _pattern(
            f"{prefix}-{name}",
            size,
            element("path", class_=f"{prefix}-{css}", d=data, stroke_width=width),
            f"scale({scale:g})",
        )
        for name, size, css, data, width in tiles
    )


def _paper(prefix: str) -> str:
    """The grain of the paper: soft blotches and fine flecks, the same every time."""
    full = np.ones((TILE, TILE), np.bool_)
    blotches = scattered(full, 42, seed=21)
    stops = (
        element("stop", offset=offset, class_=f"{prefix}-blotch{offset}")
        for offset in (0, 1)
    )
    content = [element("radialGradient", *stops, id=f"{prefix}-blotch")]
    css = f"{prefix}-blotches"
    soft = []
    for (x, y), luck in zip(blotches.points(), blotches.luck.tolist(), strict=True):
        r = 14 + 22 * luck
        # Keep inside the tile, which would cut what runs over its edge.
        cx, cy = (min(max(v, r), TILE - r) for v in (x, y))
        soft.append(element("ellipse", class_=css, cx=cx, cy=cy, rx=r, ry=0.7 * r))
    for seed, name, width in ((31, "dark", 1.1), (41, "light", 1.0)):
        flecks = dots(scattered(full, 9.5, seed=seed).points())
        css = f"{prefix}-fleck-{name}"
        soft.append(element("path", class_=css, d=flecks, stroke_width=width))
    content.append(_pattern(f"{prefix}-paper", (TILE, TILE), "".join(soft), None))
    return "".join(content)


def _pattern(
    name: str, size: tuple[float, float], content: str, transform: str | None
) -> str:
    return element(
        "pattern",
        content,
        id=name,
        width=size[0],
        height=size[1],
        patternUnits="userSpaceOnUse",
        patternTransform=transform,
    )


def _scaled(found: re.Match[str], scale: float) -> str:
    numbers = " ".join(f"{float(n) * scale:.3g}" for n in found[2].split())
    return f"{found[1]}:{numbers}"


@cache
def _read(name: str) -> str:
    return (files("opfor.views.board") / name).read_text("utf-8")
