"""D5.33 and D8.3 in play: what a vehicle's crew does beside driving."""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_units import onboard
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.vehicle_orders import Expose, Unbog
from opfor.rules.d_vehicles.d01_vehicles import afv, changed, state_of
from opfor.rules.d_vehicles.d02_movement.allotment import move_of
from opfor.rules.d_vehicles.d02_movement.steps import (
    after_spending,
    begin_or_continue,
    unit_of,
)
from opfor.rules.d_vehicles.d05_inherent_crew import crewed
from opfor.rules.d_vehicles.d08_bog import free, may_free
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.vehicles.d02_spend_mp import drivers, sets_out, spend_mp
from opfor.rules.orders.verbs import VEHICLE, Verb
from opfor.state.play import GameView, Play
from opfor.state.units import Side, Unit

# -- CE and BU ---------------------------------------------------------------------


def offer_expose(view: GameView, side: Side) -> Iterator[Offer]:
    """Each AFV that may go CE or BU."""
    for unit in onboard(view, side):
        if unit.vehicle is None:
            continue
        order = Expose(unit.id, not unit.vehicle.ce)
        if allows(view, side, order, check_expose):
            yield Offer(order, f"{unit.id} goes {_shown(order)}", (unit.location,))


def _shown(order: Expose) -> str:
    return "CE" if order.ce else "BU"


@rule("D5.33", "CE and BU", exc=("a crew under Recall",), cites=("D5.34",))
def check_expose(view: GameView, side: Side, order: Expose) -> None:
    """Raise Illegal unless an AFV's crew may change between CE and BU, once a phase.

    EXC: a crew under Recall stays BU.
    """
    unit = view.state.units.get(order.unit)
    if unit is None or unit.side != side or not afv(view, unit) or not crewed(unit):
        raise Illegal("D5.33", f"{order.unit} is no AFV of yours with a crew")
    state = state_of(unit)
    if state.ce == order.ce:
        raise Illegal("D5.33", f"{unit.id} is {_shown(order)} already")
    if state.recalled and order.ce:
        raise Illegal("D5.341", f"{unit.id} is under Recall")
    if unit.did("acted"):
        raise Illegal("D5.33", f"{unit.id} has done so in this phase")


def do_expose(play: Play, side: Side, order: Expose) -> None:
    """Change between CE and BU."""
    check_expose(play, side, order)
    unit = play.state.units[order.unit]
    new = replace(unit, deeds=(*unit.deeds, "acted"))
    changed(play, new, fact("goes_ce" if order.ce else "goes_bu"), ce=order.ce)


# -- Bog ---------------------------------------------------------------------------


def offer_unbog(view: GameView, side: Side) -> Iterator[Offer]:
    """Each bogged vehicle whose crew could free it."""
    for unit in drivers(view, side):
        if may_free(unit):
            label = f"{unit.id} tries to get free"
            yield Offer(Unbog(unit.id), label, (unit.location,))


def check_unbog(view: GameView, side: Side, order: Unbog) -> Unit:
    """The bogged vehicle; Illegal if it is none, or has moved."""
    unit = unit_of(view, side, order.unit)
    if not may_free(unit) or move_of(view, unit):
        raise Illegal("D8.3", f"{unit.id} is not bogged, or has tried already")
    return unit


def do_unbog(play: Play, side: Side, order: Unbog) -> None:
    """Try to get free; the MP that it takes are spent where it is."""
    unit = check_unbog(play, side, order)
    # D14.23: without a radio it takes a NTC
    if not sets_out(play, unit):
        return
    # D8.3: the DR says how many MP it takes
    used = free(play, play.state.units[unit.id])
    unit = play.state.units[unit.id]
    move = begin_or_continue(play, unit)
    used = min(used, move.allotment)
    spend_mp(play, unit, after_spending(play, unit, used), fact("tries_to_get_free"))


# -- the orders --------------------------------------------------------------------

UNBOG = OrderKind(
    order=Unbog,
    rule="D8.3",
    when=(When("MPh", ATTACKER, 200),),
    offer=offer_unbog,
    check=check_unbog,
    do=do_unbog,
    label="Unbog",
    verbs={"unbog": Verb((VEHICLE,), "try to free a bogged vehicle")},
    listed=480,
)

EXPOSE = OrderKind(
    order=Expose,
    rule="D5.33",
    when=(
        When("MPh", ATTACKER, 240, minor=True),
        When("APh", ATTACKER, 50, minor=True),
    ),
    offer=offer_expose,
    check=check_expose,
    do=do_expose,
    label="CE or BU",
    verbs={
        "ce": Verb((VEHICLE,), "have a crew go CE"),
        "bu": Verb((VEHICLE,), "have a crew go BU", fixed={"ce": False}),
    },
    listed=380,
)
