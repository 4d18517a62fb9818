"""A4.5: Double Time and CX."""

from collections.abc import Sequence

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.state.units import Unit


def tired(unit: Unit) -> bool:
    """Whether a unit is CX, or was as this MPh began (D-936)."""
    return unit.cx or unit.did("winded")


@rule("A4.5", "Double Time and CX")
def may_double_time(units: Sequence[Unit], *, assault: bool = False) -> None:
    """Refuse Double Time to units that are CX or wounded, and to Assault Movement.

    And to who was CX as this MPh began. Reading: D-936.
    """
    if any(map(tired, units)):
        raise Illegal("A4.5", "a unit that is CX, or was so before, cannot Double Time")
    if any(unit.wounded for unit in units):
        raise Illegal("A4.5", "a wounded unit cannot Double Time")
    if any(unit.berserk or unit.wave for unit in units):
        raise Illegal("A4.5", "a charge has all its MF already")
    if assault:
        raise Illegal("A4.61", "Assault Movement is not possible by Double Time")
