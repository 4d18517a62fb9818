"""D3.12: the order to turn, VCA or turret."""

from collections.abc import Iterator

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.geo.terrain_chart import mf
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import spine_name
from opfor.rules.c_ordnance.c06_target_drm.c06_5_acquisition import lose_aim
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.vehicle_orders import TurnTo
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    changed,
    mobile,
    state_of,
    vehicle,
)
from opfor.rules.d_vehicles.d02_movement.d02_11_vca import turn, turned_tca
from opfor.rules.d_vehicles.d02_movement.spending import begin_or_continue, unit_of
from opfor.rules.d_vehicles.d05_crews.d05_1_inherent_crew import crewed
from opfor.rules.d_vehicles.d06_passengers.d06_2_riders import swept_off
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.vehicles.d02_spend_mp import drivers, sets_out, spend_mp
from opfor.rules.orders.verbs import SPINE, VEHICLE, Verb
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.units import Side, Unit


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


def turret_turns(view: GameView, side: Side, unit: Unit) -> Iterator[Offer]:
    """A turret to any other hexspine, for nothing; offered only to who asks for it."""
    for spine in range(SIDES):
        order = TurnTo(unit.id, spine, turret=True)
        if spine != state_of(unit).tca and allows(view, side, order, check_turn):
            label = f"{unit.id} turns its turret to spine {spine}"
            yield Offer(order, label, (unit.location,))
