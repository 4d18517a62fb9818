"""S9.341: Bounding First Fire."""

from collections.abc import Sequence

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, most, random_dr
from opfor.core.rule import rule
from opfor.rules.a_infantry.a06_los import hindrance
from opfor.rules.c_ordnance.c06_target_drm.c06_11_vehicle_target_drm import vehicle_drm
from opfor.rules.choices.give_order import allowed
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import main_armament
from opfor.rules.s_solitaire.s01_terms.s01_terms import known_at
from opfor.rules.s_solitaire.s09_vehicles.armament import arms, margin, tk_number
from opfor.rules.s_solitaire.s09_vehicles.s09_34_ca_and_targets import (
    seen_from,
    vehicles_at,
)
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit


def bounding_places(view: GameView, unit: Unit) -> list[LocationName]:
    """The Locations with a Known vehicle that a vehicle with a MA sees (S9.341)."""
    if not any(arm.name == "MA" for arm in arms(view, unit)):
        return []
    return [
        at
        for at in seen_from(view, unit)
        if any(_known(view, other) for other in vehicles_at(view, at))
    ]


def bounding_shot(view: GameView, unit: Unit, at: LocationName) -> Fire | None:
    """Bounding First Fire of the MA at the first vehicle in a Location."""
    weapon, there = main_armament(view, unit), vehicles_at(view, at)
    if weapon is None or not there:
        return None
    return Fire((weapon.id,), at, at=there[0].id)


def may_fire(view: GameView, unit: Unit, at: LocationName) -> bool:
    """Whether a vehicle could do so now: its MA bears, and its turn is paid for."""
    shot = bounding_shot(view, unit, at)
    return shot is not None and allowed(view, "ENEMY", shot)


@rule("S9.341", "Bounding First Fire", cites=("S9.33", "D3.3"))
def bounding_target(
    play: Play, unit: Unit, places: Sequence[LocationName] | None = None
) -> LocationName | None:
    """The Known vehicular Target of a vehicle's Bounding First Fire; None without one.

    Of several the one with functioning MA that has the greatest TK#, then the one
    easiest to hit, then the one easiest to kill. Among all in sight, or some of them.
    Reading: D-847.
    """
    found = bounding_places(play, unit) if places is None else places
    if not found:
        return None

    def greatest(at: LocationName) -> int | None:
        return max(tk_number(play, o, unit) for o in vehicles_at(play, at)) or None

    order: PriorityList[LocationName] = PriorityList(
        (
            most("MA with the greatest TK#", greatest),
            most("easiest to hit", lambda at: hit_number(play, unit, at)),
            most("easiest to kill", lambda at: _best_margin(play, unit, at)),
        ),
        random_dr(play, fact("at_what_fires", unit=unit.id)),
    )
    purpose = fact("bounding_first_fire_of", unit=unit.id)
    return decide(play, order, found, purpose=purpose)


def _known(view: GameView, other: Unit) -> bool:
    return other in known_at(view, other.location)


def hit_number(view: GameView, unit: Unit, at: LocationName) -> int:
    """How easily a vehicle in a Location is hit: Basic TH# less DRM of the target."""
    here = unit.location
    table = view.world.enemy.table("C3")
    hexes = view.world.range(here, at)
    basic = int(table.look_up(hexes, target="vehicle", colour="black").result)
    drm = min(
        sum(mod.value for mod in vehicle_drm(view, other, here))
        for other in vehicles_at(view, at)
    )
    return basic - drm - max(0, hindrance(view, here, at))


def _best_margin(view: GameView, unit: Unit, at: LocationName) -> int:
    return max(margin(view, unit, unit.location, o) for o in vehicles_at(view, at))
