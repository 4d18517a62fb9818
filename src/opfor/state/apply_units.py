"""What events do to units and to the move in hand."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from opfor.state import events as ev
from opfor.state.in_progress import CloseCombatAttack, Move
from opfor.state.units import LocationName, Marker, Unit

if TYPE_CHECKING:
    from opfor.state.state import State

V = TypeVar("V")

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

# -- ids -----------------------------------------------------------------------------


def named(state: "State", id_: str) -> dict[str, int]:
    """How many ids of each stem are used, with one more."""
    stem = id_.rstrip("0123456789") if id_[-1].isdigit() else id_.rstrip(CAPITALS)
    return state.named | {stem: state.named.get(stem, 0) + 1}


def without(things: dict[str, V], id_: str) -> dict[str, V]:
    """The things but the one of an id."""
    return {key: thing for key, thing in things.items() if key != id_}


# -- units ---------------------------------------------------------------------------


def unit_changed(state: "State", event: ev.UnitChanged) -> "State":
    """A unit is another one now; its prisoners go where it goes."""
    new, before = event.unit, state.units[event.unit.id]
    if before.location == new.location:
        return replace(state, units=state.units | {new.id: new})
    new = replace(new, encircled=_encircled(state, before, new.location))
    units = _with_prisoners(state.units | {new.id: new}, (new,))
    return replace(state, units=units)


def _encircled(state: "State", unit: Unit, to: LocationName) -> bool:
    """Whether a unit is Encircled in another Location: if others are there (A7.7)."""
    if unit.location == to:
        return unit.encircled
    there = state.units_at(to, unit.side) if to else ()
    return any(other.encircled for other in there)


def _with_prisoners(units: dict[str, Unit], went: Iterable[Unit]) -> dict[str, Unit]:
    """Prisoners are where their Guards are (A20.5)."""
    where = {unit.id: unit.location for unit in went}
    taken = {
        unit.id: replace(unit, location=where[unit.guard], inside="")
        for unit in units.values()
        if unit.guard in where and unit.location != where[unit.guard]
    }
    return units | taken if taken else units


def unit_removed(state: "State", event: ev.UnitRemoved) -> "State":
    """A unit is gone; its prisoners are free, and its Weapons lie where it was."""
    where = state.units[event.id].location
    free = {
        unit.id: replace(unit, guard="")
        for unit in state.units.values()
        if unit.guard == event.id
    }
    left = {
        weapon.id: replace(weapon, owner="", location=where)
        for weapon in state.weapons_of(event.id)
    }
    return replace(
        state,
        units=without(state.units | free, event.id),
        weapons=state.weapons | left,
        fallen=(*state.fallen, state.units[event.id]),
    )


def unit_replaced(state: "State", event: ev.UnitReplaced) -> "State":
    """The new units stand where the old one stood, also in the move in hand."""
    units: dict[str, Unit] = {}
    for id_, unit in state.units.items():
        if id_ == event.id:
            units |= {new.id: new for new in event.units}
        else:
            units[id_] = unit
    heir = event.units[0].id
    units = {
        id_: replace(unit, guard=heir) if unit.guard == event.id else unit
        for id_, unit in units.items()
    }
    weapons = {
        weapon.id: replace(weapon, owner=heir) for weapon in state.weapons_of(event.id)
    }
    move = state.move and _with_heirs(state.move, event)
    used = state.named
    for new in event.units:
        used = named(replace(state, named=used), new.id)
    heirs = tuple(new.id for new in event.units)
    return replace(
        state,
        units=units,
        weapons=state.weapons | weapons,
        move=move,
        markers={
            id_: _remembered(marker, event.id, heirs)
            for id_, marker in state.markers.items()
        },
        clashes=tuple(_inherited(c, event.id, heirs) for c in state.clashes),
        named=used,
    )


def _with_heirs(move: Move, event: ev.UnitReplaced) -> Move:
    """The move in hand, with the new units in place of the one replaced.

    In its very place: whose move it is, is asked of the first, and a prisoner, who is
    of the other side, comes after his Guard (A20.5).
    """
    behind = tuple(_with_heirs(part, event) for part in move.behind)
    foot = move.foot and _with_heirs(move.foot, event)
    heirs = tuple(new.id for new in event.units)
    units = tuple(
        n for id_ in move.units for n in (heirs if id_ == event.id else (id_,))
    )
    return replace(move, units=units, behind=behind, foot=foot)


def _remembered(marker: Marker, old: str, heirs: tuple[str, ...]) -> Marker:
    """A marker that has attacked the heirs of a unit as it had that unit (A8.22)."""
    if old not in marker.attacked:
        return marker
    attacked = without(marker.attacked, old)
    return replace(
        marker, attacked=attacked | dict.fromkeys(heirs, marker.attacked[old])
    )


def _inherited(
    clash: CloseCombatAttack, old: str, heirs: tuple[str, ...]
) -> CloseCombatAttack:
    """A clash in which the heirs of a unit take its place."""

    def names(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(n for id_ in ids for n in (heirs if id_ == old else (id_,)))

    if old not in (*clash.attackers, *clash.defenders):
        return clash
    return replace(
        clash, attackers=names(clash.attackers), defenders=names(clash.defenders)
    )


# -- the move in hand ----------------------------------------------------------------


def moved(state: "State", event: ev.Moved) -> "State":
    """The units of the move go on."""
    move = event.move
    moved = {
        unit.id: replace(
            unit,
            location=event.to,
            cx=unit.cx or move.double_time,
            double_timed=move.double_time,
            inside="",
            wall=False,
            crest=(),
            labor=unit.labor if unit.location == event.to else 0,
            encircled=_encircled(state, unit, event.to),
        )
        for unit in replace(state, move=move).movers()
    }
    stays = all(unit.location == event.to for unit in state.movers())
    window = state.window if stays else None
    units = _with_prisoners(state.units | _left(state, move) | moved, moved.values())
    return replace(state, units=units, move=move, window=window)


def move_changed(state: "State", event: ev.MoveChanged) -> "State":
    """The move in hand is another one; who is in no part of it is done."""
    units = state.units | _left(state, event.move)
    return replace(state, units=units, move=event.move)


def _left(state: "State", move: Move) -> dict[str, Unit]:
    """The units of the stack in hand that are in no part of the move: they are done."""
    going = {id_ for part in move.parts for id_ in part.units}
    return {
        unit.id: replace(unit, moved=True)
        for unit in state.movers()
        if unit.id not in going
    }


def move_ended(state: "State", _event: ev.MoveEnded) -> "State":
    """The units of the part in hand are done; a part left behind is in hand next.

    A vehicle's course outlasts it, until what its move leads to is settled (S9.361).
    """
    over, *left = state.move.parts if state.move else (Move(units=()),)
    units = (state.units[id_] for id_ in over.units if id_ in state.units)
    done = {unit.id: replace(unit, moved=True) for unit in units}
    ids = state.suspects.keys() & set(over.units)
    gone = {id_: replace(state.suspects[id_], moved=True) for id_ in ids}
    first, *rest = left or (None,)
    move = replace(first, behind=tuple(rest)) if first else None
    drives = state.course is not None and state.course.driving is not None
    course = state.course if move or drives else None
    return replace(
        state,
        units=state.units | done,
        suspects=state.suspects | gone,
        move=move,
        window=None,
        course=course,
    )
