"""What moves by a Move Command: units, or a S?."""

from collections.abc import Sequence

from msgspec import Struct

from opfor.geo.terrain_chart import MF
from opfor.rules.s_solitaire.s06_actions.action_group import attitude
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import GameView
from opfor.state.units import (
    OFFBOARD,
    Attitude,
    LocationName,
    Suspect,
    Unit,
)

NOWHERE = LocationName("-")
"""What a direction leads to that cannot be taken."""

ALLOTMENT = 4 * MF
"""Quarters of MF of a S?: those of Infantry, without Double Time (D-075)."""


class Mover(Struct, frozen=True, kw_only=True):
    """Units of one Location that move together, or a S?.

    Args:
        ids: theirs.
        location: where they are; OFFBOARD while they wait to enter.
        attitude: theirs, which gives the Movement Table.
        suspect: it is a S?.
        vehicle: it is a vehicle.
        enters: the Location that it waits to enter.
        goal: the Locations that it makes for.
    """

    ids: tuple[str, ...]
    location: LocationName
    attitude: Attitude
    suspect: bool = False
    vehicle: bool = False
    enters: LocationName = OFFBOARD
    goal: tuple[LocationName, ...] = ()

    @property
    def name(self) -> str:
        """Whom the story names."""
        return " + ".join(self.ids)

    def __str__(self) -> str:
        return self.name


def stack(view: GameView, units: Sequence[Unit]) -> Mover:
    """Units as what moves together.

    Infantry with a FT moves by {A4b}, as in Advance Attitude (S6.306, D-028).
    """
    burner = units[0].automatic == "S6.306" and units[0].vehicle is None
    mind = "Advance" if burner else attitude(view, units[0])
    ids = tuple(unit.id for unit in units)
    return Mover(
        ids=ids,
        location=units[0].location,
        attitude=mind,
        vehicle=units[0].vehicle is not None,
    )


def of_suspect(suspect: Suspect) -> Mover:
    """A S? as what moves."""
    return Mover(
        ids=(suspect.id,),
        location=suspect.location,
        attitude=suspect.attitude,
        suspect=True,
        enters=suspect.enters,
    )


def units_of(view: GameView, mover: Mover) -> list[Unit]:
    """Its units that are in play."""
    return [view.state.units[id_] for id_ in mover.ids if id_ in view.state.units]


def move_of(view: GameView, mover: Mover) -> Move | None:
    """Its move, if it is the one in hand."""
    move = view.state.move
    return move if move and set(mover.ids) & set(move.units) else None


def at(mover: Mover) -> LocationName:
    """Where it is, or is about to enter."""
    return mover.location or mover.enters
