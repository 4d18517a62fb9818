"""How VASL draws a board with SSR: pictures laid over it, and colours that change.

The board's own BoardMetadata.xml says it, and the SharedBoardMetadata.xml of all boards
where that does not. Nothing is drawn here: the page does it, pixel by pixel.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MOST = 400
"""Most pictures or colours of one board's changes."""

Rgb = tuple[int, int, int]

_IMAGE = re.compile(r"\w[\w +.-]{0,60}\.(?:gif|png|jpe?g)\Z", re.ASCII | re.IGNORECASE)


class Overlaid(Struct, frozen=True):
    """A picture laid over a board, its top left corner at a pixel."""

    image: str
    x: int = 0
    y: int = 0


class InPlace(Struct, frozen=True):
    """A picture that shows, again and again, wherever the board has some colours."""

    image: str
    colours: tuple[Rgb, ...]


class Painting(Struct, frozen=True):
    """What SSR do to a board's picture, in this order.

    Args:
        overlays: pictures over it.
        patterns: pictures in place of colours.
        recoloured: colours, and what they become.
    """

    overlays: tuple[Overlaid, ...] = ()
    patterns: tuple[InPlace, ...] = ()
    recoloured: tuple[tuple[Rgb, Rgb], ...] = ()


def painting(
    ssr: Sequence[str], board: "Element", shared: "Element | None"
) -> Painting:
    """What some SSR do to the picture of a board.

    Args:
        ssr: their names.
        board: its BoardMetadata.xml.
        shared: the SharedBoardMetadata.xml, if there is one.
    """
    roots = [board] if shared is None else [board, shared]
    colours = {n: c for root in reversed(roots) for n, c in _colours(root).items()}
    overlays = [
        Overlaid(image, _whole(row.get("x")), _whole(row.get("y")))
        for name in ssr
        for row in _of(roots, "overlaySSRule", name)
        if _IMAGE.match(image := row.get("image", ""))
    ]
    patterns = [
        InPlace(image, _named(row.iter("color"), colours))
        for name in ssr
        for row in _of(roots, "underlaySSRule", name)
        if _IMAGE.match(image := row.get("image", ""))
    ]
    recoloured = [
        (colours[old], colours[new])
        for name in ssr
        for row in _of(roots, "colorSSR", name)
        for each in row.iter("colorMap")
        if (old := each.get("fromColor", "")) in colours
        if (new := each.get("toColor", "")) in colours
    ]
    return Painting(
        tuple(overlays[:MOST]), tuple(patterns[:MOST]), tuple(recoloured[:MOST])
    )


def _of(roots: Sequence["Element"], tag: str, name: str) -> list["Element"]:
    """The rows of a name: the board's own where it has some, else those of all."""
    for root in roots:
        found = [row for row in root.iter(tag) if row.get("name", "").strip() == name]
        if found:
            return found
    return []


def _colours(root: "Element") -> dict[str, Rgb]:
    return {
        row.get("name", ""): (
            _byte(row.get("red")),
            _byte(row.get("green")),
            _byte(row.get("blue")),
        )
        for row in root.iter("color")
        if row.get("red")
    }


def _named(rows: Iterable["Element"], colours: Mapping[str, Rgb]) -> tuple[Rgb, ...]:
    return tuple(
        colours[name] for row in rows if (name := row.get("name", "")) in colours
    )


def _whole(text: str | None) -> int:
    return int(text) if text and re.fullmatch(r"-?\d{1,5}", text, re.ASCII) else 0


def _byte(text: str | None) -> int:
    return min(255, max(0, _whole(text)))
