"""A7.307: which units in a Location an attack on the IFT can do anything to."""

from collections.abc import Sequence

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import afv, state_of, vehicle
from opfor.rules.d_vehicles.d05_crews.d05_31_crew_exposed import exposed
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side, Unit

INDIRECT = ("OBA", "HE")
"""What an AFV feels on the IFT: shells that come down on its Location (C7.7)."""


@rule("A7.307", "AFV and the IFT", exc=("Vulnerable crews and those aboard",))
def unhurt(view: GameView, unit: Unit) -> bool:
    """Whether FP on the IFT can do nothing to a unit: an AFV, and who is within.

    EXC: a CE crew, Riders, and Passengers who are CE or in an open-topped AFV.
    """
    if unit.vehicle is not None:
        return afv(view, unit) and not exposed(view, unit)
    carrier = view.state.units.get(unit.aboard)
    if carrier is None or unit.rides or not afv(view, carrier):
        return False
    return not _open(view, carrier)


def _open(view: GameView, carrier: Unit) -> bool:
    found = vehicle(view, carrier)
    return state_of(carrier).ce or (found is not None and found.open_topped)


def with_those_aboard(view: GameView, ids: Sequence[str]) -> tuple[str, ...]:
    """Some units and whoever their vehicles carry."""
    carried = (u.id for u in view.state.units.values() if u.aboard in ids and u.aboard)
    return tuple(dict.fromkeys((*ids, *carried)))


def check_harm(
    view: GameView, side: Side, target: LocationName, named: Sequence[str] = ()
) -> None:
    """Raise Illegal if all that an attack on a Location would meet is unhurt by it.

    Args:
        view: the game.
        side: who fires.
        target: the Location.
        named: ids of those attacked, if not everybody there is.
    """
    state = view.state
    there = [
        unit
        for unit in state.units_at(target, other(side))
        if unit.id in named or not named
    ]
    unknown = not named and state.suspects_at(target)
    if there and not unknown and all(unhurt(view, unit) for unit in there):
        raise Illegal("A7.307", f"FP on the IFT do nothing to {there[0].id}")
