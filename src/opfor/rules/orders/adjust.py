"""Setting things as they are on the player's table: an order like any other.

Whatever the engine got wrong, or the player's own scenario wants, can be put right at
any order of his: a unit, a Weapon, a S?, a fortification, a marker, a battery, an
airplane, Control, the AC#, what he resolves himself, or the board (`judge`).
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.core.event import Event
from opfor.core.fact import fact
from opfor.core.misfit import misfit
from opfor.rules.choices.orders import Adjust
from opfor.rules.orders.judge import JUDGED, judged
from opfor.state import events as ev
from opfor.state.artillery import Aircraft, Battery
from opfor.state.in_progress import (
    Resolution,
)
from opfor.state.play import GameView, Play
from opfor.state.units import (
    Fortification,
    GunState,
    LocationName,
    Marker,
    Side,
    Suspect,
    Unit,
    VehicleState,
    Weapon,
)

WHAT = fact("adjusted")

PARTS: Mapping[str, type[Struct]] = MappingProxyType(
    {"vehicle": VehicleState, "gun": GunState}
)
"""Fields that are set one by one: `vehicle.ce`, `gun.ca`."""

PLACES = ("location", "enters", "post", "wired")
"""Fields that hold a Location."""


class AdjustableKind(NamedTuple):
    """A kind of thing: its type, where the State has it, and the events it needs."""

    made: type[Struct]
    among: str
    added: Callable[[Any], Event]
    changed: Callable[[Any], Event]
    removed: Callable[[Any], Event]


KINDS: MappingProxyType[str, AdjustableKind] = MappingProxyType(
    {
        "unit": AdjustableKind(
            Unit,
            "units",
            ev.UnitAdded,
            lambda unit: ev.UnitChanged(unit, WHAT),
            lambda unit: ev.UnitRemoved(unit.id, WHAT),
        ),
        "weapon": AdjustableKind(
            Weapon,
            "weapons",
            ev.WeaponAdded,
            lambda weapon: ev.WeaponChanged(weapon, WHAT),
            lambda weapon: ev.WeaponRemoved(weapon.id, WHAT),
        ),
        "suspect": AdjustableKind(
            Suspect,
            "suspects",
            ev.SuspectPlaced,
            lambda suspect: ev.SuspectChanged(suspect, WHAT),
            lambda suspect: ev.SuspectRemoved(suspect.id, WHAT),
        ),
        "fortification": AdjustableKind(
            Fortification,
            "fortifications",
            ev.FortificationAdded,
            lambda fort: ev.FortificationChanged(fort, WHAT),
            lambda fort: ev.FortificationRemoved(fort.id, WHAT),
        ),
        "marker": AdjustableKind(
            Marker,
            "markers",
            ev.MarkerAdded,
            lambda marker: ev.MarkerChanged(marker, WHAT),
            lambda marker: ev.MarkerRemoved(marker.id, WHAT),
        ),
        "battery": AdjustableKind(
            Battery,
            "batteries",
            lambda battery: ev.BatteryChanged(battery, WHAT),
            lambda battery: ev.BatteryChanged(battery, WHAT),
            lambda battery: ev.BatteryChanged(replace(battery, over=True), WHAT),
        ),
        "plane": AdjustableKind(
            Aircraft,
            "planes",
            lambda plane: ev.AircraftChanged(plane, WHAT),
            lambda plane: ev.AircraftChanged(plane, WHAT),
            lambda plane: ev.AircraftChanged(replace(plane, gone=True), WHAT),
        ),
    }
)


def check_adjust(view: GameView, _side: Side, order: Adjust) -> None:
    """Raise OpforError, naming the field, if a thing cannot be so."""
    adjusted(view, order)


def do_adjust(play: Play, _side: Side, order: Adjust) -> None:
    """Set the thing as the player says it is."""
    play.emit(adjusted(play, order))


def adjusted(view: GameView, order: Adjust) -> Event:
    """The event by which a thing is as the player says.

    Errors:
        OpforError: there is no such thing, field or value.
    """
    if order.what == "control":
        return _control(view, order)
    if order.what == "game":
        return _game(order)
    if order.what in JUDGED:
        return judged(view, order)
    kind = KINDS[order.what]
    known = getattr(view.state, kind.among).get(order.id)
    if order.set is None:
        if known is None:
            raise OpforError(f"there is no {order.what} {order.id!r}")
        return kind.removed(known)
    thing = _made(view, kind, order, known)
    return kind.added(thing) if known is None else kind.changed(thing)


def _made(
    view: GameView, kind: AdjustableKind, order: Adjust, known: Struct | None
) -> Struct:
    """The thing with its fields set, each of them looked at."""
    before = msgspec.to_builtins(known) if known else {}
    given = _whole(order, before)
    fields = kind.made.__struct_fields__
    for name in given:
        if name not in fields or name == "id":
            raise _no_field(order.what, name, fields)
    for name in PLACES:
        if given.get(name):
            at = view.world.locate(LocationName(str(given[name])))
            given[name] = view.world.name(at)
    if known is None and not (order.id.isascii() and order.id.isalnum()):
        raise OpforError(f"{order.id!r} is no id", do="use letters and digits")
    try:
        thing = msgspec.convert(before | given | {"id": order.id}, kind.made)
    except msgspec.ValidationError as error:
        found = misfit(error, kind.made)
        what = f"this is no {order.what}: {found.told()}"
        raise OpforError(what, order.id, found.do) from None
    _check_fit(view, thing)
    return thing


def _whole(order: Adjust, before: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are set; `vehicle.ce` and the like with the rest as it was."""
    given: dict[str, Any] = {}
    for name, value in (order.set or {}).items():
        outer, dot, inner = name.partition(".")
        if not dot or outer not in PARTS:
            given[name] = value
            continue
        if inner not in PARTS[outer].__struct_fields__:
            raise _no_field(outer, inner, PARTS[outer].__struct_fields__)
        given[outer] = (given.get(outer) or before.get(outer) or {}) | {inner: value}
    return given


