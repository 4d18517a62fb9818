"""C7.7: Indirect Fire against AFV."""

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Fate
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import SCALE, vehicle
from opfor.state.play import GameView
from opfor.state.units import Unit

THIN, THICK = 4, 8
"""AF up to which all armor is thin, and from which on thick, to Indirect Fire."""


@rule("C7.7/indirect", "Indirect Fire against AFV")
def shelled(worst_k: int, final: int) -> Fate:
    """What a Final DR on the IFT does to an AFV; its hull, where that matters.

    A KIA destroys it, and burns it at half of the DR that gives a K or less; a K, or a
    DR one higher, immobilizes by a hull hit and shocks by a turret hit.

    Args:
        worst_k: the highest Final DR that gives a K in that column; below 0 for none.
        final: the Final DR.
    """
    if worst_k < 0 or final > worst_k + 1:
        return "none"
    if final >= worst_k:
        return "immobilized"
    return "burn" if 2 * final <= worst_k else "eliminated"


@rule("C7.7/armor", "Armor against Indirect Fire", cites=("D1.6",))
def armor_drm(view: GameView, unit: Unit) -> list[Mod]:
    """-1 if all AF are 4 or less, +1 if all are 8 or more; -1 for an open top."""
    found = vehicle(view, unit)
    if found is None:
        return []
    factors = (found.front, found.side)
    mods = []
    if all(factor in SCALE and factor <= THIN for factor in factors):
        mods.append(Mod(f"all AF {THIN} or less", -1, "C7.7"))
    if all(factor >= THICK for factor in factors):
        mods.append(Mod(f"all AF {THICK} or more", 1, "C7.7"))
    if found.open_topped:
        mods.append(Mod("open-topped", -1, "C7.7"))
    return mods
