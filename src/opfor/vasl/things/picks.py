"""Counters out of the player's module, and their states and notes.

The counter of a type comes from the palette and is changed as VASL's own keys do it; a
state that has no layer on it becomes a marker above it, and what VASL has neither for
is written beneath it (`notes`). What the module lacks gets a plain counter.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from opfor.state.counters import MMC, SMC, Counter, Dummy, Gun, Vehicle
from opfor.state.units import Side
from opfor.vasl.counters.change import (
    LABEL,
    hidden_by,
    with_label,
    with_name,
    with_word,
)
from opfor.vasl.counters.layers import label, own_name, owner_nation, words
from opfor.vasl.counters.names import Kind, Words
from opfor.vasl.counters.palette import Choice, Palette
from opfor.vasl.saves.traits import Piece, Trait
from opfor.vasl.things.notes import Note, read_note, write_note

HIP = "HIP"
"""Written beneath what is hidden where nobody's id can hide it."""
ENEMY_OWNER = "opfor"
"""Whose the hidden counters of the ENEMY are: nobody's at the player's table."""

_FACED: frozenset[Kind] = frozenset({"Gun", "vehicle", "wreck"})

Stated = tuple[Piece, list[str]]
"""A counter, and the states that it could not show."""


class Picker:
    """Picks counters.

    Args:
        palette: finds those of the player's module.
        names: the table of names.
        types: opfor's counter types, by id.
        nations: each side's.
        owner: the player's id, with which his hidden counters are hidden; empty: not
            known.
    """

    def __init__(
        self,
        palette: Palette,
        names: Words,
        types: Mapping[str, Counter],
        nations: Mapping[Side, str],
        owner: str = "",
    ) -> None:
        self._palette = palette
        self.module = palette.module
        self._names = names
        self._types = types
        self._nations = nations
        self._owner = owner
        self._made: dict[tuple[str, str], Piece] = {}
        self._letters = {
            nation: letters
            for letters, nations in reversed(names.nations.items())
            for nation in nations[:1]
        }
        self._spelled: dict[str, list[str]] = {}
        for word, state in names.states.items():
            self._spelled.setdefault(state, []).append(word)
        self.plain: list[str] = []

    def letters(self, counter: str) -> str:
        """VASL's letters of the "?" that can cover a counter type; empty for none."""
        piece = self._take(kind_of(self._types[counter]), counter)
        return owner_nation(piece) if piece.find("conceal") is not None else ""

    # -- by palette ------------------------------------------------------------------

    def _of_type(self, kind: Kind, counter: str, old: Piece | None) -> Piece:
        if old is None:
            return self._take(kind, counter)
        choice = self._palette.find(kind, counter)
        return old if choice is None else with_name(_cleared(old), choice.name)

    def _state(self, word: str) -> Piece:
        return self._take("state", word)

    def _take(self, kind: Kind, what: str) -> Piece:
        key = kind, what
        if key not in self._made:
            choice = self._palette.find(kind, what)
            made = self._plain(kind, what) if choice is None else self._chosen(choice)
            self._made[key] = made
        return self._made[key]

    def _named(
        self, name: str, kind: Kind, what: str, notes: Sequence[str] = ()
    ) -> Piece:
        """The counter of a name; without it a plain one with notes."""
        choice = self._palette.named(name)
        if choice is None:
            piece = self._plain(kind, what)
            return with_label(piece, write_note(Note(what, "note", tuple(notes))))
        return self._chosen(choice)

    def _chosen(self, choice: Choice) -> Piece:
        key = "", f"{choice.gpid} {choice.name}"
        if key not in self._made:
            piece = self._palette.module.piece(self._palette.slot(choice))
            self._made[key] = with_name(piece, choice.name) if choice.name else piece
        return self._made[key]

    def _plain(self, kind: Kind, what: str) -> Piece:
        """A counter with a text on it for what the module has none for."""
        self.plain.append(f"{kind} {what}".strip())
        letters = self._letters_of(what)
        blank = self._palette.named(f'5/8" {letters.upper()}')
        image = self._chosen(blank).image if blank else "MS/_white12"
        traits = [Trait("hide;72,130;HIP;;player:", "null"), Trait("moved;m", "false")]
        if kind in _FACED or kind == "fortification":
            traits.append(Trait("rotate;6;88,130;90,130;CA cw;CA ccw;;;", "0"))
        if letters:
            traits.append(
                Trait(f"conceal;C;{letters}/{letters}qmark;{letters};;", "null;")
            )
        name = f"opfor {kind} {what}".strip()
        base = Trait(f"piece;;;{image};{name}", "null;0;0;")
        return Piece((*traits, Trait(LABEL, what or kind), base))

    def _letters_of(self, counter: str) -> str:
        """VASL's letters for the nation of a counter type."""
        kind = kind_of(self._types[counter]) if counter in self._types else None
        if kind is not None and kind != "dummy":
            choice = self._palette.find(kind, counter)
            if choice is not None:
                letters = owner_nation(self._chosen(choice))
                if letters:
                    return letters
        return self._letter(counter.partition("/")[0])

    def _letter(self, nation: str) -> str:
        if nation in self._letters:
            return self._letters[nation]
        found = self._names.nations.items()
        return next((letters for letters, all_ in found if nation in all_), "")

    # -- states ----------------------------------------------------------------------

    def _with_states(self, piece: Piece, states: Sequence[str]) -> Stated:
        left = []
        for state in states:
            found = piece
            for word in (state, *self._spelled.get(state, ())):
                found = with_word(piece, word)
                if found != piece:
                    break
            # A wounded Japanese leader's other side has another name.
            if found == piece or own_name(found) != own_name(piece):
                left.append(state)
            else:
                piece = found
        return piece, left

    def _markers(self, states: Iterator[str]) -> tuple[list[Piece], list[str]]:
        """The markers of some states, and the states that have none."""
        markers, lacking = [], []
        for state in filter(None, states):
            choice = self._palette.find("state", state)
            if choice is None:
                lacking.append(state)
            else:
                markers.append(self._chosen(choice))
        return markers, lacking

    def _hidden(self, piece: Piece, side: Side, *, hidden: bool) -> Stated:
        if not hidden:
            return hidden_by(piece, ""), []
        owner = ENEMY_OWNER if side == "ENEMY" else self._owner
        if not owner or piece.find("hide") is None:
            return piece, [HIP]
        return hidden_by(piece, owner), []

    def _noted(self, piece: Piece, id_: str, notes: Sequence[str]) -> Piece:
        before = read_note(label(piece))
        kept = before.words if before.id == "note" else ()
        note = Note(before.own, id_, (*kept, *notes))
        return with_label(piece, write_note(note))


def kind_of(counter: Counter) -> Literal["MMC", "SMC", "vehicle", "Gun", "SW", "dummy"]:
    """What VASL's counters of a counter type are."""
    match counter:
        case MMC():
            return "MMC"
        case SMC():
            return "SMC"
        case Vehicle():
            return "vehicle"
        case Gun():
            return "Gun"
        case Dummy():
            return "dummy"
    return "SW"


def _cleared(piece: Piece) -> Piece:
    """A player's counter without the states that opfor knows."""
    for word in [*words(piece)]:
        piece = with_word(piece, word, on=False)
    return with_label(piece, read_note(label(piece)).own)
