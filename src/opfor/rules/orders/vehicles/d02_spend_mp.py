"""D2 in play: the orders that cost MP where the vehicle is: start, stop, turn, Delay.

Every MP spent is told, may be fired at, and may Activate S? (`spend_mp`).
"""

from collections.abc import Iterator

from opfor.core.dice import dice_roll
from opfor.core.errors import Illegal
from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.geo.terrain_chart import MF, mf
from opfor.rules.a_infantry.a04_movement.steps import end_all, end_move_if_done
from opfor.rules.a_infantry.a11_close_combat.melee import set_free
from opfor.rules.c_ordnance.c03_to_hit.covered_arc import spine_name
from opfor.rules.c_ordnance.c06_acquisition import lose_aim
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.vehicle_orders import (
    Delay,
    StartUp,
    StopOrder,
    TurnTo,
)
from opfor.rules.d_vehicles.d01_vehicles import (
    changed,
    mobile,
    state_of,
    vehicle,
)
from opfor.rules.d_vehicles.d02_movement.allotment import (
    drivable,
    move_of,
    turned_tca,
)
from opfor.rules.d_vehicles.d02_movement.steps import (
    begin_or_continue,
    delay,
    start,
    stop,
    turn,
    unit_of,
)
from opfor.rules.d_vehicles.d05_inherent_crew import crewed
from opfor.rules.d_vehicles.d06_riders import swept_off
from opfor.rules.d_vehicles.d08_immobilization import immobilize
from opfor.rules.d_vehicles.d14_radioless_platoons import goes_alone
from opfor.rules.orders.infantry.a04_move import fired_at, seen_moving
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.verbs import MP, SPINE, VEHICLE, Verb
from opfor.state.events import MoveChanged
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.units import Side, Unit

UNRELIABLE = 12
"""The Original DR of a start with which red MP fail (D2.51)."""


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


def offer_stop(view: GameView, side: Side) -> Iterator[Offer]:
    """Each vehicle in Motion that can stop."""
    for unit in drivers(view, side):
        order = StopOrder(unit.id)
        if allows(view, side, order, check_stop):
            yield Offer(order, f"{unit.id} stops (1 MP)", (unit.location,), MF)


def check_stop(view: GameView, side: Side, order: StopOrder) -> Move:
    """The move after a stop; Illegal if it may not."""
    return stop(view, unit_of(view, side, order.unit))


def do_stop(play: Play, side: Side, order: StopOrder) -> None:
    """Stop; it may fire, Delay and start again."""
    move = check_stop(play, side, order)
    unit = play.state.units[order.unit]
    if sets_out(play, unit):
        spend_mp(play, play.state.units[unit.id], move, fact("stops"), motion=False)


def offer_turn(view: GameView, side: Side) -> Iterator[Offer]:
    """Each vehicle in Motion to either side; `turret_turns` has its turret."""
    for unit in drivers(view, side):
        now = state_of(unit)
        for spine in ((now.vca + 1) % SIDES, (now.vca - 1) % SIDES):
            order = TurnTo(unit.id, spine)
            if allows(view, side, order, check_turn):
                cost = (
                    check_turn(view, side, order).spent
                    - begin_or_continue(view, unit).spent
                )
                toward = spine_name(view.world, unit.location, spine)
                label = f"{unit.id} turns to spine {spine}, {toward} ({mf(cost)} MP)"
                yield Offer(order, label, (unit.location,), cost)


def turret_turns(view: GameView, side: Side, unit: Unit) -> Iterator[Offer]:
    """A turret to any other hexspine, for nothing; offered only to who asks for it."""
    for spine in range(SIDES):
        order = TurnTo(unit.id, spine, turret=True)
        if spine != state_of(unit).tca and allows(view, side, order, check_turn):
            label = f"{unit.id} turns its turret to spine {spine}"
            yield Offer(order, label, (unit.location,))


def check_turn(view: GameView, side: Side, order: TurnTo) -> Move:
    """The move after a turn; Illegal if it may not. A turret turns for nothing."""
    ended = order.turret and _just_moved(view, side, order.unit)
    unit = ended or unit_of(view, side, order.unit)
    if not 0 <= order.spine < SIDES:
        raise Illegal("D2.11", "hexspines are 0 to 5")
    if not order.turret:
        return turn(view, unit, order.spine)
    found = vehicle(view, unit)
    if found is None or found.turret == "NT" or not crewed(unit):
        raise Illegal("D3.12", f"{unit.id} has no turret to turn")
    return (
        Move(units=(unit.id,), driven=True) if ended else begin_or_continue(view, unit)
    )


def _just_moved(view: GameView, side: Side, id_: str) -> Unit | None:
    """A vehicle that has spent all its MP, while nobody else moves (D-402)."""
    unit = view.state.units.get(id_)
    if unit is None or unit.side != side or view.state.move is not None:
        return None
    able = mobile(unit) and unit.good_order and unit.moved and state_of(unit).trail
    return unit if able else None


@rule("D3.12", "Turning the turret as the vehicle moves")
def do_turn(play: Play, side: Side, order: TurnTo) -> None:
    """Turn the VCA, or the turret, which costs nothing.

    Reading: D-402 the turret with the last MP too, until somebody else moves.
    """
    move = check_turn(play, side, order)
    unit = play.state.units[order.unit]
    # C6.5: what it had acquired is lost
    lose_aim(play, [unit.id])
    # D3.12: the turret turns for nothing; D6.21: Riders fall off
    if order.turret:
        swept_off(play, unit, order.spine)
        changed(play, unit, fact("turns_its_turret"), tca=order.spine)
        return
    if not sets_out(play, unit):
        return
    unit = play.state.units[unit.id]
    # D2.11: the VCA turns, and with it the turret that points ahead
    tca = turned_tca(unit, order.spine)
    spend_mp(play, unit, move, fact("turns"), vca=order.spine, tca=tca)


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

TURN = OrderKind(
    order=TurnTo,
    rule="D2.11",
    when=(When("MPh", ATTACKER, 120),),
    offer=offer_turn,
    check=check_turn,
    do=do_turn,
    label="Turn",
    verbs={
        "turn": Verb(
            (VEHICLE, SPINE),
            "turn a vehicle to a hexspine, 0 to 5, or its turret",
            flags={"turret": ("turret", True)},
            examples=("turn pz4hA 2", "turn pz4hA 4 turret"),
        )
    },
    listed=320,
)

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
