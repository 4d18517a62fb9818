"""D8.3: bogged vehicles that are freed."""

from opfor.core.dice import dice_roll
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    changed,
    state_of,
    vehicle,
)
from opfor.rules.d_vehicles.d05_crews.d05_1_inherent_crew import crewed
from opfor.rules.d_vehicles.d08_bog.d08_2_bog import FREED, MIRES
from opfor.state.play import Play
from opfor.state.units import Unit


@rule("D8.3", "Freeing a bogged vehicle", cites=("D8.31",))
def free(play: Play, unit: Unit) -> int:
    """Try to free a bogged vehicle; returns the quarters of MP that it took.

    Coloured die: to 4 free, 5 mired, 6 and more immobilized; +1 if mired. It costs
    the coloured die times the white one in MP, twice that if not fully tracked.
    Reading: D-304 assistance of another AFV is left out.
    """
    state, found = state_of(unit), vehicle(play, unit)
    rolled = dice_roll(play, fact("freeing", unit=unit.id), side=unit.side)
    # D8.31: the coloured die says what comes of it, +1 if mired
    dice = rolled.pair
    result = dice.coloured + int(state.mired)
    if result <= FREED:
        changed(play, unit, fact("is_free"), bogged=False, mired=False)
    elif result == MIRES:
        changed(play, unit, fact("is_mired"), mired=True)
    else:
        changed(play, unit, fact("is_immobilized"), immobile=True, bogged=False)
    # D8.3: what it costs in MP
    tracked = found is not None and found.movement == "tracked"
    return dice.coloured * dice.white * MF * (1 if tracked else 2)


def may_free(unit: Unit) -> bool:
    """Whether a vehicle is bogged and has a crew that could free it."""
    state = state_of(unit)
    return state.bogged and not state.immobile and crewed(unit)
