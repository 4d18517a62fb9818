"""S9.36: Bog hexes only as the last choice of a vehicle."""

from collections.abc import Collection

from opfor.core.rule import rule
from opfor.rules.a_infantry.a04_movement.a04_3_bypass import OBSTACLES
from opfor.rules.b_terrain.b27_entrenchments.b27_1_digging import PAVED
from opfor.rules.s_solitaire.s09_vehicles.s09_37_bypass import around
from opfor.rules.s_solitaire.s09_vehicles.steps import RouteStep, open_steps, terrain_of
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD, LocationName, Unit

MUDDY = ("mud", "deep snow")
"""Ground on which all but paved roads may bog a vehicle (D8.23)."""


@rule(
    "S9.36",
    "Bog hexes only as the last choice",
    exc=("Mud, or a Move Command into one",),
    cites=("S9.37", "S9.361", "D8.2"),
)
def dry_steps(
    view: GameView,
    unit: Unit,
    start: LocationName,
    *,
    back: LocationName = OFFBOARD,
    shut: Collection[LocationName] = (),
    ordered: LocationName = OFFBOARD,
) -> list[RouteStep]:
    """The hexes among which a vehicle chooses: those that may not bog it, if any.

    Without entering the hex it has just left, nor any that are shut to it. Past an
    obstacle it goes by Bypass.

    EXC: in Mud all that no woods or obstacle blocks, paved roads first (S9.361); a hex
    that the Move Command has it enter, such as for an OVR.
    """
    every = [
        step
        for step in open_steps(view, unit, start)
        if step.to != back and step.to not in shut
    ]
    if view.state.weather.ground in MUDDY:
        clear = [s for s in every if terrain_of(view, s.to) not in OBSTACLES]
        return [s for s in clear if paved(view, s)] or clear or every
    every = [
        around(view, step, unit, start) if step.to != ordered else step
        for step in every
    ]
    dry = [step for step in every if not step.bog or step.to == ordered]
    return dry or every


def paved(view: GameView, step: RouteStep) -> bool:
    """Whether a step follows a paved road."""
    hex_ = view.world.locate(step.to).hex
    return step.road and bool((view.world.joins.road[hex_] == PAVED).any())
