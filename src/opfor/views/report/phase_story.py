"""What happened in a phase, in sentences: who appears, breaks, falls, moves, takes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from opfor.core.event import Emitted, Event
from opfor.state import events as ev
from opfor.state.state import State
from opfor.state.units import OFFBOARD, Unit
from opfor.state.world import World
from opfor.views.text.events import told
from opfor.views.text.names import kind_name, place, plain
from opfor.views.text.words import say

BECAME = {
    "broken": ("breaks", "rallies"),
    "disrupted": ("is Disrupted", ""),
    "pinned": ("is pinned", ""),
    "panic": ("panics", ""),
    "wounded": ("is wounded", ""),
    "berserk": ("goes berserk", ""),
    "fanatic": ("becomes Fanatic", ""),
    "heroic": ("becomes heroic", ""),
    "encircled": ("is Encircled", ""),
    "guard": ("is captured", ""),
}
"""A state of a unit, and how one tells that it began or ended."""

PLURALS = {
    "is ": "are ",
    "enters,": "enter,",
    "goes ": "go ",
    "rallies": "rally",
    "panics": "panic",
}
"""How words change that tell of several units; else a last s goes."""

WHOLE = (
    ev.WaveBegan, ev.ControlTaken, ev.AreaTaken, ev.RandomEvent, ev.WeatherChanged,
    ev.SniperAlerted, ev.FortificationAdded, ev.UnitReplaced, ev.UnitRemoved,
    ev.GameEnded,
)  # fmt: skip
"""Events that the log's own line tells well enough."""


class Deed(NamedTuple):
    """Somebody, and what he did; equal deeds one after another are told together."""

    who: str
    did: str


def sentences(
    world: World, events: Sequence[Emitted], before: State, after: State
) -> str:
    """A stretch of a game as a paragraph; empty if there is nothing to tell."""
    clauses = [*_clauses(world, events, before), *_moves(world, before, after)]
    return " ".join(_sentence(*clause) for clause in _together(clauses))


def _sentence(who: Sequence[str], did: str) -> str:
    if not did:
        text = ", ".join(who)
    else:
        text = f"{_and(who)} {did if len(who) == 1 else _plural(did)}"
    return f"{text[:1].upper() if text[:3] == 'the' else text[:1]}{text[1:]}."


def _plural(did: str) -> str:
    for one, many in PLURALS.items():
        if did.startswith(one):
            return many + did[len(one) :]
    verb, _, rest = did.partition(" ")
    return " ".join([verb.removesuffix("s"), rest]).strip()


def _and(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _together(clauses: Sequence[Deed]) -> Iterator[tuple[list[str], str]]:
    """Clauses with the same deed joined, where they first stand."""
    found: dict[str, list[str]] = {}
    for number, clause in enumerate(clauses):
        key = clause.did or f"\0{number}"
        names = found.setdefault(key, [])
        if clause.who not in names:
            names.append(clause.who)
    for key, names in found.items():
        yield names, "" if key.startswith("\0") else key


# -- event by event ----------------------------------------------------------------


def _clauses(world: World, events: Sequence[Emitted], before: State) -> Iterator[Deed]:
    units = dict(before.units)
    dummies = activated = 0
    shots = Counter(_aim(e.event) for e in events if isinstance(e.event, ev.ShotFired))
    for emitted in events:
        event = emitted.event
        match event:
            case ev.UnitChanged(unit=unit):
                yield from _changes(units.get(unit.id), unit)
                units[unit.id] = unit
            case ev.UnitAdded(unit=unit):
                units[unit.id] = unit
                yield _appears(world, unit)
            case ev.UnitReplaced(units=new):
                units |= {unit.id: unit for unit in new}
            case ev.ShotFired() if _aim(event) in shots:
                yield _fired_at(world, event, shots.pop(_aim(event)))
            case ev.SuspectRemoved(why=why):
                activated += say(why).startswith("Activated")
                dummies += not say(why).startswith("Activated")
        if isinstance(event, WHOLE):
            yield Deed(_line(world, event), "")
    if activated:
        yield Deed(f"{activated} S? Activated", "")
    if dummies:
        yield Deed(f"{dummies} S? turned out to be nobody", "")


def _line(world: World, event: Event) -> str:
    return plain(world.map, told(world, event)[0])


def _changes(old: Unit | None, new: Unit) -> Iterator[Deed]:
    for flag, (began, ended) in BECAME.items():
        was, is_ = bool(getattr(old, flag, False)), bool(getattr(new, flag))
        if is_ and not was:
            yield Deed(new.id, began)
        elif was and not is_ and ended:
            yield Deed(new.id, ended)


def _appears(world: World, unit: Unit) -> Deed:
    name = f"{unit.id} ({kind_name(world, unit)})"
    if unit.location == OFFBOARD:
        return Deed(name, "waits offboard")
    return Deed(name, f"appears in {place(world, unit.location)}")


def _moves(world: World, before: State, after: State) -> Iterator[Deed]:
    """Who is somewhere else than before, by where he is."""
    for unit in after.units.values():
        old = before.units.get(unit.id)
        if old is None or old.location == unit.location:
            continue
        if unit.location == OFFBOARD:
            yield Deed(unit.id, "leaves the map")
        elif old.location == OFFBOARD:
            yield Deed(unit.id, f"enters, to {place(world, unit.location)}")
        else:
            yield Deed(unit.id, f"goes to {place(world, unit.location)}")


def _aim(event: ev.ShotFired) -> tuple[str, str]:
    return event.shot.side, event.shot.target


def _fired_at(world: World, event: ev.ShotFired, times: int) -> Deed:
    """What was fired at, and how often in the phase."""
    side, target = event.shot.side, event.shot.target
    often = f" ({times} times)" if times > 1 else ""
    return Deed(f"{place(world, target)}{often}", f"is fired at by the {side} side")


# -- before the first turn ---------------------------------------------------------


def set_up(world: World, state: State) -> str:
    """What stands against what as play begins."""
    own = Counter(
        kind_name(world, unit)
        for unit in state.units.values()
        if unit.side == "FRIENDLY"
    )
    names = (f"{count} {name}" if count > 1 else name for name, count in own.items())
    suspects, number = len(state.suspects_onboard()), state.ac_number
    told = [f"You have {', '.join(names)}."] if own else []
    told.append(f"{suspects} S? are on the map; the AC# is {number}.")
    if state.vpo:
        where = ", ".join(place(world, vpo) for vpo in state.vpo)
        told.append(f"The VPO Locations: {where}.")
    return " ".join(told)
