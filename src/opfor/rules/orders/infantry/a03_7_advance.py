"""A4.7 in play: the orders of the APh, and what follows from an advance."""

from collections.abc import Container, Iterable, Iterator

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.movement.infantry_cost import ALL
from opfor.rules.a_infantry.a01_personnel.a01_24_units import onboard
from opfor.rules.a_infantry.a02_5_entry_and_exit import leave_map
from opfor.rules.a_infantry.a04_movement.a04_7_advance import (
    DIRECT,
    may_advance,
    plan_advance,
)
from opfor.rules.a_infantry.a11_close_combat.a11_6_paatc import brave
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import (
    lose_concealment,
    loses_by_advance,
)
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import Advance
from opfor.rules.orders.fire.c01_1_radio import shelled
from opfor.rules.orders.infantry.b28_41_mines import mines
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.verbs import INSIDE, TO, UNITS, Verb
from opfor.rules.s_solitaire.s05_activation import (
    s05_2_aph_or_rtph as after_advance_or_rout,
)
from opfor.rules.s_solitaire.s06_actions.tracking import track
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Side, Unit


def offer_advance(view: GameView, side: Side) -> Iterator[Offer]:
    """Each whole stack and each unit into each Location that it can advance to."""
    for stack in stacks(view, side):
        ids = tuple(unit.id for unit in stack)
        for to, inside in places(view, stack):
            order = Advance(ids, to, inside)
            try:
                plan = plan_advance(view, side, order)
            except Illegal:
                continue
            tired = any(
                after.cx and not before.cx
                for before, after in zip(stack, plan.units, strict=True)
            )
            where = f"{to}, {inside}" if inside else to
            label = f"{' + '.join(ids)} to {where}" + (" (CX)" if tired else "")
            yield Offer(order, label, (to,), 0 if plan.cost == ALL else plan.cost)


def stacks(view: GameView, side: Side) -> list[list[Unit]]:
    """Each whole stack of those who may advance, and each of them alone."""
    together: dict[LocationName, list[Unit]] = {}
    for unit in onboard(view, side):
        if _may(unit):
            together.setdefault(unit.location, []).append(unit)
    whole = [stack for stack in together.values() if len(stack) > 1]
    return [*whole, *([unit] for stack in together.values() for unit in stack)]


def _may(unit: Unit) -> bool:
    try:
        may_advance(unit)
    except Illegal:
        return False
    return True


def places(view: GameView, stack: list[Unit]) -> Iterator[tuple[LocationName, str]]:
    """Where a stack could advance to: Locations, and fortifications in them."""
    here = stack[0].location
    for fort in view.state.fortifications_at(here):
        yield here, fort.id
    if any(unit.inside for unit in stack):
        yield here, ""
    for to in view.world.exits(here):
        yield to, ""
        for fort in view.state.fortifications_at(to):
            if fort.kind in DIRECT:
                yield to, fort.id


def check_advance(view: GameView, side: Side, order: Advance) -> None:
    """Raise Illegal if the units cannot advance there."""
    plan_advance(view, side, order)


@rule("A3.7", "Advance Phase", cites=("A4.7", "A11.6", "S5.2/aph", "A12.14", "B28.41"))
def do_advance(play: Play, side: Side, order: Advance) -> None:
    """Units advance; S? that they make eligible are checked; "?" may be lost.

    What they had acquired and Bore Sighted is lost. Mines attack those who leave their
    Location, and those who enter it. Closing with an AFV takes a PAATC first. Who
    leaves the map so takes his prisoners along.
    """
    start = play.state.units[order.units[0]].location
    # A11.6: a PAATC before an AFV; B28.41: mines of the Location that is left
    order = replace(order, units=_willing(play, side, order, start))
    if not order.units:
        return
    # A2.6: off the map
    if order.to == OFFBOARD:
        _off_the_map(play, side, order)
        return
    # A4.7: all go at once; nobody fires
    for unit in plan_advance(play, side, order).units:
        play.emit(UnitChanged(unit, fact("advances")))
    here: tuple[str, ...] = order.units
    if order.to != start:
        # C6.5, C6.51: what they had acquired is lost, what has acquired them follows
        track(play, start, order.to, order.units)
        others = _others(play, order.units, order.to)
        # B28.41, C1.56: what lies in the Location attacks
        mines(play, order.units, order.to)
        shelled(play, _left(play, side, order.to, others), order.to)
        here = _left(play, side, order.to, others)
    # S5.2: S? that they make eligible are checked
    if side == "FRIENDLY":
        after_advance_or_rout.check_advance(play, here)
    # A12.14: an advance in the open may cost "?"
    for id_ in here:
        unit = play.state.units[id_]
        if loses_by_advance(play, unit):
            lose_concealment(play, id_, fact("advances_in_the_open"))


def _others(view: GameView, ids: Iterable[str], at: LocationName) -> set[str]:
    """Who is in a Location beside some units."""
    return {unit.id for unit in view.state.units_at(at)} - set(ids)


def _left(
    view: GameView, side: Side, at: LocationName, others: Container[str]
) -> tuple[str, ...]:
    """What is left of those who were attacked in a Location, under new ids too.

    A HS or a lower class has taken the place of some (A7.302, A19.13).
    """
    there = view.state.units_at(at, side)
    return tuple(unit.id for unit in there if unit.id not in others)


def _willing(
    play: Play, side: Side, order: Advance, start: LocationName
) -> tuple[str, ...]:
    """Those of an order whom neither mines nor an AFV keep where they are."""
    if order.to == start:
        return order.units
    ids, others = order.units, _others(play, order.units, start)
    if mines(play, ids, start):
        ids = still_able(play, _left(play, side, start, others))
    return ids if order.to == OFFBOARD else brave(play, ids, order.to)


def _off_the_map(play: Play, side: Side, order: Advance) -> None:
    plan_advance(play, side, order)
    for unit in list(play.state.units.values()):
        if unit.id in order.units or (unit.guard and unit.guard in order.units):
            leave_map(play, unit)


def still_able(view: GameView, ids: Iterable[str]) -> tuple[str, ...]:
    """Those of some units that can still advance."""
    units = view.state.units
    return tuple(id_ for id_ in ids if id_ in units and _may(units[id_]))


ADVANCE = OrderKind(
    order=Advance,
    rule="A4.7",
    when=(When("APh", ATTACKER, 40),),
    offer=offer_advance,
    check=check_advance,
    do=do_advance,
    label="Advance",
    verbs={
        "advance": Verb(
            (UNITS, TO),
            "advance into an ADJACENT Location, or a fortification",
            after=INSIDE,
        )
    },
    listed=270,
)
