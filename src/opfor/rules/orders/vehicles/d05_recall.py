"""D5.341 in play: a vehicle under Recall leaves the map, whoever commands it."""

from collections.abc import Iterator

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.rules.choices.offer import allows
from opfor.rules.choices.orders import Command
from opfor.rules.choices.vehicle_orders import DriveOrder, StartUp, TurnTo
from opfor.rules.d_vehicles.d01_vehicles import mobile, state_of
from opfor.rules.d_vehicles.d02_movement.allotment import ahead, drivable
from opfor.rules.d_vehicles.d05_recall import at_home_edge, homeward_hexes
from opfor.rules.orders.vehicles.d02_drive import check_drive, check_start, check_turn
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD, LocationName, Side, Unit


@rule("D5.341/mph", "What a vehicle under Recall does next", cites=("D5.341/way",))
def homeward(view: GameView, unit: Unit) -> Command | None:
    """Its next order on the shortest way off the map; None if it can do no more.

    It starts, turns to the next hex of its way, and enters it; at its own edge it
    leaves the map. What lacks the MP makes a Minimum Move. Either side's vehicle.
    """
    if not state_of(unit).recalled or not unit.location or not mobile(unit):
        return None
    move = view.state.move
    if (move and unit.id not in move.units) or not drivable(view, unit):
        return None
    return next(_allowed(view, unit), None)


def _allowed(view: GameView, unit: Unit) -> Iterator[Command]:
    side = unit.side
    start = StartUp(unit.id)
    if not state_of(unit).motion:
        if allows(view, side, start, check_start):
            yield start
        return
    for order in _steps(view, unit):
        if isinstance(order, TurnTo):
            fits = allows(view, side, order, check_turn)
        else:
            fits = allows(view, side, order, check_drive)
        if fits:
            yield order


def _steps(view: GameView, unit: Unit) -> Iterator[DriveOrder | TurnTo]:
    if at_home_edge(view, unit):
        yield DriveOrder(unit.id, OFFBOARD)
        return
    for to in homeward_hexes(view, unit):
        spine = _turn_toward(view, unit, to)
        if spine >= 0:
            yield TurnTo(unit.id, spine)
        else:
            yield DriveOrder(unit.id, to)
            yield DriveOrder(unit.id, to, minimum=True)


def _turn_toward(view: GameView, unit: Unit, to: LocationName) -> int:
    """The next hexspine toward a hex; -1 if it is in the VCA."""
    side = view.world.side_between(unit.location, to)
    if side in ahead(unit):
        return -1
    vca = state_of(unit).vca
    off = min(((spine - vca + 3) % SIDES - 3 for spine in (side, side + 1)), key=abs)
    return (vca + (1 if off > 0 else -1)) % SIDES


def due(view: GameView, side: Side) -> Command | None:
    """What the first vehicle of a side under Recall must do yet in this MPh."""
    units = [unit for unit in view.state.units.values() if unit.side == side]
    orders = (homeward(view, unit) for unit in units if state_of(unit).recalled)
    return next((order for order in orders if order is not None), None)


def may_end(view: GameView, side: Side) -> None:
    """Raise Illegal if a vehicle of the player under Recall could go on homeward.

    The ENEMY's do so by themselves.
    """
    if view.state.phase != "MPh" or view.state.side != side or side == "ENEMY":
        return
    order = due(view, side)
    if isinstance(order, StartUp | DriveOrder | TurnTo):
        raise Illegal("D5.341", f"{order.unit} is under Recall and must go on homeward")
