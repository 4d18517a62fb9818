"""D2 in play: the orders that cost MP where the vehicle is: start, stop, turn, Delay.

Every MP spent is told, may be fired at, and may Activate S? (`spend_mp`).
"""

from collections.abc import Iterator

from opfor.core.fact import Fact, fact
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import (
    end_all,
    end_move_if_done,
)
from opfor.rules.a_infantry.a11_close_combat.a11_7_vehicles_in_melee import set_free
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.vehicle_orders import Delay, StopOrder
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import changed, state_of
from opfor.rules.d_vehicles.d02_movement.d02_1_allotment import drivable, move_of
from opfor.rules.d_vehicles.d02_movement.d02_13_stopping import stop
from opfor.rules.d_vehicles.d02_movement.d02_17_delay import delay
from opfor.rules.d_vehicles.d02_movement.spending import begin_or_continue, unit_of
from opfor.rules.d_vehicles.d14_radioless_platoons import goes_alone
from opfor.rules.orders.infantry.a03_3_move import seen_moving
from opfor.rules.orders.infantry.s08_p14_activated_fire import fired_at
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.verbs import MP, VEHICLE, Verb
from opfor.state.events import MoveChanged
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.units import Side, Unit


def drivers(view: GameView, side: Side) -> list[Unit]:
    """The vehicles of a side that could do something now, the one in hand first.

    While a move is in hand, only its own vehicle; ordering another one ends it.
    """
    move = view.state.move
    units = [u for u in view.state.units.values() if u.side == side and u.vehicle]
    if move is not None:
        units = [unit for unit in units if unit.id in move.units]
    return [unit for unit in units if drivable(view, unit)]


def spend_mp(play: Play, unit: Unit, move: Move, what: Fact, **changes: object) -> None:
    """Spend MP in place: tell it, change the vehicle, and let it be fired at."""
    if move_of(play, unit) is None:
        end_all(play)
    used = move.spent - begin_or_continue(play, unit).spent
    trail = (*state_of(unit).trail, (unit.location, used))
    changed(play, unit, what, **({"trail": trail} | changes))
    play.emit(MoveChanged(move))
    # A11.7: who is left alone is out of Melee
    set_free(play)
    # A12.14: a vehicle that spends MP is seen
    seen_moving(play)
    # A8.1: the DEFENDER may fire
    fired_at(play, unit.side)
    end_move_if_done(play)


def sets_out(play: Play, unit: Unit) -> bool:
    """End the move of anybody else; whether the vehicle begins or goes on with its own.

    The ENEMY's radioless vehicles have had their NTC with their Move Command (S9.332).
    """
    if move_of(play, unit) is not None:
        return True
    end_all(play)
    # D14.23: without a radio it takes a NTC
    return unit.side == "ENEMY" or goes_alone(play, play.state.units[unit.id])


def offer_stop(view: GameView, side: Side) -> Iterator[Offer]:
    """Each vehicle in Motion that can stop."""
    for unit in drivers(view, side):
        order = StopOrder(unit.id)
        if allows(view, side, order, check_stop):
            yield Offer(order, f"{unit.id} stops (1 MP)", (unit.location,), MF)


def check_stop(view: GameView, side: Side, order: StopOrder) -> Move:
    """The move after a stop; Illegal if it may not."""
    return stop(view, unit_of(view, side, order.unit, stopping=True))


def do_stop(play: Play, side: Side, order: StopOrder) -> None:
    """Stop; it may fire, Delay and start again."""
    move = check_stop(play, side, order)
    unit = play.state.units[order.unit]
    if sets_out(play, unit):
        spend_mp(play, play.state.units[unit.id], move, fact("stops"), motion=False)


def offer_delay(view: GameView, side: Side) -> Iterator[Offer]:
    """Each Stopped vehicle whose move is in hand."""
    for unit in drivers(view, side):
        order = Delay(unit.id)
        if move_of(view, unit) and allows(view, side, order, check_delay):
            yield Offer(order, f"{unit.id} Delays (1 MP)", (unit.location,), MF)


def check_delay(view: GameView, side: Side, order: Delay) -> Move:
    """The move after a Delay; Illegal if it may not."""
    return delay(view, unit_of(view, side, order.unit), order.mp)


def do_delay(play: Play, side: Side, order: Delay) -> None:
    """Spend MP where it is."""
    move = check_delay(play, side, order)
    spend_mp(play, play.state.units[order.unit], move, fact("delays"))


# -- the orders --------------------------------------------------------------------


STOP = OrderKind(
    order=StopOrder,
    rule="D2.13",
    when=(When("MPh", ATTACKER, 130),),
    offer=offer_stop,
    check=check_stop,
    do=do_stop,
    label="Stop",
    verbs={"stop": Verb((VEHICLE,), "stop a vehicle")},
    listed=300,
)

DELAY = OrderKind(
    order=Delay,
    rule="D2.17",
    when=(When("MPh", ATTACKER, 140),),
    offer=offer_delay,
    check=check_delay,
    do=do_delay,
    label="Delay",
    verbs={"delay": Verb((VEHICLE, MP), "spend MP where a Stopped vehicle is")},
    listed=370,
)
