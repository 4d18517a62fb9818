"""A counter in another state: broken, reduced, turned, hidden, as VASL itself does it.

In VASL a state is changed by a key, and a key may work several layers: F breaks, V
makes a HS of a squad, E lowers all steps at once. So a counter is changed here by the
same keys, and what VASL then shows is what opfor meant.
"""

from collections.abc import Callable

import msgspec

from opfor.geo.hexes import SIDES
from opfor.vasl.counters.layers import FRONT, Layer, affix, facing, layers
from opfor.vasl.saves.escape import join, split
from opfor.vasl.saves.traits import Piece, Trait, whole

_KEY, _UP, _STROKE, _UP_STROKE = 3, 6, 27, 28
_LAYER = "emb2"
_AHEAD = "+ ca", "+ vca"

LABEL = "label;76,130;Label;10;255,255,255;0,0,0;t;0;c;0;b;c;$pieceName$ $label$;"
"""The trait that lets a text be written on a counter that has none."""

Change = Callable[[Trait], Trait]


def pressed(piece: Piece, key: str) -> Piece:
    """The counter after a key that turns layers on and off.

    A layer of several keys is on as long as each of them has been pressed.
    """
    return _each_layer(piece, lambda trait: _toggled(trait, key))


def with_word(piece: Piece, word: str, *, on: bool = True) -> Piece:
    """The counter with a word of state before or after its name, or without it.

    A counter that has no such layer stays as it is.
    """
    shown = [layer for layer in layers(piece) if layer.active and _says(layer, word)]
    if bool(shown) == on:
        return piece
    for trait in piece.traits:
        if trait.kind == _LAYER and _says(layers(Piece((trait,)))[0], word):
            key = _key(trait, _KEY, _STROKE)
            if len(key) == 1:
                return pressed(piece, key)
    return piece


def showing(piece: Piece, text: str) -> Piece:
    """The counter with the one layer on that can say a text, at the step that does.

    Such as `2S`, `-2`, `tca4`; layers that are stepped by the same key follow it. A
    counter that has none stays as it is.
    """
    for number, trait in enumerate(piece.traits):
        names = layers(Piece((trait,)))[0].names if trait.kind == _LAYER else ()
        for step, name in enumerate(names, 1):
            if text in (part.strip(" :") for part in affix(name)):
                stepped = _stepped(piece, _key(trait, _UP, _UP_STROKE), step).traits
                before, after = stepped[:number], stepped[number + 1 :]
                return Piece((*before, _valued(trait, step), *after))
    return piece


def with_label(piece: Piece, text: str) -> Piece:
    """The counter with a text beneath it, in place of what was written there."""
    if piece.find("label") is None:
        return Piece((Trait(LABEL, text), *piece.traits)) if text else piece
    return piece.with_state("label", text)


def with_name(piece: Piece, name: str) -> Piece:
    """The counter with another of its own names: another step, or reduced.

    A counter that cannot have that name stays as it is.
    """
    covering: list[Trait] = []
    ways: list[tuple[int, str, int, list[Trait]]] = []
    for trait in piece.traits:
        if trait.kind != _LAYER:
            continue
        layer = layers(Piece((trait,)))[0]
        names = [affix(each)[1] for each in layer.names]
        if name in names:
            keys = covering if layer.active else [*covering, trait]
            up = _key(trait, _UP, _UP_STROKE)
            ways.append((len(keys), up, names.index(name) + 1, [*keys]))
        if affix(layer.shown)[1]:  # it hides the names of the layers within it
            covering.append(trait)
    if not ways:
        return piece
    # The same name may be on another side, such as that of a wounded leader.
    _, up, step, keys = min(ways, key=lambda way: way[0])
    changed = _stepped(piece, up, step)
    for each in keys:
        changed = pressed(changed, _key(each, _KEY, _STROKE))
    return changed


def turned(piece: Piece, spine: int) -> Piece:
    """The counter pointing along a hexspine, numbered as opfor does."""
    if facing(piece) < 0:
        return piece
    turn = (spine - FRONT) % SIDES

    def named(trait: Trait) -> Trait:
        ahead = [n for n in layers(Piece((trait,)))[0].names if n.startswith(_AHEAD)]
        return _valued(trait, turn + 1) if len(ahead) == SIDES else trait

    return _each_layer(piece.with_state("rotate", str(turn)), named)


def with_turret(piece: Piece, spine: int, *, ce: bool) -> Piece:
    """The counter with its turret along a hexspine, its crew CE or BU."""
    ahead = (spine - facing(piece) + FRONT - 1) % SIDES + 1
    state = join([f"{ahead};", "true" if ce else "false"], ";")
    return piece.with_state("turr", state)


def hidden_by(piece: Piece, owner: str) -> Piece:
    """The counter hidden (HIP) by the player of that id; empty: by nobody."""
    return piece.with_state("hide", owner or "null")


def concealed_by(piece: Piece, owner: str) -> Piece:
    """The counter under a "?" of the player of that id; empty: under none."""
    return piece.with_state("conceal", f"{owner};|0" if owner else "null;")


def marked_moved(piece: Piece, *, moved: bool = True) -> Piece:
    """The counter with VASL's mark of a move, or without."""
    return piece.with_state("moved", "true" if moved else "false")


def _each_layer(piece: Piece, change: Change) -> Piece:
    traits = tuple(
        change(trait) if trait.kind == _LAYER else trait for trait in piece.traits
    )
    return piece if traits == piece.traits else Piece(traits)


def _says(layer: Layer, word: str) -> bool:
    before, _, after = affix(layer.shown or next(iter(layer.names), ""))
    return word in (before.strip(), after.strip())


def _key(trait: Trait, old: int, stroke: int) -> str:
    """The keys of a layer: letters, or a key stroke in newer types."""
    fields = trait.fields
    if fields[old : old + 1] not in ([], [""]):
        return fields[old]
    code = whole(split("".join(fields[stroke : stroke + 1]), ",")[0])
    return chr(code) if 32 < code < 127 else ""


def _toggled(trait: Trait, key: str) -> Trait:
    keys = _key(trait, _KEY, _STROKE)
    if key not in keys or not key:
        return trait
    value, *rest = split(trait.state, ";")
    if len(keys) == 1:
        return _valued(trait, -whole(value))
    down = "".join(rest[:1])
    down = down.replace(key, "") if key in down else down + key
    on = set(down) >= set(keys)
    size = abs(whole(value))
    return _with(trait, [str(size if on else -size), down, *rest[1:]])


def _stepped(piece: Piece, key: str, step: int) -> Piece:
    """All layers that a key makes take the next step, at one step, on or off."""

    def at_step(trait: Trait) -> Trait:
        if not key or _key(trait, _UP, _UP_STROKE) != key:
            return trait
        return _valued(trait, step if layers(Piece((trait,)))[0].active else -step)

    return _each_layer(piece, at_step)


def _valued(trait: Trait, value: int) -> Trait:
    return _with(trait, [str(value), *split(trait.state, ";")[1:]])


def _with(trait: Trait, parts: list[str]) -> Trait:
    return msgspec.structs.replace(trait, state=join(parts, ";"))
