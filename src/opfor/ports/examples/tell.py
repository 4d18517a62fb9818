"""What happened and what was missed, in plain lines."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from opfor.core.event import Emitted, Event
from opfor.core.explain import Decided
from opfor.core.modifier import Mod
from opfor.state.world import World
from opfor.views.text.events import told
from opfor.views.text.log import NO_NEWS
from opfor.views.text.names import plain as shorter
from opfor.views.text.words import say

LONG = 200
"""Letters of a value that a report shows."""


def story(world: World, happened: Iterable[Emitted]) -> list[str]:
    """Each event in a line, with its number and the rule that caused it."""
    return [
        f"{e.number:>4}  {e.rule:<10} {event_text(world, e.event)}"
        for e in happened
        if is_news(e.event)
    ]


def is_news(event: Event) -> bool:
    """Whether the story tells of an event."""
    return not isinstance(event, NO_NEWS)


def event_text(world: World, event: Event) -> str:
    """An event in words, as the log of a game has it."""
    text, _ = told(world, event)
    return shorter(world.map, text)


def decided_by(made: Decided) -> str:
    """The line of a priority list that left one candidate."""
    return say(made.reasons[-1].line) if made.reasons else "the only one"


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
