"""The log as a reader wants it first: a sentence an event, rule and dice below (D-650).

What happened is a head: a way, a shot, a S? that is Activated. What came of it stands
behind the head; rolls, rows of tables and bookkeeping are its details. Nothing is lost:
every line of `condensed.py` is a head or a detail of one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from opfor.core.event import Emitted, Note, RollMade
from opfor.core.explain import Decided, RowRead
from opfor.core.fact import Fact
from opfor.state import events as ev
from opfor.state.world import World
from opfor.views.text.events import introduced
from opfor.views.text.log import RANDOM_EVENTS, LogLine
from opfor.views.text.names import plain
from opfor.views.text.story_words import (
    CLASHES,
    HIT,
    NOTHING,
    ROLLED,
    SHOTS,
    begun,
    data_of,
    is_enemys,
    is_loss,
    moved,
    outcome,
    passed,
    sets_up,
    suspect_name,
    way,
)
from opfor.views.text.words import kind_of, say

ON_A_HIT = ("A9.2", "A12.14/b4", "C3.4", "C6.5/gain", "C8.9", "D.8")
"""Rules beside the To Hit DR by which something comes of a shot (C3.3)."""

TOLD_NOTES = frozenset({"the_sniper_hits", "ffe_comes_down", "do_not_escape"})
"""Kinds of other notes that are events to a reader."""

UNCOVERED = ("moved_in_los", "loses_its_concealment")
"""Kinds of how a unit loses its "?"."""

CONCEALED = ", concealed"

FAILS = "fails"
"""What is said if nothing comes of those."""

SUCCESS = "succeeds"
"""What is said of a CC DR of which comes what is told next."""

LEADS = frozenset(
    {"ac_of", "the_suspect_checked_next", "which_suspect_is_checked_first"}
)
"""Kinds of notes that stand before an Activation."""

SMALL = frozenset(
    {
        "fires", "has_as_its_action", "has_as_its_automatic_action",
        "has_its_move_command", "has_wall_advantage", "makes_for", "moved_in_los",
        "no_longer_makes_for",
        "moves_with", "opportunity_fire_because", "has_advanced", "stays",
        "tries_to_rally_another", "tries_to_recover", "tries_to_repair", "turns",
        "turns_its_turret", "takes_shelter", "keeps_its_rof", "has_acquired_its_target",
        "loses_its_acquired_target", "is_for_opportunity_fire", "fires_no_more",
        "can_fire_no_more_its_user_cowers", "can_fire_no_more_with_other_work",
        "stays_where_it_is", "left_by", "san",
        "lost_with",
        "keeps_dm", "under_dm", "loses_its_concealment", "is_concealed",
    }
)  # fmt: skip
"""Kinds of changes that explain an event, and are none to a reader."""

NEVER = (
    RowRead, Decided, ev.AcNumberSet, ev.LossesChanged, ev.MarkerAdded,
    ev.MarkerChanged, ev.MarkerRemoved, ev.WeaponAdded, ev.BatteryChanged,
)  # fmt: skip
"""Events that are details of others."""

GOES = ("moves", "advances")
"""Kinds of what a S? does hex by hex."""


class StoryLine(Struct, frozen=True, kw_only=True):
    """An event in plain words, and the lines that lie behind it.

    Args:
        number: of its last line, by which it is asked about.
        text: it in a sentence.
        style: how it looks.
        enemy: the ENEMY does it.
        loss: somebody is lost, reduced or broken by it.
        lines: all its lines in order, itself among them.
        dice: its own roll: that of a shot, not of the Action before it.
    """

    number: int
    text: str
    style: str
    enemy: bool
    loss: bool
    lines: tuple[LogLine, ...]
    dice: tuple[int, ...] = ()


def story_of(
    world: World,
    lines: Iterable[LogLine],
    events: Sequence[Emitted],
    asked: tuple[str, ...] = (),
) -> list[StoryLine]:
    """Lines of the log as a reader wants them.

    Args:
        world: the World.
        lines: condensed ones.
        events: those that they tell of.
        asked: the rules under which something is asked now: of an event under them it
            is not known yet what comes.
    """
    telling = _Telling(world, {each.number: each.causes for each in events})
    for line in lines:
        telling.take(line)
    return telling.end(asked)


def is_head(line: LogLine) -> bool:
    """Whether a line is an event to a reader."""
    if isinstance(line.event, NEVER):
        return False
    match line.event:
        case RollMade(fact=fact):
            return kind_of(fact) in ROLLED
        case Note(fact=fact):
            return kind_of(fact) in SHOTS | TOLD_NOTES
        case ev.UnitChanged(what=what) | ev.WeaponChanged(what=what):
            return kind_of(what) not in SMALL
        case ev.WeaponRemoved(why=why):
            return kind_of(why) not in SMALL
    return True


def _comes_to_nothing(roll: RollMade) -> bool:
    """Whether it is a CC DR above the Kill Number."""
    data = data_of(roll.fact)
    number = data.get(CLASHES.get(kind_of(roll.fact), ""))
    return isinstance(number, int) and roll.final > number


def _leads(line: LogLine) -> bool:
    """Whether a line may lead to an Activation: then it is a detail of that."""
    return isinstance(line.event, Note) and kind_of(line.event.fact) in LEADS


class _Head:
    """An event that is being told, as its lines come.

    Args:
        world: the World.
        line: with which it begins.
        causes: of it.
        before: details that led to it.
    """

    def __init__(
        self,
        world: World,
        line: LogLine,
        causes: tuple[str, ...],
        before: Sequence[LogLine],
    ) -> None:
        self.world = world
        self.first = line
        self.lines = [*before, line]
        inner = causes[:-1] if isinstance(line.event, ev.SuspectRemoved) else causes
        self.under = inner
        self.text = begun(world, line)
        self.came: list[str] = []
        self.new: dict[str, str] = {}
        """Who was introduced, as it was told."""
        self.aside: list[str] = []
        self.moved = moved(line)
        self.loss = is_loss(line)
        self.goes_on = False
        """Whether what comes of its hit is told next."""
        self.open = False
        """Whether what comes of it waits for dice, or for another answer."""

    @property
    def of_a_hit(self) -> bool:
        """Whether it is the attack of an HE hit, on the IFT."""
        match self.first.event:
            case Note(fact=Fact(kind="attack", data={"source": "HE"})):
                return True
        return False

    def caused(self, causes: tuple[str, ...]) -> bool:
        """Whether something was done under the same rules, or by a hit."""
        if not self.under:
            return False
        *outer, own = self.under
        rules = (own, *ON_A_HIT) if own == "C3.3" else (own,)
        return any(causes[: len(self.under)] == (*outer, rule) for rule in rules)

    def explained_by(self, line: LogLine, causes: tuple[str, ...]) -> bool:
        """Whether a detail is of this event; one who came with it may be uncovered."""
        if self._uncovered(line):
            return True
        return self.caused(causes) and not _leads(line)

    def _uncovered(self, line: LogLine) -> str:
        """Who of those that came with it loses his "?" by a line, if one does."""
        match line.event:
            case ev.UnitChanged(unit=unit, what=what) if kind_of(what) in UNCOVERED:
                return unit.id if unit.id in self.new else ""
        return ""

    def take_back(
        self, waiting: Sequence[LogLine], causes: Mapping[int, tuple[str, ...]]
    ) -> list[LogLine]:
        """Take the details that have led to nothing; the others."""
        own = [one for one in waiting if self.caused(causes.get(one.number, ()))]
        self.lines += own
        return [one for one in waiting if one not in own]

    def takes(self, line: LogLine, causes: tuple[str, ...]) -> bool:
        """Whether a line is a part of this event: it goes on, or it comes of it."""
        one, other = self.first.event, line.event
        match one, other:
            case ev.Moved(move=move), ev.Moved(move=later):
                return move.units == later.units
            case ev.SuspectChanged(what=what), ev.SuspectChanged(what=same):
                return kind_of(what) == kind_of(same)
            case ev.UnitChanged(unit=unit, what=what), ev.Moved(move=move):
                return kind_of(what) == "routs" and unit.id in move.units
            case ev.SuspectRemoved(), ev.UnitAdded() | ev.FortificationAdded():
                return self.caused(causes)
            case Note(), _ if self.caused(causes) and is_head(line):
                return not isinstance(other, Note | ev.PhaseBegan)
        return sets_up(one) and sets_up(other)

    def add(self, line: LogLine, before: Sequence[LogLine]) -> None:
        """Take a line of it."""
        self.lines += [*before, line]
        self.loss |= is_loss(line)
        match line.event:
            case ev.SuspectChanged():
                self.moved |= moved(line)
            case ev.UnitChanged(unit=unit) if sets_up(line.event):
                self.text += f", {unit.id}"
            case ev.SniperAlerted():
                self.aside.append(outcome(self.world, line))
            case ev.Moved():
                joint = ", " if isinstance(self.first.event, ev.Moved) else " to "
                self.text += joint + way(self.world, line, line.event)
            case ev.UnitAdded(unit=unit):
                told = plain(self.world.map, introduced(self.world, unit))
                self.came.append(told)
                self.new[unit.id] = told
            case _:
                self._comes(outcome(self.world, line))

    def _comes(self, text: str) -> None:
        """Something comes of it; what tells the last thing more fully replaces it."""
        if self.came and text.startswith(self.came[-1]):
            self.came.pop()
        self.came.append(text)

    def told(self) -> StoryLine:
        """The event in a sentence."""
        return StoryLine(
            number=self.lines[-1].number,
            text=self._sentence(),
            style=self._style(),
            enemy=is_enemys(self.first, self.under),
            loss=self.loss,
            lines=tuple(self.lines),
            dice=self._dice(),
        )

    def _dice(self) -> tuple[int, ...]:
        """What was rolled for it; what led to a S? counts, what led to a shot not."""
        own = self.lines
        if isinstance(self.first.event, Note | RollMade):
            own = own[own.index(self.first) :]
        rolls = (line.event for line in own if isinstance(line.event, RollMade))
        return next((roll.dice for roll in rolls), ())

    def _sentence(self) -> str:
        event = self.first.event
        came = ", ".join(dict.fromkeys(filter(None, self._known())))
        match event:
            case ev.SuspectChanged(what=what) if len(self.moved) > 1:
                verb = {"moves": "move", "advances": "advance"}.get(kind_of(what))
                return f"{len(self.moved)} S? {verb or say(what)}"
            case ev.SuspectChanged(suspect=suspect, what=what) if kind_of(what) in GOES:
                return f"{suspect_name(suspect.id)} {say(what)}"
            case ev.SuspectRemoved(why=why) if kind_of(why) == "activated":
                found = "is checked" if self.open else "was nobody"
                found = f"is Activated: {came}" if came else found
                return f"{suspect_name(event.id)} {found}"
            case RollMade(fact=fact) if kind_of(fact) in ROLLED:
                own = f"{data_of(fact).get('unit')}: "
                return f"{self.text}: {came.removeprefix(own) or self._verdict()}"
            case Note(fact=fact) if kind_of(fact) in SHOTS:
                none = passed(self.lines)
                none = HIT if self.goes_on and none == f"{HIT}, {NOTHING}" else none
                none = "" if self.open else none
                told = came or none
                shot = f"{self.text}: {told}" if told else self.text
                return ", ".join([shot, *self.aside])
        return f"{self.text}: {came}" if came else self.text

    def _verdict(self) -> str:
        """How a roll ended of which nothing comes, or what comes is told later."""
        roll = self.first.event
        if not isinstance(roll, RollMade) or kind_of(roll.fact) not in CLASHES:
            return FAILS
        return NOTHING if _comes_to_nothing(roll) else SUCCESS

    def _known(self) -> Iterator[str]:
        """What came of it; who lost his "?" as he came is not told as concealed."""
        new = {self.new[id_] for line in self.lines if (id_ := self._uncovered(line))}
        for text in self.came:
            yield text.removesuffix(CONCEALED) if text in new else text

    def _style(self) -> str:
        style = self.first.style
        if style in ("phase", "friendly", "enemy") and not self.loss:
            return style
        return "alarm" if self.loss or style == "alarm" else ""


class _Telling:
    """A story as it is told, line by line.

    Args:
        world: the World.
        causes: of each event, by its number.
    """

    def __init__(self, world: World, causes: Mapping[int, tuple[str, ...]]) -> None:
        self.world = world
        self.causes = causes
        self.told: list[_Head] = []
        self.waiting: list[LogLine] = []
        """Details of what is still to come."""

    def take(self, line: LogLine) -> None:
        """One line more: it goes on with the last event, begins one, or waits."""
        cause = self.causes.get(line.number, ())
        last = self.told[-1] if self.told else None
        if last and last.takes(line, cause):
            last.add(line, self._all_waiting())
        elif isinstance(line.event, ev.RandomEvent):
            self._random_event(line, cause)
        elif is_head(line):
            if last and not isinstance(line.event, ev.SuspectRemoved):
                self.waiting = last.take_back(self.waiting, self.causes)
            self.told.append(_Head(self.world, line, cause, self._all_waiting()))
        elif last and last.explained_by(line, cause):
            last.lines.append(line)
        else:
            self.waiting.append(line)
        if self.waiting and self.told and isinstance(line.event, ev.PhaseBegan):
            self.told[-1].lines[:0] = self._all_waiting()

    def _all_waiting(self) -> list[LogLine]:
        waiting, self.waiting = self.waiting, []
        return waiting

    def _random_event(self, line: LogLine, causes: tuple[str, ...]) -> None:
        """A Random Event with what it brought, which is before it in the log (S2.2)."""
        brought: list[_Head] = []
        while self.told and RANDOM_EVENTS in self.told[-1].under:
            brought.insert(0, self.told.pop())
        waiting = self._all_waiting()
        before = [one for head in brought for one in head.lines]
        made = _Head(self.world, line, causes, [*before, *waiting])
        made.loss = any(head.loss for head in brought)
        given = waiting + [
            one
            for head in brought
            if not isinstance(head.first.event, ev.SuspectRemoved)
            for one in head.lines
        ]
        new = [one.text for one in given if isinstance(one.event, ev.WeaponAdded)]
        sentences = [head.told().text for head in brought]
        named = f"{made.text.rpartition(': ')[2]}: "  # weather: Gusts
        made.came = [text.removeprefix(named) for text in (*sentences, *new)]
        self.told.append(made)

    def end(self, asked: tuple[str, ...]) -> list[StoryLine]:
        """The whole story; what still waits belongs to its last event."""
        if self.waiting and self.told:
            self.told[-1].lines += self.waiting
        elif self.waiting:
            *before, last = self.waiting
            self.told.append(_Head(self.world, last, (), before))
        for shot, after in pairwise(self.told):
            shot.goes_on = after.of_a_hit
        if self.told:
            self.told[-1].open = self.told[-1].caused(asked)
        return [head.told() for head in self.told]
