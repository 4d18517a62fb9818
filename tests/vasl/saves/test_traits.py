"""Counters as lists of traits, and stacks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opfor.core.errors import OpforError
from opfor.vasl.saves.traits import (
    MAX_PIECE,
    MAX_TRAITS,
    Piece,
    Stack,
    Trait,
    piece_state,
    piece_type,
    read_piece,
    read_stack,
    read_state,
    stack_state,
)

TEXTS = st.text(alphabet="ab;/\\'\t-0", max_size=10)


class TestPieces:
    """Read, changed, written."""

    def test_known(self) -> None:
        """The outermost trait stands first; each level escapes the one below."""
        piece = Piece(
            (
                Trait("moved;moved", "true"),
                Trait("hide;H", "null"),
                Trait("piece;;;p;A", "M;1;2;9"),
            )
        )
        assert piece_type(piece) == "moved;moved\thide;H\\\tpiece;;;p;A"
        assert piece_state(piece) == "true\tnull\\\tM;1;2;9"
        read = read_piece(piece_type(piece), piece_state(piece))
        assert read == piece
        assert (read.name, read.image, read.place, read.gpid) == (
            "A",
            "p",
            ("M", 1, 2),
            "9",
        )

    @given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=12))
    def test_round_trip(self, traits: list[tuple[str, str]]) -> None:
        """Any traits come back, and their texts to the byte."""
        piece = Piece(tuple(Trait(*each) for each in traits))
        type_, state = piece_type(piece), piece_state(piece)
        read = read_piece(type_, state)
        assert (piece_type(read), piece_state(read)) == (type_, state)

    @given(TEXTS, TEXTS)
    def test_any_text(self, type_: str, state: str) -> None:
        """Any two texts are some counter, and are kept as they are."""
        read = read_piece(type_, state)
        assert (piece_type(read), piece_state(read)) == (type_, state)

    def test_changes(self) -> None:
        """A state changes, a place changes, the rest stays."""
        piece = Piece((Trait("moved;", "false"), Trait("piece;;;;A", "M;1;2;9;x")))
        assert piece.with_state("moved", "true").traits[0].state == "true"
        assert piece.at("N", 7, -8).base.state == "N;7;-8;9;x"
        assert piece.with_state("none", "x") == piece
        assert read_state(piece, "true\tM;3;4;9").place == ("M", 3, 4)


class TestStacks:
    """Members from the bottom up."""

    @pytest.mark.parametrize(
        ("state", "stack"),
        [
            ("Main Map;1;2;5;6", Stack("Main Map", 1, 2, ("5", "6"))),
            ("Main Map;1;2;5;@@1", Stack("Main Map", 1, 2, ("5",), "@@1")),
            ("Main Map;1;2", Stack("Main Map", 1, 2)),
        ],
    )
    def test_known(self, state: str, stack: Stack) -> None:
        """Newer engines add a layer at the end."""
        assert read_stack(state) == stack
        assert stack_state(stack) == state

    def test_damaged(self) -> None:
        """What is no number is 0."""
        assert read_stack("M;x") == Stack("M", 0, 0)
        assert read_stack("") == Stack("", 0, 0)


class TestHostile:
    """Beyond what a counter can be."""

    def test_length(self) -> None:
        """A text of a megabyte is no counter."""
        with pytest.raises(OpforError, match="longer"):
            read_piece("x" * (MAX_PIECE + 1), "")

    def test_traits(self) -> None:
        """Nor are traits without end."""
        piece = Piece(tuple(Trait("t") for _ in range(MAX_TRAITS + 5)))
        with pytest.raises(OpforError, match="traits"):
            read_piece(piece_type(piece), "")
