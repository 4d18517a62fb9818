"""S6.22: who can move."""

from opfor.core.rule import rule
from opfor.rules.s_solitaire.s06_actions.s06_30_automatic_moves import mobile_vehicle
from opfor.state.units import Unit


@rule(
    "S6.22",
    "Move",
    exc=("units that are not Mobile",),
    cites=("S9.1", "S9.2", "S9.21"),
)
def can_move(unit: Unit) -> bool:
    """Whether a unit with a Move Action moves in the ENEMY's MPh, by {A4a} to {A4c}.

    EXC: a unit that is not Mobile has an alternate Action.
    """
    if unit.vehicle is not None:
        return mobile_vehicle(unit)
    return not (unit.pinned or unit.ti or unit.melee or unit.broken)
