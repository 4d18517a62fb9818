"""A22.6: what MOL do beside their FP."""

from opfor.core.dice import Rolled
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import break_unit
from opfor.rules.a_infantry.a22_ft_and_mol.a22_6_molotov import BREAKS, BURNS, thrown
from opfor.rules.b_terrain.b25_fire.b25_1_flames import burns
from opfor.rules.b_terrain.b25_fire.b25_5_environmental_conditions import drenched
from opfor.rules.orders.infantry.place_flame import place_flame
from opfor.state.play import Play


@rule("A22.6/dr", "What MOL do beside their FP", cites=("A22.6", "B25.11"))
def burn(play: Play, made: Attack, rolled: Rolled | None) -> None:
    """A coloured 1 sets the Location on fire if it can burn, a 6 breaks the thrower."""
    if rolled is None or not thrown(made):
        return
    if rolled.pair.coloured == BURNS and burns(play, made.target):
        if not drenched(play.state.weather):
            place_flame(play, made.target)
    elif rolled.pair.coloured == BREAKS and made.arms[0].id in play.state.units:
        break_unit(play, made.arms[0].id)
