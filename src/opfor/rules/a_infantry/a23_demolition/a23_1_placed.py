"""A23: Demolition Charges that were placed: they go off in the AFPh."""

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a07_fire.attack import Attack, fp_attack
from opfor.rules.a_infantry.a21_captured_equipment.a21_1_captured_weapons import (
    captured,
)
from opfor.state.counters import SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit, Weapon

FP = 30

DUD = 12
"""The Original DR that is a dud, for troops who know how to use a DC."""

UNFAMILIAR = 2
"""By how much the X# falls for captured use and for troops that are not elite."""


@rule("A23.1", "Demolition charges", cites=("A21.11", "A23.4"))
def blast(view: GameView, unit: Unit, weapon: Weapon, target: LocationName) -> Attack:
    """30 FP with the TEM of the Location but no hexside's; +1 if CX; X12 a dud.

    The X# is two lower for captured use and for troops that are not elite.
    """
    kind = view.world.counter(weapon.counter)
    if not isinstance(kind, SupportWeapon) or kind.kind != "DC":
        raise Illegal("A23.1", f"{weapon.id} is no DC")
    mods = [Mod("CX", 1, "A4.51")] if unit.cx else []
    made = fp_attack(view, unit.side, target, FP, source="DC", mods=mods)
    dud = kind.removal - UNFAMILIAR * unfamiliar(view, unit, weapon)
    return replace(made, dud=dud, brought=unit.location)


def unfamiliar(view: GameView, unit: Unit, weapon: Weapon) -> bool:
    """Whether a FT or DC is captured, or its user a MMC that is not elite (A22.3)."""
    return not trained(view, unit) or captured(view, weapon, unit)


def trained(view: GameView, unit: Unit) -> bool:
    """Whether a unit uses FT and DC without penalty: a SMC, or an elite MMC."""
    found = mmc(view, unit)
    return found is None or found.quality == "elite"
