"""C6.2: Case K: a concealed target."""

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import known_to_other_side
from opfor.rules.c_ordnance.c06_target_drm.case_values import value
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit

FAR = 16
"""Hexes beyond which Infantry counts as concealed (A9.4)."""


@rule(
    "C6.2",
    "Case K: concealed target",
    exc=("broken and berserk units are seen at any distance",),
    cites=("A9.4", "A12.1"),
)
def unseen(view: GameView, unit: Unit, start: LocationName) -> Mod | None:
    """+2 against concealed units, and against all beyond 16 hexes.

    EXC: broken and berserk units count as seen at any distance.
    """
    far = view.world.range(start, unit.location) > FAR
    hidden = not known_to_other_side(unit)
    if not hidden and (not far or unit.broken or unit.berserk):
        return None
    return Mod("Case K: concealed", value(view, "K"), "C6.2")
