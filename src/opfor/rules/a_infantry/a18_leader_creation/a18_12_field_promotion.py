"""A18.12: leaders made in CC."""

from opfor.core.dice import random_selection
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import armed, mmc
from opfor.rules.a_infantry.a11_close_combat.a11_1_attack import Combat
from opfor.rules.a_infantry.a18_leader_creation.a18_2_leader_creation import (
    create_leader,
)
from opfor.state.play import Play

POOR_ODDS = ("1-2", "1-4", "1-6", "1-8", "<1-8")
"""Odds below 1-1, the least bad first: a drm of leader creation for each."""


@rule("A18.12", "Field Promotion", exc=("not by an unarmed MMC",), cites=("A18.2",))
def promotion(play: Play, combat: Combat) -> None:
    """One MMC of an attack with an Original 2 makes the Leader Creation dr.

    Each column of odds below 1-1 helps. EXC: unarmed MMC make no leaders.
    """
    units = play.state.units
    found = [units[id_] for id_ in combat.clash.attackers if id_ in units]
    mmcs = [unit for unit in found if mmc(play, unit) and armed(unit)]
    if not mmcs:
        return
    one = random_selection(play, mmcs, purpose=fact("who_makes_a_leader"))[0]
    if combat.foe != "Personnel":
        create_leader(play, one, [Mod("against an AFV", -1, "A18.12")])
        return
    poor = POOR_ODDS.index(combat.odds) + 1 if combat.odds in POOR_ODDS else 0
    mods = [Mod(f"odds {combat.odds}", -poor, "A18.12")] if poor else []
    create_leader(play, one, mods)
