"""C3: who fires a piece of ordnance, and when it may be fired."""

from typing import NamedTuple

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.a07_1_fire_attacks import able
from opfor.rules.a_infantry.a07_fire.a07_5_fire_groups import check_guard
from opfor.rules.a_infantry.a07_fire.firer import Firer
from opfor.rules.a_infantry.a09_machine_guns.a09_61_against_armor import bullets
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import (
    Ordnance,
    ordnance,
    working,
)
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import now
from opfor.rules.c_ordnance.c13_light_at_weapons.c13_3_latw import inherent
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import check_served
from opfor.state.play import GameView
from opfor.state.units import (
    Side,
    Unit,
    Weapon,
)

INTENSIVE = 2
"""By how much Intensive Fire lowers the B# (C5.6)."""


class Manned(NamedTuple):
    """A piece of ordnance and the unit that fires it."""

    unit: Unit
    piece: Ordnance
    weapon: Weapon | None = None


def read_firer(view: GameView, side: Side, order: Fire) -> Manned:
    """The ordnance that an order names, and who fires it.

    Errors:
        Illegal: it is not there, not the side's, does not work, or nobody can fire it.
    """
    if len(order.firers) != 1:
        raise Illegal("A7.55", "ordnance fires by itself")
    if order.ammo in ("PF", "PFk"):
        manned = _with_inherent(view, order.firers[0], order.ammo)
    else:
        manned = _with_weapon(view, order.firers[0], at_vehicle=bool(order.at))
    if manned.unit.side != side:
        raise Illegal("A7.1", f"{order.firers[0]} is not yours")
    if bar := able(view, manned.unit):
        raise Illegal("A7.1", bar)
    check_guard(view, manned.unit, order.target, weapon=manned.weapon is not None)
    return manned


def _with_inherent(view: GameView, id_: str, name: str) -> Manned:
    unit = view.state.units.get(id_)
    if unit is None:
        raise Illegal("A7.1", f"there is no unit {id_}")
    return Manned(unit, inherent(view, unit, name))


def _with_weapon(view: GameView, id_: str, *, at_vehicle: bool) -> Manned:
    weapon = view.state.weapons.get(id_)
    unit = view.state.units.get(weapon.owner) if weapon else None
    piece = ordnance(view, weapon) if weapon else None
    if piece is None and weapon is not None and at_vehicle:
        piece = bullets(view, weapon)
    if weapon is None or unit is None or piece is None:
        raise Illegal("A7.1", f"nobody mans a piece of ordnance {id_}")
    if not working(weapon):
        raise Illegal("A9.7", f"{id_} is malfunctioned, dm or limbered")
    check_served(view, unit, weapon)
    if weapon.gun is not None and weapon.gun.turned == now(view):
        raise Illegal("C3.22", f"{id_} has turned in this phase")
    return Manned(unit, piece, weapon)


def as_firer(view: GameView, unit: Unit, weapon: Weapon) -> Firer:
    """A piece of ordnance and its unit, as the rules on fire groups look at them."""
    piece = view.world.counter(weapon.counter)
    return Firer(unit, piece, weapon)  # type: ignore[arg-type] # only ids count there
