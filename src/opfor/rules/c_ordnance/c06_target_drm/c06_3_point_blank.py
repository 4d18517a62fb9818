"""C6.3: Case L: Point Blank."""

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.c_ordnance.c06_target_drm.case_values import value
from opfor.state.play import GameView
from opfor.state.units import LocationName

POINT_BLANK = {1: "L adjacent", 2: "L near"}


@rule(
    "C6.3",
    "Case L: point blank",
    exc=("not with the Area Target Type", "nor at or by a vehicle in Motion"),
    cites=("D2.4",),
)
def point_blank(
    view: GameView,
    start: LocationName,
    target: LocationName,
    *,
    area: bool = False,
    motion: bool = False,
) -> Mod | None:
    """-2 at an adjacent hex, -1 at two hexes.

    EXC: not with the Area Target Type, which aims at ground (D-141). EXC: nor where the
    firer or the target is a vehicle in Motion; one that has moved and Stopped is not.
    """
    case = POINT_BLANK.get(view.world.range(start, target), "")
    if area or motion or not case:
        return None
    return Mod("Case L: point blank", value(view, case), "C6.3")
