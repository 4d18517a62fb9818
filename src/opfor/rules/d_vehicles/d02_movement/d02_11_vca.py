"""D2.11: the VCA: which hexes lie ahead, and what turning costs."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.geo.terrain_chart import MF
from opfor.rules.c_ordnance.c05_firer_drm import tight
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import mobile, state_of
from opfor.rules.d_vehicles.d02_movement.spending import after_spending
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import NO_CA, Unit


@rule("D2.11/turn", "Turning the VCA", cites=("D2.11", "D2.11/cost"))
def turn(view: GameView, unit: Unit, spine: int) -> Move:
    """One hexspine at a time, in Motion.

    Errors:
        Illegal: it is Stopped, offboard or cannot move, more than one hexspine, or
            lacks the MP.
    """
    if not state_of(unit).motion or not mobile(unit) or not unit.location:
        raise Illegal("D2.11", f"{unit.id} turns only in Motion, on the map")
    if (spine - state_of(unit).vca) % SIDES not in (1, SIDES - 1):
        raise Illegal("D2.11", "a vehicle turns by one hexspine at a time")
    inside = not state_of(unit).bypass and tight(view, unit.location)
    cost = turn_cost(unit, spine, tight=inside)
    return after_spending(view, unit, cost)


@rule("D2.11", "VCA and the hexes that a vehicle enters", cites=("D2.2", "C3.2"))
def ahead(unit: Unit, *, reverse: bool = False) -> tuple[int, int]:
    """The two hexsides that a vehicle leaves by: of its VCA, or behind it."""
    spine = state_of(unit).vca + (SIDES // 2 if reverse else 0)
    return (spine - 1) % SIDES, spine % SIDES


def entry_vca(side: int) -> int:
    """A VCA that looks across a hexside; the clockwise one of two (D2.11)."""
    return side % SIDES


@rule("D2.11/cost", "What turning costs", cites=("D2.11", "C3.22"))
def turn_cost(unit: Unit, spine: int, *, tight: bool) -> int:
    """Quarters of MP to turn the VCA: one MP a hexspine, two in woods and the like."""
    now = state_of(unit).vca
    if now == NO_CA:
        return 0
    off = (spine - now) % SIDES
    return min(off, SIDES - off) * MF * (2 if tight else 1)


def turned_tca(unit: Unit, spine: int) -> int:
    """The TCA after the VCA has turned: with it if both were the same (D3.12).

    Reading: D-304 a turret that points elsewhere keeps pointing there.
    """
    state = state_of(unit)
    return spine if state.tca in (state.vca, NO_CA) else state.tca
