"""The way of a stack or a vehicle in one line, and nothing twice.

The ENEMY's vehicles tell if they will enter a hex by Bypass or ESB; the rules then tell
that they do it. A story has one line of both, and one of all hexes entered in a run.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from opfor.core.event import Note
from opfor.core.fact import Fact
from opfor.state import events as ev
from opfor.state.world import World
from opfor.views.text.deeds import deed
from opfor.views.text.events import TURNS, entered, how_moved, left
from opfor.views.text.log import LogLine
from opfor.views.text.names import place
from opfor.views.text.words import kind_of

WILL = frozenset({"will_enter", "will_go_on_along"})
"""Kinds of what a vehicle tells that it will do, and then does."""

BY: Mapping[str, str] = MappingProxyType(
    {"by_bypass": " by Bypass", "by_esb": " by ESB"}
)
"""How it does it, as it is told of what it has done."""


def in_runs(world: World, lines: Iterable[LogLine]) -> Iterator[LogLine]:
    """The lines, with one for each run of hexes that the same units enter."""
    way: list[LogLine] = []
    for line in without_echoes(world, lines):
        who = _mover(line)
        if way and who != _mover(way[0]):
            yield from _told(world, way)
            way = []
        if who:
            way.append(line)
        else:
            yield line
    yield from _told(world, way)


def without_echoes(world: World, lines: Iterable[LogLine]) -> list[LogLine]:
    """The lines, with one of two that say the same, or that a vehicle will and does."""
    kept: list[LogLine] = []
    for line in lines:
        if kept and _echoes(kept[-1], line):
            kept[-1] = line
        elif kept and (one := _as_one(world, kept[-1], line)):
            kept[-1] = one
        else:
            kept.append(line)
    return kept


def _echoes(before: LogLine, line: LogLine) -> bool:
    """Whether a line says what the one before it says; dice that fall alike do not."""
    one, other = before.event, line.event
    if one is None or other is None or before.style or line.style:
        return False
    return before.rule == line.rule and deed(one) == deed(other)


def _as_one(world: World, before: LogLine, line: LogLine) -> LogLine | None:
    """What a vehicle has done with what it said of it, if that was so."""
    if not isinstance(before.event, Note) or not isinstance(line.event, ev.Moved):
        return None
    will, event = before.event.fact, line.event
    if kind_of(will) not in WILL or not isinstance(will, Fact):
        return None
    if (will.data["unit"],) != event.move.units or will.data["to"] != event.to:
        return None
    one = line._replace(announced=will)
    return one._replace(text=entered(world, event, _by(one)))


def _by(line: LogLine) -> str:
    """How a vehicle entered a hex, by what it had said."""
    how = line.announced.data["by"] if line.announced else ()
    facts = how if isinstance(how, tuple) else ()
    return "".join(BY[one.kind] for one in facts if isinstance(one, Fact))


def _mover(line: LogLine) -> str:
    """Who enters a Location, or turns on his way; empty for any other line."""
    match line.event:
        case ev.Moved(move=move):
            return ", ".join(move.units)
        case ev.UnitChanged(unit=unit, what=what) if kind_of(what) in TURNS:
            return unit.id
    return ""


def _told(world: World, way: Sequence[LogLine]) -> Iterator[LogLine]:
    """A run as one line; turns after its last hex stay as they are."""
    steps = [
        (at, line, line.event)
        for at, line in enumerate(way)
        if isinstance(line.event, ev.Moved)
    ]
    if len(steps) < 2:
        yield from way
        return
    entered_ = tuple(place(world, event.to) + _by(line) for _, line, event in steps)
    hexes = ", ".join(entered_)
    end, last, event = steps[-1]
    rest = f"{left(event.move)} {event.move.spends} left{how_moved(event.move)}"
    yield last._replace(text=f"{_mover(last)} to {hexes} ({rest})", way=entered_)
    yield from way[end + 1 :]
