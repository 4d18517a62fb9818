"""What to do with the counters on the player's own table, one short line each.

The check-list of some events is the difference between each state and the next; what
puts the counters back after an undo is the difference the other way round.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeVar

from opfor.core.event import Emitted, Note
from opfor.state.events import PhaseBegan
from opfor.state.state import State
from opfor.state.units import (
    Fortification,
    Marker,
    Suspect,
    Unit,
    Weapon,
)
from opfor.state.world import World
from opfor.views.friendly_view import seen
from opfor.views.text.names import FIRE_COUNTERS, FLAGS, kind_name, place, plain

T = TypeVar("T", Fortification, Marker)

HIDDEN_FLAGS = ("moved", "encircled")
"""Flags of a unit that no counter shows in the same way, or that its place shows."""


class Heading(str):
    """A line that names the phase of those below it."""

    __slots__ = ()


class CounterMove(NamedTuple):
    """A counter that moves, and the places that it passes."""

    who: str
    start: str
    to: str
    by: tuple[str, ...] = ()

    def __str__(self) -> str:
        by = f" by {', '.join(self.by)}" if self.by else ""
        return f"move {self.who} from {self.start} to {self.to}{by}"


def checklist(
    world: World, before: State, events: Iterable[Emitted], *, mine: bool = False
) -> list[str]:
    """What to do with the counters, in order, as events tell it, phase by phase.

    The steps of one move make one line.

    Args:
        world: the map.
        before: the state before the first of the events.
        events: what happened.
        mine: the player's own units too; he has moved them himself.
    """
    lines: list[str | CounterMove] = []
    state, heading = before, Heading()
    for emitted in events:
        if isinstance(emitted.event, Note):
            continue
        if isinstance(emitted.event, PhaseBegan):
            now = emitted.event
            heading = Heading(f"turn {now.turn}, {now.side} {now.phase}")
        after = state.apply(emitted.event)
        for line in _changes(world, state, after, mine=mine):
            lines += [heading] if heading else []
            heading = Heading()
            _append(lines, line)
        state = after
    return [
        line if isinstance(line, Heading) else plain(world.map, str(line))
        for line in lines
    ]


def _append(lines: list[str | CounterMove], line: str | CounterMove) -> None:
    """Put a line after others; a step goes on with the move before it."""
    last = lines[-1] if lines else ""
    match last, line:
        case CounterMove(who=who, to=there), CounterMove(who=other, start=here) if (
            who,
            there,
        ) == (
            other,
            here,
        ):
            lines[-1] = CounterMove(who, last.start, line.to, (*last.by, there))
        case _:
            lines.append(line)


def changes(world: World, old: State, new: State, *, mine: bool = False) -> list[str]:
    """What to do with the counters to get from one state to another."""
    return [
        plain(world.map, str(line)) for line in _changes(world, old, new, mine=mine)
    ]


def _changes(
    world: World, old: State, new: State, *, mine: bool
) -> Iterator[str | CounterMove]:
    if old is new:
        return
    yield from _suspects(world, old, new)
    yield from _units(world, old, new, mine=mine)
    yield from _weapons(world, old, new, mine=mine)
    yield from _fortifications(world, old, new)
    yield from _markers(world, old, new)
    yield from _board(world, old, new)


def _board(world: World, old: State, new: State) -> Iterator[str]:
    """VPO Locations, Control of Locations, the AC#, and the weather."""
    for at in (at for at in new.vpo if at not in old.vpo):
        yield f"mark {place(world, at)}: VPO, {new.mission.held_by} Controlled"
    if old.control is not new.control:
        for at in dict.fromkeys((*old.control, *new.control)):
            side = new.control.get(at) or new.mission.held_by
            if side != (old.control.get(at) or old.mission.held_by):
                yield f"mark {place(world, at)}: {side} Controlled"
    if old.ac_number != new.ac_number:
        yield f"set the AC# to {new.ac_number}"
    if old.weather != new.weather:
        gusts = ", Gusts" if new.weather.gusts else ""
        yield f"the weather is {new.weather.sky}, wind {new.weather.wind}{gusts}"


def _suspects(world: World, old: State, new: State) -> Iterator[str | CounterMove]:
    if old.suspects is new.suspects:
        return
    for id_, was in old.suspects.items():
        now = new.suspects.get(id_)
        if now is None:
            yield f"remove the S? {id_} from {_where(world, was)}"
        elif now.location != was.location:
            yield CounterMove(f"the S? {id_}", _where(world, was), _where(world, now))
    for id_, now in new.suspects.items():
        if id_ not in old.suspects:
            yield f"put a S? ({now.colour}, {now.attitude}) {_at(world, now)}: {id_}"


def _where(world: World, suspect: Suspect) -> str:
    if not suspect.location:
        return f"offboard beside {place(world, suspect.enters)}"
    return place(world, suspect.location)


