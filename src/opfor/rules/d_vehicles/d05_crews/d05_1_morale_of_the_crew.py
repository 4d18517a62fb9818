"""D5.1: the checks that an Inherent crew makes."""

from collections.abc import Sequence

from opfor.core.dice import dice_roll
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a14_snipers.a14_1_sniper_alert import alert_sniper
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import afv, state_of, vehicle
from opfor.rules.d_vehicles.d03_fire.d03_44_armor_leaders import crew_drm
from opfor.state.counter_lists import unlisted
from opfor.state.counters import MMC
from opfor.state.play import GameView, Play
from opfor.state.units import Unit

NEW_CREW = 8
"""Morale Level of an Inherent crew whose nation has no such Infantry."""


@rule("D5.1/morale", "Morale of an Inherent crew", cites=("D5.1", "D3.45"))
def crew_morale(view: GameView, unit: Unit) -> int:
    """That of its nation's best unbroken elite MMC; in an unarmored vehicle first line.

    One less if it is Inexperienced. On foot a crew has what its counter says.
    """
    found = vehicle(view, unit)
    nation = found.nation if found else ""
    quality = "elite" if afv(view, unit) else "first"
    counters = unlisted(view.world.enemy.counters).values()
    level = 0
    for name in (nation, view.world.root(nation)):
        level = level or max(
            (
                piece.morale
                for piece in counters
                if isinstance(piece, MMC)
                and piece.nation == name
                and piece.quality == quality
                and piece.size != "crew"
            ),
            default=0,
        )
    return (level or NEW_CREW) - int(state_of(unit).inexperienced)


def crew_check(play: Play, unit: Unit, why: Fact, drm: Sequence[Mod] = ()) -> bool:
    """A MC or TC of an Inherent crew; its armor leader's Leadership counts (D3.44).

    An Original DR equal to the other side's SAN alerts its Sniper (A14.1).
    """
    level = crew_morale(play, unit)
    purpose = fact("ntc_of_the_crew", unit=unit.id, level=level, why=why)
    mods = [*crew_drm(play, unit), *drm]
    rolled = dice_roll(play, purpose, mods, side=unit.side)
    alert_sniper(play, unit.side, rolled)
    return rolled.final <= level
