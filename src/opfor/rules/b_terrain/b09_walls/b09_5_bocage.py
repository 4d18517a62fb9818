"""B9.5: bocage in LOS."""

from opfor.core.rule import rule
from opfor.state.play import GameView
from opfor.state.state import State
from opfor.state.units import LocationName


@rule(
    "B9.5",
    "Bocage as an obstacle",
    exc=("not in LOS from an adjacent hex", "not where somebody has Wall Advantage"),
    cites=("B9.32",),
)
def behind_bocage(view: GameView, a: LocationName, b: LocationName) -> bool:
    """Whether bocage of an end's own hex hides two Locations from each other.

    At ground level nobody sees in or out over it. EXC: between adjacent hexes. EXC: to
    and from a Location in which somebody has Wall Advantage.
    Reading: D-224.
    """
    if view.world.range(a, b) <= 1:
        return False
    return _hides(view, a, b) or _hides(view, b, a)


def _hides(view: GameView, near: LocationName, far: LocationName) -> bool:
    hex_, level = view.world.locate(near)
    sides = view.world.bocage.get(hex_)
    if not sides or level:
        return False
    if not sides.issuperset(view.world.entered_sides(far, near)):
        return False
    state = view.state
    return near not in view.world.once(state, "at walls", lambda: at_walls(state))


def at_walls(state: State) -> frozenset[LocationName]:
    """Where somebody has Wall Advantage, or a S? stands, which has it (D-045)."""
    holders = (unit.location for unit in state.units.values() if unit.wall)
    return frozenset([*holders, *(s.location for s in state.suspects.values())])
