"""D13 in play: the orders of crews that smoke, in either side's MPh."""

from collections.abc import Iterator

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.modifier import total
from opfor.geo.hexes import SIDES
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import onboard
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import could_act
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.vehicle_orders import Discharge
from opfor.rules.d_vehicles.d02_movement.spending import after_spending, unit_of
from opfor.rules.d_vehicles.d13_smoke_dispensers import (
    REACH,
    check_moment,
    discharge,
    dispenser,
    grenade_number,
    may_discharge,
    throw,
    usage_drm,
)
from opfor.rules.orders.fire import a08_first_fire
from opfor.rules.orders.order_kind import ATTACKER, WINDOW, OrderKind, When
from opfor.rules.orders.vehicles.d02_spend_mp import spend_mp
from opfor.rules.orders.verbs import VEHICLE, Slot, Verb
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Side, Unit

COST = MF
"""Quarters of MP that smoke costs if it is placed in the vehicle's own MPh."""


def offer_discharge(view: GameView, side: Side) -> Iterator[Offer]:
    """What each crew that has fired nothing could smoke, and where."""
    for unit in onboard(view, side):
        if unit.vehicle is None or not _free(view, unit):
            continue
        for order in _orders(view, unit):
            if allows(view, side, order, check_discharge):
                to = order.to or unit.location
                yield Offer(order, _label(view, unit, order), (to, unit.location), COST)


def _free(view: GameView, unit: Unit) -> bool:
    try:
        check_moment(view, unit)
    except Illegal:
        return False
    return True


def _orders(view: GameView, unit: Unit) -> Iterator[Discharge]:
    found = dispenser(view, unit)
    if found is not None and found.kind == "sM":
        for to in sorted(_around(view, unit.location)):
            yield Discharge(unit.id, to)
    elif found is not None:
        yield Discharge(unit.id)
    yield Discharge(unit.id, grenades=True)


def _around(view: GameView, here: LocationName) -> list[LocationName]:
    """The hexes that a smoke mortar could reach at ground level."""
    found, edge = {here}, [here]
    for _ in range(REACH):
        edge = [
            to
            for at in edge
            for side in range(SIDES)
            if (to := view.world.across(at, side)) and to not in found
        ]
        found.update(edge)
    return sorted(found - {here})


def _label(view: GameView, unit: Unit, order: Discharge) -> str:
    if order.grenades:
        number = grenade_number(view, unit)
        need = f"{number} or less" if number > 1 else "1"
        return f"{unit.id} throws SMOKE grenades: needs a dr of {need}"
    found = dispenser(view, unit)
    if found is None:
        return f"{unit.id} tries to smoke"
    usage, die = found.number - total(usage_drm(view, unit, order)), range(1, 7)
    ways = sum(one + two <= usage for one in die for two in die)
    where = f" at {order.to}" if order.to else ""
    return f"{unit.id} tries its {found.kind}{found.number}{where}: {ways}/36"


def check_discharge(view: GameView, side: Side, order: Discharge) -> Move | None:
    """The vehicle's move if smoke is placed in its own MPh; Illegal if it may not."""
    unit = view.state.units.get(order.unit)
    if unit is None or unit.side != side:
        raise Illegal("D13.2", f"you have no vehicle {order.unit}")
    may_discharge(view, unit, order)
    if view.state.side != side:
        return None
    return after_spending(view, unit_of(view, side, unit.id), COST)


def do_discharge(play: Play, side: Side, order: Discharge) -> None:
    """Try it; what is placed costs one MP in its own MPh."""
    move = check_discharge(play, side, order)
    unit = play.state.units[order.unit]
    # D13.35: the dr of grenades; D13.31: the Usage DR of a dispenser
    placed = throw(play, unit) if order.grenades else discharge(play, unit, order)
    # D13.2: in the other side's MPh it costs nothing
    if move is None:
        if play.state.window and not could_act(play):
            a08_first_fire.over(play)
    elif placed:
        spend_mp(play, play.state.units[unit.id], move, fact("has_placed_smoke"))


DISCHARGE = OrderKind(
    order=Discharge,
    rule="D13.2",
    when=(
        When("MPh", ATTACKER, 170, minor=True),
        When("MPh", WINDOW, 30, minor=True),
    ),
    offer=offer_discharge,
    check=check_discharge,
    do=do_discharge,
    label="Smoke of vehicles",
    verbs={
        "discharge": Verb(
            (VEHICLE, Slot("to", "place", needed=False)),
            "try a smoke dispenser, or the crew's grenades",
            flags={"grenades": ("grenades", True)},
            examples=(
                "discharge pz4hA",
                "discharge pz4hA Q5",
                "discharge pz4hA grenades",
            ),
        )
    },
    listed=410,
)
