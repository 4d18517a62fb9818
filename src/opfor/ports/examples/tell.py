"""What happened and what was missed, in plain lines."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from opfor.core.event import Emitted, Event, Note
from opfor.core.explain import Decided, RowRead
from opfor.core.modifier import Mod
from opfor.ports.examples.match import note_text, words
from opfor.state.world import World

LONG = 200
"""Letters of a value that a report shows."""


def story(world: World, told: Iterable[Emitted]) -> list[str]:
    """Each event in a line, with its number and the rule that caused it."""
    return [f"{e.number:>4}  {e.rule:<10} {event_text(world, e.event)}" for e in told]


def event_text(world: World, event: Event) -> str:
    """An event in words."""
    match event:
        case RowRead():
            table = world.enemy.tables.get(event.table)
            row = plain(table.rows[event.row].result) if table else event.row
            return f"{event.text}, {event.number}: {row}"
        case Decided():
            among = ", ".join(event.candidates)
            return f"{event.text}: {event.chosen} of {among} ({decided_by(event)})"
        case Note():
            return note_text(event)
    fields = [f"{key} {plain(getattr(event, key))}" for key in event.__struct_fields__]
    return ": ".join([words(type(event).__name__), ", ".join(fields)]).rstrip(": ")


def decided_by(made: Decided) -> str:
    """The line of a priority list that left one candidate."""
    return made.reasons[-1].line if made.reasons else "the only one"


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
