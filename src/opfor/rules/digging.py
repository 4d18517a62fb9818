"""The orders of the PFPh for units that neither fire nor move.

They entrench, clear a Flame or mines, kindle, or Mop Up.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.modifier import total
from opfor.core.rule import rule
from opfor.rules.asl.a01_units import leader, mmc, onboard
from opfor.rules.asl.a03_sequence import other
from opfor.rules.asl.a12_concealment import lose_by
from opfor.rules.asl.a12_search import mop_up_area, uncover
from opfor.rules.asl.a20_prisoners import surrender
from opfor.rules.asl.b24_clearance import clear, may_clear
from opfor.rules.asl.b25_flames import ec_drm, may_kindle
from opfor.rules.asl.b27_digging import digging_drm, entrench, led_by, may_entrench
from opfor.rules.burning import kindle
from opfor.rules.doing import Offer, allows
from opfor.rules.orders import ClearFlame, Entrench, Kindle, MopUp
from opfor.rules.s05_triggers import searched
from opfor.state.events import ControlTaken, UnitChanged
from opfor.state.play import Look, Play
from opfor.state.units import Fortification, Marker, Side, Unit


def _own(look: Look, side: Side, id_: str) -> Unit:
    unit = look.state.units.get(id_)
    if unit is None or unit.side != side:
        raise Illegal("A4.2", f"you have no unit {id_}")
    return unit


def _mmcs(look: Look, side: Side) -> Iterator[Unit]:
    for unit in look.state.units.values():
        if unit.side == side and unit.location and mmc(look, unit):
            yield unit


# -- Entrench ----------------------------------------------------------------------


def check_dig(look: Look, side: Side, order: Entrench) -> None:
    """Raise Illegal if the unit cannot entrench now, or the leader not direct it."""
    unit = _own(look, side, order.unit)
    may_entrench(look, unit)
    led_by(look, unit, order.leader)


def digs(look: Look, side: Side) -> Iterator[Offer]:
    """Each MMC that may dig, alone and with each leader."""
    for unit in _mmcs(look, side):
        if not allows(look, side, Entrench(unit.id), check_dig):
            continue
        here = look.state.units_at(unit.location, side)
        for id_ in ("", *(one.id for one in here if leader(look, one))):
            order = Entrench(unit.id, id_)
            if allows(look, side, order, check_dig):
                drm = total(digging_drm(look, unit, look.state.units.get(id_)))
                led = f", led by {id_}" if id_ else ""
                label = f"{unit.id} entrenches (DR {drm:+d} ≤ 5{led})"
                yield Offer(order, label, (unit.location,))


def dig(play: Play, side: Side, order: Entrench) -> None:
    """Make the attempt."""
    unit = _own(play, side, order.unit)
    entrench(play, unit, led_by(play, unit, order.leader))


# -- Clearance ----------------------------------------------------------------------


def check_clear(look: Look, side: Side, order: ClearFlame) -> None:
    """Raise Illegal if the unit cannot clear that now, or the leader not direct it."""
    unit = _own(look, side, order.unit)
    may_clear(look, unit, order.marker)
    led_by(look, unit, order.leader)


def clearances(look: Look, side: Side) -> Iterator[Offer]:
    """Each MMC beside a Flame or in known mines, alone and with each leader."""
    found: list[Marker | Fortification] = [
        *(m for m in look.state.markers.values() if m.kind == "flame"),
        *(f for f in look.state.fortifications.values() if f.kind == "minefield"),
    ]
    for unit in _mmcs(look, side) if found else ():
        for thing in found:
            if thing.location == unit.location:
                yield from _clearing(look, side, unit, thing.id)


def _clearing(look: Look, side: Side, unit: Unit, id_: str) -> Iterator[Offer]:
    here = look.state.units_at(unit.location, side)
    for by in ("", *(one.id for one in here if leader(look, one))):
        order = ClearFlame(unit.id, id_, by)
        if allows(look, side, order, check_clear):
            drm = total(digging_drm(look, unit, look.state.units.get(by)))
            led = f", led by {by}" if by else ""
            label = f"{unit.id} clears {id_} (DR {drm:+d}{led})"
            yield Offer(order, label, (unit.location,))


def clear_away(play: Play, side: Side, order: ClearFlame) -> None:
    """Make the attempt."""
    unit = _own(play, side, order.unit)
    clear(play, unit, order.marker, led_by(play, unit, order.leader))


# -- Kindling ----------------------------------------------------------------------


def check_kindle(look: Look, side: Side, order: Kindle) -> None:
    """Raise Illegal if the unit cannot try to set its Location ablaze now."""
    may_kindle(look, _own(look, side, order.unit))


def kindlings(look: Look, side: Side) -> Iterator[Offer]:
    """Each unit that may try to set its Location ablaze."""
    drm = total(ec_drm(look.state.weather))
    for unit in onboard(look, side):
        order = Kindle(unit.id)
        if allows(look, side, order, check_kindle):
            needed = may_kindle(look, unit).kindling
            label = f"{unit.id} kindles its Location (DR {drm:+d} ≥ {needed})"
            yield Offer(order, label, (unit.location,))


@rule("B25.13/order", "What a Kindling attempt costs", cites=("B25.13", "A12.14"))
def set_ablaze(play: Play, side: Side, order: Kindle) -> None:
    """Make the attempt; TI, and an action that costs "?", whatever comes of it.

    Reading: D-413.
    """
    unit = _own(play, side, order.unit)
    play.emit(UnitChanged(replace(unit, ti=True), "tries to kindle, TI"))
    lose_by(play, unit.id, "other action")
    kindle(play, unit.location, unit.id, side=side)


# -- Mopping Up --------------------------------------------------------------------


def check_mop_up(look: Look, side: Side, order: MopUp) -> None:
    """Raise Illegal if the unit cannot Mop Up its building now."""
    mop_up_area(look, _own(look, side, order.unit))


def mop_ups(look: Look, side: Side) -> Iterator[Offer]:
    """Each MMC that may Mop Up the building it is in."""
    for unit in _mmcs(look, side):
        order = MopUp(unit.id)
        if look.world.in_building(unit.location) and allows(
            look, side, order, check_mop_up
        ):
            label = f"{unit.id} Mops Up the building"
            yield Offer(order, label, (unit.location,))


def mop_up(play: Play, side: Side, order: MopUp) -> None:
    """Become TI, uncover all in the building, and take it if nobody is left in it.

    S? in it are checked (S3.31c); broken enemies left there surrender (A12.153).
    """
    unit = _own(play, side, order.unit)
    places = mop_up_area(play, unit)
    play.emit(UnitChanged(replace(unit, ti=True), "Mops Up, TI"))
    lose_by(play, unit.id, "other action")
    for place in places:
        uncover(play, side, place, "mopped up")
        if side == "FRIENDLY":
            searched(play, place, by=unit.location)
    enemies = [u for place in places for u in play.state.units_at(place, other(side))]
    free = [enemy for enemy in enemies if not enemy.guard]
    if all(enemy.broken for enemy in free):
        for enemy in free:
            surrender(play, enemy.id, unit.id)
        for place in places:
            play.emit(ControlTaken(place, side))
