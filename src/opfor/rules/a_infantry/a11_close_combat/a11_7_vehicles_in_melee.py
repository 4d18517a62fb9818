"""A11.7: the fire of vehicles that stay with the enemy."""

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import armed, known_to_other_side
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a11_close_combat.sides_in import sides_in
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of
from opfor.rules.d_vehicles.d05_crews.d05_1_inherent_crew import crewed
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
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


@rule("A11.7", "Vehicles in a Melee Location", cites=("A11.15", "D6.1"))
def held(view: GameView, unit: Unit) -> bool:
    """Whether Known units of the other side hold a unit in Melee.

    Nothing holds a vehicle, which drives away in its MPh. It holds Infantry while it
    is Stopped with a crew that can act.
    Reading: D-407, those aboard are not held and hold nobody.
    """
    if unit.vehicle or unit.aboard or not known_to_other_side(unit):
        return False
    return any(holds(one) for one in sides_in(view, unit.location)[other(unit.side)])


def holds(unit: Unit) -> bool:
    """Whether a unit keeps those of the other side in its Location in Melee."""
    if unit.aboard or not known_to_other_side(unit):
        return False
    return not unit.vehicle or (crewed(unit) and not state_of(unit).motion)


@rule("A11.7/free", "Who is left alone is out of Melee", cites=("A11.15", "A11.7"))
def set_free(play: Play) -> None:
    """Outside the CCPh a Melee is over as soon as nobody is left there to hold.

    A vehicle leaves or starts, or who held is gone.
    """
    if play.state.phase == "CCPh":
        return
    for unit in list(play.state.units.values()):
        if unit.melee and not held(play, unit):
            play.emit(UnitChanged(replace(unit, melee=False), fact("out_of_melee")))
