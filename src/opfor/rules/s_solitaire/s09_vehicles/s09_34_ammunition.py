"""S9.34: what ordnance fires at vehicles."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import known_to_other_side
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import ordnance
from opfor.rules.c_ordnance.c03_to_hit.offers import KILLERS
from opfor.rules.c_ordnance.c08_ammunition.c08_3_ammunition import carried
from opfor.rules.choices.orders import Fire
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit


def known_vehicles(view: GameView, at: LocationName) -> list[Unit]:
    """The Known FRIENDLY vehicles of a Location."""
    there = view.state.units_at(at, "FRIENDLY")
    return [u for u in there if u.vehicle is not None and known_to_other_side(u)]


@rule("S9.34/ammunition", "What is fired at a vehicle", cites=("S9.34", "C8.9"))
def shots_at_vehicles(view: GameView, thing: str, at: LocationName) -> list[Fire]:
    """The shots of a piece of ordnance at each Known vehicle of a Location.

    With each ammunition that it carries and that can kill a vehicle.
    Reading: D-341 a vehicle that is concealed is fired at as Infantry is.
    """
    aims = known_vehicles(view, at)
    weapon = view.state.weapons.get(thing) if aims else None
    piece = ordnance(view, weapon) if weapon else None
    if piece is None or piece.kind == "MTR":
        return []
    rounds = [ammo for ammo in KILLERS if ammo in carried(piece)]
    return [Fire((thing,), at, ammo=ammo, at=aim.id) for aim in aims for ammo in rounds]
