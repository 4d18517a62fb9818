"""C10: Guns in tow, limbered, and pushed by hand.

Reading: D-355, what no source confirms.
"""

from math import ceil
from typing import NamedTuple

from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a04_movement.a04_13_cost import as_it_stands, standing
from opfor.rules.choices.vehicle_orders import HookUp, Limber, Push
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    allotment,
    state_of,
    vehicle,
)
from opfor.rules.d_vehicles.d02_movement.d02_1_steps import after_spending, unit_of
from opfor.rules.d_vehicles.d06_passengers.d06_4_passengers import aboard
from opfor.state.counters import Gun
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, Side, Unit, Weapon


class Hitch(NamedTuple):
    """A Gun that is hooked up or unhooked: the move after it, and who does it.

    Args:
        move: the vehicle's move after it.
        weapon: the Gun.
        crew: the MMC that does it; None if none is left.
    """

    move: Move
    weapon: Weapon
    crew: Unit | None


def gun_of(view: GameView, weapon: Weapon | None) -> Gun | None:
    """Its counter if a Weapon is a Gun."""
    found = view.world.counter(weapon.counter) if weapon else None
    return found if isinstance(found, Gun) else None


def _gun(view: GameView, id_: str) -> tuple[Weapon, Gun]:
    weapon = view.state.weapons.get(id_)
    found = gun_of(view, weapon)
    if weapon is None or found is None or weapon.gun is None:
        raise Illegal("C10.1", f"there is no Gun {id_}")
    return weapon, found


def fit(unit: Unit) -> bool:
    """Whether a MMC can work at a Gun: Good Order, unpinned, and idle so far."""
    idle = not (unit.ti or unit.moved or unit.fired)
    return unit.good_order and not unit.pinned and idle


# -- in tow ------------------------------------------------------------------------


@rule("C10.11", "Hooking up", exc=("two thirds for a ringed M#",), cites=("C10.1",))
def hooking(view: GameView, side: Side, order: HookUp) -> Hitch:
    """A Gun in the hex is hooked up: half of the vehicle's MP, FRU, while Stopped.

    Its T# is no more than the Gun's M#; the Gun's crew is there on foot. A Gun without
    QSU is limbered first.
    EXC: two thirds if the Gun's M# is in a ring.

    Errors:
        Illegal: it cannot be done.
    """
    carrier = unit_of(view, side, order.vehicle)
    weapon, found = _gun(view, order.weapon)
    kind, state = vehicle(view, carrier), state_of(carrier)
    if kind is None or kind.towing is None or state.towing:
        raise Illegal("C10.1", f"{carrier.id} tows nothing, or tows a Gun already")
    if state.motion or state.bypass or not carrier.location:
        raise Illegal("C10.11", f"{carrier.id} hooks up only while Stopped in a hex")
    if found.manhandling is None or kind.towing > found.manhandling:
        raise Illegal("C10.1", f"{weapon.id} is too heavy for {carrier.id}")
    crew = view.state.units.get(weapon.owner)
    if crew is None or crew.side != side or crew.location != carrier.location:
        raise Illegal("C10.11", f"the crew of {weapon.id} is not there")
    if crew.aboard or crew.inside or not fit(crew) or mmc(view, crew) is None:
        raise Illegal("C10.11", f"{crew.id} cannot hook it up now")
    if not (found.qsu or (weapon.gun and weapon.gun.limbered)):
        raise Illegal("C10.2", f"{weapon.id} must be limbered first")
    return Hitch(_hitched(view, carrier, found), weapon, crew)


def _hitched(view: GameView, carrier: Unit, found: Gun) -> Move:
    whole = allotment(view, carrier) // MF
    cost = ceil(2 * whole / 3) if found.ring else ceil(whole / 2)
    return after_spending(view, carrier, cost * MF)


@rule("C10.12", "Unhooking", cites=("C10.11",))
def unhooking(view: GameView, side: Side, order: HookUp) -> Hitch:
    """The Gun in tow is unhooked for as many MP, by a crew that is aboard or there.

    Errors:
        Illegal: it cannot be done.
    """
    carrier = unit_of(view, side, order.vehicle)
    weapon, found = _gun(view, order.weapon)
    if state_of(carrier).towing != weapon.id:
        raise Illegal("C10.12", f"{carrier.id} does not tow {weapon.id}")
    if state_of(carrier).motion or not carrier.location:
        raise Illegal("C10.12", f"{carrier.id} unhooks only while Stopped")
    near = [*aboard(view, carrier), *view.state.units_at(carrier.location, side)]
    crews = [u for u in near if _crews(view, u)]
    return Hitch(_hitched(view, carrier, found), weapon, crews[0] if crews else None)


