"""S8.p3, S9.34: what of the ENEMY can fire at vehicles, shot by shot.

Ordnance with each ammunition that kills a vehicle; of Infantry also PF, ATR and MG.
"""

from collections.abc import Iterator

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a09_machine_guns.a09_61_against_armor import bullets
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import ordnance
from opfor.rules.c_ordnance.c03_to_hit.offers import PF_REACH
from opfor.rules.c_ordnance.c13_light_at_weapons.c13_3_latw import inherent
from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s01_terms.ranges import IN_LOS
from opfor.rules.s_solitaire.s09_vehicles.s09_34_ammunition import (
    known_vehicles,
    shots_at_vehicles,
)
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit

AT_WEAPONS = ("ATR", "LATW", "RCL")
"""Kinds of SW that hurt armor."""


@rule("S8.p3/infantry", "PF, ATR and MG at vehicles", cites=("C13.3", "A9.61", "S8.p9"))
def light_shots(view: GameView, thing: str, at: LocationName) -> list[Fire]:
    """The shots of an ATR or MG, and of a MMC with a PF, at each Known vehicle.

    Reading: D-343 a PF is not fired at anything else.
    """
    aims = known_vehicles(view, at)
    weapon = view.state.weapons.get(thing) if aims else None
    if weapon is not None and bullets(view, weapon):
        return [Fire((thing,), at, ammo="AP", at=aim.id) for aim in aims]
    unit = view.state.units.get(thing) if aims else None
    if unit is None or not has_pf(view, unit):
        return []
    if view.world.range(unit.location, at) > PF_REACH:
        return []
    return [Fire((thing,), at, ammo="PF", at=aim.id) for aim in aims]


def has_pf(view: GameView, unit: Unit) -> bool:
    """Whether a MMC may look for a PF on this date."""
    if mmc(view, unit) is None:
        return False
    try:
        inherent(view, unit, "PF")
    except Illegal:
        return False
    return True


def reach_at_armor(view: GameView, order: Fire) -> int:
    """The range of what fires a shot at a vehicle; of a PF that of its date (C13.3)."""
    (thing,) = order.firers
    weapon = view.state.weapons.get(thing)
    if weapon is None:
        return inherent(view, view.state.units[thing], "PF").max_range
    piece = bullets(view, weapon) or ordnance(view, weapon)
    # C2.2: without a range it reaches as far as it sees
    return piece.max_range or IN_LOS if piece else 0


def all_shots(view: GameView, unit: Unit, at: LocationName) -> Iterator[Fire]:
    """Every shot of a unit and its Weapons at the Known vehicles of a Location."""
    for thing in (unit.id, *(weapon.id for weapon in view.state.weapons_of(unit.id))):
        yield from shots_at_vehicles(view, thing, at)
        yield from light_shots(view, thing, at)
