"""A4.11: the MF that a stack may spend in its MPh.

MF are quarters throughout (see geo/terrain_chart.py).
"""

from collections.abc import Sequence

from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader
from opfor.rules.a_infantry.a04_movement.a04_5_double_time import may_double_time
from opfor.rules.a_infantry.a04_movement.a04_12_leader_bonus import unit_mf
from opfor.rules.a_infantry.a04_movement.a04_42_portage import burdens
from opfor.rules.choices.orders import MoveTo
from opfor.state.play import GameView
from opfor.state.units import Unit

DOUBLE_TIME, LATE_DOUBLE_TIME = 2 * MF, 1 * MF
ROAD_BONUS = 1 * MF
MOST = 8 * MF


@rule(
    "A4.11",
    "MF allotment",
    exc=("berserk units and those of a Human Wave have eight MF",),
    cites=("A4.12", "A4.42", "A4.5", "A17.2", "A19.3"),
)
def allotment(view: GameView, units: Sequence[Unit], order: MoveTo) -> int:
    """Quarters of MF of the slowest unit of a stack that begins its move.

    Prisoners go as their Guards do.
    EXC: berserk units and those of a Human Wave have eight MF.
    """
    if order.double_time:
        able = [unit for unit in units if not unit.guard]
        may_double_time(able, assault=order.assault)
    return stack_mf(view, units, bonus=DOUBLE_TIME if order.double_time else 0)


def stack_mf(view: GameView, units: Sequence[Unit], *, bonus: int = 0) -> int:
    """Quarters of MF of the slowest unit of a stack, with its load and a bonus.

    Prisoners go as their Guards do and slow nobody down.
    """
    movers = [unit for unit in units if not unit.guard]
    led = any(leader(view, unit) for unit in movers)
    over = burdens(view, movers, tired=bonus > 0)
    found = (
        unit_mf(view, unit, led=led) - MF * pp
        for unit, pp in zip(movers, over, strict=True)
    )
    return max(0, min(MOST, min(found, default=0) + bonus))


def mans_gun(view: GameView, unit: Unit) -> bool:
    """Whether it has a Gun that must be pushed or towed: not a dm mortar."""
    return any(w.gun and not w.dm for w in view.state.weapons_of(unit.id))
