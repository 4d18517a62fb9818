"""A10 in play: the orders to rally and to stay under DM, and to break at will."""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.modifier import total
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_morale_level import morale_level
from opfor.rules.a_infantry.a01_units import (
    adjacent,
    armed,
    known_enemies,
    mmc,
    onboard,
)
from opfor.rules.a_infantry.a10_morale.effects import break_unit, make_dm
from opfor.rules.a_infantry.a10_morale.levels import leads, unbreakable
from opfor.rules.a_infantry.a10_morale.may_rally import check_rally
from opfor.rules.a_infantry.a10_morale.rally import (
    FATE,
    do_rally,
    rally_drm,
    rally_terrain,
)
from opfor.rules.a_infantry.a10_morale.rout import cover, must_rout, normal_range
from opfor.rules.a_infantry.a25_commissars import must_try
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.orders import Break, KeepDM, Rally
from opfor.rules.orders.order_kind import BOTH, OrderKind, When
from opfor.rules.orders.verbs import BY, UNIT, Verb
from opfor.state.events import UnitChanged
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


def check_break(view: GameView, side: Side, order: Break) -> None:
    """Raise Illegal if a unit may not break at will (A10.41)."""
    unit = view.state.units.get(order.unit)
    if unit is None or unit.side != side or not unit.location:
        raise Illegal("A10.41", f"you have no unit {order.unit} on the map")
    kind = mmc(view, unit)
    steps = kind is not None and bool(kind.reduced)
    if not unit.good_order or unit.vehicle or unbreakable(view, unit) or steps:
        raise Illegal("A10.41", f"{unit.id} is not one that could break")
    if view.state.move or any(other.did("routed") for other in onboard(view, side)):
        raise Illegal("A10.41", "units have routed already")
    if not any(_threatens(view, enemy, unit) for enemy in _enemies(view, unit)):
        raise Illegal("A10.41", f"no enemy is near enough to {unit.id}")


def _enemies(view: GameView, unit: Unit) -> list[Unit]:
    return known_enemies(view, unit.side, unit.location)


def _threatens(view: GameView, enemy: Unit, unit: Unit) -> bool:
    """Whether an armed unbroken enemy is ADJACENT, or within its normal range."""
    if enemy.broken or not armed(enemy):
        return False
    hexes = view.world.range(enemy.location, unit.location)
    near = hexes <= 1 and adjacent(view, enemy.location, unit.location)
    return near or hexes <= normal_range(view, enemy)


@rule("A10.41", "Voluntary break", cites=("A10.4",))
def do_break(play: Play, _side: Side, order: Break) -> None:
    """A unit before armed enemies breaks as the RtPh begins, to rout."""
    break_unit(play, order.unit)


@rule(
    "A10.62",
    "Desperation Morale",
    exc=("a unit out of reach of the enemy",),
    cites=("A10.5/must", "A10.6"),
)
def desperation(play: Play) -> None:
    """Broken units in danger come under DM as a RPh or RtPh begins.

    Those ADJACENT to a Known armed unbroken enemy; as the RtPh begins also those in
    the open in its LOS and normal range, and those in a Blaze.
    EXC: a unit out of reach of the enemy.
    """
    for unit in list(play.state.units.values()):
        if not unit.broken or unit.dm or not unit.location or unit.guard:
            continue
        cause = must_rout(play, unit)
        if cause == "ADJACENT" or (cause and play.state.phase == "RtPh"):
            make_dm(play, unit.id)


def offer_keep_dm(view: GameView, side: Side) -> Iterator[Offer]:
    """Each unit that may keep DM as the RPh ends."""
    for unit in onboard(view, side):
        order = KeepDM(unit.id)
        if unit.dm and allows(view, side, order, check_keep_dm):
            yield Offer(order, f"keep {unit.id} under DM", (unit.location,))


def check_keep_dm(view: GameView, side: Side, order: KeepDM) -> None:
    """Raise Illegal if a unit may not keep DM (A10.62)."""
    unit = view.state.units.get(order.unit)
    if unit is None or unit.side != side or not unit.location:
        raise Illegal("A10.62", f"you have no unit {order.unit} on the map")
    if not (unit.broken and unit.dm) or unit.did("keep DM"):
        raise Illegal("A10.62", f"{unit.id} is not under DM, or keeps it already")
    if rally_terrain(view, unit) or cover(view, unit.location):
        raise Illegal("A10.62", f"{unit.id} is in cover, where DM ends with the RPh")


@rule("A10.62/keep", "DM is kept to rout", cites=("A10.5",))
def do_keep_dm(play: Play, _side: Side, order: KeepDM) -> None:
    """A broken unit outside woods, buildings and trenches stays under DM."""
    unit = play.state.units[order.unit]
    kept = replace(unit, deeds=(*unit.deeds, "keep DM"))
    play.emit(UnitChanged(kept, fact("keeps_dm")))


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

KEEP_DM = OrderKind(
    order=KeepDM,
    rule="A10.62",
    when=(When("RPh", BOTH, 20),),
    offer=offer_keep_dm,
    check=check_keep_dm,
    do=do_keep_dm,
    label="Stay DM",
    verbs={"keep": Verb((UNIT,), "keep a broken unit under DM, to rout")},
    listed=60,
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
