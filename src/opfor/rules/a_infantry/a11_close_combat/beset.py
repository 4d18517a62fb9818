"""A11.7: the fire of vehicles that stay with the enemy."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_units import armed, known_to_other_side
from opfor.rules.a_infantry.a03_phases import other
from opfor.rules.d_vehicles.d01_vehicles import state_of
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit


@rule("A11.7/fire", "A vehicle that stays with the enemy", cites=("A7.212", "C5.5"))
def check_beset(view: GameView, unit: Unit, target: LocationName) -> None:
    """Raise Illegal unless it fires within its Location, where Known enemies are.

    It does so by Case E; one that has only come there in this Player Turn is free to
    fire elsewhere. MG follow A7.212.
    """
    state = unit.vehicle
    if state is None or state.entered or target == unit.location:
        return
    for foe in view.state.units_at(unit.location, other(unit.side)):
        idle = foe.aboard or state_of(foe).abandoned or not armed(foe)
        if known_to_other_side(foe) and not idle:
            raise Illegal("A11.7", f"{foe.id} is in {unit.location} with {unit.id}")
