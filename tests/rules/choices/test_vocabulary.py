"""Vocabularies of clauses: wordings, parameters, and what is wrong with a text."""

from fractions import Fraction
from typing import Any

from opfor.rules.choices.vocabulary import Clause, Vocabulary, always

WORDS: Vocabulary[Any] = Vocabulary(
    (
        always("closest", "near"),
        Clause("Target within {n} hexes", lambda n: ("range", n)),
        Clause("chance of {p} or more", lambda p: ("chance", p)),
        Clause("as {row}", lambda row: ("row", row)),
    )
)


class TestVocabulary:
    """What the clauses of tables mean."""

    def test_plain(self) -> None:
        """A clause without parameters."""
        said = WORDS.read("closest")
        assert said is not None
        assert (said.text, said.meaning) == ("closest", "near")

    def test_parameters(self) -> None:
        """Numbers, chances and rows stand in the wording."""
        read = {
            "Target within 8 hexes": ("range", 8),
            "chance of 5/12 or more": ("chance", Fraction(5, 12)),
            "as 6-7": ("row", 6),
            "as 12": ("row", 12),
        }
        for text, meaning in read.items():
            said = WORDS.read(text)
            assert said is not None
            assert said.meaning == meaning

    def test_unknown(self) -> None:
        """Nobody knows it; the fault names what is like it."""
        assert WORDS.read("nearest") is None
        assert WORDS.fault("closest") == ""
        assert "did you mean closest?" in WORDS.fault("closes")
        assert WORDS.fault("zzzz") == "'zzzz' is no clause"

    def test_whole_text(self) -> None:
        """A clause is the whole text, not a part of it."""
        assert WORDS.read("as 6-7 or so") is None
        assert WORDS.read("Target within 8 hexes of a VPO") is None
