"""A12.34: concealed Guns that fire."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import known_to_other_side
from opfor.rules.a_infantry.a12_concealment.a12_121_concealment_table import NEAR, cell
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("A12.34", "Concealed Guns that fire", exc=("a RCL is always seen",))
def gun_seen(view: GameView, unit: Unit, *, coloured: int, hexes: int) -> bool:
    """Whether firing costs an emplaced Gun and its crew their "?".

    At range 0; at up to 16 hexes of the enemy on a coloured die of 5 or 6; farther
    off on a 6.
    EXC: a RCL is always seen.
    """
    if known_to_other_side(unit) or "G" not in cell(view, unit):
        return False
    guns = [view.world.counter(w.counter) for w in view.state.weapons_of(unit.id)]
    if not hexes or any(getattr(gun, "kind", "") == "RCL" for gun in guns):
        return True
    return coloured >= (5 if hexes <= NEAR else 6)
