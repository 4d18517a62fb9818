"""B28.5: mines attack vehicles."""

from collections.abc import Mapping

from opfor.core.rule import rule
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.b_terrain.b28_mines.b28_4_mines import minefield
from opfor.rules.b_terrain.b28_mines.b28_5_at_mines import (
    at_attack,
    at_minefield,
    set_off,
)
from opfor.rules.b_terrain.b28_mines.b28_42_ap_mines_and_vehicles import ap_attack
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Fate
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import mobile, vehicle
from opfor.rules.d_vehicles.d05_crews.d05_34_crew_fates import suffer
from opfor.rules.orders.infantry.b28_41_mines import reveal_mines
from opfor.state.play import Play
from opfor.state.units import LocationName


@rule("B28.5/drive", "Mines attack vehicles", cites=("B28.42", "B28.5", "B28.52"))
def survives_mines(play: Play, id_: str, location: LocationName) -> bool:
    """Let mines attack a vehicle that enters or leaves; whether it can go on.

    A-T mines go off by their dr, A-P mines always. They lie there revealed then.
    Reading: D-333 A-T mines come first.
    """
    unit = play.state.units[id_]
    found = vehicle(play, unit)
    if found is None:
        return True
    tanks, men = at_minefield(play, location), minefield(play, location)
    if tanks is not None and set_off(play, tanks):
        reveal_mines(play, tanks)
        suffer(play, id_, FATES[at_attack(play, found)], by=other(unit.side))
    if men is not None and id_ in play.state.units:
        reveal_mines(play, men)
        suffer(play, id_, FATES[ap_attack(play, men, found)], by=other(unit.side))
    now = play.state.units.get(id_)
    return now is not None and mobile(now)


FATES: Mapping[str, Fate] = {
    "": "none",
    "immobilized": "immobilized",
    "eliminated": "eliminated",
    "burns": "burn",
}
"""What mines do, in the words of vehicles' fates."""
