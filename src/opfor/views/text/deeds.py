"""Who did what by an event, so that lines that are alike can be told as one."""

from collections.abc import Sequence
from typing import NamedTuple

from opfor.core.event import Event
from opfor.core.fact import Fact
from opfor.state import events as ev
from opfor.state.units import Unit
from opfor.state.world import World
from opfor.views.text.events import GOING, TURNS, introduced
from opfor.views.text.names import place
from opfor.views.text.words import kind_of, say_many


class Deed(NamedTuple):
    """Who did something, empty for nobody alone, and what: equal for deeds alike."""

    who: str
    what: tuple[object, ...]


def deed(event: Event) -> Deed:
    """What an event tells, and of whom."""
    match event:
        case ev.UnitAdded(unit=unit):
            return Deed(unit.id, (unit.counter, unit.location, unit.concealed))
        case ev.UnitChanged(unit=unit, what=what):
            return Deed(unit.id, (what, *_there(unit, what)))
        case (
            ev.WeaponChanged(weapon=thing, what=what)
            | ev.FortificationChanged(fortification=thing, what=what)
            | ev.MarkerChanged(marker=thing, what=what)
            | ev.BatteryChanged(battery=thing, what=what)
            | ev.AircraftChanged(aircraft=thing, what=what)
        ):
            return Deed(thing.id, (type(event), what))
        case (
            ev.UnitRemoved(id=id_, why=why)
            | ev.WeaponRemoved(id=id_, why=why)
            | ev.FortificationRemoved(id=id_, why=why)
            | ev.MarkerRemoved(id=id_, why=why)
            | ev.SuspectRemoved(id=id_, why=why)
        ):
            return Deed(id_, (type(event), why))
    return Deed("", (event,))


def _there(unit: Unit, what: Fact | str) -> tuple[object, ...]:
    """Where it comes to, or what it turns to, if its line tells that."""
    kind = kind_of(what)
    if kind in GOING:
        return (unit.location,)
    return (unit.location, unit.vehicle) if kind in TURNS else ()


def together(world: World, events: Sequence[Event]) -> str:
    """What several did alike, in words; empty if there are none for several."""
    who = ", ".join(deed(event).who for event in events)
    match events[0]:
        case ev.UnitAdded(unit=unit):
            return f"{who}: {introduced(world, unit)}"
        case ev.UnitChanged(unit=unit, what=what) if kind_of(what) in GOING:
            way = f"{GOING[kind_of(what)]} {place(world, unit.location)}"
            return f"{who} {said} {way}" if (said := say_many(what)) else ""
    first = events[0]
    told: Fact | str = getattr(first, "what", getattr(first, "why", ""))
    return f"{who}: {said}" if (said := say_many(told)) else ""
