"""D2.5 and D4.22 in play: the orders for Excessive Speed and HD Maneuvers."""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import end_move_if_done
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.vehicle_orders import HullDown, Speed
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import vehicle
from opfor.rules.d_vehicles.d02_movement.d02_5_excessive_speed import (
    check_speed,
    most,
    speed_up,
)
from opfor.rules.d_vehicles.d04_hull_down import MANEUVER, check_hull_down, settle_down
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.vehicles.d02_spend_mp import drivers, sets_out, spend_mp
from opfor.rules.orders.verbs import MP, VEHICLE, Verb
from opfor.state.play import GameView, Play
from opfor.state.units import Side


def offer_speed(view: GameView, side: Side) -> Iterator[Offer]:
    """Each number of MP that each vehicle whose move is in hand could gain."""
    for unit in drivers(view, side) if view.state.move else ():
        found = vehicle(view, unit)
        for gain in range(1, most(found) + 1 if found else 1):
            order = Speed(unit.id, gain)
            if allows(view, side, order, check_speed):
                label = f"{unit.id} gains {gain} MP by ESB"
                yield Offer(order, label, (unit.location,))


def do_speed(play: Play, side: Side, order: Speed) -> None:
    """Gain the MP, if nothing breaks."""
    move = check_speed(play, side, order)
    unit = play.state.units[order.unit]
    if sets_out(play, unit):
        speed_up(play, play.state.units[unit.id], move, order.mp)
        end_move_if_done(play)


def offer_hull_down(view: GameView, side: Side) -> Iterator[Offer]:
    """Each AFV that could try a HD Maneuver where it is."""
    for unit in drivers(view, side):
        order = HullDown(unit.id)
        if allows(view, side, order, check_hull_down):
            label = f"{unit.id} tries to get hull down ({MANEUVER // MF} MP)"
            yield Offer(order, label, (unit.location,), MANEUVER)


def do_hull_down(play: Play, side: Side, order: HullDown) -> None:
    """Stop, roll, and be fired at as what came of it."""
    move = check_hull_down(play, side, order)
    unit = play.state.units[order.unit]
    if not sets_out(play, unit):
        return
    tried = replace(unit, deeds=(*unit.deeds, "hull down"))
    # D4.22: the Maneuver DR, before it is fired at
    settle_down(play, tried)
    spend_mp(play, play.state.units[unit.id], move, fact("stops"), motion=False)


SPEED = OrderKind(
    order=Speed,
    rule="D2.5",
    when=(When("MPh", ATTACKER, 220),),
    offer=offer_speed,
    check=check_speed,
    do=do_speed,
    label="ESB",
    verbs={
        "speed": Verb(
            (VEHICLE, MP), "gain MP by Excessive Speed, which may break the vehicle"
        )
    },
    listed=420,
)

HULL_DOWN = OrderKind(
    order=HullDown,
    rule="D4.22",
    when=(When("MPh", ATTACKER, 230),),
    offer=offer_hull_down,
    check=check_hull_down,
    do=do_hull_down,
    label="Hull down",
    verbs={"hulldown": Verb((VEHICLE,), "try for hull down status")},
    listed=430,
)
