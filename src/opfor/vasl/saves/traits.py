"""A counter as VASSAL keeps it: a list of traits, each with a type and a state.

The outermost trait stands first, the counter itself (`piece;…`) last. The types are
nested in one text, and the states, in the same order, in another. Traits are found by
what their type begins with, never by their number: VASL's versions differ.
"""

from collections.abc import Callable

from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.vasl.saves.escape import join, split, split_first

TAB = "\t"
MAX_TRAITS = 200
"""Most traits of a counter; VASL's have up to 60."""
MAX_PIECE = 2**18
"""Longest type or state of a counter, in characters; VASL's stay below 10,000."""
MAX_MEMBERS = 1_000
"""Most counters of a stack."""


class Trait(Struct, frozen=True):
    """One trait: its type, such as `moved;moved`, and its state, such as `false`."""

    type: str
    state: str = ""

    @property
    def kind(self) -> str:
        """What the type begins with: `emb2`, `hide`, `piece`."""
        return self.type.partition(";")[0]

    @property
    def fields(self) -> list[str]:
        """The parts of the type; the first is its kind."""
        return split(self.type, ";")


class Piece(Struct, frozen=True):
    """A counter, read.

    Args:
        traits: outermost first; the last is the counter itself.
        type, state: the texts where they are written in another way than ours.
    """

    traits: tuple[Trait, ...]
    type: str | None = None
    state: str | None = None

    @property
    def base(self) -> Trait:
        """The counter itself."""
        return self.traits[-1]

    @property
    def name(self) -> str:
        """The name of the counter, whatever layers say."""
        return _part(self.base.fields, 4)

    @property
    def image(self) -> str:
        """The picture of the counter, whatever layers show."""
        return _part(self.base.fields, 3).strip()

    @property
    def place(self) -> tuple[str, int, int]:
        """Map, x and y; within a stack the stack's place counts instead."""
        parts = split(self.base.state, ";")
        return _part(parts, 0), whole(_part(parts, 1)), whole(_part(parts, 2))

    @property
    def gpid(self) -> str:
        """The number of its slot in the module; empty if it has none."""
        return _part(split(self.base.state, ";"), 3)

    def find(self, kind: str) -> Trait | None:
        """The outermost trait of a kind."""
        return next((each for each in self.traits if each.kind == kind), None)

    def with_state(self, kind: str, state: str) -> "Piece":
        """The counter with another state of its outermost trait of a kind."""
        return self.changed(kind, lambda _: state)

    def changed(self, kind: str, change: Callable[[str], str]) -> "Piece":
        """As `with_state`, of the state that was."""
        for number, each in enumerate(self.traits):
            if each.kind == kind:
                new = Trait(each.type, change(each.state))
                return Piece((*self.traits[:number], new, *self.traits[number + 1 :]))
        return self

    def at(self, map_: str, x: int, y: int) -> "Piece":
        """The counter at another place."""

        def moved(state: str) -> str:
            return join([map_, str(x), str(y), *split(state, ";")[3:]], ";")

        return self.changed("piece", moved)


class Stack(Struct, frozen=True):
    """A stack: where it is, and the ids of its counters from the bottom up.

    Args:
        map, x, y: its place.
        members: ids, the lowest first.
        layer: the drawing layer of newer engines, such as `@@1`; empty without one.
    """

    map: str
    x: int
    y: int
    members: tuple[str, ...] = ()
    layer: str = ""


def read_piece(type_: str, state: str) -> Piece:
    """A counter out of the two texts of its AddPiece.

    Errors:
        OpforError: longer, or of more traits, than any counter is.
    """
    types = _unnest(type_)
    states = _unnest(state, len(types))
    states += [""] * (len(types) - len(states))
    traits = tuple(map(Trait, types, states))
    read = Piece(traits)
    if piece_type(read) == type_ and piece_state(read) == state:
        return read
    return Piece(traits, type_, state)


def read_state(piece: Piece, state: str) -> Piece:
    """The same counter in another state, as a ChangePiece gives it."""
    return read_piece(piece_type(piece), state)


def piece_type(piece: Piece) -> str:
    """The text of a counter's type."""
    if piece.type is not None:
        return piece.type
    return _nest([each.type for each in piece.traits])


def piece_state(piece: Piece) -> str:
    """The text of a counter's state."""
    if piece.state is not None:
        return piece.state
    return _nest([each.state for each in piece.traits])


def read_stack(state: str) -> Stack:
    """A stack out of its state.

    Errors:
        OpforError: more counters than a stack can have.
    """
    if state.count(";") > MAX_MEMBERS:
        raise OpforError(
            f"a stack has more than {MAX_MEMBERS} counters", do="take some out of it"
        )
    map_, x, y, *ids = [*split(state, ";"), "", "", ""][: max(3, state.count(";") + 1)]
    layer = ids.pop() if ids and ids[-1].startswith("@@") else ""
    return Stack(map_, whole(x), whole(y), tuple(filter(None, ids)), layer)


def stack_state(stack: Stack) -> str:
    """The text of a stack's state."""
    last = (stack.layer,) if stack.layer else ()
    return join([stack.map, str(stack.x), str(stack.y), *stack.members, *last], ";")


def whole(text: str) -> int:
    """A whole number, or 0 for what is none."""
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdecimal() and len(digits) < 10:
        return int(text)
    return 0


def _unnest(text: str, most: int = MAX_TRAITS) -> list[str]:
    if len(text) > MAX_PIECE:
        raise OpforError(
            f"a counter's text is longer than {MAX_PIECE} characters",
            do="save the game anew in VASL",
        )
    found: list[str] = []
    rest: str | None = text
    while rest is not None:
        if len(found) == most - 1:
            found.append(rest)
            break
        own, rest = _own_and_rest(rest)
        found.append(own)
    if len(found) == MAX_TRAITS and TAB in found[-1]:
        raise OpforError(
            f"a counter has more than {MAX_TRAITS} traits", do="remove it in VASL"
        )
    return found


def _own_and_rest(text: str) -> tuple[str, str | None]:
    try:
        return split_first(text, TAB)
    except ValueError:  # no trait nests so: what is left is one
        return text, None


def _nest(texts: list[str]) -> str:
    nested = texts[-1]
    for text in reversed(texts[:-1]):
        nested = join([text, nested], TAB)
    return nested


def _part(parts: list[str], number: int) -> str:
    return parts[number] if number < len(parts) else ""
