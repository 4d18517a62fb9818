"""The clauses of the Fire and Move Commands: a vocabulary that tables are written in.

A row of {A3a} to {A4c} is a list of clauses in plain words. A vocabulary knows the
wording of each and what it means, so that a player's pack can compose rows of its own
of the same clauses; `opfor tables check` tells of a clause that nobody knows. A wording
may hold parameters:

    {n}     a number: "within {n} hexes" reads "within 8 hexes"
    {p}     a chance: "at least {p}" reads "at least 5/12"
    {row}   the row of a table: "as {row}" reads "as 6-7"

What no vocabulary knows may be written in one's own words: "ask: keep to the hedges".
Nobody guesses what they mean; the player is asked each time (D-630).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from msgspec import Struct

from opfor.core.did_you_mean import did_you_mean

T = TypeVar("T")

PARAMETERS: Mapping[str, tuple[str, Callable[[str], Any]]] = MappingProxyType(
    {
        "n": (r"\d+", int),
        "p": (r"\d+/\d+", Fraction),
        "row": (r"\d+(?:-\d+)?", lambda text: int(text.split("-")[0])),
    }
)
"""How each parameter is written, and what is made of it; of a row its first number."""


OWN = "ask: "
"""How a clause in a player's own words begins."""

MOST_WORDS = 200
"""Characters that such a clause may have."""


class Clause(Struct, Generic[T], frozen=True):
    """One clause.

    Args:
        wording: as tables have it, with its parameters in braces.
        make: what it means, given the parameters in their order.
    """

    wording: str
    make: Callable[..., T]


class ReadClause(Struct, Generic[T], frozen=True):
    """A clause as it was read in a table: its text there, and what it means."""

    text: str
    meaning: T


class Vocabulary(Generic[T]):
    """The clauses that a family of tables may use."""

    def __init__(self, clauses: Iterable[Clause[T]]) -> None:
        """Know some clauses, the earlier ones first."""
        self.clauses = tuple(clauses)
        self._patterns = [(_pattern(clause.wording), clause) for clause in self.clauses]

    def read(self, text: str) -> ReadClause[T] | None:
        """What a text means; None if nobody knows it."""
        for (pattern, names), clause in self._patterns:
            if found := pattern.fullmatch(text):
                values = [
                    PARAMETERS[name][1](value)
                    for name, value in zip(names, found.groups(), strict=True)
                ]
                return ReadClause(text, clause.make(*values))
        return None

    def fault(self, text: str) -> str:
        """Why a text is no clause, with one that is like it; empty if it is one."""
        if self.read(text) is not None:
            return ""
        hint = did_you_mean(text, self.wordings())
        return f"{text!r} is no clause" + (f": {hint}" if hint else "")

    def wordings(self) -> Iterator[str]:
        """The wording of each clause."""
        return (clause.wording for clause in self.clauses)


def in_own_words(text: str) -> bool:
    """Whether a clause, or what follows its conditions, is in a player's own words."""
    return text.startswith(OWN) or f": {OWN}" in text


def own_fault(words: str) -> str:
    """Why a player's own words are no clause; empty if they are one."""
    if not words.strip():
        return f"after {OWN.strip()!r} nothing is written"
    if len(words) > MOST_WORDS or not words.isprintable():
        return f"a clause of one's own is one line of {MOST_WORDS} characters at most"
    return ""


def always(wording: str, meaning: T) -> Clause[T]:
    """A clause without parameters."""
    return Clause(wording, lambda: meaning)


def _pattern(wording: str) -> tuple[re.Pattern[str], list[str]]:
    parts = re.split(r"\{(\w+)\}", wording)
    names = parts[1::2]
    text = "".join(
        f"({PARAMETERS[part][0]})" if nth % 2 else re.escape(part)
        for nth, part in enumerate(parts)
    )
    return re.compile(text), names
