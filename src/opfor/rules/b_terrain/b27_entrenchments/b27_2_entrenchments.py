"""B27.2 and B27.3: foxholes and trenches: LOS, TEM, and where one may go in."""

from typing import Literal

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.b_terrain.b27_entrenchments.b27_p1_capacity import fits
from opfor.state.play import GameView
from opfor.state.units import Fortification, LocationName, Unit

Against = Literal["fire", "OBA", "OVR", "CC", "FT"]
"""What a fortification protects from."""

DUG_IN = ("foxhole", "trench")


@rule(
    "B27.3",
    "TEM of entrenchments",
    exc=("none against CC and FT",),
    cites=("B27.5",),
)
def entrenched_tem(fort: Fortification, against: Against = "fire") -> Mod | None:
    """+2, and +4 against OBA and Overruns; not cumulative with other positive TEM.

    EXC: none against CC and FT.
    """
    if fort.kind not in DUG_IN or against in ("CC", "FT"):
        return None
    value = 4 if against in ("OBA", "OVR") else 2
    return Mod(fort.kind, value, "B27.3")


def refuges(view: GameView, unit: Unit, at: LocationName) -> list[Fortification]:
    """The entrenchments and pillboxes of a Location that a unit could enter.

    None beneath wire, which is in the way; none that is hidden, full or the enemy's.
    """
    forts = view.state.fortifications_at(at) if view.state.fortifications else []
    if any(fort.kind == "wire" for fort in forts):
        return []
    shut = {u.inside for u in view.state.units_at(at) if u.side != unit.side}
    return [
        fort
        for fort in forts
        if fort.kind in (*DUG_IN, "pillbox") and not fort.hidden
        if fort.id not in shut and fits(view, fort, [unit])
    ]


def occupied(view: GameView, unit: Unit) -> Fortification | None:
    """The fortification that a unit is inside of, if any."""
    return view.state.fortifications.get(unit.inside) if unit.inside else None


@rule("B27.2", "What those inside an entrenchment cannot see over", cites=("B9.3",))
def over_wall(view: GameView, low: LocationName, other: LocationName) -> bool:
    """Whether a wall, hedge or bocage hides a Location from one who is dug in.

    One of his own hexsides in between, and the other place is neither adjacent nor
    higher; LOS is the same both ways.
    """
    world = view.world
    if world.range(low, other) <= 1 or world.height(other) > world.height(low):
        return False
    hex_ = world.locate(low).hex
    crossed = world.entered_sides(other, low)
    return any((kind := world.ground.side(hex_, s)) and kind.tem for s in crossed)
