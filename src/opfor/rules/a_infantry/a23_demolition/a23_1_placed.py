"""A23: Demolition Charges that were placed: they go off in the AFPh."""

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a07_fire.a07_3_resolution import Unveil, resolve
from opfor.rules.a_infantry.a07_fire.attack import Attack, fp_attack
from opfor.rules.a_infantry.a21_captured_equipment.a21_1_captured_weapons import (
    captured,
)
from opfor.state.counters import SupportWeapon
from opfor.state.events import MarkerRemoved, WeaponRemoved
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Marker, Unit, Weapon

FP = 30

DUD = 12
"""The Original DR that is a dud, for troops who know how to use a DC."""

UNFAMILIAR = 2
"""By how much the X# falls for captured use and for troops that are not elite."""


@rule("A23.4", "A placed DC goes off", cites=("A23.3",))
def explode(play: Play, *, unveil: Unveil | None = None) -> None:
    """Each DC that the ATTACKER has placed goes off as his AFPh begins.

    If whoever placed it is broken, pinned or gone it does not, and is his again.
    """
    for marker in list(play.state.markers.values()):
        if marker.kind == "DC" and marker.of and marker.side == play.state.side:
            _go_off(play, marker, unveil)


def _go_off(play: Play, marker: Marker, unveil: Unveil | None) -> None:
    weapon = play.state.weapons.get(marker.of)
    unit = play.state.units.get(weapon.owner) if weapon else None
    play.emit(MarkerRemoved(marker.id, fact("the_moment_for_it_has_come")))
    # A23.4: not if its user is broken, pinned or gone
    if weapon is None or unit is None or not unit.good_order or unit.pinned:
        play.emit(Note(fact("the_dc_does_not_go_off", location=marker.location)))
        return
    play.emit(WeaponRemoved(weapon.id, fact("goes_off")))
    resolve(play, blast(play, unit, weapon, marker.location), unveil=unveil)


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
