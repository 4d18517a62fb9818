"""A24.1: SMOKE grenades of squads that move."""

from msgspec.structs import replace

from opfor.core.dice import die_roll
from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.modifier import Mod, total
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, national
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.a_infantry.a24_smoke.a24_3_smoke import holds_no_smoke, put, wp_attack
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit

HINDRANCE, WP_HINDRANCE = 2, 1

WP_WORSE = 1
"""By how much the exponent is lower for WP."""
OWN_MF, ADJACENT_MF = 1 * MF, 2 * MF
ENDS_MPH = 6
"""The Original dr after which the squad does nothing more in its MPh."""


@rule("A24.1", "Smoke grenades")
def grenade_cost(
    view: GameView, unit: Unit, to: LocationName, *, wp: bool = False
) -> int:
    """Quarters of MF of an attempt: one MF in its own Location, two in an ADJACENT one.

    Errors:
        Illegal: it cannot try.
    """
    squad = mmc(view, unit)
    if squad is None or not squad.smoke:
        raise Illegal("A24.1", f"{unit.id} has no Smoke Exponent")
    if wp and not has_wp(view, unit):
        raise Illegal("A24.3", f"{unit.id} has no WP grenades")
    if not unit.good_order:
        raise Illegal("A24.1", f"{unit.id} is not in Good Order")
    if unit.did("smoke"):
        raise Illegal("A24.1", f"{unit.id} has tried in this Player Turn")
    if holds_no_smoke(view):
        raise Illegal("A24.61", "no SMOKE holds in this weather")
    if not unit.location or not to:
        raise Illegal("A24.1", "SMOKE is placed on the map")
    if to == unit.location:
        return OWN_MF
    if not adjacent(view, unit.location, to):
        raise Illegal("A24.1", f"{to} is not ADJACENT")
    return ADJACENT_MF


@rule("A24.3/grenades", "WP grenades", cites=("A24.1", "A24.3"))
def has_wp(view: GameView, unit: Unit) -> bool:
    """Whether its nation has WP grenades on this date, and its exponent is two or more.

    The exponent counts as one lower with them.
    """
    squad = mmc(view, unit)
    return (
        squad is not None
        and squad.smoke > WP_WORSE
        and national(view, unit, "smoke grenades") == "SMOKE"
    )


def exponent_of(view: GameView, unit: Unit, *, wp: bool) -> int:
    """The most that the Final dr of a unit's attempt may be."""
    squad = mmc(view, unit)
    return (squad.smoke if squad else 0) - WP_WORSE * wp


def grenade_mods(unit: Unit) -> list[Mod]:
    """The drm of a unit's attempt."""
    return [Mod("CX", 1, "A4.51")] if unit.cx else []


def needed(view: GameView, unit: Unit, *, wp: bool = False) -> str:
    """What a unit's attempt needs, as the player rolls: `a dr of 1 or 2`."""
    most = exponent_of(view, unit, wp=wp) - total(grenade_mods(unit))
    if most < 1:
        return "what no dr gives"
    return f"a dr of {most} or less" if most > 1 else "a dr of 1"


@rule("A24.11", "The placement dr", cites=("A24.1", "A24.3", "A24.31", "A4.51"))
def throw_grenades(
    play: Play, unit: Unit, to: LocationName, *, wp: bool = False
) -> bool:
    """Place SMOKE on a dr of the exponent or less, +1 if CX; a 6 ends the squad's MPh.

    It lasts until the MPh ends. WP attacks all who are there. Whether it was placed.
    """
    purpose = fact("places_smoke_in", unit=unit.id, to=to)
    roll = die_roll(play, purpose, grenade_mods(unit))
    after = replace(unit, deeds=(*unit.deeds, "smoke"))
    # A24.11: the exponent or less
    placed = roll.final <= exponent_of(play, unit, wp=wp)
    # A24.11: a 6 ends the MPh
    if roll.original == ENDS_MPH:
        after = replace(after, moved=True)
    what = fact("has_smoke_in", at=to) if placed else fact("places_no_smoke")
    if after.moved:
        what = fact("its_mph_ends", what=what)
    play.emit(UnitChanged(after, what))
    if placed:
        drm = WP_HINDRANCE if wp else HINDRANCE
        put(play, unit.side, to, drm, wp=wp, grenade=True)
    lose_by(play, unit.id, "other action")
    # A24.31: WP attacks
    if placed and wp:
        wp_attack(play, to)
    return placed