def _at(world: World, suspect: Suspect) -> str:
    where = _where(world, suspect)
    return f"in {where}" if suspect.location else where


def _units(
    world: World, old: State, new: State, *, mine: bool
) -> Iterator[str | CounterMove]:
    if old.units is new.units:
        return
    for id_, was in old.units.items():
        if (was.side == "ENEMY" or mine) and id_ not in new.units and seen(was):
            where = place(world, was.location)
            yield f"remove {id_} ({kind_name(world, was)}) from {where}"
    for id_, now in new.units.items():
        before = old.units.get(id_)
        if now.side != "ENEMY" and not mine:
            yield from _concealment(world, before, now)
            continue
        if not seen(now):
            continue
        if before is None or not seen(before):
            yield _put(world, now)
        elif before is not now:
            yield from _unit(world, before, now)


def _concealment(world: World, was: Unit | None, now: Unit) -> Iterator[str]:
    """A "?" that a unit of the player's gains or loses, which opfor keeps book of."""
    if was is not None and was.concealed != now.concealed:
        how = "is concealed now" if now.concealed else "is no longer concealed"
        yield f"{now.id} in {place(world, now.location)} {how}"


def _put(world: World, unit: Unit) -> str:
    states = ", ".join(_shown(unit))
    told = f", {states}" if states else ""
    where = f"in {place(world, unit.location)}" if unit.location else "offboard"
    return f"put {kind_name(world, unit)} {where}: {unit.id}{told}"


def _unit(world: World, was: Unit, now: Unit) -> Iterator[str | CounterMove]:
    if was.counter != now.counter:
        yield f"{now.id} is now {kind_name(world, now)}"
    if was.location != now.location:
        start, to = place(world, was.location), place(world, now.location)
        yield CounterMove(now.id, start, to)
    gone = [word for word in _shown(was) if word not in _shown(now)]
    come = [word for word in _shown(now) if word not in _shown(was)]
    if come:
        yield f"mark {now.id} in {place(world, now.location)}: {', '.join(come)}"
    if gone:
        where = place(world, now.location)
        yield f"{now.id} in {where} is no longer {', '.join(gone)}"


def _shown(unit: Unit) -> list[str]:
    """The states of a unit that counters show."""
    found = [
        word
        for flag, word in FLAGS.items()
        if flag not in HIDDEN_FLAGS and getattr(unit, flag)
    ]
    return found + ([FIRE_COUNTERS[unit.fired]] if unit.fired else [])


def _weapons(world: World, old: State, new: State, *, mine: bool) -> Iterator[str]:
    if old.weapons is new.weapons:
        return
    for id_, was in old.weapons.items():
        if id_ not in new.weapons and not was.mount and _listed(old, was, mine):
            yield f"remove the {world.counter(was.counter).name} {id_}"
    for id_, now in new.weapons.items():
        before = old.weapons.get(id_)
        shown = before is not None or not now.mount  # a vehicle's counter shows its own
        if not (shown and _listed(new, now, mine)):
            continue
        name = world.counter(now.counter).name
        if before is None:
            yield f"give a {name}{' (dm)' if now.dm else ''} to {now.owner}: {id_}"
            continue
        if before.owner != now.owner:
            where = now.owner or f"nobody, in {place(world, now.location)}"
            yield f"the {name} {id_} is possessed by {where}"
        if before.dm != now.dm:
            yield f"turn the {name} {id_}: {'dm' if now.dm else 'assembled'}"
        if before.malfunctioned != now.malfunctioned:
            state = "malfunctioned" if now.malfunctioned else "repaired"
            yield f"turn the {name} {id_}: {state}"


def _listed(state: State, weapon: Weapon, mine: bool) -> bool:
    owner = state.units.get(weapon.owner)
    if owner is not None and not seen(owner):
        return False
    return mine or owner is None or owner.side == "ENEMY"


def _fortifications(world: World, old: State, new: State) -> Iterator[str]:
    yield from _things(
        world, old.fortifications, new.fortifications, lambda fort: fort.kind
    )


def _markers(world: World, old: State, new: State) -> Iterator[str]:
    def name(marker: Marker) -> str:
        number = marker.fp or marker.hindrance
        return f"{marker.kind} {number}" if number else marker.kind

    yield from _things(world, old.markers, new.markers, name)


def _things(
    world: World, old: Mapping[str, T], new: Mapping[str, T], name: Callable[[T], str]
) -> Iterator[str]:
    if old is new:
        return
    for id_, was in old.items():
        if id_ not in new and not getattr(was, "hidden", False):
            yield f"remove the {name(was)} from {place(world, was.location)}"
    for id_, now in new.items():
        if getattr(now, "hidden", False):
            continue
        before = old.get(id_)
        if before is None or getattr(before, "hidden", False):
            yield f"put {name(now)} in {place(world, now.location)}"
        elif before is not now and name(before) != name(now):
            where = place(world, now.location)
            yield f"turn the {name(before)} in {where}: {name(now)}"
