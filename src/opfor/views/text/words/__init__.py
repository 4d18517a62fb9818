"""The words of facts: for each kind a template, and how its values are said.

The templates are in the TOML files of this folder, a file a chapter: a story in another
language is another set of such files. `several.toml` has what is said of several units
that do the same: "have fired" beside "has fired". In a template `{unit}` is a value by
its name: an id, a number, a text, or another fact, which has words of its own. Of
several values
`{units}` says "a, b", `{units:+}` "a + b", `{units:&}` "a and b"; `{n:sign}` says "+1",
`{fp:g}` a number without its zeros, `{q:mf}` quarters of MF or MP as MF: "1.5";
`{n:turn|turns}` a number with what there is of it: "1 turn", "3 turns".
"""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from types import MappingProxyType
from typing import Any

from opfor.core.errors import OpforError
from opfor.core.fact import Fact
from opfor.geo.terrain_chart import mf

TOLD = "told"
"""The kind of what a release told in words before there were facts."""

SEVERAL = "several.toml"
"""The file with what is said of several units."""

JOINED = {"": ", ", "+": " + ", "&": " and ", ";": "; ", "/": "/", "|": ""}
"""What stands between several values, by the word behind the colon."""


def say(fact: Fact | str) -> str:
    """A fact in words; a kind that has none by its own name and values."""
    if isinstance(fact, str):
        return fact
    if fact.kind == TOLD:
        return str(fact.data["text"])
    template = templates().get(fact.kind)
    return _SAYS.vformat(template, (), fact.data) if template else str(fact)


def counted(number: object, one: str, many: str) -> str:
    """A number with what there is of it: 1 hex, 3 hexes."""
    return f"{number} {one if number == 1 else many}"


def say_many(fact: Fact | str) -> str:
    """A fact as it is said of several units; empty if there are no words for that."""
    template = _read()[1].get(kind_of(fact))
    if isinstance(fact, str) or template is None:
        return ""
    return _SAYS.vformat(template, (), fact.data)


def kind_of(fact: Fact | str) -> str:
    """The kind of a fact; nothing of a text."""
    return fact.kind if isinstance(fact, Fact) else ""


def templates() -> Mapping[str, str]:
    """The template of each kind.

    Errors:
        OpforError: two files have words for the same kind.
    """
    return _read()[0]


def of_several() -> Mapping[str, str]:
    """The template of each kind that is said of several units in other words."""
    return _read()[1]


@cache
def _read() -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The templates of one unit or none, and those of several."""
    found: dict[str, str] = {}
    several: dict[str, str] = {}
    folder = files("opfor.views.text.words")
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if not file.name.endswith(".toml"):
            continue
        words = several if file.name == SEVERAL else found
        for kind, text in tomllib.loads(file.read_text("utf-8")).items():
            if kind in words:
                raise OpforError(f"two templates for {kind}", file.name)
            words[kind] = text
    return MappingProxyType(found), MappingProxyType(several)


class _Says(Formatter):
    """Fills templates in."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """A value as it is said."""
        if format_spec == "mf":
            return mf(value)
        if format_spec == "sign":
            return f"{value:+d}"
        if format_spec == "g":
            return f"{value:g}"
        if isinstance(value, str | int | float | Fact):
            one, _, many = format_spec.partition("|")
            return counted(value, one, many) if many else _said(value)
        if isinstance(value, Iterable):
            return JOINED[format_spec].join(map(_said, value))
        return ""


def _said(value: Any) -> str:
    return say(value) if isinstance(value, Fact) else str(value)


_SAYS = _Says()
