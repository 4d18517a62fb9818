"""D2.51: the order to start, and Mechanical Reliability."""

from collections.abc import Iterator

from opfor.core.dice import dice_roll
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.vehicle_orders import StartUp
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import vehicle
from opfor.rules.d_vehicles.d02_movement.d02_12_starting import start
from opfor.rules.d_vehicles.d02_movement.spending import unit_of
from opfor.rules.d_vehicles.d08_bog.d08_1_immobilization import immobilize
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.vehicles.d02_spend_mp import drivers, sets_out, spend_mp
from opfor.rules.orders.verbs import VEHICLE, Verb
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.units import Side

UNRELIABLE = 12
"""The Original DR of a start with which red MP fail (D2.51)."""


def offer_start(view: GameView, side: Side) -> Iterator[Offer]:
    """Each Stopped vehicle that can start."""
    for unit in drivers(view, side):
        order = StartUp(unit.id)
        if unit.location and allows(view, side, order, check_start):
            yield Offer(order, f"{unit.id} starts (1 MP)", (unit.location,), MF)


def check_start(view: GameView, side: Side, order: StartUp) -> Move:
    """The move after a start; Illegal if it may not."""
    return start(view, unit_of(view, side, order.unit))


@rule("D2.51", "Mechanical Reliability", cites=("D2.12",))
def do_start(play: Play, side: Side, order: StartUp) -> None:
    """Start; with red MP an Original 12 immobilizes."""
    move = check_start(play, side, order)
    unit = play.state.units[order.unit]
    # D14.23: without a radio it takes a NTC
    if not sets_out(play, unit):
        return
    unit = play.state.units[unit.id]
    found = vehicle(play, unit)
    # D2.51: red MP may fail
    if found is not None and found.red_mp:
        rolled = dice_roll(play, fact("starts_red_mp", unit=unit.id), side=side)
        if rolled.original == UNRELIABLE:
            immobilize(play, unit, check=False)
            return
    # D2.12: it is in Motion from now on
    spend_mp(play, unit, move, fact("starts"), motion=True, hull_down=())


START = OrderKind(
    order=StartUp,
    rule="D2.12",
    when=(When("MPh", ATTACKER, 100),),
    offer=offer_start,
    check=check_start,
    do=do_start,
    label="Start",
    verbs={"start": Verb((VEHICLE,), "start a vehicle")},
    listed=290,
)
