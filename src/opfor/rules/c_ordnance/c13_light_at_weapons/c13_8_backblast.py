"""C13.8: backblast."""

from opfor.core.rule import rule
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("C13.8", "Backblast", exc=("a PIAT has none",), cites=("C5.33",))
def blasts(view: GameView, unit: Unit, ordnance: Ordnance) -> bool:
    """Whether a weapon's backblast is caught by a building, rubble or pillbox.

    EXC: a PIAT has none.
    """
    if ordnance.kind not in ("RCL", "LATW") or ordnance.name in ("PIAT", "MOL-P"):
        return False
    fort = view.state.fortifications.get(unit.inside)
    if fort is not None and fort.kind in ("pillbox", "cave"):
        return True
    name = view.world.ground.terrain(view.world.locate(unit.location)).name
    return view.world.in_building(unit.location) or "rubble" in name
