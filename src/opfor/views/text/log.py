"""What happened, one plain line an event, each with the rule that caused it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from opfor.core.event import Emitted, Event, Note, RollMade
from opfor.core.explain import Considered, Decided, RowRead
from opfor.core.fact import Fact
from opfor.core.rule import printed
from opfor.state import events as ev
from opfor.state.in_progress import MovePlan
from opfor.state.units import Suspect, Unit
from opfor.state.world import World
from opfor.views.friendly_view import seen
from opfor.views.text.events import told
from opfor.views.text.names import plain
from opfor.views.text.words import counted, kind_of

NO_NEWS = (
    ev.SetUp,
    ev.MoveChanged,
    ev.MoveEnded,
    ev.CommandRolled,
    ev.MovePlanSet,
    ev.HeavyActivated,
    ev.WindowChanged,
    ev.ShotFired,
    ev.PartEnded,
    ev.CloseCombatOver,
    ev.SniperActed,
    ev.Tidied,
)
"""Events that only the program needs."""


BOOKKEEPING = frozenset(
    {
        "has_fired",
        "has_fired_its_sw",
        "directs_fire",
        "tries_to_rally",
        "deploys_or_recombines",
        "attacks_in_cc",
        "is_attacked_in_cc",
    }
)
"""Kinds that only leave a counter on a unit; what it did is told by the roll."""

TOLD_ALREADY = frozenset({"has_lost", "enters", "enters_by_vbm"})
"""Kinds that the line beside them tells: a loss, and a hex that is entered."""

RANDOM_EVENTS = "S2.2"
"""The rule under which all that a Random Event brings happens."""

FINDING = (RollMade, RowRead, Note)
"""Events by which a Random Event is found, under its own rule."""

ORDER_OF_BATTLE = ("", "A2.5", "A2.9")
"""Rules under which what comes into play is the player's from the beginning."""


class LogLine(NamedTuple):
    """A line of the log: the event's number, its rule, the text, and how it looks.

    One that tells of a single event has that event; one that tells what a vehicle has
    done as it was to, what it was to do. One of a run has its `way`, hex by hex; one of
    several who did alike, `who` they are; one of S? that are to `enter`, those.
    """

    number: int
    rule: str
    text: str = ""
    style: str = ""
    event: Event | None = None
    announced: Fact | None = None
    way: tuple[str, ...] = ()
    who: tuple[str, ...] = ()
    enter: tuple[Suspect, ...] = ()


def log_lines(world: World, events: Iterable[Emitted]) -> list[LogLine]:
    """The lines of some events; S? and units set up make one line together."""
    lines = []
    news = (e for e in _without_idle_phases(in_sight(events)) if not _untold(e.event))
    for (kind, rule), run in groupby(news, key=_alike):
        these = list(run)
        match kind:
            case "S?":
                lines.append(_suspects(these, rule))
            case "OB" if any(isinstance(e.event, ev.UnitAdded) for e in these):
                text = f"you have {_order_of_battle(world, these)}"
                lines.append(LogLine(these[-1].number, printed(rule), text, "friendly"))
            case _:
                lines += [_line(world, emitted) for emitted in these]
    return lines


def lines_in_order(world: World, events: Iterable[Emitted]) -> list[LogLine]:
    """The same as one reads it: a Random Event before what it brings."""
    these = list(events)
    return in_order(log_lines(world, these), these)


def in_order(lines: Iterable[LogLine], events: Iterable[Emitted]) -> list[LogLine]:
    """The lines of some events, a Random Event before what it brings (S2.2).

    Whether it can be is known only once it has happened, so its event comes last.
    """
    under = {each.number for each in events if RANDOM_EVENTS in each.causes}
    found: list[LogLine] = []
    for line in lines:
        at = len(found)
        if isinstance(line.event, ev.RandomEvent):
            while at and _brought(found[at - 1], under):
                at -= 1
        found.insert(at, line)
    return found


def _brought(line: LogLine, under: set[int]) -> bool:
    """Whether a line is of what a Random Event does, not of how it was found."""
    found_by = line.rule == RANDOM_EVENTS and isinstance(line.event, FINDING)
    return line.number in under and not found_by


def in_sight(events: Iterable[Emitted]) -> Iterator[Emitted]:
    """The events without those that only bring or change what the ENEMY has hidden."""
    unseen: set[str] = set()
    for emitted in events:
        match emitted.event:
            case ev.UnitAdded(unit=thing) | ev.UnitChanged(unit=thing) if not seen(
                thing
            ):
                unseen.add(thing.id)
            case (
                ev.FortificationAdded(fortification=thing)
                | ev.FortificationChanged(fortification=thing)
            ) if not seen(thing):
                continue
            case ev.WeaponAdded(weapon=weapon) if weapon.owner in unseen:
                continue
            case _:
                yield emitted


