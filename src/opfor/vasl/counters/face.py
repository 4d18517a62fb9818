"""How a counter looks: which pictures of the module lie on each other, and turned how.

A counter's own picture lies lowest; each layer that shows something lies over what it
is a trait of, and what turns turns all that is within it.
"""

import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from opfor.geo.hexes import SIDES
from opfor.vasl.counters.layers import layers
from opfor.vasl.saves.traits import Piece, whole

_X, _Y = 14, 15
_PICTURE = 3
_NAME = re.compile(r"\w[\w +&'(),.~#!-]*(?:/[\w +&'(),.~#!-]+){0,4}\Z")


class FacePart(Struct, frozen=True):
    """One picture of a counter.

    Args:
        image: its name in the module.
        x, y: how far it lies off the counter's middle, in its pixels.
        turn: by how many sixths it is turned clockwise.
    """

    image: str
    x: int = 0
    y: int = 0
    turn: int = 0


def face(piece: Piece) -> tuple[FacePart, ...]:
    """The pictures of a counter, the lowest first."""
    shown = list(reversed(layers(piece)))
    found: list[FacePart] = []
    for trait in reversed(piece.traits):
        fields = [*trait.fields, *[""] * (_Y + 1)]
        if trait.kind == "piece":
            found += _layer(fields[_PICTURE])
        elif trait.kind == "emb2":
            layer = shown.pop(0)
            found += _layer(layer.image, whole(fields[_X]), whole(fields[_Y]))
        elif trait.kind == "rotate" and fields[1] == str(SIDES):
            turn = whole(trait.state)
            found = [replace(e, turn=(e.turn + turn) % SIDES) for e in found]
    return tuple(found)


def _layer(image: str, x: int = 0, y: int = 0) -> Sequence[FacePart]:
    name = image.strip()
    return [FacePart(name, x, y)] if _NAME.match(name) else []


def file_of(image: str) -> str:
    """The member of the module that a picture's name means; empty if it is no name."""
    if not _NAME.match(image) or ".." in image:
        return ""
    ends = re.search(r"\.(gif|png|jpe?g|svg)\Z", image, re.IGNORECASE)
    return f"images/{image}" if ends else f"images/{image}.gif"
