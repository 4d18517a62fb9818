"""S8: the ENEMY holds its fire."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a09_machine_guns.a09_22_fire_lanes import lane
from opfor.rules.a_infantry.a26_victory.a26_1_control import controls, vpo_locations
from opfor.rules.choices.switches import way
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import heavy
from opfor.rules.s_solitaire.s08_fire.firing_location import (
    FiringLocation,
    best_chances,
)
from opfor.rules.s_solitaire.s08_fire.planned_attack import planned
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.state.counters import SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit

RESERVE_APART, RESERVE_SIGHT, RESERVE_MMC = 2, 8, 3
"""What makes a Reserve: Locations so close, so many MMC within so many hexes."""

CROSSING, REACH = 2, 4
"""What makes a Fire Lane worth while: so many MMC to cross it, within so many hexes."""


@rule("S8.p15", "Holding fire, and the reserve", cites=("S6.12", "S8.p14"))
def held_in_reserve(
    view: GameView, post: FiringLocation, found: Sequence[FiringLocation]
) -> bool:
    """Whether a Location holds its First Fire for what has not moved yet.

    Of Locations within two hexes of each other the one with the lowest p(NMC+), while
    three unmoved Good Order FRIENDLY MMC are within 8 hexes and in LOS of any of them.
    """
    if not view.state.mission.reserve:
        return False
    near = [
        other
        for other in found
        if other.mode == "first"
        and view.world.range(post.here, other.here) <= RESERVE_APART
    ]
    # what ordnance and the others of a Location could do counts as one
    best = best_chances(near)
    if len(best) < 2 or min(best, key=lambda here: best[here]) != post.here:
        return False
    waiting = [
        unit
        for unit in _unmoved(view)
        if any(_in_sight(view, other.here, unit) for other in near)
    ]
    return len(waiting) >= RESERVE_MMC


def _in_sight(view: GameView, here: LocationName, unit: Unit) -> bool:
    hexes = view.world.range(here, unit.location)
    return hexes <= RESERVE_SIGHT and sees(view, here, unit.location)


@rule("S8.p15/lane", "Fire Lanes", cites=("A9.22", "S8.p15"))
def laned(view: GameView, shot: RatedAttack) -> RatedAttack:
    """The same attack with a Fire Lane by its one MMG or HMG, if that is worth while.

    It is if two Good Order FRIENDLY MMC that have yet to move are within four hexes of
    it, and it lies between them and the nearest VPO Location that they do not Control.
    """
    if way(view, "S8.p15 Fire Lane") == "never":
        return shot
    arms = [view.state.weapons.get(id_) for id_ in shot.order.firers]
    guns = [arm for arm in arms if arm and heavy(view, arm)]
    if len(guns) != 1 or len(shot.attack.froms) != 1:
        return shot
    wide = planned(view, replace(shot.order, lane=True))
    kind = view.world.counter(guns[0].counter)
    if wide is None or not isinstance(kind, SupportWeapon):
        return shot
    beaten = lane(view, shot.attack.froms[0], shot.order.target, kind.range)
    crossing = [unit for unit in _unmoved(view) if must_cross(view, unit, beaten)]
    return wide if len(crossing) >= CROSSING else shot


def _unmoved(view: GameView) -> list[Unit]:
    """The Good Order FRIENDLY MMC that have yet to move."""
    movers = view.state.movers()
    return [
        unit
        for unit in friends(view)
        if mmc(view, unit) and unit.good_order and not unit.moved
        if unit not in movers
    ]


def must_cross(view: GameView, unit: Unit, beaten: Sequence[LocationName]) -> bool:
    """Whether a Fire Lane lies near a unit and on its straight way to a VPO."""
    far, here = view.world.range, unit.location
    goals = [at for at in vpo_locations(view) if not controls(view, "FRIENDLY", at)]
    goal = min(goals, key=lambda at: far(here, at), default=None)
    if goal is None:
        return False
    return any(
        far(here, at) <= REACH and far(here, at) + far(at, goal) == far(here, goal)
        for at in beaten
    )