def _no_news(event: Event) -> bool:
    """Whether only the program needs an event, or only `why` tells it."""
    return isinstance(event, (*NO_NEWS, Considered)) or (
        isinstance(event, Decided) and not event.chosen
    )


def _without_idle_phases(events: Iterable[Emitted]) -> Iterator[Emitted]:
    """The events without the phases in which nothing happened."""
    phase: Emitted | None = None
    for emitted in events:
        if isinstance(emitted.event, ev.PhaseBegan):
            phase = emitted
            continue
        if phase and not _no_news(emitted.event):
            yield phase
            phase = None
        yield emitted
    if phase:
        yield phase


def set_up_lines(
    world: World, events: Sequence[Emitted], *, hint: str = ""
) -> list[LogLine]:
    """The lines of a set-up, with all that S4 did in one line, and a hint behind it."""
    lines = []
    for placing, run in groupby(events, key=_places):
        these = list(run)
        dice = sum(isinstance(e.event, RollMade) for e in these)
        count = sum(isinstance(e.event, ev.SuspectPlaced) for e in these)
        if placing and (dice or count):  # else the first dr is still to come
            rolls = f"{dice} roll{'s' * (dice != 1)}"
            told = f"{count} S? set up, by {rolls}" if count else f"{rolls} for the S?"
            text = told + hint
            lines.append(LogLine(these[-1].number, these[0].rule, text))
        else:
            lines += log_lines(world, these)
    return lines


def _places(emitted: Emitted) -> bool:
    return bool(emitted.causes) and emitted.causes[0].startswith("S4")


def _alike(emitted: Emitted) -> tuple[str, str]:
    """What makes one line together: the kind of line, and the rule."""
    match emitted.event:
        case ev.SuspectPlaced():
            return "S?", emitted.rule
        case ev.UnitAdded(unit=Unit(side="FRIENDLY")) if _at_first(emitted):
            return "OB", emitted.rule
        case ev.WeaponAdded(weapon=sw) if _at_first(emitted) and sw.owner[:1] != "e":
            return "OB", emitted.rule
    return "news", emitted.rule


def _untold(event: Event) -> bool:
    """Whether another line tells of an event, or only a counter or `why` does."""
    match event:
        case ev.MovePlanSet(course=MovePlan(table=str(table), how=how, back=back)):
            # S9.22: which clause of the Command it is, as it begins
            return not table or how != "route" or bool(back)
        case event if _no_news(event):
            return True
        case ev.UnitChanged(what=what) | ev.WeaponChanged(what=what):
            return kind_of(what) in BOOKKEEPING | TOLD_ALREADY
        case ev.LossesChanged(what=what):
            return kind_of(what) in TOLD_ALREADY
        case ev.WeaponAdded(weapon=weapon):
            return bool(weapon.mount)
    return False


def _at_first(emitted: Emitted) -> bool:
    """Whether something comes into play as the Mission has it."""
    return emitted.rule in ORDER_OF_BATTLE


def _line(world: World, emitted: Emitted) -> LogLine:
    text, style = told(world, emitted.event)
    text, rule = plain(world.map, text), printed(emitted.rule)
    return LogLine(emitted.number, rule, text, style, emitted.event)


def _suspects(placed: Sequence[Emitted], rule: str) -> LogLine:
    found = [e.event.suspect for e in placed if isinstance(e.event, ev.SuspectPlaced)]
    line = LogLine(placed[-1].number, printed(rule))
    if found[0].enters:
        text = to_enter(found, (suspect.enters for suspect in found))
        return line._replace(text=text, enter=tuple(found))
    places = len({suspect.location for suspect in found})
    where = counted(places, "Location", "Locations")
    what = f"{len(found)} S? set up in {where}"
    return line._replace(text=f"{what}: {_group(found)}")


def to_enter(found: Sequence[Suspect], hexes: Iterable[str]) -> str:
    """S? that wait offboard beside some hexes."""
    return f"S? to enter: {_group(found)}, beside {', '.join(hexes)}"


def _group(found: Sequence[Suspect]) -> str:
    first, last = found[0], found[-1]
    names = first.id if len(found) == 1 else f"{first.id} to {last.id}"
    return f"{names}, {first.attitude}"


def _order_of_battle(world: World, added: Sequence[Emitted]) -> str:
    """Units and what they carry: `467A 4-6-7 with MMG, 467B 4-6-7`."""
    parts = []
    for emitted in added:
        match emitted.event:
            case ev.UnitAdded(unit=unit):
                parts.append(f"{unit.id} {world.counter(unit.counter).name}")
            case ev.WeaponAdded(weapon=weapon) if parts:
                parts[-1] += f" with {world.counter(weapon.counter).name}"
    return ", ".join(parts)
