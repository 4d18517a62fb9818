"""Who makes for which VPO Location, where a side needs several (reading: D-818)."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import NamedTuple

from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, smc
from opfor.rules.a_infantry.a26_victory.a26_1_control import controls
from opfor.rules.a_infantry.a26_victory.a26_3_victory import (
    lapsed,
    limits,
    vpo_of,
)
from opfor.sim.ground_plan import GroundPlan
from opfor.state.mission import VictoryCondition
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side, Unit

Shares = Mapping[str, LocationName]
"""The goal of each unit, by its id; who is not named makes for any of them."""


class Need(NamedTuple):
    """The VPO Locations that a condition still lacks.

    Args:
        number: how many; 0 or less: none.
        goals: those that it does not Control.
    """

    number: int
    goals: tuple[LocationName, ...] = ()


def need_of(view: GameView, side: Side) -> Need:
    """What a side still needs, by the condition that lacks fewest.

    One that can no longer be fulfilled counts only if there is no other.
    """
    asked = [aim for aim in view.state.mission.victory if aim.side == side and aim.vpo]
    open_ = [aim for aim in asked if still_open(view, aim)]
    needs = (_need(view, aim) for aim in open_ or asked)
    return min(needs, key=lambda need: need.number, default=Need(0))


def still_open(view: GameView, aim: VictoryCondition) -> bool:
    """Whether a condition can still be fulfilled, by its turn and its limits."""
    return not lapsed(view, aim) and all(line.met for line in limits(view, aim))


def _need(view: GameView, aim: VictoryCondition) -> Need:
    places = vpo_of(view, aim)
    goals = tuple(at for at in places if not controls(view, aim.side, at))
    number = len(places) if aim.vpo == "all" else aim.vpo
    return Need(number - len(places) + len(goals), goals)


def shared_out(view: GameView, side: Side, plan: GroundPlan) -> Shares:
    """Each goal that is needed has as many squads and leaders make for it.

    Whoever has least more to go for it than for any other is the first to get it. If
    fewer are needed than there are, those that lie nearest to all of them together.
    """
    need = need_of(view, side)
    if need.number < 2:
        return {}
    fit = [
        unit
        for unit in view.state.units.values()
        if unit.side == side and not (unit.vehicle or unit.broken)
    ]
    squads = [unit for unit in fit if mmc(view, unit)]
    leaders = [unit for unit in fit if smc(view, unit)]
    goals = sorted(need.goals, key=lambda goal: _together(plan, squads, goal))
    goals = goals[: need.number]
    return _dealt(plan, squads, goals) | _dealt(plan, leaders, goals)


def _together(plan: GroundPlan, units: Sequence[Unit], goal: LocationName) -> int:
    return sum(_far(plan, unit, goal) for unit in units)


def _dealt(
    plan: GroundPlan, units: Sequence[Unit], goals: Sequence[LocationName]
) -> dict[str, LocationName]:
    """The goals of some units; as many for each, or one less for the last ones."""
    room = dict.fromkeys(goals, ceil(len(units) / len(goals)))

    def detour(unit: Unit, goal: LocationName) -> int:
        others = (_far(plan, unit, other) for other in goals if other != goal)
        return _far(plan, unit, goal) - min(others)

    pairs = [(detour(unit, goal), unit.id, goal) for unit in units for goal in goals]
    found: dict[str, LocationName] = {}
    for _, id_, goal in sorted(pairs, key=lambda pair: pair[0]):
        if id_ not in found and room[goal]:
            found[id_], room[goal] = goal, room[goal] - 1
    return found


def _far(plan: GroundPlan, unit: Unit, goal: LocationName) -> int:
    """Quarters of MF; who has not entered may do so where it is near to any."""
    return plan.far(unit.location, (goal,)) if unit.location else 0
