"""S8.p3, S9.34: what of the ENEMY can fire at vehicles, shot by shot.

Ordnance with each ammunition that kills a vehicle; of Infantry also PF, ATR and MG.
"""

from collections.abc import Iterator

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_units import known_to_other_side, mmc
from opfor.rules.a_infantry.a09_machine_guns.against_armor import bullets
from opfor.rules.c_ordnance.c02_ordnance.ordnance import ordnance
from opfor.rules.c_ordnance.c03_to_hit.offers import KILLERS, PF_REACH
from opfor.rules.c_ordnance.c08_ammunition import carried
from opfor.rules.c_ordnance.c13_latw import inherent
from opfor.rules.choices.orders import Fire
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit

AT_WEAPONS = ("ATR", "LATW", "RCL")
"""Kinds of SW that hurt armor."""


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


def all_shots(view: GameView, unit: Unit, at: LocationName) -> Iterator[Fire]:
    """Every shot of a unit and its Weapons at the Known vehicles of a Location."""
    for thing in (unit.id, *(weapon.id for weapon in view.state.weapons_of(unit.id))):
        yield from shots_at_vehicles(view, thing, at)
        yield from light_shots(view, thing, at)
