"""Facts: what events say of themselves, as a kind and what it is about.

A rule makes no sentence. It names what happened, or what is rolled for, by a kind such
as "left_by" and gives ids, numbers and terms; `views/text/words` has the words for each
kind. So a story in other words, or in another language, is a matter of views alone.
"""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct, field

Plain = str | int | float | bool | None


class Fact(Struct, frozen=True):
    """A kind, and what it is about by name: ids, numbers, terms, and other facts."""

    kind: str
    data: dict[str, "Plain | Fact | tuple[Plain | Fact, ...]"] = field(
        default_factory=dict
    )

    def __str__(self) -> str:
        """For errors and tests, which know no words: the kind, then the values."""
        return " ".join([self.kind.replace("_", " "), *_values(self.data.values())])


def fact(kind: str, /, **data: Any) -> Fact:
    """A fact; lists and other collections in order become tuples."""
    return Fact(kind, {name: _kept(value) for name, value in data.items()})


def _kept(value: Any) -> Any:
    if isinstance(value, Plain | Fact):
        return value
    if isinstance(value, Iterable):
        return tuple(map(_kept, value))
    return str(value)


def _values(values: Iterable[Any]) -> Iterable[str]:
    for value in values:
        if isinstance(value, tuple):
            yield ", ".join(map(str, value))
        else:
            yield str(value)
