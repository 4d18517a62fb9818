"""What the story says of an event: how it began, what came of it, who did it."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from opfor.core.event import Note, RollMade
from opfor.core.fact import Fact
from opfor.state import events as ev
from opfor.state.units import LocationName
from opfor.state.world import World
from opfor.views.text.deeds import deed
from opfor.views.text.events import dug_in
from opfor.views.text.log import LogLine
from opfor.views.text.names import place, plain
from opfor.views.text.words import kind_of, say

SHOTS = frozenset({"attack", "to_hit_shot"})
"""Kinds of notes with which a shot begins."""

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

ROLLED = frozenset({*TRIED, *CLASHES})
"""Kinds of rolls that have words of their own."""

SUCCEEDS = frozenset({"rallied", "repaired", "recovered_by", "is_in_a_foxhole"})
"""Kinds of what comes of those."""

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

NOTHING = "no effect"

HIT = "hit"

MISSED = "miss"
"""The verdict of a To Hit DR that hits nobody."""

SET_UP = "is_set_up"

CHECKS = ("MC", "PTC")
"""Results of the IFT that may be passed."""

HIS = ("S5", "S6", "S8.p1", "S9", "S10", "S11")
"""The sections by which the ENEMY acts."""


def begun(world: World, line: LogLine) -> str:
    """The event itself, in plain words."""
    match line.event:
        case ev.PhaseBegan(turn=turn, side=side, phase=phase):
            return f"Turn {turn}, {side} {phase}"
        case Note(fact=Fact(kind=kind, data=data)) if kind in SHOTS:
            at = _and(_places(world, data["at"]))
            return f"{_shooter(world, data)} at {at}{_kind_of_fire(data)}"
        case RollMade(fact=fact) if kind_of(fact) in ROLLED:
            return _tried(fact)
        case ev.Moved(move=move):
            # A rout goes on as what Interdiction has left of the unit (A10.53).
            goes = " routs" if line.rule == "A3.6" else ""
            return f"{', '.join(move.units)}{goes} to {way(world, line, line.event)}"
        case ev.SuspectRemoved(id=id_):
            return f"{suspect_name(id_)} was nobody"
    return outcome(world, line)


def sets_up(event: object) -> bool:
    """Whether a unit is set up."""
    return _kind(event) == SET_UP


def moved(line: LogLine) -> set[str]:
    """The S? of a line that moves one."""
    event = line.event
    return {event.suspect.id} if isinstance(event, ev.SuspectChanged) else set()


def suspect_name(id_: str) -> str:
    """A S? by its number: S4 alone would read as a hex, or as a rule."""
    return f"S? {id_.removeprefix('S')}"


def passed(lines: Iterable[LogLine]) -> str:
    """What an attack gave that harmed nobody: a miss, a MC that was passed, or none.

    A PTC that nobody had to take (A7.305: they are broken, or pinned) is none.
    """
    nothing, check, taken, failed = NOTHING, "", False, False
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
            case RollMade(fact=Fact(kind="check_of", data=data), final=final):
                taken, level = True, data["level"]
                failed = failed or (isinstance(level, int) and final > level)
    if check and failed:
        return check  # what comes of it is told next
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


def way(world: World, line: LogLine, event: ev.Moved) -> str:
    """The hexes that were entered, one after another."""
    return ", ".join(line.way or (place(world, event.to),))


def data_of(fact: Fact | str) -> Mapping[str, object]:
    """What a fact tells; nothing of one that is a sentence, as old saves have."""
    return fact.data if isinstance(fact, Fact) else {}


def _tried(roll: Fact | str) -> str:
    """What a roll was for."""
    data = data_of(roll)
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


def outcome(world: World, line: LogLine) -> str:
    """What became of somebody, in plain words; else the line as it is."""
    event = line.event
    match event:
        case ev.UnitChanged(what=what) | ev.WeaponChanged(what=what) if (
            kind_of(what) in SUCCEEDS
        ):
            return "succeeds"
        case ev.UnitChanged(unit=unit) if sets_up(event):
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


def is_loss(line: LogLine) -> bool:
    """Whether somebody is lost, reduced, broken or wounded by it."""
    event = line.event
    if isinstance(event, ev.UnitRemoved) and kind_of(event.why) in UNHARMED:
        return False
    harmed = _kind(event) in ("broken", "disrupted", "wounded")
    return harmed or isinstance(event, LOSSES)


def is_enemys(line: LogLine, causes: tuple[str, ...]) -> bool:
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
