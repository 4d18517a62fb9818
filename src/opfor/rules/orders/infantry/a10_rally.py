"""A10 in play: the orders to rally and to stay under DM, and to break at will."""

from collections.abc import Iterator

from opfor.core.errors import Illegal
from opfor.core.modifier import total
from opfor.rules.a_infantry.a01_personnel.a01_23_morale_level import morale_level
from opfor.rules.a_infantry.a01_personnel.a01_24_units import onboard
from opfor.rules.a_infantry.a10_morale.a10_6_rally import (
    FATE,
    do_rally,
    rally_drm,
)
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import leads
from opfor.rules.a_infantry.a10_morale.a10_41_voluntary_break import (
    break_at_will,
    check_break,
)
from opfor.rules.a_infantry.a10_morale.a10_63_may_rally import check_rally
from opfor.rules.a_infantry.a25_commissars import must_try
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.orders import Break, Rally
from opfor.rules.orders.order_kind import BOTH, OrderKind, When
from opfor.rules.orders.verbs import BY, UNIT, Verb
from opfor.state.play import GameView, Play
from opfor.state.units import Side, Unit


def leaders_with(view: GameView, unit: Unit) -> list[str]:
    """The leaders who could act for a unit of their Location."""
    there = view.state.units_at(unit.location, unit.side)
    return [by.id for by in there if by.id != unit.id and leads(view, by)]


def offer_rally(view: GameView, side: Side) -> Iterator[Offer]:
    """Each broken unit by each leader with it, and by itself where it may."""
    for unit in onboard(view, side):
        if not unit.broken or unit.did("rally"):
            continue
        for leader in (*leaders_with(view, unit), ""):
            order = Rally(unit.id, leader)
            if allows(view, side, order, check_rally):
                by = view.state.units[leader] if leader else None
                how = f"with {leader}" if leader else "by itself"
                drm, ways = total(rally_drm(view, unit, by)), rally_ways(view, unit, by)
                need = f"DR {drm:+d} ≤ {morale_level(view, unit)}, {ways}/36"
                yield Offer(order, f"rally {unit.id} {how} ({need})", (unit.location,))


def rally_ways(view: GameView, unit: Unit, by: Unit | None) -> int:
    """The DR of 36 that rally a unit, apart from what an Original 2 brings (A15.1).

    An Original 12 never does (A10.64).
    """
    most = morale_level(view, unit) - total(rally_drm(view, unit, by))
    rolls = (one + two for one in range(1, 7) for two in range(1, 7))
    return sum(roll <= most for roll in rolls if roll != FATE)


def may_end(view: GameView, side: Side) -> None:
    """Raise Illegal if a commissar's units have not tried to rally yet (A25.221)."""
    for owed in must_try(view, side):
        raise Illegal("A25.221", f"{owed.unit} must try to rally with {owed.leader}")


def offer_break(view: GameView, side: Side) -> Iterator[Offer]:
    """Each unit that may break at will as the RtPh begins."""
    for unit in onboard(view, side):
        order = Break(unit.id)
        if not unit.broken and allows(view, side, order, check_break):
            yield Offer(order, f"break {unit.id} at will", (unit.location,))


def do_break(play: Play, _side: Side, order: Break) -> None:
    """Break a unit at will (A10.41)."""
    break_at_will(play, order.unit)


# -- the orders --------------------------------------------------------------------

RALLY = OrderKind(
    order=Rally,
    rule="A10.6",
    when=(When("RPh", BOTH, 10),),
    offer=offer_rally,
    check=check_rally,
    do=do_rally,
    label="Rally",
    verbs={"rally": Verb((UNIT,), "try to rally a broken unit", after=BY)},
    listed=50,
)


BREAK = OrderKind(
    order=Break,
    rule="A10.41",
    when=(When("RtPh", BOTH, 10, minor=True),),
    offer=offer_break,
    check=check_break,
    do=do_break,
    label="Break",
    verbs={"break": Verb((UNIT,), "break voluntarily")},
    listed=260,
)
