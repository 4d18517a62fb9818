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
def homeward(look: GameView, unit: Unit) -> Command | None:
    """Its next order on the shortest way off the map; None if it can do no more.

    It starts, turns to the next hex of its way, and enters it; at its own edge it
    leaves the map. What lacks the MP makes a Minimum Move. Either side's vehicle.
    """
    if not state_of(unit).recalled or not unit.location or not mobile(unit):
        return None
    move = look.state.move
    if (move and unit.id not in move.units) or not drivable(look, unit):
        return None
    return next(_allowed(look, unit), None)


def _allowed(look: GameView, unit: Unit) -> Iterator[Command]:
    side = unit.side
    start = StartUp(unit.id)
    if not state_of(unit).motion:
        if allows(look, side, start, check_start):
            yield start
        return
    for order in _steps(look, unit):
        if isinstance(order, TurnTo):
            fits = allows(look, side, order, check_turn)
        else:
            fits = allows(look, side, order, check_drive)
        if fits:
            yield order


def _steps(look: GameView, unit: Unit) -> Iterator[DriveOrder | TurnTo]:
    if at_home_edge(look, unit):
        yield DriveOrder(unit.id, OFFBOARD)
        return
    for to in homeward_hexes(look, unit):
        spine = _turn_toward(look, unit, to)
        if spine >= 0:
            yield TurnTo(unit.id, spine)
        else:
            yield DriveOrder(unit.id, to)
            yield DriveOrder(unit.id, to, minimum=True)


def _turn_toward(look: GameView, unit: Unit, to: LocationName) -> int:
    """The next hexspine toward a hex; -1 if it is in the VCA."""
    side = look.world.side_between(unit.location, to)
    if side in ahead(unit):
        return -1
    vca = state_of(unit).vca
    off = min(((spine - vca + 3) % SIDES - 3 for spine in (side, side + 1)), key=abs)
    return (vca + (1 if off > 0 else -1)) % SIDES


def due(look: GameView, side: Side) -> Command | None:
    """What the first vehicle of a side under Recall must do yet in this MPh."""
    units = [unit for unit in look.state.units.values() if unit.side == side]
    orders = (homeward(look, unit) for unit in units if state_of(unit).recalled)
    return next((order for order in orders if order is not None), None)


def may_end(look: GameView, side: Side) -> None:
    """Raise Illegal if a vehicle of the player under Recall could go on homeward.

    The ENEMY's do so by themselves.
    """
    if look.state.phase != "MPh" or look.state.side != side or side == "ENEMY":
        return
    order = due(look, side)
    if isinstance(order, StartUp | DriveOrder | TurnTo):
        raise Illegal("D5.341", f"{order.unit} is under Recall and must go on homeward")
