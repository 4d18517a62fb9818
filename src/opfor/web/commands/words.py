"""The vocabulary of Commands as the page offers it: shapes of clauses, part by part.

A clause is the parts of one shape, one after the other. The page puts them together as
they are told here, and knows none of the words; `taken_apart` does the reverse.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from opfor.rules.choices.vocabulary import (
    MOST_WORDS,
    OWN,
    PARAMETERS,
    Vocabulary,
    in_own_words,
)
from opfor.rules.s_solitaire.s08_fire.command_clauses import ELSE, FIRE, GROUP
from opfor.rules.s_solitaire.s09_movement import command_clauses as on_foot
from opfor.rules.s_solitaire.s09_movement import command_manners as manners
from opfor.rules.s_solitaire.s09_vehicles import command_clauses as driving

NEAREST = "the nearest "
"""What may stand before a place; it says what the rules do anyway."""

FREE = "{words}"
"""The option of a part that is written freely."""


class Part(Struct, frozen=True, kw_only=True):
    """A part of a clause.

    Args:
        name: what it is called.
        label: what it is, on the page.
        options: its wordings; numbers and chances to be filled in stand in braces.
        before, after: what stands before and after it.
        join: what joins several of its wordings; empty: it has one.
        optional: it may be left out.
    """

    name: str
    label: str
    options: tuple[str, ...]
    before: str = ""
    after: str = ""
    join: str = ""
    optional: bool = False


class Shape(Struct, frozen=True, kw_only=True):
    """A kind of clause: its name, what it does, and its parts in order."""

    id: str
    label: str
    parts: tuple[Part, ...]


class ShapedClause(Struct, frozen=True, kw_only=True):
    """A clause: its text, its shape, what each part says, and what is wrong with it."""

    text: str
    shape: str = ""
    values: dict[str, tuple[str, ...]] = {}
    fault: str = ""


def _words(vocabulary: Vocabulary[Any]) -> tuple[str, ...]:
    return tuple(vocabulary.wordings())


def _conditions(vocabulary: Vocabulary[Any]) -> Part:
    return Part(
        name="conditions",
        label="If",
        options=_words(vocabulary),
        after=": ",
        join=" and ",
        optional=True,
    )


def _own(*before: Part) -> Shape:
    words = Part(name="words", label="Your words", options=(FREE,), before=OWN)
    return Shape(
        id="ask", label="in your own words: you are asked", parts=(*before, words)
    )


def _infantry() -> tuple[Shape, ...]:
    if_, places = _conditions(on_foot.CONDITIONS), _words(on_foot.PLACES)
    row = Part(name="row", label="Row", options=_words(manners.AS))
    return (
        *_moves(if_, places),
        *_limits(places),
        Shape(id="as", label="go on with another row", parts=(if_, row)),
        _own(if_),
    )


def _moves(if_: Part, places: tuple[str, ...]) -> tuple[Shape, ...]:
    """What infantry does, and how."""
    how = ("how", "Manner")
    return (
        Shape(
            id="toward",
            label="move toward a goal",
            parts=(
                if_,
                Part(name=how[0], label=how[1], options=_words(manners.TOWARDS)),
                Part(
                    name="goal",
                    label="Goal",
                    options=_words(on_foot.GOALS),
                    before=manners.TOWARD,
                ),
            ),
        ),
        Shape(
            id="into",
            label="move into a place",
            parts=(
                if_,
                Part(
                    name=how[0],
                    label=how[1],
                    options=_words(manners.INTOS),
                    after=manners.INTO,
                ),
                Part(name="near", label="Which", options=(NEAREST,), optional=True),
                Part(name="places", label="Place", options=places, join=manners.AND),
            ),
        ),
        Shape(
            id="do",
            label="stay, or move at random",
            parts=(
                if_,
                Part(name=how[0], label=how[1], options=_words(manners.MANNERS)),
            ),
        ),
    )


def _limits(places: tuple[str, ...]) -> tuple[Shape, ...]:
    """Which of the ways that are left, and where the move ends."""
    bare = ("with ", "ADJACENT ", "within ", "out of ", "not ", "any ")
    ends = tuple(p if p.startswith(bare) else f"in {p}" for p in places)
    return (
        Shape(
            id="then",
            label="then: narrow what is left",
            parts=(
                Part(
                    name="narrow",
                    label="Of these",
                    options=_words(on_foot.NARROWS),
                    before=manners.THEN,
                ),
            ),
        ),
        Shape(
            id="stop",
            label="stop: where the move ends",
            parts=(
                Part(name="place", label="Where", options=ends, before=manners.STOP),
                Part(
                    name="more",
                    label="and",
                    options=places,
                    before=manners.AND,
                    join=manners.AND,
                    optional=True,
                ),
            ),
        ),
    )


def _vehicles() -> tuple[Shape, ...]:
    if_ = _conditions(driving.CONDITIONS)
    drive = Part(name="drive", label="What it does", options=_words(driving.DRIVES))
    stop = Part(name="stop", label="Where", options=_words(driving.STOPS))
    row = Part(name="row", label="Row", options=_words(manners.AS))
    return (
        Shape(id="do", label="drive or stay", parts=(if_, drive)),
        Shape(id="stop", label="stop: where the drive ends", parts=(stop,)),
        Shape(id="as", label="go on with another row", parts=(if_, row)),
        _own(if_),
    )


def _fire() -> tuple[Shape, ...]:
    lead = Part(name="lead", label="When", options=ELSE, optional=True)
    group = Part(name="group", label="Group", options=(GROUP,), optional=True)
    clause = Part(name="clause", label="Target", options=_words(FIRE))
    return (
        Shape(id="clause", label="which Target, or how", parts=(lead, group, clause)),
        _own(lead),
    )


@cache
def shapes() -> Mapping[str, tuple[Shape, ...]]:
    """The shapes of the clauses of each Command table, by the table's name."""
    infantry, fire = _infantry(), _fire()
    return {
        **dict.fromkeys(("A3a", "A3b", "A3c", "A3d"), fire),
        "A4a": infantry,
        "A4b": infantry,
        "A4c": _vehicles(),
    }


