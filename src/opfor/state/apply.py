"""What each kind of event does to the State: one entry a kind.

Most set a field or an entry of one; what happens to units stands in
`state/apply_units.py`.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from opfor.state import events as ev
from opfor.state.apply_units import (
    move_changed,
    move_ended,
    moved,
    named,
    unit_changed,
    unit_removed,
    unit_replaced,
    without,
)

if TYPE_CHECKING:
    from opfor.state.state import State

Apply = Callable[["State", Any], "State"]

# -- of every kind of thing ----------------------------------------------------------


def _added(thing: str, among: str) -> Apply:
    """A new thing of an event goes among those of its kind, and its id is used up."""

    def apply(state: "State", event: Any) -> "State":
        new = getattr(event, thing)
        things = getattr(state, among) | {new.id: new}
        return replace(state, named=named(state, new.id), **{among: things})

    return apply


def _changed(thing: str, among: str) -> Apply:
    """A thing of an event takes the place of the one with its id."""

    def apply(state: "State", event: Any) -> "State":
        new = getattr(event, thing)
        return replace(state, **{among: getattr(state, among) | {new.id: new}})

    return apply


def _removed(among: str) -> Apply:
    """The thing of an event's id is gone."""

    def apply(state: "State", event: Any) -> "State":
        return replace(state, **{among: without(getattr(state, among), event.id)})

    return apply


def _set(field: str, given: str = "") -> Apply:
    """A field takes what the event gives, by its own name or by another one."""

    def apply(state: "State", event: Any) -> "State":
        return replace(state, **{field: getattr(event, given or field)})

    return apply


def _entered(field: str, key: str, given: str) -> Apply:
    """An entry of a field takes what the event gives."""

    def apply(state: "State", event: Any) -> "State":
        entry = {getattr(event, key): getattr(event, given)}
        return replace(state, **{field: getattr(state, field) | entry})

    return apply


def _joined(field: str, given: str) -> Apply:
    """What the event gives comes after what a field has."""

    def apply(state: "State", event: Any) -> "State":
        return replace(
            state, **{field: (*getattr(state, field), getattr(event, given))}
        )

    return apply


# -- of one kind ---------------------------------------------------------------------


def _set_up(state: "State", _event: ev.SetUp) -> "State":
    return replace(state, ready=True)


def _random_event(state: "State", event: ev.RandomEvent) -> "State":
    times = state.had.get(event.words, 0) + 1
    return replace(state, had=state.had | {event.words: times})


def _phase_began(state: "State", event: ev.PhaseBegan) -> "State":
    return replace(
        state,
        turn=event.turn,
        side=event.side,
        phase=event.phase,
        done=(),
        move=None,
        course=None,
        commands={},
        window=None,
        shots=(),
        clashes=(),
        fallen=(),
    )


def _clashes_over(state: "State", event: ev.CloseCombatOver) -> "State":
    left = tuple(c for c in state.clashes if c.location != event.location)
    return replace(state, clashes=left)


def _judged(state: "State", event: ev.Judged) -> "State":
    about = event.judgement.about
    left = tuple(each for each in state.judged if each.about != about)
    return replace(state, judged=left if event.gone else (*left, event.judgement))


def _tidied(state: "State", event: ev.Tidied) -> "State":
    gone = event.markers_gone
    return replace(
        state,
        units=state.units | {unit.id: unit for unit in event.units},
        suspects=state.suspects | {s.id: s for s in event.suspects},
        weapons=state.weapons | {weapon.id: weapon for weapon in event.weapons},
        markers={id_: m for id_, m in state.markers.items() if id_ not in gone},
    )


def _sniper_acted(state: "State", _event: ev.SniperActed) -> "State":
    return replace(state, snipers=state.snipers[1:])


APPLY: Mapping[type[Any], Apply] = MappingProxyType(
    {
        ev.SuspectPlaced: _added("suspect", "suspects"),
        ev.SuspectChanged: _changed("suspect", "suspects"),
        ev.SuspectRemoved: _removed("suspects"),
        ev.WaveBegan: _added("wave", "waves"),
        ev.VpoDrawn: _set("drawn", "locations"),
        ev.AcNumberSet: _set("ac_number", "number"),
        ev.SetUp: _set_up,
        ev.UnitAdded: _added("unit", "units"),
        ev.UnitChanged: unit_changed,
        ev.UnitRemoved: unit_removed,
        ev.UnitReplaced: unit_replaced,
        ev.WeaponAdded: _added("weapon", "weapons"),
        ev.WeaponChanged: _changed("weapon", "weapons"),
        ev.WeaponRemoved: _removed("weapons"),
        ev.FortificationAdded: _added("fortification", "fortifications"),
        ev.FortificationChanged: _changed("fortification", "fortifications"),
        ev.FortificationRemoved: _removed("fortifications"),
        ev.MarkerAdded: _added("marker", "markers"),
        ev.MarkerChanged: _changed("marker", "markers"),
        ev.MarkerRemoved: _removed("markers"),
        ev.BatteryChanged: _changed("battery", "batteries"),
        ev.AircraftChanged: _changed("aircraft", "planes"),
        ev.Tidied: _tidied,
        ev.ControlTaken: _entered("control", "location", "side"),
        ev.Judged: _judged,
        ev.AreaTaken: _entered("areas", "area", "side"),
        ev.LossesChanged: _entered("tolls", "side", "toll"),
        ev.SniperAlerted: _joined("snipers", "side"),
        ev.SniperActed: _sniper_acted,
        ev.WeatherChanged: _set("weather"),
        ev.HeavyActivated: _set("heavy", "number"),
        ev.RandomEvent: _random_event,
        ev.EffectsChanged: _set("effects"),
        ev.MoveChanged: move_changed,
        ev.Moved: moved,
        ev.MoveEnded: move_ended,
        ev.CommandRolled: _entered("commands", "who", "row"),
        ev.MovePlanSet: _set("course"),
        ev.WindowChanged: _set("window"),
        ev.ShotFired: _joined("shots", "shot"),
        ev.CloseCombatDeclared: _joined("clashes", "clash"),
        ev.CloseCombatOver: _clashes_over,
        ev.PartEnded: _joined("done", "side"),
        ev.PhaseBegan: _phase_began,
        ev.TableSet: _set("on_table"),
        ev.StopsSet: _set("stops"),
        ev.GameEnded: _set("over", "why"),
    }
)
