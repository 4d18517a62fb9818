"""What happened and what was missed, in plain lines."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from opfor.core.event import Emitted, Event, Note
from opfor.core.explain import Decided, RowRead
from opfor.core.modifier import Mod
from opfor.ports.examples.match import note_text, words

LONG = 200
"""Letters of a value that a report shows."""


def story(told: Iterable[Emitted]) -> list[str]:
    """Each event in a line, with its number and the rule that caused it."""
    return [f"{e.number:>4}  {e.rule:<10} {event_text(e.event)}" for e in told]


def event_text(event: Event) -> str:
    """An event in words."""
    match event:
        case RowRead():
            return f"{event.text}, {event.number}: row {event.row + 1}"
        case Decided():
            among = ", ".join(event.candidates)
            by = event.reasons[-1].line if event.reasons else "the only one"
            return f"{event.text}: {event.chosen} of {among} ({by})"
        case Note():
            return note_text(event)
    fields = [f"{key} {plain(getattr(event, key))}" for key in event.__struct_fields__]
    return ": ".join([words(type(event).__name__), ", ".join(fields)]).rstrip(": ")


def plain(value: Any) -> str:
    """A value as a reader sees it: structs by what they set, lists in brackets."""
    return _shortened(_plain(value))


def _plain(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case Mod():
            return str(value)
        case Struct():
            fields = ((key, getattr(value, key)) for key in value.__struct_fields__)
            set_ = [
                f"{k} {_plain(v)}" for k, v in fields if v not in ("", (), False, None)
            ]
            return f"({', '.join(set_)})"
        case list() | tuple():
            return f"[{', '.join(map(_plain, value))}]"
        case Mapping():
            return f"({', '.join(f'{k} {_plain(v)}' for k, v in value.items())})"
    return str(value)


def _shortened(text: str) -> str:
    return text if len(text) <= LONG else f"{text[:LONG]} …"
