"""A4.7: the advance of one Location in the APh."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a02_5_entry_and_exit import withdraws
from opfor.rules.a_infantry.a04_movement.a04_11_allotment import mans_gun, stack_mf
from opfor.rules.a_infantry.a04_movement.a04_13_cost import as_it_stands, standing
from opfor.rules.a_infantry.a04_movement.a04_42_portage import overloaded
from opfor.rules.b_terrain.b26_4_wire import above_wire, wire_at
from opfor.rules.b_terrain.b27_entrenchments.b27_p1_capacity import fits
from opfor.rules.choices.orders import Advance
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD, Fortification, LocationName, Side, Unit

DIFFICULT = 4 * MF
"""Cost from which a Location is difficult to advance into, whoever does (A4.72)."""

DIRECT = ("foxhole", "trench")
"""Fortifications that are entered straight from another Location."""


class Advancing(Struct, frozen=True):
    """An advance that is legal.

    Args:
        units: as they are after it.
        cost: quarters of MF that it would cost to move there.
    """

    units: tuple[Unit, ...]
    cost: int


@rule(
    "A4.7",
    "Advance",
    exc=("not by a broken, pinned or TI unit, nor one in Melee",),
    cites=("A4.8", "A7.8", "A11.15", "A20.5"),
)
def may_advance(unit: Unit) -> None:
    """A unit of the ATTACKER may advance once, whatever else it did.

    EXC: a broken, pinned or TI unit, one in Melee or in Panic, and a prisoner.

    Errors:
        Illegal: it may not.
    """
    for held, why in (
        (unit.broken, "broken"),
        (unit.pinned, "pinned"),
        (unit.ti or unit.panic, "TI"),
        (unit.melee, "in Melee"),
        (bool(unit.guard), "a prisoner"),
        (unit.did("advanced"), "where it has advanced to"),
        (not unit.location, "offboard"),
        (unit.vehicle is not None, "a vehicle"),
        (bool(unit.aboard), "aboard a vehicle"),
    ):
        if held:
            raise Illegal("A4.7", f"{unit.id} is {why}")


@rule("A4.7/to", "Where an advance leads", cites=("A4.71", "A4.72", "B27.4"))
def plan_advance(view: GameView, side: Side, order: Advance) -> Advancing:
    """The units of an order as they are after their advance.

    Errors:
        Illegal: they cannot.
    """
    units = [view.state.units.get(id_) for id_ in order.units]
    ours = [unit for unit in units if unit and unit.side == side]
    if not ours or len(ours) < len(units):
        raise Illegal("A4.7", "those are not your units")
    if len({unit.location for unit in ours}) > 1:
        raise Illegal("A4.7", "the units are not in one Location")
    for unit in ours:
        may_advance(unit)
    # B26.4: not from above wire
    _check_wire(view, ours)
    if order.to == OFFBOARD:
        return _off_the_map(view, ours)
    # B27.4: into a fortification
    fort = _inside(view, ours, order)
    if order.to == ours[0].location:
        return _in_place(ours, order, fort)
    for unit in ours:
        if mans_gun(view, unit):
            raise Illegal("C10.3", f"{unit.id} does not advance with its Gun")
        # A4.42: nor a SMC with more than he can carry
        if overloaded(view, unit):
            raise Illegal("A4.42", f"{unit.id} carries two PP at most")
    # A4.71: one Location
    cost = entry_cost(view, ours, order.to)
    # B27.4: out of a fortification, and into one, at a MF each
    shelter = {unit.id: MF * (_leaves(view, unit) + bool(fort)) for unit in ours}
    # A4.72: CX by difficult terrain
    after = [_advanced(view, unit, order, cost + shelter[unit.id]) for unit in ours]
    return Advancing(tuple(after), cost + max(shelter.values()))


def _leaves(view: GameView, unit: Unit) -> bool:
    """Whether it is in an entrenchment, pillbox or cave; wire is left otherwise."""
    fort = view.state.fortifications.get(unit.inside)
    return fort is not None and fort.kind != "wire"


def _off_the_map(view: GameView, units: Sequence[Unit]) -> Advancing:
    """Unarmed ENEMY MMC and Guards leave by the EBE in the APh too (S6.302, D-236)."""
    if not withdraws(view, units, units[0].location):
        raise Illegal("A4.7", "they may not leave the map here in the APh")
    gone = (replace(u, location=OFFBOARD, inside="", wall=False) for u in units)
    return Advancing(tuple(gone), MF)


def _check_wire(view: GameView, units: Sequence[Unit]) -> None:
    """Wire is left in the MPh and RtPh only (B26.4)."""
    for unit in units:
        if above_wire(view, unit):
            raise Illegal("B26.4", f"{unit.id} is above wire")


def _inside(view: GameView, units: list[Unit], order: Advance) -> Fortification | None:
    """The fortification that is entered, if it can be."""
    if not order.inside:
        return None
    fort = view.state.fortifications.get(order.inside)
    if fort is None or fort.location != order.to or fort.hidden:
        raise Illegal("B27.4", f"{order.inside} is not in {order.to}")
    if order.to != units[0].location and fort.kind not in DIRECT:
        raise Illegal("B30.4", f"a {fort.kind} is entered from its own hex")
    if fort.kind not in (*DIRECT, "pillbox", "cave") or not fits(view, fort, units):
        raise Illegal("B27.5", f"there is no room for them in the {fort.kind}")
    return fort


def _in_place(
    units: Sequence[Unit], order: Advance, fort: Fortification | None
) -> Advancing:
    """Into or out of a fortification of the Location that they are in."""
    if any(unit.inside == order.inside for unit in units):
        raise Illegal("A4.7", "they are there already")
    after = tuple(
        replace(
            unit,
            inside=fort.id if fort else "",
            wall=False,
            deeds=(*unit.deeds, "advanced"),
        )
        for unit in units
    )
    return Advancing(after, MF)


@rule("A4.71", "One Location or level", cites=("B16.4", "B23.4"))
def entry_cost(view: GameView, units: Sequence[Unit], to: LocationName) -> int:
    """Quarters of MF of the way from some units' Location to the next; `ALL` for all.

    Errors:
        Illegal: there is no such way, or not in the APh.
    """
    way = view.world.entry(units[0].location, to)
    if not way.bar:
        way = as_it_stands(view, standing(view), units, to, way)
    if way.bar:
        raise Illegal("A4.71", f"{to} cannot be entered: {way.bar}")
    kind = view.world.ground.terrain(view.world.locate(to))
    if not kind.mf.advance and not way.road:
        raise Illegal("A4.71", f"{kind.name} is not entered in the APh")
    return way.quarters


@rule(
    "A4.72",
    "Advance into difficult terrain",
    exc=("not by a CX unit",),
    cites=("A4.51",),
)
def tiring(view: GameView, unit: Unit, cost: int) -> bool:
    """Whether an advance makes a unit CX: it costs four MF, or all that it has.

    Double Time does not count. EXC: a CX unit may not advance so at all.

    Errors:
        Illegal: it is CX already.
    """
    key = "MF alone", unit.id
    own = view.world.once(view.state, key, lambda: stack_mf(view, [unit]))
    hard = cost >= min(DIFFICULT, own)
    if hard and unit.cx:
        raise Illegal("A4.72", f"{unit.id} is CX, and that is difficult terrain")
    return hard


def _advanced(view: GameView, unit: Unit, order: Advance, cost: int) -> Unit:
    wire = wire_at(view, order.to)
    return replace(
        unit,
        location=order.to,
        inside=wire.id if wire else order.inside,
        wall=False,
        crest=(),
        labor=0,
        cx=tiring(view, unit, cost) or unit.cx,
        deeds=(*unit.deeds, "advanced"),
    )
