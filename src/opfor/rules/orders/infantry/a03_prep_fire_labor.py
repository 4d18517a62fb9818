"""The orders of the PFPh for units that neither fire nor move.

They entrench, clear a Flame or mines, kindle, or Mop Up.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.modifier import total
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_units import leader, mmc, onboard, smc
from opfor.rules.a_infantry.a03_phases import other
from opfor.rules.a_infantry.a10_morale.checks import make_check
from opfor.rules.a_infantry.a12_concealment.concealment import lose_by
from opfor.rules.a_infantry.a12_concealment.search import mop_up_area, uncover
from opfor.rules.a_infantry.a20_prisoners.prisoners import surrender
from opfor.rules.b_terrain.b24_clearance import clear, may_clear
from opfor.rules.b_terrain.b25_kindling import director, kindling_drm, may_kindle
from opfor.rules.b_terrain.b27_digging import (
    digging_drm,
    entrench,
    led_by,
    may_entrench,
)
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.orders import ClearFlame, Entrench, Kindle, MopUp
from opfor.rules.orders.infantry.b25_flames import kindle
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.verbs import BY, UNIT, UNITS, Slot, Verb
from opfor.rules.s_solitaire.s03_activation.hold import searched
from opfor.state.events import ControlTaken, UnitChanged, WeaponChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Fortification, Marker, Side, Unit


def _own(view: GameView, side: Side, id_: str) -> Unit:
    unit = view.state.units.get(id_)
    if unit is None or unit.side != side:
        raise Illegal("A4.2", f"you have no unit {id_}")
    return unit


def _mmcs(view: GameView, side: Side) -> Iterator[Unit]:
    for unit in view.state.units.values():
        if unit.side == side and unit.location and mmc(view, unit):
            yield unit


# -- Entrench ----------------------------------------------------------------------


def check_entrench(view: GameView, side: Side, order: Entrench) -> None:
    """Raise Illegal if the unit cannot entrench now, or the leader not direct it."""
    unit = _own(view, side, order.unit)
    may_entrench(view, unit)
    led_by(view, unit, order.leader)


def offer_entrench(view: GameView, side: Side) -> Iterator[Offer]:
    """Each MMC that may dig, alone and with each leader."""
    for unit in _mmcs(view, side):
        if not allows(view, side, Entrench(unit.id), check_entrench):
            continue
        here = view.state.units_at(unit.location, side)
        for id_ in ("", *(one.id for one in here if leader(view, one))):
            order = Entrench(unit.id, id_)
            if allows(view, side, order, check_entrench):
                drm = total(digging_drm(view, unit, view.state.units.get(id_)))
                led = f", led by {id_}" if id_ else ""
                label = f"{unit.id} entrenches (DR {drm:+d} ≤ 5{led})"
                yield Offer(order, label, (unit.location,))


def do_entrench(play: Play, side: Side, order: Entrench) -> None:
    """Make the attempt."""
    unit = _own(play, side, order.unit)
    entrench(play, unit, led_by(play, unit, order.leader))


# -- Clearance ----------------------------------------------------------------------


def check_clear(view: GameView, side: Side, order: ClearFlame) -> None:
    """Raise Illegal if the unit cannot clear that now, or the leader not direct it."""
    unit = _own(view, side, order.unit)
    may_clear(view, unit, order.marker)
    led_by(view, unit, order.leader)


def offer_clear(view: GameView, side: Side) -> Iterator[Offer]:
    """Each MMC beside a Flame or in known mines, alone and with each leader."""
    found: list[Marker | Fortification] = [
        *(m for m in view.state.markers.values() if m.kind == "flame"),
        *(f for f in view.state.fortifications.values() if f.kind == "minefield"),
    ]
    for unit in _mmcs(view, side) if found else ():
        for thing in found:
            if thing.location == unit.location:
                yield from _clearing(view, side, unit, thing.id)


def _clearing(view: GameView, side: Side, unit: Unit, id_: str) -> Iterator[Offer]:
    here = view.state.units_at(unit.location, side)
    for by in ("", *(one.id for one in here if leader(view, one))):
        order = ClearFlame(unit.id, id_, by)
        if allows(view, side, order, check_clear):
            drm = total(digging_drm(view, unit, view.state.units.get(by)))
            led = f", led by {by}" if by else ""
            label = f"{unit.id} clears {id_} (DR {drm:+d}{led})"
            yield Offer(order, label, (unit.location,))


def do_clear(play: Play, side: Side, order: ClearFlame) -> None:
    """Make the attempt."""
    unit = _own(play, side, order.unit)
    clear(play, unit, order.marker, led_by(play, unit, order.leader))


# -- Kindling ----------------------------------------------------------------------


def check_kindle(view: GameView, side: Side, order: Kindle) -> None:
    """Raise Illegal if the units cannot try to set their Location ablaze now."""
    if not order.units or len(set(order.units)) < len(order.units):
        raise Illegal("B25.11", "name each unit that kindles once")
    units = [_own(view, side, id_) for id_ in order.units]
    for unit in units:
        may_kindle(view, unit)
    director(view, units, order.leader)


def offer_kindle(view: GameView, side: Side) -> Iterator[Offer]:
    """Each SMC that may kindle; the MMC of a leader, one by one and together."""
    free = [u for u in onboard(view, side) if allows(view, side, u, _may_kindle)]
    for chief in free:
        if smc(view, chief):
            yield from _kindling(view, side, Kindle((chief.id,)))
        if not leader(view, chief):
            continue
        with_him = [u.id for u in free if mmc(view, u) and u.location == chief.location]
        for id_ in with_him:
            yield from _kindling(view, side, Kindle((id_,), chief.id))
        if len(with_him) > 1:
            yield from _kindling(view, side, Kindle(tuple(with_him), chief.id))


def _may_kindle(view: GameView, _side: Side, unit: Unit) -> None:
    may_kindle(view, unit)


def _kindling(view: GameView, side: Side, order: Kindle) -> Iterator[Offer]:
    if not allows(view, side, order, check_kindle):
        return
    unit = view.state.units[order.units[0]]
    chief = view.state.units.get(order.leader, unit)
    needed, drm = (
        may_kindle(view, unit).kindling,
        total(kindling_drm(view, unit, chief)),
    )
    led = f", led by {order.leader}" if order.leader else ""
    label = f"{', '.join(order.units)} kindle (NTC, DR {drm:+d} ≥ {needed}{led})"
    yield Offer(order, label, (unit.location,))


@rule("B25.11/order", "What a Kindling attempt costs", cites=("B25.11", "A12.14"))
def do_kindle(play: Play, side: Side, order: Kindle) -> None:
    """The NTC of who directs it, then a DR for each; all have Prep Fired by that.

    If he fails, he alone has. Reading: D-413.
    """
    units = [_own(play, side, id_) for id_ in order.units]
    chief = director(play, units, order.leader)
    # B25.11: the NTC of who directs it
    passed = make_check(play, chief, task=True, cause=fact("to_kindle")).passed
    # B25.11: it is their Prep Fire, and costs "?" (A12.14)
    for id_ in dict.fromkeys((*(order.units if passed else ()), chief.id)):
        _prep_fires(play, id_)
    # B25.11: a DR for each
    for unit in units if passed else ():
        drm = kindling_drm(play, unit, chief)
        kindle(play, unit.location, unit.id, drm, side=side)


def _prep_fires(play: Play, id_: str) -> None:
    """It has used all its fire as Prep Fire, and is seen to."""
    unit = play.state.units[id_]
    play.emit(
        UnitChanged(replace(unit, fired="prep"), fact("kindles_as_its_prep_fire"))
    )
    for weapon in play.state.weapons_of(id_):
        spent = replace(weapon, fired="prep")
        play.emit(WeaponChanged(spent, fact("its_user_kindles")))
    lose_by(play, id_, "fires")


# -- Mopping Up --------------------------------------------------------------------


def check_mop_up(view: GameView, side: Side, order: MopUp) -> None:
    """Raise Illegal if the unit cannot Mop Up its building now."""
    mop_up_area(view, _own(view, side, order.unit))


def offer_mop_up(view: GameView, side: Side) -> Iterator[Offer]:
    """Each MMC that may Mop Up the building it is in."""
    for unit in _mmcs(view, side):
        order = MopUp(unit.id)
        if view.world.in_building(unit.location) and allows(
            view, side, order, check_mop_up
        ):
            label = f"{unit.id} Mops Up the building"
            yield Offer(order, label, (unit.location,))


def do_mop_up(play: Play, side: Side, order: MopUp) -> None:
    """Become TI, uncover all in the building, and take it if nobody is left in it.

    S? in it are checked (S3.31c); broken enemies left there surrender (A12.153).
    """
    unit = _own(play, side, order.unit)
    places = mop_up_area(play, unit)
    # A12.153: TI, and seen (A12.14)
    play.emit(UnitChanged(replace(unit, ti=True), fact("mops_up_ti")))
    lose_by(play, unit.id, "other action")
    # A12.153: what is concealed comes to light; S? are checked (S3.31c)
    for place in places:
        uncover(play, side, place, fact("mopped_up"))
        if side == "FRIENDLY":
            searched(play, place, by=unit.location)
    # A12.153: if only broken enemies are left they surrender, and it is taken
    enemies = [u for place in places for u in play.state.units_at(place, other(side))]
    free = [enemy for enemy in enemies if not enemy.guard]
    if all(enemy.broken for enemy in free):
        for enemy in free:
            surrender(play, enemy.id, unit.id)
        for place in places:
            play.emit(ControlTaken(place, side))


# -- the orders --------------------------------------------------------------------

ENTRENCH = OrderKind(
    order=Entrench,
    rule="B27.11",
    when=(When("PFPh", ATTACKER, 40),),
    offer=offer_entrench,
    check=check_entrench,
    do=do_entrench,
    label="Entrench",
    verbs={"entrench": Verb((UNIT,), "try to dig a foxhole", after=BY)},
    listed=150,
)

MOP_UP = OrderKind(
    order=MopUp,
    rule="A12.153",
    when=(When("PFPh", ATTACKER, 60),),
    offer=offer_mop_up,
    check=check_mop_up,
    do=do_mop_up,
    label="Mop up",
    verbs={"mopup": Verb((UNIT,), "mop up the building")},
    listed=160,
)

CLEAR = OrderKind(
    order=ClearFlame,
    rule="B24.7",
    when=(When("PFPh", ATTACKER, 70),),
    offer=offer_clear,
    check=check_clear,
    do=do_clear,
    label="Clear",
    verbs={
        "extinguish": Verb(
            (UNIT, Slot("marker", "marker")),
            "try to put out a Flame, or to clear mines",
            after=BY,
        )
    },
    listed=220,
)

KINDLE = OrderKind(
    order=Kindle,
    rule="B25.11",
    when=(When("PFPh", ATTACKER, 80),),
    offer=offer_kindle,
    check=check_kindle,
    do=do_kindle,
    label="Kindle",
    verbs={"kindle": Verb((UNITS,), "try to set the Location ablaze", after=BY)},
    listed=230,
)