def _no_field(what: str, name: str, fields: Sequence[str]) -> OpforError:
    do = did_you_mean(name, fields) or f"it has {', '.join(fields)}"
    return OpforError(f"a {what} has no {name!r}", do=do)


def _check_fit(view: GameView, thing: Struct) -> None:
    """See that what a thing names is there."""
    if isinstance(thing, Unit | Weapon):
        view.world.counter(thing.counter)
    if isinstance(thing, Weapon) and thing.owner not in ("", *view.state.units):
        raise OpforError(f"there is no unit {thing.owner!r} to possess it", thing.id)
    if isinstance(thing, Battery) and thing.weapon not in ("", *view.state.weapons):
        raise OpforError(f"there is no radio or phone {thing.weapon!r}", thing.id)


def _control(view: GameView, order: Adjust) -> Event:
    side = (order.set or {}).get("side")
    if side not in ("FRIENDLY", "ENEMY"):
        raise OpforError("no side is named", do='set side to "FRIENDLY" or "ENEMY"')
    where = view.world.name(view.world.locate(LocationName(order.id)))
    return ev.ControlTaken(where, side)


def _game(order: Adjust) -> Event:
    match order.id, order.set:
        case "ac", {"number": int(number)}:
            return ev.AcNumberSet(number, WHAT)
        case "table", {"on_table": list(names)}:
            try:
                return ev.TableSet(
                    tuple(msgspec.convert(name, Resolution) for name in names)
                )
            except msgspec.ValidationError as error:
                raise OpforError(f"this is no resolution ({error})") from None
        case "stops", {"stops": "choices" | "all" as stops}:
            return ev.StopsSet(stops)
    do = "adjust ac, table or stops"
    raise OpforError(f"{order.id!r} cannot be adjusted so", do=do)