def _crews(view: GameView, unit: Unit) -> bool:
    found = mmc(view, unit)
    manned = any(weapon.gun for weapon in view.state.weapons_of(unit.id))
    return found is not None and found.size == "crew" and fit(unit) and not manned


# -- limbered ----------------------------------------------------------------------


@rule("C10.2", "Limbering and unlimbering", cites=("C10.11", "C11.2"))
def limbering(view: GameView, side: Side, order: Limber) -> Weapon:
    """A Gun without QSU is limbered, or unlimbered, in place of firing; its crew is TI.

    Errors:
        Illegal: it cannot be done.
    """
    weapon, found = _gun(view, order.weapon)
    crew = view.state.units.get(weapon.owner)
    if crew is None or crew.side != side or not crew.location or crew.vehicle:
        raise Illegal("C10.2", f"you man no Gun {weapon.id}")
    if found.qsu:
        raise Illegal("C10.2", f"{weapon.id} has QSU and needs no limbering")
    if weapon.gun is None or weapon.gun.limbered == order.limber:
        raise Illegal("C10.2", f"{weapon.id} is so already")
    if not fit(crew) or weapon.fired or weapon.malfunctioned:
        raise Illegal("C10.2", f"{crew.id} cannot do it now")
    return weapon


# -- by hand -----------------------------------------------------------------------


@rule("C10.3", "Who pushes a Gun, and where", cites=("A4.13", "A4.14"))
def pushing(view: GameView, side: Side, order: Push) -> Unit:
    """The crew that pushes its Gun into an adjacent hex of one MF, as all of its MPh.

    The Gun has a M#, and QSU or is limbered. With its crew others may push.

    Errors:
        Illegal: it cannot be done.
    """
    weapon, found = _gun(view, order.weapon)
    units = [view.state.units.get(id_) for id_ in order.units]
    crew = view.state.units.get(weapon.owner)
    if crew is None or crew not in units or crew.side != side or crew.vehicle:
        raise Illegal("C10.3", f"{weapon.id} is pushed by its crew")
    for unit in units:
        if unit is None or unit.location != crew.location or mmc(view, unit) is None:
            raise Illegal("C10.3", "only MMC that are with it push a Gun")
        if not fit(unit) or unit.inside or unit.aboard:
            raise Illegal("C10.3", f"{unit.id} cannot push now")
    gun = weapon.gun
    if found.manhandling is None or not (found.qsu or (gun and gun.limbered)):
        raise Illegal("C10.3", f"{weapon.id} cannot be pushed as it is")
    _open_way(view, crew, order)
    return crew


def _open_way(view: GameView, crew: Unit, order: Push) -> None:
    """Refuse a Location that is not next to it, is held, or costs more than a MF."""
    if OFFBOARD in (order.to, crew.location):
        raise Illegal("C10.3", "a Gun is pushed from hex to hex")
    now = standing(view)
    entry = view.world.entry(crew.location, order.to)
    if not entry.bar:
        entry = as_it_stands(view, now, [crew], order.to, entry)
    if entry.bar:
        raise Illegal("C10.3", f"{order.to} cannot be entered: {entry.bar}")
    if entry.all or entry.quarters > MF or view.world.locate(order.to).level:
        raise Illegal("C10.3", "a Gun is pushed only where the way costs one MF")
    if now.known_against(crew.side, order.to):
        raise Illegal("A4.14", f"a Known enemy is in {order.to}")


@rule("C10.3/dr", "The Manhandling DR", cites=("C10.3",))
def manhandle(play: Play, crew: Unit, weapon: Weapon) -> bool:
    """Whether a Gun moves: by an Original DR of no more than its M#."""
    found = gun_of(play, weapon)
    most = (found.manhandling if found else None) or 0
    purpose = fact("manhandling", gun=weapon.id, most=most)
    return dice_roll(play, purpose, side=crew.side).final <= most


def uprooted(weapon: Weapon, *, limbered: bool) -> Weapon:
    """A Gun that is not emplaced any more, and has acquired nothing."""
    gun = weapon.gun
    assert gun is not None  # noqa: S101 - as _gun found
    now = replace(gun, emplaced=False, limbered=limbered)
    return replace(weapon, gun=now, acquired=None, bored=OFFBOARD)
