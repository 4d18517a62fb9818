"""D5.4 and A21.22: crews that leave their vehicle, and who mans it again.

Reading: D-366.
"""

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_units import armed, mmc
from opfor.rules.a_infantry.a04_movement.steps import movable
from opfor.rules.choices.vehicle_orders import Abandon, Man, Seize
from opfor.rules.d_vehicles.d01_vehicles import armament, crewed, state_of, vehicle
from opfor.rules.d_vehicles.d02_movement.allotment import move_of
from opfor.rules.d_vehicles.d05_crew_fates import has_crew
from opfor.state.counters import MMC
from opfor.state.events import UnitChanged, UnitRemoved, WeaponChanged
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.units import Side, Unit

ALL_MF = 4 * MF
"""Quarters of MF that a crew has, and spends to leave a vehicle or to man it."""


def on_foot(id_: str, *, mans: str = "") -> Move:
    """The move of a crew that spends all its MF beneath a vehicle."""
    return Move(
        units=(id_,),
        allotment=ALL_MF,
        spent=ALL_MF,
        here=ALL_MF,
        road=False,
        stopped=True,
        mans=mans,
    )


@rule("D5.41", "Abandoning a vehicle by choice", cites=("D5.4", "D5.43"))
def check_abandon(view: GameView, side: Side, order: Abandon) -> Unit:
    """The vehicle: in its own MPh, while it has neither moved nor fired, Stopped.

    Errors:
        Illegal: its crew may not leave it now.
    """
    unit = view.state.units.get(order.unit)
    if unit is None or unit.side != side or unit.vehicle is None or not unit.location:
        raise Illegal("D5.41", f"you have no vehicle {order.unit} on the map")
    if not crewed(unit) or not has_crew(view, unit):
        raise Illegal("D5.41", f"{unit.id} has no crew that could leave it now")
    state = state_of(unit)
    moved = state.motion or state.entered or state.trail or unit.moved
    if moved or move_of(view, unit) or unit.ti:
        raise Illegal("D5.41", f"{unit.id} has moved, or is in Motion")
    fired = [weapon.id for weapon in armament(view, unit) if weapon.fired]
    if fired:
        raise Illegal("D5.41", f"{fired[0]} has fired")
    return unit


@rule("D5.42", "Re-entering an Abandoned vehicle", cites=("D5.43", "A21.22"))
def check_man(view: GameView, side: Side, order: Man) -> tuple[Unit, Unit]:
    """The unit and the Abandoned vehicle, beneath which it begins its MPh.

    A crew or HS in Good Order; not in the Player Turn in which the last crew left it,
    nor into a vehicle that was Recalled and could not go.

    Errors:
        Illegal: it cannot.
    """
    unit, hulk = view.state.units.get(order.unit), view.state.units.get(order.vehicle)
    if unit is None or unit.side != side or not unit.location:
        raise Illegal("D5.42", f"you have no unit {order.unit} on the map")
    if hulk is None or hulk.vehicle is None or not hulk.vehicle.abandoned:
        raise Illegal("D5.42", f"{order.vehicle} is no Abandoned vehicle")
    if hulk.location != unit.location or not has_crew(view, hulk):
        raise Illegal("D5.42", f"{unit.id} cannot get into {hulk.id}")
    found, move = mmc(view, unit), view.state.move
    if found is None or found.size == "squad" or unit.unarmed:
        raise Illegal("D5.42", f"a crew or HS mans a vehicle, not {unit.id}")
    begun = move is not None and any(unit.id in part.units for part in move.parts)
    if not movable(view, unit) or not unit.good_order or begun:
        raise Illegal("D5.42", f"{unit.id} has no MPh left to get in")
    if hulk.moved:
        raise Illegal("D5.42", f"{hulk.id} was left in this Player Turn")
    if hulk.side == side and hulk.vehicle.recalled:
        raise Illegal("D5.341", f"{hulk.id} was Recalled, and nobody mans it again")
    return unit, hulk