# -- taking a clause apart -----------------------------------------------------------


def one_by_one(result: Iterable[str]) -> tuple[str, ...]:
    """The clauses of a row, each by itself: what follows ", else " is another one."""
    found: list[str] = []
    for text in result:
        first, *more = [text] if in_own_words(text) else text.split(", else ")
        found += [first, *(f"else {each}" for each in more)]
    return tuple(found)


def taken_apart(table: str, text: str, fault: str = "") -> ShapedClause:
    """A clause as the parts of its shape; without a shape if it has none."""
    for shape in shapes()[table]:
        if found := _pattern(table, shape.id).fullmatch(text):
            values = {
                part.name: tuple(said.split(part.join) if part.join else (said,))
                for part in shape.parts
                if (said := found[part.name])
            }
            return ShapedClause(text=text, shape=shape.id, values=values, fault=fault)
    return ShapedClause(text=text, fault=fault)


@cache
def _pattern(table: str, shape: str) -> re.Pattern[str]:
    parts = next(each.parts for each in shapes()[table] if each.id == shape)
    return re.compile("".join(map(_part, parts)))


def _part(part: Part) -> str:
    ways = sorted(map(_wording, part.options), key=len, reverse=True)
    one = f"(?:{'|'.join(ways)})"
    many = f"{one}(?:{re.escape(part.join)}{one})*" if part.join else one
    whole = f"{re.escape(part.before)}(?P<{part.name}>{many}){re.escape(part.after)}"
    return f"(?:{whole})?" if part.optional else whole


def _wording(option: str) -> str:
    if option == FREE:
        return rf".{{1,{MOST_WORDS}}}"
    texts = re.split(r"\{(\w+)\}", option)
    return "".join(
        PARAMETERS[text][0] if nth % 2 else re.escape(text)
        for nth, text in enumerate(texts)
    )
