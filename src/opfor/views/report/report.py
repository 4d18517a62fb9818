"""What a report tells, gathered from the events of a game."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.core.event import Emitted
from opfor.core.explain import RowRead
from opfor.core.journal import Entry
from opfor.core.rule import REGISTRY, RuleId
from opfor.state.mission import Mission
from opfor.state.pack_stamp import Stamp
from opfor.state.state import State
from opfor.state.units import Side
from opfor.state.world import World
from opfor.views.analysis import Analysis, curve, summary_lines
from opfor.views.replay import Reel, ReplayPart
from opfor.views.report.losses import losses
from opfor.views.report.luck import Column, DiceLuck, dice_of, luck_of
from opfor.views.report.phase_story import prose, set_up
from opfor.views.report.turning_points import TurningPoint, turning_points
from opfor.views.report.whose import Values, values_of
from opfor.views.text.called import names_of
from opfor.views.text.condensed import story_from_set_up
from opfor.views.text.log import LogLine
from opfor.views.text.story import story_of
from opfor.views.text.words import say

SIDES: tuple[Side, ...] = get_args(Side)

SET_UP = "Set-up"


class Phase(Struct, frozen=True):
    """A phase in a paragraph, and every line of it."""

    name: str
    text: str
    lines: tuple[LogLine, ...]


class ReportTurn(Struct, frozen=True, kw_only=True):
    """A Game Turn, or the set-up (turn 0).

    Args:
        number: 0 for the set-up.
        title: it in words.
        phases: what happened, phase by phase.
        moment: its end.
        lost: what each side lost in it, with the CVP that it gave.
        gained: the CVP and Exit VP of each side at its end.
    """

    number: int
    title: str
    phases: tuple[Phase, ...]
    moment: int
    lost: Mapping[Side, tuple[str, ...]]
    gained: Mapping[Side, str]


class RuleUse(Struct, frozen=True):
    """A rule that the game came to, and how often."""

    number: str
    title: str
    count: int


class Report(Struct, frozen=True, kw_only=True):
    """A game as a story.

    Args:
        title: the Mission.
        facts: what was played, by name.
        ending: how it ended, or that it goes on.
        points: the events by which it turned.
        turns: the story.
        luck: the DR by side.
        dice: the single dice.
        rules: the rules it came to, by number.
        tables: the tables that were read, and how often.
        values: whose values decided.
        analysis: what its decisions were worth, line by line; empty if nobody asked.
        chances: the chance to win, by moments.
    """

    title: str
    facts: tuple[tuple[str, str], ...]
    ending: str
    points: tuple[TurningPoint, ...]
    turns: tuple[ReportTurn, ...]
    luck: tuple[DiceLuck, ...]
    dice: tuple[Column, ...]
    rules: tuple[RuleUse, ...]
    tables: tuple[tuple[str, int], ...]
    values: Values
    analysis: tuple[str, ...] = ()
    chances: tuple[tuple[int, float], ...] = ()


def report_of(
    world: World,
    reel: Reel,
    entries: Sequence[Entry],
    modules: Sequence[Stamp] = (),
    analysis: Analysis | None = None,
) -> Report:
    """The report of a game that was told.

    Args:
        world: what it was played on.
        reel: the game.
        entries: its answers.
        modules: those that it began with.
        analysis: what its decisions were worth, if somebody had that worked out.
    """
    mission = reel.last.mission
    return Report(
        title=mission.title,
        facts=tuple(_facts(mission, reel)),
        ending=say(reel.last.over) or "the game goes on",
        points=tuple(_points(world, reel)),
        turns=tuple(_turns(world, reel)),
        luck=luck_of(entries),
        dice=dice_of(entries),
        rules=tuple(_rules(reel.events)),
        tables=tuple(_tables(reel.events)),
        values=values_of(world, reel.events, modules),
        analysis=tuple(summary_lines(analysis)) if analysis else (),
        chances=tuple(curve(analysis)) if analysis else (),
    )


def _points(world: World, reel: Reel) -> Iterator[TurningPoint]:
    names = names_of(world, reel.last)
    for point in turning_points(world, reel.events):
        yield replace(point, text=names.told(point.text))


def _facts(mission: Mission, reel: Reel) -> Iterator[tuple[str, str]]:
    yield (
        "Sides",
        f"{mission.friendly.capitalize()} against {mission.enemy.capitalize()}",
    )
    yield "Date", mission.date
    yield "Map", mission.map
    yield "Turns", f"{reel.last.turn} of {mission.turns}"


# -- the story ---------------------------------------------------------------------


def _turns(world: World, reel: Reel) -> Iterator[ReportTurn]:
    parts = reel.phases()
    first = parts[0].number - 1 if parts else len(reel)
    yield _turn(world, reel, 0, [(SET_UP, 0, first)])
    ends = [part.number - 1 for part in parts[1:]] + [len(reel)]
    spans = list(zip(parts, ends, strict=False))  # before the first phase there is none
    for number, group in groupby(spans, key=lambda span: span[0].turn):
        named = [(_phase_name(part), part.number - 1, end) for part, end in group]
        yield _turn(world, reel, number, named)


def _phase_name(part: ReplayPart) -> str:
    return f"{part.side} {part.phase}"


def _turn(
    world: World, reel: Reel, number: int, spans: Sequence[tuple[str, int, int]]
) -> ReportTurn:
    begin, end = spans[0][1], spans[-1][2]
    after, events = reel.at(end), reel.events[begin:end]
    names = names_of(world, reel.last)
    phases = (_phase(world, reel, *span) for span in spans)
    return ReportTurn(
        number=number,
        title=f"Turn {number}" if number else SET_UP,
        phases=tuple(phase for phase in phases if _tells(phase)),
        moment=end,
        lost={side: tuple(losses(events, side, names)) for side in SIDES},
        gained={side: _gained(after, side) for side in SIDES},
    )


def _tells(phase: Phase) -> bool:
    """Whether there is more to it than that it began."""
    return phase.name == SET_UP or len(phase.lines) > 1


def _phase(world: World, reel: Reel, name: str, begin: int, end: int) -> Phase:
    events, names = reel.events[begin:end], names_of(world, reel.last)
    lines = story_from_set_up(world, events)
    if name == SET_UP:
        text = set_up(world, reel.at(end))
    else:
        text = prose(story_of(world, lines, events))
    told = tuple(line._replace(text=names.told(line.text)) for line in lines)
    return Phase(name, names.anywhere(text), told)


def _gained(state: State, side: Side) -> str:
    toll = state.tolls.get(side)
    if toll is None or not (toll.cvp or toll.exit_vp):
        return ""
    return f"{toll.cvp} CVP, {toll.exit_vp} Exit VP"


# -- rules and tables --------------------------------------------------------------


def _rules(events: Iterable[Emitted]) -> Iterator[RuleUse]:
    """The rules by number; of those nested in one another, the innermost counts."""
    found = Counter(emitted.rule for emitted in events if emitted.rule)
    for number in sorted(found, key=_order):
        yield RuleUse(number, _title(number), found[number])


def _order(number: str) -> tuple[int, RuleId | str]:
    try:
        return 0, RuleId.parse(number)
    except OpforError:
        return 1, number


def _title(number: str) -> str:
    try:
        return REGISTRY.find(number).title
    except OpforError:
        return ""


def _tables(events: Iterable[Emitted]) -> Iterator[tuple[str, int]]:
    """The tables that were read, those read most first."""
    found = Counter(say(e.event.fact) for e in events if isinstance(e.event, RowRead))
    yield from found.most_common()
