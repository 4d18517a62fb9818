"""D2.401 in play: the order for a Motion attempt while the other side moves."""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import close, could_act
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.vehicle_orders import GoMotion
from opfor.rules.d_vehicles.d02_movement.d02_401_motion_attempt import (
    attempt,
    attempts,
    check_attempt,
)
from opfor.rules.orders.fire.a08_first_fire import after_window
from opfor.rules.orders.order_kind import WINDOW, OrderKind, When
from opfor.rules.orders.verbs import VEHICLE, Verb
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Side, Unit


def offer_motion(view: GameView, _side: Side) -> Iterator[Offer]:
    """Each vehicle that could try for Motion at what has come into its LOS."""
    most = (view.state.window.mf if view.state.window else 0) // MF
    for order in attempts(view):
        label = f"{order.unit} tries for Motion (dr {most} or less)"
        yield Offer(order, label, (view.state.units[order.unit].location,))


def check_motion(view: GameView, side: Side, order: GoMotion) -> Unit:
    """The vehicle that tries; Illegal if a rule forbids it."""
    return check_attempt(view, side, order)


def do_motion(play: Play, side: Side, order: GoMotion) -> None:
    """Try; the DEFENDER may do something else yet."""
    unit = check_motion(play, side, order)
    tried = replace(unit, deeds=(*unit.deeds, "motion"))
    play.emit(UnitChanged(tried, fact("tries_for_motion")))
    # D2.401: the dr
    attempt(play, tried)
    # A8.1: the DEFENDER may yet fire with the rest
    if play.state.window and not could_act(play):
        close(play)
    after_window(play)


MOTION = OrderKind(
    order=GoMotion,
    rule="D2.401",
    when=(When("MPh", WINDOW, 40),),
    offer=offer_motion,
    check=check_motion,
    do=do_motion,
    label="Try for Motion",
    verbs={"motion": Verb((VEHICLE,), "try for Motion as the enemy moves")},
    listed=440,
)
