"""What happened in a phase, in sentences: who appears, breaks, falls, moves, takes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from opfor.core.event import Emitted, Event
from opfor.state import events as ev
from opfor.state.state import State
from opfor.state.units import OFFBOARD, Unit
from opfor.state.world import World
from opfor.views.text.events import ACTIVATED, told
from opfor.views.text.names import kind_name, place, plain
from opfor.views.text.words import kind_of


class Words(NamedTuple):
    """What is said of one unit, and of several."""

    one: str
    many: str


BECAME = {
    "broken": Words("breaks", "break"),
    "disrupted": Words("is Disrupted", "are Disrupted"),
    "pinned": Words("is pinned", "are pinned"),
    "panic": Words("panics", "panic"),
    "wounded": Words("is wounded", "are wounded"),
    "berserk": Words("goes berserk", "go berserk"),
    "fanatic": Words("becomes Fanatic", "become Fanatic"),
    "heroic": Words("becomes heroic", "become heroic"),
    "encircled": Words("is Encircled", "are Encircled"),
    "guard": Words("is captured", "are captured"),
}
"""A state of a unit, and how one tells that it began."""

RALLIES = Words("rallies", "rally")
"""What is said of those that are broken no more; of no other state its end is told."""

WHOLE = (
    ev.WaveBegan, ev.ControlTaken, ev.AreaTaken, ev.RandomEvent, ev.WeatherChanged,
    ev.SniperAlerted, ev.FortificationAdded, ev.UnitReplaced, ev.UnitRemoved,
    ev.GameEnded,
)  # fmt: skip
"""Events that the log's own line tells well enough."""

THE = (ev.AreaTaken, ev.SniperAlerted, ev.GameEnded)
"""Those of them whose line begins with an article."""


class Deed(NamedTuple):
    """Somebody, and what he did; equal deeds are told together.

    Without a deed it is a whole sentence by itself, which may need a capital.
    """

    who: str
    did: Words | None = None
    capital: bool = False


def sentences(
    world: World, events: Sequence[Emitted], before: State, after: State
) -> str:
    """A stretch of a game as a paragraph; empty if there is nothing to tell."""
    clauses = [*_clauses(world, events, before), *_moves(world, before, after)]
    return " ".join(_sentence(those) for those in _together(clauses))


def _sentence(deeds: Sequence[Deed]) -> str:
    """Those who did one thing."""
    who, did, capital = deeds[0]
    if did is None:
        return f"{who[:1].upper() if capital else who[:1]}{who[1:]}."
    names = list(dict.fromkeys(deed.who for deed in deeds))
    return f"{_and(names)} {did.one if len(names) == 1 else did.many}."


def _and(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _together(clauses: Sequence[Deed]) -> Iterable[list[Deed]]:
    """Clauses with the same deed joined, where they first stand."""
    found: dict[Words | int, list[Deed]] = {}
    for number, clause in enumerate(clauses):
        found.setdefault(clause.did or number, []).append(clause)
    return found.values()


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
                activated += kind_of(why) == ACTIVATED
                dummies += kind_of(why) != ACTIVATED
        if isinstance(event, WHOLE):
            yield Deed(_line(world, event), capital=isinstance(event, THE))
    if activated:
        yield Deed(f"{activated} S? Activated")
    if dummies:
        yield Deed(f"{dummies} S? turned out to be nobody")


def _line(world: World, event: Event) -> str:
    return plain(world.map, told(world, event)[0])


def _changes(old: Unit | None, new: Unit) -> Iterator[Deed]:
    for flag, began in BECAME.items():
        was, is_ = bool(getattr(old, flag, False)), bool(getattr(new, flag))
        if is_ and not was:
            yield Deed(new.id, began)
        elif was and not is_ and flag == "broken":
            yield Deed(new.id, RALLIES)


def _appears(world: World, unit: Unit) -> Deed:
    name = f"{unit.id} ({kind_name(world, unit)})"
    if unit.location == OFFBOARD:
        return Deed(name, Words("waits offboard", "wait offboard"))
    where = place(world, unit.location)
    return Deed(name, Words(f"appears in {where}", f"appear in {where}"))


def _moves(world: World, before: State, after: State) -> Iterator[Deed]:
    """Who is somewhere else than before, by where he is."""
    for unit in after.units.values():
        old = before.units.get(unit.id)
        if old is None or old.location == unit.location:
            continue
        to = place(world, unit.location)
        if unit.location == OFFBOARD:
            yield Deed(unit.id, Words("leaves the map", "leave the map"))
        elif old.location == OFFBOARD:
            yield Deed(unit.id, Words(f"enters, to {to}", f"enter, to {to}"))
        else:
            yield Deed(unit.id, Words(f"goes to {to}", f"go to {to}"))


def _aim(event: ev.ShotFired) -> tuple[str, str]:
    return event.shot.side, event.shot.target


def _fired_at(world: World, event: ev.ShotFired, times: int) -> Deed:
    """What was fired at, and how often in the phase."""
    side, target = event.shot.side, event.shot.target
    often = f" ({times} times)" if times > 1 else ""
    by = f"fired at by the {side} side"
    return Deed(f"{place(world, target)}{often}", Words(f"is {by}", f"are {by}"))


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
