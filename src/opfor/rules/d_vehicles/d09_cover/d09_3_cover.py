"""D9.3: vehicles and wrecks as cover for Infantry.

Reading: D-365.
"""

from collections.abc import Sequence

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.b_terrain.b27_entrenchments.b27_52_vehicles_in_trenches import (
    in_trench,
)
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import afv
from opfor.rules.d_vehicles.d09_cover.d09_4_hindrance import at_rest
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit

COVER = 1
"""TEM of an AFV or wreck."""


@rule(
    "D9.3",
    "AFV and wrecks as TEM",
    exc=("not within its Location", "not beneath what moves", "no burning wreck"),
    cites=("D10.3", "B27.52"),
)
def afv_tem(view: GameView, unit: Unit, froms: Sequence[LocationName]) -> Mod | None:
    """+1 for Infantry with an AFV of its side, an Abandoned one, or a wreck.

    It does not add to other TEM; whoever uses it sees to that.
    EXC: not against fire from within the Location. EXC: not of an AFV that moves, but
    for Armored Assault. EXC: not of a burning wreck.
    """
    here = unit.location
    if unit.vehicle or unit.aboard or not here:
        return None
    if froms and all(at == here for at in froms):
        return None
    wrecked = any(m.kind == "wreck" for m in view.state.markers_at(here))
    if wrecked or any(_covers(view, unit, one) for one in view.state.units_at(here)):
        return Mod("wreck" if wrecked else "AFV", COVER, "D9.3")
    return None


def goes_along(view: GameView, unit: Unit, tank: Unit) -> bool:
    """Whether Infantry moves in one stack with an AFV just now (D9.31)."""
    move = view.state.move
    along = move is not None and move.foot is not None and unit.id in move.foot.units
    return along and move is not None and move.units[0] == tank.id


def _covers(view: GameView, unit: Unit, other: Unit) -> bool:
    if other.vehicle is None or not afv(view, other):
        return False
    if not (at_rest(view, other) or goes_along(view, unit, other)):
        return False
    if in_trench(view, other):
        return False
    return other.side == unit.side or other.vehicle.abandoned
