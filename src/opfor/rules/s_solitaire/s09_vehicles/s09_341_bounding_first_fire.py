"""S9.341: Bounding First Fire."""

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, most, random_dr
from opfor.core.rule import rule
from opfor.rules.a_infantry.a06_los import hindrance
from opfor.rules.c_ordnance.c06_target_drm.c06_11_vehicle_target_drm import vehicle_drm
from opfor.rules.s_solitaire.s01_terms.s01_terms import known_at
from opfor.rules.s_solitaire.s09_vehicles.armament import arms, margin, tk_number
from opfor.rules.s_solitaire.s09_vehicles.s09_34_ca_and_targets import (
    seen_from,
    vehicles_at,
)
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit


@rule("S9.341", "Bounding First Fire", cites=("S9.33", "D3.3"))
def bounding_target(play: Play, unit: Unit) -> LocationName | None:
    """The Known vehicular Target of a vehicle's Bounding First Fire; None without one.

    Of several the one with functioning MA that has the greatest TK#, then the one
    easiest to hit, then the one easiest to kill.
    """
    found = [
        at
        for at in seen_from(play, unit)
        if any(_known(play, other) for other in vehicles_at(play, at))
    ]
    main = next((arm for arm in arms(play, unit) if arm.name == "MA"), None)
    if not found or main is None:
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
