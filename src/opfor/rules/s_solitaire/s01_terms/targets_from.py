"""Targets by LOS and range alone: what a unit could fire at from somewhere else.

`s01_terms` has the Targets of a unit where it is, in a fire phase. Where the ENEMY
advances, what it Recovers or repairs is decided in other phases and for other
Locations; there a Target is a FRIENDLY unit in LOS and range (D-180), and no closed AFV
for who has nothing against armor (D-822).
"""

from collections.abc import Iterable
from typing import TypeVar

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    known_to_other_side,
    mmc,
    piece,
)
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a07_fire.a07_307_vulnerable import unhurt
from opfor.rules.a_infantry.a17_wounds import fires_with
from opfor.rules.c_ordnance.c13_light_at_weapons.c13_3_latw import inherent
from opfor.rules.s_solitaire.s01_terms.ranges import (
    FAR,
    LONG,
    least_of_weapon,
    range_at_armor,
    reach_of_weapon,
)
from opfor.rules.s_solitaire.s01_terms.s01_terms import friend_places, friends
from opfor.rules.s_solitaire.s09_vehicles.armament import arms
from opfor.state.counters import MMC, SMC, SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import LocationName, Suspect, Unit, Weapon

OnMap = TypeVar("OnMap", Unit, Suspect)


def reach_of(view: GameView, unit: Unit) -> int:
    """The hexes that a unit can fire at with anything that works; 0 if with nothing."""
    weapons = view.state.weapons_of(unit.id)
    return max(
        _own_reach(view, unit), *(reach_of_weapon(view, sw) for sw in weapons), 0
    )


def least_of(view: GameView, unit: Unit) -> int:
    """The hexes nearer than which a unit can fire with nothing that works (C9.1)."""
    if _own_reach(view, unit):
        return 0
    weapons = [sw for sw in view.state.weapons_of(unit.id) if reach_of_weapon(view, sw)]
    return min((least_of_weapon(view, sw) for sw in weapons), default=0)


def reach_led(view: GameView, unit: Unit) -> int:
    """The hexes that a unit can fire at on the IFT, as a leader directs it (D-821)."""
    weapons = view.state.weapons_of(unit.id)
    reaches = [reach_of_weapon(view, sw) for sw in weapons if _is_mg(view, sw)]
    return max([_own_reach(view, unit), *reaches])


def _own_reach(view: GameView, unit: Unit) -> int:
    """Of its inherent FP, long range included."""
    found = piece(view, unit)
    if isinstance(found, MMC | SMC) and found.fp and not unit.unarmed:
        return min(FAR, fires_with(unit, found).range * LONG)
    return 0


def _is_mg(view: GameView, weapon: Weapon) -> bool:
    kind = view.world.counter(weapon.counter)
    return isinstance(kind, SupportWeapon) and kind.kind == "MG"


def targets_from(
    view: GameView, unit: Unit, at: LocationName
) -> tuple[LocationName, ...]:
    """The Locations with a Target of a unit, were it in a Location."""
    key = "targets from", unit.id, at
    return view.world.once(view.state, key, lambda: _targets(view, unit, at))


def _targets(view: GameView, unit: Unit, at: LocationName) -> tuple[LocationName, ...]:
    found, shut = in_range_from(view, unit, at), closed_places(view)
    if shut.isdisjoint(found):
        return found
    hexes = armor_reach(view, unit)
    return tuple(
        place
        for place in found
        if place not in shut or view.world.range(at, place) <= hexes
    )


def in_range_from(
    view: GameView, unit: Unit, at: LocationName
) -> tuple[LocationName, ...]:
    """Where FRIENDLY units are in LOS and range of a unit in a Location, AFV too."""
    least, most = least_of(view, unit), reach_of(view, unit)
    places = friend_places(view)
    return tuple(
        place
        for place in places
        if least <= view.world.range(at, place) <= most and sees(view, at, place)
    )


def weapon_has_target(view: GameView, weapon: Weapon, at: LocationName) -> bool:
    """Whether a Weapon that works has a Target from a Location, as D-180 has it.

    A closed AFV as far as it has something against armor (D-822).
    """
    open_, shut = reach_of_weapon(view, weapon), closed_places(view)
    closed, least = range_at_armor(view, weapon), least_of_weapon(view, weapon)
    return open_ > 0 and any(
        least <= view.world.range(at, place) <= (closed if place in shut else open_)
        and sees(view, at, place)
        for place in friend_places(view)
    )


def own_melee(view: GameView, at: LocationName) -> bool:
    """Whether a Location holds a Melee of ENEMY units: they do not fire in it."""
    return any(unit.melee for unit in view.state.units_at(at, "ENEMY"))


def closed_places(view: GameView, *, known: bool = False) -> frozenset[LocationName]:
    """The Locations where fire on the IFT can do nothing to any FRIENDLY unit.

    With `known` to any that is Known. Reading: D-822.
    """
    among = friends(view)
    if not any(unit.vehicle for unit in among):
        return frozenset()

    def found() -> frozenset[LocationName]:
        seen = [u for u in among if not known or known_to_other_side(u)]
        shut = {u.location for u in seen if unhurt(view, u)}
        return frozenset(
            shut.difference(u.location for u in seen if not unhurt(view, u))
        )

    return view.world.once(view.state, ("closed", known), found)


def armor_reach(view: GameView, unit: Unit) -> int:
    """The hexes at which a unit has something against armor that works; 0 if nothing.

    A PF; a MG at normal range (A9.61), that of a vehicle too; any other Weapon as far
    as it reaches.
    """
    if unit.vehicle:
        return max((arm.pierces for arm in arms(view, unit)), default=0)
    reaches = [range_at_armor(view, sw) for sw in view.state.weapons_of(unit.id)]
    return max([pf_reach(view, unit), *reaches])


def pf_reach(view: GameView, unit: Unit) -> int:
    """The range of the PF that a MMC may have on this date; 0 if it has none."""
    if mmc(view, unit) is None:
        return 0
    try:
        return inherent(view, unit, "PF").max_range
    except Illegal:
        return 0


def watchers(view: GameView, at: LocationName) -> list[Unit]:
    """The ENEMY units on the map in Good Order that could fire at a Location."""
    on_map = (u for u in view.state.units.values() if u.side == "ENEMY" and u.location)
    return [
        unit
        for unit in on_map
        if unit.good_order
        and _spans(view, unit, view.world.range(unit.location, at))
        and sees(view, unit.location, at)
    ]


def _spans(view: GameView, unit: Unit, hexes: int) -> bool:
    return least_of(view, unit) <= hexes <= reach_of(view, unit)


def adjacent_target(view: GameView, unit: Unit) -> bool:
    """Whether a unit has a Target ADJACENT to it, or in its Location.

    A closed AFV next to it is none for who has nothing against armor (D-822), nobody
    one for a vehicle of which nothing works (D-531; what is silent while BU does).
    """
    at, shut = unit.location, closed_places(view)
    if unit.vehicle and not arms(view, unit, opened=True):
        return False
    return any(
        view.world.range(at, place) <= 1
        and adjacent(view, at, place)
        and (place not in shut or place == at or armor_reach(view, unit) > 0)
        for place in friend_places(view)
    )


def north_to_south(view: GameView, units: Iterable[OnMap]) -> list[OnMap]:
    """Units or S? of the map in the order of S6.1: hexrow, nearest the FBE, highest."""
    world = view.world

    def key(unit: OnMap) -> tuple[int, int, int]:
        at = world.locate(unit.location)
        near = world.fbe_distance(unit.location)
        return world.compass.hexrow(at.hex), near, -at.level

    return sorted(units, key=key)
