"""A22.34: flames against vehicles."""

from opfor.core.dice import DR
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Fate, Flame, flame_kill
from opfor.rules.c_ordnance.c07_to_kill.c07_7_afv_destruction import fate_of
from opfor.rules.d_vehicles.d03_fire.d03_2_target_facing import facing
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("A22.34", "FT and MOL against an AFV", cites=("C7.3", "C7.7", "D3.2"))
def flame_fate(
    view: GameView, made: Attack, unit: Unit, weapon: Flame, dice: DR
) -> Fate:
    """Their To Kill, by the Original DR of the attack; 12 is a dud.

    Reading: D-334 in its own hex nothing hits the rear.
    """
    start = made.froms[0] if made.froms else made.target
    hexes = view.world.range(start, made.target)
    side = facing(view, unit, start, turret=False) if hexes else "side"
    kill = flame_kill(view, weapon, unit, side, far=weapon == "FT" and hexes > 1)
    return fate_of(view, kill, dice.total)
