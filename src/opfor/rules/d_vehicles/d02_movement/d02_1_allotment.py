"""D2: whether a vehicle can move, how far, and what its counter does to the VCA.

Reading: D-306, what no source confirms.
"""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.geo.terrain_chart import MF
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import mobile, state_of
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import NO_CA, Unit

REVERSE = {"tracked": 4, "halftrack": 3, "truck": 3, "armored car": 2}
"""By how much Reverse Movement makes a hex dearer (D2.2); halftracks: D-304."""


@rule("D2.1", "Who may drive", cites=("A3.2", "D8.1", "D8.2", "D5.4", "D5.34"))
def bar_to_driving(
    view: GameView, unit: Unit, *, stopping: bool = False
) -> Illegal | None:
    """The rule that forbids a vehicle to move in this MPh, if one does.

    Args:
        view: the game.
        unit: the vehicle.
        stopping: to spend a MP to stop, as one in Panic does (S6.309).
    """
    state = state_of(unit)
    before = move_of(view, unit) is None
    fired = [w for w in view.state.weapons_of(unit.id) if before and w.fired == "prep"]
    panics = unit.panic and stopping
    shut: tuple[tuple[bool, str, str], ...] = (
        (unit.vehicle is None, "D2.1", "is no vehicle"),
        (state.abandoned, "D5.4", "has no crew"),
        (state.stunned, "D5.34", "has a Stunned crew"),
        (bool(state.shock), "C7.4", "has a Shocked crew"),
        (unit.moved, "D2.1", "has had its move this turn"),
        (bool(fired), "A3.2", "has fired in this PFPh"),
        ((unit.ti or unit.panic) and not panics, "A4.8", "is TI or in Panic"),
    )
    for holds, number, why in shut:
        if holds:
            return Illegal(number, f"{unit.id} {why}")
    return None


def drivable(view: GameView, unit: Unit) -> bool:
    """Whether a vehicle can go on: nothing bars it, and it has MP left."""
    if unit.vehicle is None or bar_to_driving(view, unit):
        return False
    move = move_of(view, unit)
    return move is None or (not move.stopped and move.spent < move.allotment)


def move_of(view: GameView, unit: Unit) -> Move | None:
    """The move in hand if it is this vehicle's."""
    move = view.state.move
    return move if move is not None and unit.id in move.units else None


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


def stoppable(unit: Unit) -> bool:
    """Whether a vehicle is in Motion and so can spend a Stop MP (D2.13)."""
    return mobile(unit) and state_of(unit).motion
