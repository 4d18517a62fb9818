"""A12.154: Search Casualties."""

from opfor.core.dice import die_roll
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader, mmc
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import modifier
from opfor.rules.a_infantry.a11_close_combat.a11_17_stealth import stealthy
from opfor.rules.a_infantry.a11_close_combat.a11_18_lax import lax
from opfor.rules.a_infantry.a12_concealment.a12_152_search import is_squad
from opfor.state.play import Play
from opfor.state.units import Unit

CASUALTY = 1
"""The Final dr at or below which the searcher is reduced."""


@rule("A12.154", "Search Casualties", cites=("A11.17", "A11.18"))
def search_casualties(play: Play, searcher: Unit, found: list[Unit]) -> bool:
    """Whether the searcher is reduced: by a Final 1 or less of the DEFENDER's dr.

    Each HS-equivalent found beyond the first lowers the dr by one, the defenders'
    leadership and Stealth too; Lax raises it.
    """
    mmcs = [unit for unit in found if mmc(play, unit)]
    if not found:
        return False
    halves = sum(2 if is_squad(play, unit) else 1 for unit in mmcs)
    best = min(
        (modifier(play, unit) for unit in found if leader(play, unit)), default=0
    )
    mods = [
        Mod("HS-equivalents beyond one", -max(0, halves - 1), "A12.154"),
        Mod("leadership", best, "A12.154"),
        Mod("Stealthy", -int(any(stealthy(play, u) for u in found)), "A11.17"),
        Mod("Lax", int(any(lax(play, u) for u in found)), "A11.18"),
    ]
    used = [mod for mod in mods if mod.value]
    purpose = fact("search_casualties_of", unit=searcher.id)
    roll = die_roll(play, purpose, used, side=other(searcher.side))
    return roll.final <= CASUALTY
