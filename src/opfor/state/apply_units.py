"""What events do to units and to the move in hand."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from opfor.state import events as ev
from opfor.state.in_progress import CloseCombatAttack, Move, MovePlan, Shot, Window
from opfor.state.units import LocationName, Unit

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
    """The new units stand where the old one stood, and wherever it was named.

    Here alone: what the state knows of a unit by its id it knows of its heirs.
    """
    old, heirs = event.id, tuple(new.id for new in event.units)
    units: dict[str, Unit] = {}
    for id_, unit in state.units.items():
        if id_ == old:
            units |= {new.id: new for new in event.units}
        else:
            units[id_] = unit
    units = {
        id_: replace(unit, guard=heirs[0]) if unit.guard == old else unit
        for id_, unit in units.items()
    }
    weapons = {
        weapon.id: replace(weapon, owner=heirs[0]) for weapon in state.weapons_of(old)
    }
    used = state.named
    for heir in heirs:
        used = named(replace(state, named=used), heir)
    return replace(
        state,
        units=units,
        weapons=state.weapons | weapons,
        markers={
            id_: replace(marker, attacked=_keyed(marker.attacked, old, heirs))
            for id_, marker in state.markers.items()
        },
        move=state.move and _move_of_heirs(state.move, old, heirs),
        course=state.course and _course_of_heirs(state.course, old, heirs),
        window=state.window and _window_of_heirs(state.window, old, heirs),
        shots=tuple(_shot_of_heirs(shot, old, heirs) for shot in state.shots),
        clashes=tuple(_clash_of_heirs(c, old, heirs) for c in state.clashes),
        named=used,
    )


def _ids(ids: tuple[str, ...], old: str, heirs: tuple[str, ...]) -> tuple[str, ...]:
    """Some ids, with those of its heirs in place of a unit's."""
    if old not in ids:
        return ids
    return tuple(name for id_ in ids for name in (heirs if id_ == old else (id_,)))


def _keyed(counts: dict[str, int], old: str, heirs: tuple[str, ...]) -> dict[str, int]:
    """What is counted of some units by id: for each heir what it was for the unit."""
    if old not in counts:
        return counts
    return without(counts, old) | dict.fromkeys(heirs, counts[old])


def _move_of_heirs(move: Move, old: str, heirs: tuple[str, ...]) -> Move:
    """The move in hand, in which heirs go on in its place, or have been seen (A10.51).

    In its very place: whose move it is, is asked of the first, and a prisoner, who is
    of the other side, comes after his Guard (A20.5).
    """
    return replace(
        move,
        units=_ids(move.units, old, heirs),
        seen=_ids(move.seen, old, heirs),
        behind=tuple(_move_of_heirs(part, old, heirs) for part in move.behind),
        foot=move.foot and _move_of_heirs(move.foot, old, heirs),
    )


def _course_of_heirs(course: MovePlan, old: str, heirs: tuple[str, ...]) -> MovePlan:
    """What the ENEMY's move in hand is to do is for the heirs to do (S9.2)."""
    return replace(course, movers=_ids(course.movers, old, heirs))


def _window_of_heirs(window: Window, old: str, heirs: tuple[str, ...]) -> Window:
    """The heirs have fired at the movers as often as it had (A8.1)."""
    return replace(window, shots=_keyed(window.shots, old, heirs))


def _shot_of_heirs(shot: Shot, old: str, heirs: tuple[str, ...]) -> Shot:
    """An attack that the heirs took part in as it did."""
    if old not in shot.firers and old not in shot.leaders:
        return shot
    return replace(
        shot,
        firers=_ids(shot.firers, old, heirs),
        leaders=_ids(shot.leaders, old, heirs),
    )


def _clash_of_heirs(
    clash: CloseCombatAttack, old: str, heirs: tuple[str, ...]
) -> CloseCombatAttack:
    """A clash in which the heirs of a unit take its place."""
    if old not in clash.attackers and old not in clash.defenders:
        return clash
    return replace(
        clash,
        attackers=_ids(clash.attackers, old, heirs),
        defenders=_ids(clash.defenders, old, heirs),
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
