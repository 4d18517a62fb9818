"""A15.5: who surrenders by Heat of Battle."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    smc,
)
from opfor.rules.a_infantry.a19_unit_substitution.a19_1_elr import (
    gives_up,
)
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("A15.5", "Surrender by Heat of Battle", exc=("units that never surrender",))
def surrenders(view: GameView, unit: Unit) -> bool:
    """Whether a unit surrenders by Heat of Battle; else it goes berserk instead.

    EXC: Fanatic units, commissars, nations that do not surrender to the other
    side's, and a side that suffers No Quarter.
    """
    found = smc(view, unit)
    commissar = found is not None and found.kind == "commissar"
    no_quarter = view.state.toll(unit.side).no_quarter
    return not (unit.fanatic or commissar or no_quarter) and gives_up(view, unit)