@rule("A21.22", "Who mans a vehicle", cites=("D5.42", "D3.45", "A21.11"))
def man(play: Play, unit: Unit, hulk: Unit) -> None:
    """The unit is its Inherent crew, BU: an Inexperienced one if no vehicle crew.

    What it takes from the other side fires as captured. It has had its MPh.
    """
    state, taken = (
        state_of(hulk),
        hulk.side != unit.side or is_captured_vehicle(play, hulk),
    )
    trained = vehicle_crew(play, unit)
    play.emit(UnitRemoved(unit.id, f"mans {hulk.id}"))
    fields = {
        "abandoned": False,
        "manned": "" if trained and not taken else unit.counter,
        "inexperienced": not trained or (state.inexperienced and not taken),
        "shaken": state.shaken and trained and not taken,
        "leader": "",
        "recalled": False,
    }
    now = replace(
        hulk,
        side=unit.side,
        attitude=unit.attitude,
        moved=True,
        vehicle=replace(state, **fields),
    )
    play.emit(UnitChanged(now, f"is manned by {unit.id}"))
    if taken:
        _captured(play, now, hulk.side)


def _captured(play: Play, now: Unit, former: Side) -> None:
    """The armament of a vehicle fires as captured, whose it was before."""
    for weapon in armament(play, now):
        ours = replace(weapon, side=weapon.side or former, acquired=None)
        play.emit(WeaponChanged(ours, "is captured"))


def is_captured_vehicle(view: GameView, hulk: Unit) -> bool:
    """Whether its side has captured a vehicle, as its armament tells."""
    return any(w.side and w.side != hulk.side for w in armament(view, hulk))


# -- taken in the CCPh -------------------------------------------------------------


@rule("A21.22/cc", "Capture of a vehicle in the CCPh", cites=("A11.1", "A21.22"))
def check_seize(view: GameView, side: Side, order: Seize) -> tuple[Unit, Unit]:
    """The unit, and the other side's Abandoned vehicle that nobody escorts.

    Infantry in Good Order or in Melee, neither pinned nor TI, in its Location; in
    place of its CC attack.
    Reading: D-409.

    Errors:
        Illegal: it cannot.
    """
    unit, hulk = view.state.units.get(order.unit), view.state.units.get(order.vehicle)
    if unit is None or unit.side != side or unit.vehicle or not unit.location:
        raise Illegal("A21.22", f"you have no Infantry {order.unit} on the map")
    if hulk is None or hulk.side == side or not state_of(hulk).abandoned:
        raise Illegal("A21.22", f"{order.vehicle} is no Abandoned vehicle of the enemy")
    if hulk.location != unit.location:
        raise Illegal("A21.22", f"{hulk.id} is not in {unit.location}")
    idle = unit.broken or unit.pinned or unit.ti or unit.panic or unit.berserk
    if idle or unit.aboard or not armed(unit):
        raise Illegal("A21.22", f"{unit.id} is not fit to take a vehicle")
    if unit.did("attacked") or unit.did("withdrawing"):
        raise Illegal("A11.12", f"{unit.id} attacks or withdraws in this phase")
    there = view.state.units_at(hulk.location, hulk.side)
    if escort := next(filter(_escorts, there), None):
        raise Illegal("A21.22", f"{escort.id} is with {hulk.id}")
    if any(hulk.id in clash.defenders for clash in view.state.clashes):
        raise Illegal("A21.22", f"{hulk.id} is attacked in this phase")
    return unit, hulk


def _escorts(unit: Unit) -> bool:
    """Whether it keeps others from a vehicle: armed and unbroken, or with a crew."""
    if unit.vehicle:
        return crewed(unit)
    return armed(unit) and not (unit.broken or unit.hidden)


def seize(play: Play, unit: Unit, hulk: Unit) -> None:
    """It changes sides at once, Abandoned still; its armament is captured."""
    attacked = replace(unit, deeds=(*unit.deeds, "attacked"))
    play.emit(UnitChanged(attacked, f"takes {hulk.id} in place of CC"))
    state = replace(state_of(hulk), recalled=False, shaken=False, leader="")
    now = replace(hulk, side=unit.side, attitude=unit.attitude, vehicle=state)
    play.emit(UnitChanged(now, f"is captured by {unit.id}"))
    _captured(play, now, hulk.side)


def vehicle_crew(view: GameView, unit: Unit) -> bool:
    """Whether it is the crew of a vehicle: one with a single FP."""
    found = view.world.counter(unit.counter)
    return isinstance(found, MMC) and found.size == "crew" and found.fp == 1


def hulks(view: GameView, unit: Unit) -> list[Unit]:
    """The Abandoned vehicles in a unit's Location."""
    return [
        one
        for one in view.state.units_at(unit.location)
        if one.vehicle is not None and one.vehicle.abandoned and vehicle(view, one)
    ]
