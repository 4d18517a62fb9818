"""Why a stack does not go to a Location that was clicked, in one sentence."""

from collections.abc import Sequence
from typing import Any

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import mf
from opfor.ports.session import Session
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import (
    begin_or_continue,
)
from opfor.rules.a_infantry.a04_movement.a04_13_cost import standing
from opfor.rules.a_infantry.a04_movement.a04_14_enemy_occupied import (
    check_enemy_occupied,
)
from opfor.rules.choices.orders import MoveTo
from opfor.rules.sequence import legal_orders
from opfor.state.units import LocationName, Unit
from opfor.web.game import messages as m
from opfor.web.game.moving import read_how
from opfor.web.game.named import FRIENDLY, own_units, place_of, told
from opfor.web.game.ways import cost_to


def out_of_reach(session: Session, request: m.OutOfReach) -> dict[str, Any]:
    """Why units do not go to a Location: what bars it, or what MF it would take."""
    to = place_of(session.world, request.to)
    units = own_units(session.game.state, request.units)
    assault, double = read_how(request.how)
    order = MoveTo(request.units, to, assault=assault, double_time=double)
    try:
        return {"text": told(session, _why(session, units, order))}
    except Illegal as error:
        return {"text": told(session, str(error))}


def _why(session: Session, units: Sequence[Unit], order: MoveTo) -> str:
    """What keeps them from going there.

    Errors:
        Illegal: the rule that does.
    """
    if any(unit.vehicle for unit in units):
        return (
            "a vehicle is started, and goes where its MP take it and no terrain bars it"
        )
    world, start = session.world, units[0].location
    if order.to in world.exits(start):
        legal_orders.check(session.play, FRIENDLY, order)
    begin_or_continue(session.play, units, order)
    # A4.14: not even from the next hex
    check_enemy_occupied(standing(session.play), FRIENDLY, order.to)
    if order.assault:
        return "Assault Movement enters one Location next to where they are (A4.61)"
    return _too_far(session, units, order.to, double=order.double_time)


def _too_far(
    session: Session, units: Sequence[Unit], to: LocationName, *, double: bool
) -> str:
    cost, left = cost_to(session, units, to, double_time=double)
    if cost is None:
        return "no way leads there that they can go"
    return f"it takes {mf(cost)} MF, and they have {mf(left)} left"
