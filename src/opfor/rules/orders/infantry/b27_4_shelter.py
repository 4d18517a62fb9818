"""B27.4: the order to go into a fortification, or out of it."""

from collections.abc import Iterator

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import (
    spend,
    spent_here,
    units_of,
)
from opfor.rules.b_terrain.b26_4_wire import above_wire
from opfor.rules.b_terrain.b27_entrenchments.b27_4_way_in_and_out import (
    fortification_mf,
)
from opfor.rules.b_terrain.b27_entrenchments.b27_p1_capacity import fits
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.orders import Shelter
from opfor.rules.orders.infantry.a04_spend_mf import able
from opfor.rules.orders.infantry.b26_4_dr_beneath_wire import get_beneath, put_inside
from opfor.rules.orders.infantry.s08_p14_activated_fire import spent_in_place
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.verbs import ASSAULT, DOUBLE_TIME, FORTIFICATION, UNITS, Verb
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.units import Side, Unit

HOW = {**ASSAULT, **DOUBLE_TIME}
"""How a move may begin with it."""

SHELTERS = ("foxhole", "trench", "pillbox", "cave")


@rule("B27.4/mph", "Into and out of a fortification in the MPh", cites=("B30.4",))
def check_shelter(view: GameView, side: Side, order: Shelter) -> Move:
    """One MF to enter a fortification of the Location, one to leave one.

    Errors:
        Illegal: the units cannot do that.
    """
    units = units_of(view, side, order.units)
    free = [unit for unit in units if not unit.guard]  # prisoners go along
    here = free[0].inside
    if any(unit.inside != here for unit in free):
        raise Illegal("B27.4", "they are not all inside of the same")
    if here == order.inside:
        raise Illegal("B27.4", "they are there already")
    if above_wire(view, units[0]):
        return _beneath(view, units, order)
    if order.inside:
        _may_enter(view, units, order.inside)
    cost = fortification_mf(order.inside, here)
    return spent_here(
        view, units, cost, assault=order.assault, double_time=order.double_time
    )


def _beneath(view: GameView, units: list[Unit], order: Shelter) -> Move:
    if order.inside:
        raise Illegal("B26.4", "they must get beneath the wire first")
    move = spent_here(view, units, MF, assault=order.assault)
    if move.double_time or order.double_time:
        raise Illegal("B26.4", "nobody gets beneath wire by Double Time")
    return move


def _may_enter(view: GameView, units: list[Unit], id_: str) -> None:
    fort = view.state.fortifications.get(id_)
    if fort is None or fort.kind not in SHELTERS or fort.hidden:
        raise Illegal("B27.4", f"there is no fortification {id_} to enter")
    if fort.location != units[0].location:
        raise Illegal("B27.4", f"{id_} is not in their Location")
    there = view.state.units_at(fort.location)
    if any(u.inside == id_ and u.side != units[0].side and not u.guard for u in there):
        raise Illegal("B30.6", f"the enemy is in {id_}")
    if not fits(view, fort, units):
        raise Illegal("B27.p1", f"they do not fit into {id_}")


def offer_shelter(view: GameView, side: Side) -> Iterator[Offer]:
    """Each unit into each fortification of its Location, out of it, beneath wire."""
    for unit in able(view, side) if view.state.fortifications else ():
        forts = view.state.fortifications_at(unit.location)
        ids = [fort.id for fort in forts if fort.kind in SHELTERS]
        for id_ in [i for i in ["", *ids] if i != unit.inside]:
            order = Shelter((unit.id,), id_)
            if not allows(view, side, order, check_shelter):
                continue
            above = above_wire(view, unit)
            what = "beneath the wire" if above else f"into {id_}" if id_ else "out"
            cost = MF if above else fortification_mf(id_, unit.inside)
            yield Offer(order, f"{unit.id} {what}", (unit.location,), cost)


def do_shelter(play: Play, side: Side, order: Shelter) -> None:
    """Enter or leave a fortification, or try to get beneath the wire."""
    move = check_shelter(play, side, order)
    units = [play.state.units[id_] for id_ in move.units]
    # B26.4: beneath the wire, by a dr of MF
    if above_wire(play, units[0]):
        get_beneath(play, units, move)
    else:
        spend(play, move)
        what = fact("into", what=order.inside) if order.inside else fact("out")
        put_inside(play, units, order.inside, what)
    # A8.1: the DEFENDER may fire
    spent_in_place(play, side)


SHELTER = OrderKind(
    order=Shelter,
    rule="B27.4",
    when=(When("MPh", ATTACKER, 50),),
    offer=offer_shelter,
    check=check_shelter,
    do=do_shelter,
    label="Shelter",
    verbs={
        "shelter": Verb(
            (UNITS, FORTIFICATION),
            "enter a fortification of the Location",
            flags=HOW,
        ),
        "leave": Verb((UNITS,), "leave the fortification", flags=HOW),
    },
    listed=180,
)
