"""Words of facts: every kind that a rule names has a template that fits it."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

import opfor
from opfor.core.fact import Fact, fact
from opfor.views.text.words import TOLD, say, templates

SOURCE = Path(opfor.__file__).parent


class Named(NamedTuple):
    """A fact as code makes it: its kind, what it is about, and where that stands."""

    kind: str
    about: frozenset[str]
    where: str


def named() -> Iterator[Named]:
    """Every fact of the program."""
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="fact"), args=[kind, *_], keywords=more):
                    about = frozenset(word.arg or "**" for word in more)
                    where = f"{file.relative_to(SOURCE)}:{node.lineno}"
                    for each in _kinds(kind):
                        yield Named(each, about, where)


def _kinds(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(kind)):
            yield kind
        case ast.IfExp(body=body, orelse=other):
            yield from (*_kinds(body), *_kinds(other))


def fields(template: str) -> set[str]:
    """What a template speaks of."""
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_every_kind_has_words() -> None:
    """With all that the words speak of; nothing is said that no rule names."""
    found = list(named())
    known = templates()
    assert [f for f in found if f.kind != TOLD and f.kind not in known] == []
    assert [
        (f, fields(known[f.kind]) - f.about)
        for f in found
        if f.kind != TOLD and "**" not in f.about
        if not fields(known[f.kind]) <= f.about
    ] == []


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (fact("told", text="as it was"), "as it was"),
        (
            fact("of_no_words", who="467A", where=("R5", "R6")),
            "of no words 467A R5, R6",
        ),
        ("in words", "in words"),
    ],
)
def test_said(given: Fact | str, text: str) -> None:
    """Old words, and kinds without any, are said as they are."""
    assert say(given) == text


@pytest.mark.parametrize(
    ("turns", "text"),
    [(1, "1 turn is over"), (2, "2 turns are over"), (0, "0 turns are over")],
)
def test_counted(turns: int, text: str) -> None:
    """A number is told with what there is of it, one or several."""
    assert say(fact("turns_are_over", turns=turns)) == text
