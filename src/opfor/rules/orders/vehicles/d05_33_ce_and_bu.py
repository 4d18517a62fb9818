"""D5.33: the order to be CE or BU."""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import onboard
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.vehicle_orders import Expose
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import afv, changed, state_of
from opfor.rules.d_vehicles.d05_crews.d05_1_inherent_crew import crewed
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.verbs import VEHICLE, Verb
from opfor.state.play import GameView, Play
from opfor.state.units import Side

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


# -- the orders --------------------------------------------------------------------


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
