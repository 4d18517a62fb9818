"""C10.11: Guns hooked up to a vehicle, and what all of C10 asks of a Gun.

Reading: D-355, what no source confirms.
"""

from math import ceil
from typing import NamedTuple

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.choices.vehicle_orders import HookUp
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    allotment,
    state_of,
    vehicle,
)
from opfor.rules.d_vehicles.d02_movement.spending import after_spending, unit_of
from opfor.state.counters import Gun
from opfor.state.in_progress import Move
from opfor.state.play import GameView
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


def gun_in_play(view: GameView, id_: str) -> tuple[Weapon, Gun]:
    """A Gun and its counter; raises Illegal if there is none of that id."""
    weapon = view.state.weapons.get(id_)
    found = gun_of(view, weapon)
    if weapon is None or found is None or weapon.gun is None:
        raise Illegal("C10.1", f"there is no Gun {id_}")
    return weapon, found


def fit(unit: Unit) -> bool:
    """Whether a MMC can work at a Gun: Good Order, unpinned, and idle so far."""
    idle = not (unit.ti or unit.moved or unit.fired)
    return unit.good_order and not unit.pinned and idle


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
    weapon, found = gun_in_play(view, order.weapon)
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
    return Hitch(hitched(view, carrier, found), weapon, crew)


def hitched(view: GameView, carrier: Unit, found: Gun) -> Move:
    """The Move of a vehicle that has spent the MP of hooking up or unhooking."""
    whole = allotment(view, carrier) // MF
    cost = ceil(2 * whole / 3) if found.ring else ceil(whole / 2)
    return after_spending(view, carrier, cost * MF)


def uprooted(weapon: Weapon, *, limbered: bool) -> Weapon:
    """A Gun that is not emplaced any more, and has acquired nothing."""
    gun = weapon.gun
    assert gun is not None  # noqa: S101 - as gun_in_play found
    now = replace(gun, emplaced=False, limbered=limbered)
    return replace(weapon, gun=now, acquired=None, bored=OFFBOARD)
