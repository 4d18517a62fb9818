"""The log as a reader wants it first: a sentence an event, rule and dice below (D-650).

What happened is a head: a way, a shot, a S? that is Activated. What came of it stands
behind the head; rolls, rows of tables and bookkeeping are its details. Nothing is lost:
every line of `condensed.py` is a head or a detail of one.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from opfor.core.event import Emitted, Note, RollMade
from opfor.core.explain import Decided, RowRead
from opfor.core.fact import Fact
from opfor.state import events as ev
from opfor.state.units import LocationName
from opfor.state.world import World
from opfor.views.text.deeds import deed
from opfor.views.text.events import dug_in, introduced
from opfor.views.text.log import LogLine
from opfor.views.text.names import place, plain
from opfor.views.text.words import kind_of, say

SHOTS = frozenset({"attack", "to_hit_shot"})
"""Kinds of notes with which a shot begins."""

ON_A_HIT = ("A9.2", "A12.14/b4", "C3.4", "C6.5/gain", "C8.9", "D.8")
"""Rules beside the To Hit DR by which something comes of a shot (C3.3)."""

TOLD_NOTES = frozenset({"the_sniper_hits", "ffe_comes_down"})
"""Kinds of other notes that are events to a reader."""

TRIED: Mapping[str, str] = MappingProxyType(
    {
        "rally_of": "Rally of {unit}", "repair_of": "repair of {weapon}",
        "recovers": "{unit} recovers {weapon}", "entrenches": "{unit} entrenches",
        "heat_of_battle_of": "Heat of Battle of {unit}",
    }
)  # fmt: skip
"""Kinds of rolls that are events, and how they are told."""

CLASHES: Mapping[str, str] = MappingProxyType(
    {"cc_of": "kill", "cc_on_a_vehicle": "ccv"}
)
"""Kinds of CC DR, and where each has the number that it must not exceed."""

FAILS = "fails"
"""What is said if nothing comes of those."""

LEADS = frozenset(
    {"ac_of", "the_suspect_checked_next", "which_suspect_is_checked_first"}
)
"""Kinds of notes that stand before an Activation."""

SUCCEEDS = frozenset({"rallied", "repaired", "recovered_by", "is_in_a_foxhole"})
"""Kinds of what comes of those."""

SMALL = frozenset(
    {
        "fires", "has_as_its_action", "has_as_its_automatic_action",
        "has_its_move_command", "has_wall_advantage", "makes_for", "moved_in_los",
        "moves_with", "opportunity_fire_because", "has_advanced", "stays",
        "tries_to_rally_another", "tries_to_recover", "tries_to_repair", "turns",
        "turns_its_turret", "takes_shelter", "keeps_its_rof", "has_acquired_its_target",
        "loses_its_acquired_target", "is_for_opportunity_fire", "fires_no_more",
        "can_fire_no_more_its_user_cowers", "stays_where_it_is", "left_by", "san",
        "lost_with",
        "keeps_dm", "under_dm", "loses_its_concealment", "is_concealed",
    }
)  # fmt: skip
"""Kinds of changes that explain an event, and are none to a reader."""

BECAME: Mapping[str, str] = MappingProxyType(
    {
        "broken": "{who} breaks", "pinned": "{who} is pinned",
        "disrupted": "{who} is Disrupted", "wounded": "{who} is wounded",
        "panics": "{who} panics", "berserk": "{who} goes berserk",
        "malfunctions": "{who} malfunctions",
        "casualty_reduced": "{who} is reduced to {new}",
        "replaced_by_elr": "{who} is replaced by {new} (ELR)",
    }
)  # fmt: skip
"""What became of a unit or Weapon, as one tells it."""

LOSSES = (ev.UnitRemoved, ev.UnitReplaced, ev.WeaponRemoved)
"""What is gone, whole or in part."""

UNHARMED = ("mans", "recombined_into", "left_the_map", "was_a_dummy", "adjusted")
"""Why a counter is taken away that nobody has lost."""

OF_ITSELF = ("failure_to_rout", "burnt_in_a_blaze", "massacred", "lost_with")
"""Why a unit is lost, where no shot or roll is told with it."""

NEVER = (
    RowRead, Decided, ev.AcNumberSet, ev.LossesChanged, ev.MarkerAdded,
    ev.MarkerChanged, ev.MarkerRemoved, ev.WeaponAdded, ev.BatteryChanged,
)  # fmt: skip
"""Events that are details of others."""

NOTHING = "no effect"
HIT = "hit"

MISSED = "miss"
"""The verdict of a To Hit DR that hits nobody."""

SET_UP = "is_set_up"

GOES = ("moves", "advances")
"""Kinds of what a S? does hex by hex."""

CHECKS = ("MC", "PTC")
"""Results of the IFT that may be passed."""

HIS = ("S5", "S6", "S8.p1", "S9", "S10", "S11")
"""The sections by which the ENEMY acts."""


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
    world: World, lines: Iterable[LogLine], events: Sequence[Emitted]
) -> list[StoryLine]:
    """Lines of the log as a reader wants them.

    Args:
        world: the World.
        lines: condensed ones.
        events: those that they tell of.
    """
    causes = {emitted.number: emitted.causes for emitted in events}
    told: list[_Head] = []
    waiting: list[LogLine] = []  # details of what is still to come
    for line in lines:
        cause = causes.get(line.number, ())
        if told and told[-1].takes(line, cause):
            told[-1].add(line, waiting)
            waiting = []
        elif is_head(line):
            if told and not isinstance(line.event, ev.SuspectRemoved):
                waiting = told[-1].take_back(waiting, causes)
            told.append(_Head(world, line, cause, waiting))
            waiting = []
        elif told and told[-1].caused(cause) and not _leads(line):
            told[-1].lines.append(line)
        else:
            waiting.append(line)
        if waiting and told and isinstance(line.event, ev.PhaseBegan):
            told[-1].lines[:0], waiting = waiting, []
    if waiting and told:
        told[-1].lines += waiting
    elif waiting:
        told.append(_Head(world, waiting[-1], (), waiting[:-1]))
    for shot, after in pairwise(told):
        shot.goes_on = after.of_a_hit
    return [head.told() for head in told]


def is_head(line: LogLine) -> bool:
    """Whether a line is an event to a reader."""
    if isinstance(line.event, NEVER):
        return False
    match line.event:
        case RollMade(fact=fact):
            return kind_of(fact) in TRIED or _comes_to_nothing(line.event)
        case Note(fact=fact):
            return kind_of(fact) in SHOTS | TOLD_NOTES
        case ev.UnitChanged(what=what) | ev.WeaponChanged(what=what):
            return kind_of(what) not in SMALL
        case ev.WeaponRemoved(why=why):
            return kind_of(why) not in SMALL
    return True


def _comes_to_nothing(roll: RollMade) -> bool:
    """Whether it is a CC DR above the Kill Number: nothing else tells how it ended."""
    data = _data(roll.fact)
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
        self.text = _begun(world, line)
        self.came: list[str] = []
        self.aside: list[str] = []
        self.moved = _moved(line)
        self.loss = _is_loss(line)
        self.goes_on = False
        """Whether what comes of its hit is told next."""

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
        return _sets_up(one) and _sets_up(other)

    def add(self, line: LogLine, before: Sequence[LogLine]) -> None:
        """Take a line of it."""
        self.lines += [*before, line]
        self.loss |= _is_loss(line)
        match line.event:
            case ev.SuspectChanged():
                self.moved |= _moved(line)
            case ev.UnitChanged(unit=unit) if _sets_up(line.event):
                self.text += f", {unit.id}"
            case ev.SniperAlerted():
                self.aside.append(_outcome(self.world, line))
            case ev.Moved():
                joint = ", " if isinstance(self.first.event, ev.Moved) else " to "
                self.text += joint + _way(self.world, line, line.event)
            case ev.UnitAdded(unit=unit):
                self.came.append(plain(self.world.map, introduced(self.world, unit)))
            case _:
                self._comes(_outcome(self.world, line))

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
            enemy=_is_enemys(self.first, self.under),
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
        came = ", ".join(dict.fromkeys(filter(None, self.came)))
        match event:
            case ev.SuspectChanged(what=what) if len(self.moved) > 1:
                verb = {"moves": "move", "advances": "advance"}.get(kind_of(what))
                return f"{len(self.moved)} S? {verb or say(what)}"
            case ev.SuspectChanged(suspect=suspect, what=what) if kind_of(what) in GOES:
                return f"{_suspect(suspect.id)} {say(what)}"
            case ev.SuspectRemoved(why=why) if kind_of(why) == "activated":
                found = f"is Activated: {came}" if came else "was nobody"
                return f"{_suspect(event.id)} {found}"
            case RollMade(fact=fact):
                own = f"{_data(fact).get('unit')}: "
                none = NOTHING if kind_of(fact) in CLASHES else FAILS
                return f"{self.text}: {came.removeprefix(own) or none}"
            case Note(fact=fact) if kind_of(fact) in SHOTS:
                none = _passed(self.lines)
                none = HIT if self.goes_on and none == f"{HIT}, {NOTHING}" else none
                return ", ".join([f"{self.text}: {came or none}", *self.aside])
        return f"{self.text}: {came}" if came else self.text

    def _style(self) -> str:
        style = self.first.style
        if style in ("phase", "friendly", "enemy") and not self.loss:
            return style
        return "alarm" if self.loss or style == "alarm" else ""


def _begun(world: World, line: LogLine) -> str:
    """The event itself, in plain words."""
    match line.event:
        case ev.PhaseBegan(turn=turn, side=side, phase=phase):
            return f"Turn {turn}, {side} {phase}"
        case Note(fact=Fact(kind=kind, data=data)) if kind in SHOTS:
            at = _and(_places(world, data["at"]))
            return f"{_shooter(world, data)} at {at}{_kind_of_fire(data)}"
        case RollMade(fact=fact):
            return _tried(fact)
        case ev.Moved(move=move):
            # A rout goes on as what Interdiction has left of the unit (A10.53).
            goes = " routs" if line.rule == "A3.6" else ""
            return f"{', '.join(move.units)}{goes} to {_way(world, line, line.event)}"
        case ev.SuspectRemoved(id=id_):
            return f"{_suspect(id_)} was nobody"
    return _outcome(world, line)


def _sets_up(event: object) -> bool:
    """Whether a unit is set up."""
    return _kind(event) == SET_UP


def _moved(line: LogLine) -> set[str]:
    """The S? of a line that moves one."""
    event = line.event
    return {event.suspect.id} if isinstance(event, ev.SuspectChanged) else set()


def _suspect(id_: str) -> str:
    """A S? by its number: S4 alone would read as a hex, or as a rule."""
    return f"S? {id_.removeprefix('S')}"


def _passed(lines: Iterable[LogLine]) -> str:
    """What an attack gave that harmed nobody: a miss, a MC that was passed, or none.

    A PTC that nobody had to take (A7.305: they are broken, or pinned) is none.
    """
    nothing, check, taken = NOTHING, "", False
    for line in lines:
        match line.event:
            case Note(fact=Fact(kind="verdicts", data={"of": [*said]})):
                told = [str(each.data["verdict"]) for each in _facts(said)]
                if all(verdict == MISSED for verdict in told):
                    return "missed"
                nothing = f"{HIT}, {NOTHING}"
            case Note(fact=Fact(kind="results_for", data={"results": [*results]})):
                told = [str(each.data["result"]) for each in _facts(results)]
                check = check or next((one for one in told if one.endswith(CHECKS)), "")
            case RollMade(fact=Fact(kind="check_of")):
                taken = True
    return f"{check} passed" if check and taken else nothing


def _facts(values: Iterable[object]) -> list[Fact]:
    return [value for value in values if isinstance(value, Fact)]


def _shooter(world: World, data: Mapping[str, Any]) -> str:
    """From where it is fired, or with what; HE of a hit and Residual FP attack."""
    if "piece" in data:
        return f"{_said(data['piece'])} fires"
    starts = [_places(world, fact.data["places"]) for fact in data["start"]]
    places = [name for each in starts for name in each]
    if places:
        return f"{_and(places)} fire{'s' * (len(places) == 1)}"
    source = _said(data["source"])
    return f"{source[:1].upper()}{source[1:]} attacks"


def _kind_of_fire(data: Mapping[str, Any]) -> str:
    """Which kind of fire a shot is; saves of before do not say."""
    return "".join(f" ({_said(kind)})" for kind in data.get("kind", ()))


def _way(world: World, line: LogLine, event: ev.Moved) -> str:
    """The hexes that were entered, one after another."""
    return ", ".join(line.way or (place(world, event.to),))


def _data(fact: Fact | str) -> Mapping[str, object]:
    return fact.data if isinstance(fact, Fact) else {}


def _tried(roll: Fact | str) -> str:
    """What a roll was for."""
    data = _data(roll)
    if kind_of(roll) in CLASHES:
        ours, theirs = (" + ".join(_names(data[who])) for who in ("ours", "theirs"))
        return f"{ours} against {theirs} in CC"
    return TRIED[kind_of(roll)].format_map(data)


def _names(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, tuple | list) else []


def _said(value: object) -> str:
    return say(value) if isinstance(value, Fact) else str(value)


def _places(world: World, value: object) -> list[str]:
    names = value if isinstance(value, tuple | list) else (value,)
    return [place(world, LocationName(str(name))) for name in names if name]


def _and(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _outcome(world: World, line: LogLine) -> str:
    """What became of somebody, in plain words; else the line as it is."""
    event = line.event
    match event:
        case ev.UnitChanged(what=what) | ev.WeaponChanged(what=what) if (
            kind_of(what) in SUCCEEDS
        ):
            return "succeeds"
        case ev.UnitChanged(unit=unit) if _sets_up(event):
            return f"set up: {unit.id}"
        case ev.UnitRemoved(id=id_, why=why) if kind_of(why) not in UNHARMED:
            because = f" ({say(why)})" if kind_of(why) in OF_ITSELF else ""
            return f"{id_} is eliminated{because}"
        case ev.FortificationAdded(fortification=new):  # nobody calls it by its id
            return plain(world.map, dug_in(world, new))
        case ev.UnitReplaced(id=id_, what=what, units=units) if kind_of(what) in BECAME:
            now = ", ".join(unit.id for unit in units)
            return BECAME[kind_of(what)].format(who=id_, new=now)
    return _became(line)


def _became(line: LogLine) -> str:
    event = line.event
    kind, who = _kind(event), line.who or (deed(event).who if event else "",)
    if kind in BECAME:
        several = len(who) > 1
        verb = BECAME[kind].format(who=", ".join(who))
        return _plural(verb) if several else verb
    return line.text


def _plural(text: str) -> str:
    for one, many in ((" breaks", " break"), (" is ", " are "), (" goes ", " go ")):
        text = text.replace(one, many)
    return text


def _kind(event: object) -> str:
    """The kind of what changed, if an event says so."""
    what: Fact | str = getattr(event, "what", "")
    return kind_of(what)


def _is_loss(line: LogLine) -> bool:
    event = line.event
    if isinstance(event, ev.UnitRemoved) and kind_of(event.why) in UNHARMED:
        return False
    harmed = _kind(event) in ("broken", "disrupted", "wounded")
    return harmed or isinstance(event, LOSSES)


def _is_enemys(line: LogLine, causes: tuple[str, ...]) -> bool:
    """Whether the ENEMY does it: one of his, or a rule of Chapter S for him."""
    if isinstance(line.event, ev.PhaseBegan):
        return line.event.side == "ENEMY"
    if line.style in ("friendly", "enemy"):
        return line.style == "enemy"
    if isinstance(line.event, ev.SuspectRemoved | ev.SuspectChanged):
        return True
    unit = getattr(line.event, "unit", None)
    if unit is not None:
        return bool(unit.side == "ENEMY")
    return any(cause.startswith(HIS) for cause in causes)
