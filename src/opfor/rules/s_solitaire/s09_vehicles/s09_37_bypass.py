"""S9.37: Bypass along what bars a vehicle's way."""

from msgspec.structs import replace

from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.rules.a_infantry.a04_movement.a04_3_bypass import (
    CLOCKWISE,
    COUNTER,
    OBSTACLES,
)
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of
from opfor.rules.d_vehicles.d02_movement.d02_3_bypass import (
    HEXSIDE,
    beside,
    bypassing,
    end_of,
    hexsides_on,
    next_hexside,
    turn_of,
)
from opfor.rules.s_solitaire.s09_vehicles.steps import (
    MP,
    RouteStep,
    steps,
    terrain_of,
)
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD, LocationName, Unit


@rule("S9.37", "Bypass to avoid Bog or Prohibited Locations", cites=("D2.3", "D2.31"))
def around(
    view: GameView,
    step: RouteStep,
    unit: Unit,
    start: LocationName,
    *,
    onward: LocationName = OFFBOARD,
) -> RouteStep:
    """A step into an obstacle that may bog as a step by Bypass along it, if it can be.

    Along the hexside next to the one crossed, clockwise first; each costs twice what
    Open Ground does. To a corner of where it goes then, if either is. A vehicle that is
    in Bypass goes on round the same way.
    Reading: D-349.

    Args:
        view: the game.
        step: the step.
        unit: the vehicle, where it is.
        start: where the step is from.
        onward: the Location after that of the step, if it is known.
    """
    world = view.world
    if not step.bog or terrain_of(view, step.to) not in OBSTACLES:
        return step
    clear = world.joins.clear[world.locate(step.to).hex]
    entered = (step.side + SIDES // 2) % SIDES
    turns = _turns(unit, step) if start == unit.location else (CLOCKWISE, COUNTER)
    ways = [(way, turn) for turn in turns if clear[way := (entered + turn) % SIDES]]
    # Not into a pocket out of which nothing leads.
    ways = [way for way in ways if _leads_out(view, unit, step.to, *way)]
    if not ways:
        return step
    near = bool(onward) and world.range(step.to, onward) == 1
    out = world.side_between(step.to, onward) if near else -1
    side, _ = next(
        (way for way in ways if out in beside(end_of(*way)[0])),
        ways[0],
    )
    return replace(step, bypass=(side,), bog=False, quarters=HEXSIDE * MP)


def _turns(unit: Unit, step: RouteStep) -> tuple[int, ...]:
    """The ways round an obstacle that a vehicle could go by a step (D2.3)."""
    if not bypassing(unit):
        return CLOCKWISE, COUNTER
    # Not back over the hexside that it has come along; at each later corner the hex
    # to which that leads lies ahead.
    ahead = step.side != state_of(unit).bypass[-1]
    return (turn_of(unit),) if ahead else ()


def _leads_out(
    view: GameView, unit: Unit, at: LocationName, side: int, turn: int
) -> bool:
    """Whether from the end of a hexside, or of the next ones, there is a way out."""
    clear = view.world.joins.clear[view.world.locate(at).hex]
    out = {step.side for step in steps(view, unit, at)}
    for n in range(SIDES):
        way = (side + n * turn) % SIDES
        if not clear[way]:
            return False
        if not out.isdisjoint(beside(end_of(way, turn)[0])):
            return True
    return False


@rule("S9.37/on", "On along an obstacle", cites=("S9.37", "D2.3"))
def along(view: GameView, unit: Unit, to: LocationName) -> RouteStep | None:
    """A further hexside of its obstacle, for a vehicle in Bypass on its way to a hex.

    Only if that way leads, past hexsides that are clear, to a corner of it.
    """
    world, here = view.world, unit.location
    if not bypassing(unit) or world.range(here, to) != 1:
        return None
    if not hexsides_on(view, unit, world.side_between(here, to)):
        return None
    next_, vca = (next_hexside(unit),), state_of(unit).vca
    return RouteStep(to=here, side=vca, quarters=HEXSIDE * MP, bypass=next_)
