"""C10.12: Guns unhooked."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.c_ordnance.c10_moving_guns.c10_11_towing import (
    Hitch,
    fit,
    gun_in_play,
    hitched,
)
from opfor.rules.choices.vehicle_orders import HookUp
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of
from opfor.rules.d_vehicles.d02_movement.spending import unit_of
from opfor.rules.d_vehicles.d06_passengers.d06_4_passengers import aboard
from opfor.state.play import GameView
from opfor.state.units import Side, Unit


@rule("C10.12", "Unhooking", cites=("C10.11",))
def unhooking(view: GameView, side: Side, order: HookUp) -> Hitch:
    """The Gun in tow is unhooked for as many MP, by a crew that is aboard or there.

    Errors:
        Illegal: it cannot be done.
    """
    carrier = unit_of(view, side, order.vehicle)
    weapon, found = gun_in_play(view, order.weapon)
    if state_of(carrier).towing != weapon.id:
        raise Illegal("C10.12", f"{carrier.id} does not tow {weapon.id}")
    if state_of(carrier).motion or not carrier.location:
        raise Illegal("C10.12", f"{carrier.id} unhooks only while Stopped")
    near = [*aboard(view, carrier), *view.state.units_at(carrier.location, side)]
    crews = [u for u in near if _crews(view, u)]
    return Hitch(hitched(view, carrier, found), weapon, crews[0] if crews else None)


def _crews(view: GameView, unit: Unit) -> bool:
    found = mmc(view, unit)
    manned = any(weapon.gun for weapon in view.state.weapons_of(unit.id))
    return found is not None and found.size == "crew" and fit(unit) and not manned
