"""Whether what came is what an example expects; what it leaves out may be anything."""

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.core.event import Emitted, Event, Note, RollMade
from opfor.core.explain import Decided, RowRead
from opfor.core.fact import Fact
from opfor.ports.examples.places import full_name, told_in
from opfor.ports.examples.tell import event_text, is_news
from opfor.state import events
from opfor.state.counters import slug
from opfor.state.world import World
from opfor.views.text.log import log_lines
from opfor.views.text.words import say

PROSE = frozenset({"why", "fact", "what"})
"""Fields of events that explain: of these a part is enough."""

SPOKEN = {"text": "fact"}
"""Fields that examples call otherwise."""

COUNTERS = frozenset({"counter"})

NONE = "none"
"""How examples write nothing, and some rules a fate that is none."""


def words(name: str) -> str:
    """The name of an event as an example writes it: "suspect removed"."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()


def _kinds() -> Iterator[type[Event]]:
    yield from (Note, RollMade, RowRead, Decided)
    for each in vars(events).values():
        if isinstance(each, type) and issubclass(each, Event) and each is not Event:
            yield each


KINDS: Mapping[str, type[Event]] = {words(kind.__name__): kind for kind in _kinds()}
"""Every event by its name in examples."""


class Difference(Struct, frozen=True):
    """Where something is not as expected: the path to it, and both values."""

    path: tuple[str, ...]
    expected: Any
    got: Any


def differences(
    world: World, expected: Any, got: Any, path: tuple[str, ...] = ()
) -> Iterator[Difference]:
    """Each place in which a value is not as expected.

    Of a table only the keys that are named count; lists must agree item by item.
    """
    if isinstance(expected, dict):
        for key, value in expected.items():
            if isinstance(got, Mapping) and key not in got:
                key = full_name(world, key)  # noqa: PLW2901 - a Location by its name
            if not _has(got, key):
                yield Difference((*path, key), value, "nothing of this name")
            else:
                yield from differences(world, value, _get(got, key), (*path, key))
    elif isinstance(expected, list):
        got = getattr(got, "units", got)  # a group is told by its units
        if isinstance(got, set | frozenset):
            got, expected = sorted(got, key=str), sorted(expected, key=str)
        if not isinstance(got, list | tuple) or len(got) != len(expected):
            yield Difference(path, expected, got)
            return
        for one, two in zip(expected, got, strict=True):
            yield from differences(world, one, two, path)
    elif not same(world, expected, got, path[-1] if path else ""):
        yield Difference(path, expected, got)


def same(world: World, expected: Any, got: Any, field: str = "") -> bool:
    """Whether one value is as expected; `field` says how texts are read."""
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(got, Fraction):
        return _number(expected) == got
    if not isinstance(expected, str):
        return bool(expected == got)
    if not isinstance(got, str):
        return any(_named(world, expected, name) for name in _names_of(got))
    return _same_text(world, expected, got, field)


def _same_text(world: World, expected: str, got: str, field: str) -> bool:
    if field in PROSE:
        return told_in(world, expected, got)
    if field in COUNTERS:
        return slug(expected) == got.rpartition("/")[2] or expected == got
    return got in (expected, full_name(world, expected))


def is_nothing(got: Any) -> bool:
    """Whether a rule gives nothing: none, an empty text or list, or false."""
    return got is None or got is False or got in ("", NONE, (), [], {}, set())


def _number(expected: Any) -> Fraction | None:
    """A number as the file has it: 3, 0.5 or "1/3"."""
    try:
        return Fraction(str(expected))
    except (ValueError, ZeroDivisionError):
        return None


def _names_of(got: Any) -> Iterator[str]:
    """What a thing may be called: its id, its name, what it says of itself."""
    for key in ("id", "name", "rule"):
        if isinstance(name := getattr(got, key, None), str):
            yield name
    yield str(got)


def _named(world: World, expected: str, name: str) -> bool:
    return name in (expected, full_name(world, expected)) or f"{name} ".startswith(
        f"{expected} "
    )


def _has(thing: Any, key: str) -> bool:
    if isinstance(thing, Mapping):
        return key in thing
    plain = isinstance(thing, Struct) or hasattr(thing, "_fields")
    return plain and not key.startswith("_") and hasattr(thing, key)


def _get(thing: Any, key: str) -> Any:
    """A field; a fact is compared by its words."""
    got = thing[key] if isinstance(thing, Mapping) else getattr(thing, key)
    return say(got) if isinstance(got, Fact) else got


# -- events ------------------------------------------------------------------------


class Pattern(Struct, frozen=True):
    """An event that is expected: its kind, its rule, and fields."""

    kind: str
    rule: str
    fields: dict[str, Any]

    @classmethod
    def parse(cls, form: Mapping[str, Any], where: str) -> "Pattern":
        """Read { is = "suspect removed", rule = "S5.1", id = "S2" }.

        Errors:
            OpforError: no such event, or it has no such field.
        """
        kind = str(form.get("is", ""))
        if kind not in KINDS:
            do = did_you_mean(kind, KINDS) or f"the events are {', '.join(KINDS)}"
            raise OpforError(f"{kind[:40]!r} is no event", where, do)
        rule = form.get("rule", "")
        if not isinstance(rule, str):
            raise OpforError("rule is a rule's number", where, 'write "S5.1"')
        fields = {
            SPOKEN.get(key, key): form[key] for key in form if key not in ("is", "rule")
        }
        made = KINDS[kind]
        for key in fields:
            if key.startswith("_") or not (
                key in made.__struct_fields__
                or isinstance(vars(made).get(key), property)
            ):
                known = made.__struct_fields__
                do = (
                    did_you_mean(key, known)
                    or f"it has {', '.join(known) or 'no fields'}"
                )
                raise OpforError(f"{kind} has no {key[:40]!r}", where, do)
        return cls(kind, rule, fields)

    def of_kind(self, emitted: Emitted) -> bool:
        """Whether an event is of this kind and by this rule."""
        return type(emitted.event) is KINDS[self.kind] and self.rule in (
            "",
            emitted.rule,
        )

    def fits(self, world: World, emitted: Emitted) -> bool:
        """Whether an event is the one that is expected."""
        if not self.of_kind(emitted):
            return False
        return not any(differences(world, self.fields, emitted.event))

    def __str__(self) -> str:
        by = f" by {self.rule}" if self.rule else ""
        fields = ", ".join(f"{key} {value}" for key, value in self.fields.items())
        return f"{self.kind}{by} ({fields})" if fields else f"{self.kind}{by}"


def missing(
    world: World, patterns: Iterable[Pattern], told: list[Emitted]
) -> Pattern | None:
    """The first expected event that does not come, in this order, among those told."""
    at = 0
    for pattern in patterns:
        while at < len(told) and not pattern.fits(world, told[at]):
            at += 1
        if at == len(told):
            return pattern
        at += 1
    return None


def story_texts(world: World, told: Iterable[Emitted]) -> list[str]:
    """What a player reads of events: the lines of the log, and every note in full."""
    told = list(told)
    notes = [note_text(e.event) for e in told if isinstance(e.event, Note)]
    lines = [line.text for line in log_lines(world, told)]
    events = [event_text(world, e.event) for e in told if is_news(e.event)]
    return list(dict.fromkeys([*notes, *lines, *events]))


def note_text(note: Note) -> str:
    """A note in words: a roll with its dice, anything else as it says itself."""
    text = say(note.fact)
    return str(replace(note, fact=text)) if isinstance(note, RollMade) else text
