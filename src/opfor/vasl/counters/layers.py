"""What a counter shows: the layers over it, and the states that they mean.

A layer (`emb2`) has pictures and a name for each, and shows one of them or none. A name
takes the place of the counter's, or stands before or after it: `broken +`, `+ CE`. So
the name that is shown tells what the counter is now and how it is.
"""

from collections.abc import Iterator

from msgspec import Struct

from opfor.geo.hexes import SIDES
from opfor.state.units import NO_CA
from opfor.vasl.saves.escape import split
from opfor.vasl.saves.traits import Piece, Trait, whole

_IMAGES, _NAMES, _TITLE = 16, 17, 19
_NOBODY = ("", "null")
FRONT = 3
"""The hexspine that a vehicle or Gun points along while it is not turned."""


class Layer(Struct, frozen=True):
    """A layer of a counter.

    Args:
        title: its own name, such as BRK; often empty.
        names, images: what it may show, the first for value 1.
        value: what it shows, negative or 0 while it is off.
    """

    title: str
    names: tuple[str, ...]
    images: tuple[str, ...]
    value: int

    @property
    def active(self) -> bool:
        """Whether it shows anything."""
        return self.value > 0

    @property
    def shown(self) -> str:
        """The name that it shows; empty for none."""
        return _numbered(self.names, self.value)

    @property
    def image(self) -> str:
        """The picture that it shows; empty for none."""
        return _numbered(self.images, self.value).strip()


def layers(piece: Piece) -> list[Layer]:
    """The layers of a counter, outermost first."""
    return [_layer(each) for each in piece.traits if each.kind == "emb2"]


def shown_name(piece: Piece) -> str:
    """The name of a counter as VASL shows it, its states before and after it."""
    name = piece.name
    for layer in reversed(layers(piece)):
        before, own, after = affix(layer.shown)
        name = own or f"{before}{name}{after}"
    return name


def own_names(piece: Piece) -> Iterator[str]:
    """The names that a counter may have: its own, and those that replace it."""
    yield piece.name
    for layer in layers(piece):
        yield from filter(None, (affix(name)[1] for name in layer.names))


def own_name(piece: Piece) -> str:
    """The name of a counter now, without its states: `5-2-7 1sq`."""
    name = piece.name
    for layer in reversed(layers(piece)):
        name = affix(layer.shown)[1] or name
    return name


def words(piece: Piece) -> list[str]:
    """The states that layers put before or after the name: `broken`, `CE`."""
    found = []
    for layer in reversed(layers(piece)):
        before, own, after = affix(layer.shown)
        word = (before or after).strip(" :")
        if word and not own:
            found.append(word)
    return found


def affix(name: str) -> tuple[str, str, str]:
    """A layer's name as what stands before, instead of, and after the counter's."""
    first, *others = split(name, "+")
    if not others:
        return "", first, ""
    return (first, "", "") if first else ("", "", others[0])


def images(piece: Piece) -> Iterator[str]:
    """The pictures of a counter, its own first, then those of its layers."""
    if piece.image:
        yield piece.image
    for layer in layers(piece):
        yield from filter(None, (image.strip() for image in layer.images))


def picture(piece: Piece) -> list[str]:
    """The pictures that are shown, the lowest first."""
    shown = [layer.image for layer in reversed(layers(piece)) if layer.active]
    return [image for image in (piece.image, *shown) if image]


def hidden(piece: Piece) -> bool:
    """Whether its owner has hidden it (HIP)."""
    trait = piece.find("hide")
    return trait is not None and trait.state not in _NOBODY


def concealed(piece: Piece) -> bool:
    """Whether it lies under its own "?"."""
    trait = piece.find("conceal") or piece.find("obs")
    return trait is not None and split(trait.state, ";")[0] not in _NOBODY


def moved(piece: Piece) -> bool:
    """Whether it is marked as moved."""
    trait = piece.find("moved")
    return trait is not None and trait.state == "true"


def label(piece: Piece) -> str:
    """What the player has written on it."""
    found = (each.state for each in piece.traits if each.kind == "label")
    return " / ".join(filter(None, found))


def owner_nation(piece: Piece) -> str:
    """VASL's letters of the nation that could conceal it; empty for none."""
    for kind, field in (("conceal", 3), ("concealment", 2)):
        trait = piece.find(kind)
        if trait is not None and len(trait.fields) > field:
            return trait.fields[field]
    return ""


def facing(piece: Piece) -> int:
    """The hexspine that it points along, numbered as opfor does; NO_CA for none."""
    trait = piece.find("rotate")
    if trait is None or trait.fields[1:2] != [str(SIDES)]:
        return NO_CA
    return (FRONT + whole(trait.state)) % SIDES


def turret(piece: Piece) -> tuple[int, bool] | None:
    """The hexspine of a turret, and whether the crew is CE; None without a turret."""
    trait = piece.find("turr")
    if trait is None:
        return None
    value, *flipped = split(trait.state, ";")
    turned = abs(whole(split(value, ";")[0])) or FRONT
    return (facing(piece) + turned - FRONT) % SIDES, flipped[:1] == ["true"]


def _layer(trait: Trait) -> Layer:
    fields = [*trait.fields, *[""] * (_TITLE + 1)]
    return Layer(
        title=fields[_TITLE],
        names=tuple(split(fields[_NAMES], ",")),
        images=tuple(split(fields[_IMAGES], ",")),
        value=whole(split(trait.state, ";")[0]),
    )


def _numbered(texts: tuple[str, ...], value: int) -> str:
    return texts[value - 1] if 0 < value <= len(texts) else ""
