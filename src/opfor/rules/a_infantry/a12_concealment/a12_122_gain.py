"""A12.122: concealment gained at the end of a Player Turn."""

from opfor.core.dice import die_roll
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    leader,
    us_number,
)
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a11_close_combat.a11_17_stealth import stealthy
from opfor.rules.a_infantry.a11_close_combat.a11_18_lax import lax
from opfor.rules.a_infantry.a12_concealment.a12_11_concealment import conceal, may_gain
from opfor.rules.a_infantry.a12_concealment.a12_121_concealment_table import (
    NEAR,
    cell,
    eyes_of,
)
from opfor.rules.b_terrain.b23_9_fortified_buildings import inherent_tem
from opfor.state.play import GameView, Play
from opfor.state.units import (
    Unit,
)

GAIN = 5
"""The highest Final concealment dr that gains a "?"."""


HINDERING = ("brush", "grain", "marsh", "orchard", "vineyard", "olive grove")
"""Terrain of TEM 0 whose Location is a Hindrance all the same."""


@rule(
    "A12.122",
    "Gain of concealment",
    exc=("no dr with no unbroken enemy within 16 hexes",),
    cites=("A12.121",),
)
def gain_concealment(play: Play) -> None:
    """At the end of its CCPh each Good Order unit of the ATTACKER may gain.

    Out of LOS in Concealment Terrain it does; elsewhere a dr decides, of 5 or less.
    EXC: no dr out of LOS with no unbroken enemy within 16 hexes.
    Reading: D-356 a vehicle gains only where no dr is made, Stopped and with its crew.
    """
    for unit in list(play.state.units.values()):
        if unit.side == play.state.side and may_gain(unit):
            how = cell(play, unit, gain=True)
            # A12.122: out of LOS without a dr
            if how == "J" or (how == "K" and not _close_enemy(play, unit)):
                conceal(play, unit, fact("out_of_los"))
            # A12.122: else by a dr
            elif how in ("I", "K") and unit.vehicle is None:
                roll = die_roll(
                    play, fact("concealment_of", unit=unit.id), drm(play, unit)
                )
                if roll.final <= GAIN:
                    conceal(play, unit, fact("gains_concealment"))


def _close_enemy(view: GameView, unit: Unit) -> bool:
    """Whether an unbroken enemy is within 16 hexes, in LOS or not."""
    eyes = eyes_of(view, other(unit.side), gain=True)
    return any(view.world.range(unit.location, at) <= NEAR for _, at, _ in eyes)


@rule("A12.122/b1", "Concealment drm", cites=("A1.24", "A11.17", "A11.18", "B23.9"))
def drm(view: GameView, unit: Unit) -> list[Mod]:
    """US# and Lax add; TEM, Hindrance, Stealth and Japanese subtract; leadership.

    Of the leaders of the Location the best one other than itself; hexsides and Height
    Advantage do not count.
    """
    world, at = view.world, view.world.locate(unit.location)
    # B23.9: the +1 of a Fortified Building is the Location's own
    tem = inherent_tem(view, unit.location)
    mods = [
        Mod("US#", us_number(view, [unit]), "A1.24"),
        Mod("leadership", _leadership(view, unit), "A12.122"),
        Mod("Lax", int(lax(view, unit)), "A11.18"),
        Mod("TEM", -max(0, tem), "A12.122"),
        Mod("Hindrance", -int(world.ground.cover(at).name in HINDERING), "A12.122"),
        Mod("Stealthy", -int(stealthy(view, unit)), "A11.17"),
        Mod("Japanese", -2 * unit.counter.startswith("japanese/"), "G1.631"),
    ]
    return [mod for mod in mods if mod.value]


def _leadership(view: GameView, unit: Unit) -> int:
    """The best leadership of another Good Order leader there; 0 without any."""
    found = [
        smc.modifier
        for one in view.state.units_at(unit.location, unit.side)
        if one.id != unit.id and one.good_order and (smc := leader(view, one))
    ]
    return min(found, default=0)
