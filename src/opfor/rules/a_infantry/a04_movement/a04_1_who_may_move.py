"""A4.1: who may move."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a04_movement.a04_11_allotment import mans_gun
from opfor.rules.a_infantry.a04_movement.a04_42_portage import overloaded
from opfor.rules.d_vehicles.d02_movement.d02_1_allotment import drivable
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule(
    "A4.1", "Who may move", cites=("A3.2", "A4.42", "A4.8", "A7.25", "A11.15", "A20.5")
)
def barred(view: GameView, unit: Unit) -> Illegal | None:
    """The rule that forbids a unit to move in this MPh, if one does."""
    name = unit.id
    shut: tuple[tuple[bool, str, str], ...] = (
        (unit.broken, "A4.1", "is broken"),
        (unit.pinned, "A4.1", "is pinned"),
        (bool(unit.aboard), "D6.1", f"is aboard {unit.aboard}"),
        (unit.moved, "A4.1", "has had its move this turn"),
        (unit.fired == "opportunity", "A7.25", "waits for Opportunity Fire"),
        (bool(unit.fired), "A3.2", "has fired this turn"),
        (unit.ti, "A4.8", "is TI"),
        (unit.panic, "A4.8", "is in Panic"),
        (unit.melee, "A11.15", "is in Melee"),
    )
    for holds, number, why in shut:
        if holds:
            return Illegal(number, f"{name} {why}")
    if mans_gun(view, unit):
        return Illegal("C10.3", f"{name} must leave its Gun first")
    if not unit.vehicle and overloaded(view, unit):
        return Illegal("A4.42", f"{name} carries two PP at most, and must drop a SW")
    return None


def movable(view: GameView, unit: Unit) -> bool:
    """Whether it is Infantry that no rule keeps from moving, and nobody's prisoner."""
    return not (unit.vehicle or unit.guard) and barred(view, unit) is None


def can_go_on(view: GameView, unit: Unit) -> bool:
    """Whether it can do more in its move: Infantry, or a vehicle with MP left."""
    return drivable(view, unit) if unit.vehicle else movable(view, unit)
