"""C6.7: Case P, the size of a Gun."""

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.c_ordnance.c11_guns_as_targets.c11_2_emplacement import guns_manned
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("C6.7/gun", "Case P: size of a Gun", cites=("C6.7",))
def gun_size(view: GameView, unit: Unit) -> Mod | None:
    """+1 for the crew of a small Gun, -1 for that of a large one."""
    sizes = [piece.size for piece, gun in guns_manned(view, unit) if not gun.limbered]
    if not any(sizes):
        return None
    return Mod("Case P: size of the Gun", sizes[0], "C6.7")
