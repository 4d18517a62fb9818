"""The log as a story: what several units do alike is one line, and no bookkeeping.

What they enter hex by hex is one line, too (`condensed_moves.py`). The terminal's log
and the golden games have every line; a page that plays a game line by line, its replay
and its report have these.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from opfor.core.event import Emitted, Note
from opfor.core.fact import Fact, fact
from opfor.state import events as ev
from opfor.state.world import World
from opfor.views.text.condensed_moves import in_runs
from opfor.views.text.deeds import deed, together
from opfor.views.text.log import LogLine, log_lines, set_up_lines, to_enter
from opfor.views.text.names import place, plain
from opfor.views.text.words import kind_of, say

NOISE = frozenset({"fire_command", "has_performed_its_action", "delays"})
"""Kinds that repeat what a line beside them says."""


def story_lines(world: World, events: Iterable[Emitted]) -> list[LogLine]:
    """The lines of some events."""
    return list(condensed(world, log_lines(world, events)))


def story_from_set_up(world: World, events: Sequence[Emitted]) -> list[LogLine]:
    """The lines of a game from its beginning, S4 in one of them."""
    return list(condensed(world, set_up_lines(world, events)))


def condensed(world: World, lines: Iterable[LogLine]) -> Iterator[LogLine]:
    """Lines of the log as a story has them."""
    wanted = (line for line in lines if not _noise(line))
    for _, run in groupby(in_runs(world, wanted), key=_deed):
        yield from _as_one(world, list(run))


def _noise(line: LogLine) -> bool:
    match line.event:
        case ev.UnitChanged(what=what):
            return kind_of(what) in NOISE
    return False


def _deed(line: LogLine) -> tuple[object, ...]:
    """What makes one line together; a line about no unit stands alone."""
    did = deed(line.event) if line.event else None
    if did is None or not did.who:
        return (line.number,)
    return (line.rule, line.style, did.what)


def _as_one(world: World, same: Sequence[LogLine]) -> Iterator[LogLine]:
    """Several units that do the same in one line, if there are words for it."""
    events = [line.event for line in same if line.event]
    if len(same) > 1 and (text := together(world, events)):
        who = tuple(deed(event).who for event in events)
        yield same[-1]._replace(text=plain(world.map, text), who=who)
        return
    for line in same:
        match line.event:
            case None if line.enter:
                hexes = dict.fromkeys(place(world, each.enters) for each in line.enter)
                yield line._replace(text=to_enter(line.enter, hexes))
            case Note(fact=Fact(kind="attack") as attack):
                text = plain(world.map, say(_named(_counted(attack))))
                yield line._replace(text=text)
            case _:
                yield line


def _named(attack: Fact) -> Fact:
    """An attack by the kind of fire that it is, where it is fire and nothing else."""
    match attack.data:
        case {"source": "fire", "kind": (kind,)}:
            return Fact(attack.kind, attack.data | {"source": kind})
    return attack


def _counted(attack: Fact) -> Fact:
    """An attack with equal parts of its FP once, and how many there are."""
    return Fact(attack.kind, attack.data | {"made_of": _parts(attack.data["made_of"])})


def _parts(made_of: object) -> tuple[Fact, ...]:
    match made_of:
        case (Fact(kind=kind, data={"parts": tuple(parts)}),):
            counts = [(part, parts.count(part)) for part in parts]
            once = [each for at, each in enumerate(counts) if each not in counts[:at]]
            return (fact(kind, parts=[_times(part, n) for part, n in once]),)
    return ()


def _times(part: object, count: int) -> object:
    return part if count == 1 else fact("several_of", count=count, part=part)
