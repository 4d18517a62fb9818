"""A4.12: the MF of a unit, with a leader or without."""

from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import dummy, mmc
from opfor.state.play import GameView
from opfor.state.units import Unit

MMC_MF, INEXPERIENCED_MF, SMC_MF, WOUNDED_MF = 4 * MF, 3 * MF, 6 * MF, 3 * MF
CHARGE_MF = 8 * MF
"""MF of berserk units (A15.43) and of those in a Human Wave (A25.23)."""

LEADER_BONUS = 2 * MF


@rule("A4.12", "Leader bonus", cites=("A4.11", "A19.3"))
def unit_mf(view: GameView, unit: Unit, *, led: bool) -> int:
    """Quarters of MF of a unit without its load; MMC with a leader have two more.

    Who is Inexperienced has three: conscripts always, Green MMC unless led.
    """
    if unit.berserk or unit.wave:
        return CHARGE_MF
    found = mmc(view, unit)
    if dummy(unit):
        return MMC_MF
    if found is None:
        return WOUNDED_MF if unit.wounded else SMC_MF
    raw = found.quality == "conscript" or (found.quality == "green" and not led)
    return (INEXPERIENCED_MF if raw else MMC_MF) + (LEADER_BONUS if led else 0)
