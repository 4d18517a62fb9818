"""What one side knows of a State: all else is not there (reading: D-751)."""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.state.counters import DUMMY
from opfor.state.in_progress import Move
from opfor.state.state import State
from opfor.state.units import Fortification, Side, Unit


def seen_by(state: State, side: Side) -> State:
    """The state as a side knows it; nothing else may be shown to its player.

    Of the other side's units those hidden are not there, and a "?" stands in each
    Location of its concealed ones. Its hidden fortifications, its batteries and
    aircraft, how many ids were given out, and what the ENEMY's move in hand is to do
    are left out, too.
    """
    units = dict(_units(state, side))
    return replace(
        state,
        units=units,
        weapons={
            id_: weapon
            for id_, weapon in state.weapons.items()
            if not weapon.owner or weapon.owner in units
        },
        fortifications={
            id_: fort
            for id_, fort in state.fortifications.items()
            if not _kept_from(fort, side)
        },
        batteries={i: b for i, b in state.batteries.items() if b.side == side},
        planes={i: p for i, p in state.planes.items() if p.side == side},
        move=state.move and _move(state.move, units),
        course=None,
        named={},
    )


def _units(state: State, side: Side) -> Iterator[tuple[str, Unit]]:
    for id_, unit in state.units.items():
        if unit.side == side or not (unit.hidden or unit.concealed):
            yield id_, unit
        elif not unit.hidden:
            mark = f"?{unit.location}"
            yield mark, _mark(unit, mark)


def _mark(unit: Unit, mark: str) -> Unit:
    """The "?" in a Location: the same whoever is under it, and however many."""
    return Unit(
        id=mark,
        side=unit.side,
        counter=DUMMY,
        location=unit.location,
        concealed=True,
    )


def _kept_from(fort: Fortification, side: Side) -> bool:
    return fort.hidden and fort.side != side


def _move(move: Move, units: dict[str, Unit]) -> Move | None:
    """The move in hand, if anybody is seen to move."""
    movers = tuple(id_ for id_ in move.units if id_ in units)
    return replace(move, units=movers, behind=(), foot=None) if movers else None
