"""The orders of the PFPh for units that neither fire nor move.

They entrench, clear a Flame or mines, kindle, or Mop Up.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.modifier import total
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader, mmc
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.a_infantry.a12_concealment.a12_152_search import uncover
from opfor.rules.a_infantry.a12_concealment.a12_153_mopping_up import mop_up_area
from opfor.rules.a_infantry.a20_prisoners.a20_3_no_quarter import surrender
from opfor.rules.b_terrain.b24_clearance import clear, may_clear
from opfor.rules.b_terrain.b27_entrenchments.b27_1_digging import (
    digging_drm,
    entrench,
    led_by,
    may_entrench,
)
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.orders import ClearFlame, Entrench, MopUp
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.verbs import BY, UNIT, Slot, Verb
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import searched
from opfor.state.events import ControlTaken, UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Fortification, Marker, Side, Unit


def own_unit(view: GameView, side: Side, id_: str) -> Unit:
    """A unit of one's own by its id."""
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
    unit = own_unit(view, side, order.unit)
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
    unit = own_unit(play, side, order.unit)
    entrench(play, unit, led_by(play, unit, order.leader))


# -- Clearance ----------------------------------------------------------------------


def check_clear(view: GameView, side: Side, order: ClearFlame) -> None:
    """Raise Illegal if the unit cannot clear that now, or the leader not direct it."""
    unit = own_unit(view, side, order.unit)
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
    unit = own_unit(play, side, order.unit)
    clear(play, unit, order.marker, led_by(play, unit, order.leader))


# -- Mopping Up --------------------------------------------------------------------


def check_mop_up(view: GameView, side: Side, order: MopUp) -> None:
    """Raise Illegal if the unit cannot Mop Up its building now."""
    mop_up_area(view, own_unit(view, side, order.unit))


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
    unit = own_unit(play, side, order.unit)
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
