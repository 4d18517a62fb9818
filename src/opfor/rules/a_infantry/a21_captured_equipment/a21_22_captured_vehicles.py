"""A21.22: who mans a vehicle, and vehicles taken in the CCPh."""

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import armed
from opfor.rules.choices.vehicle_orders import Seize
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import armament, state_of
from opfor.rules.d_vehicles.d05_crews.d05_1_inherent_crew import crewed
from opfor.rules.d_vehicles.d05_crews.d05_41_abandoning import vehicle_crew
from opfor.state.events import UnitChanged, UnitRemoved, WeaponChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Side, Unit


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
    play.emit(UnitRemoved(unit.id, fact("mans", vehicle=hulk.id)))
    # A21.22: Inexperienced if no vehicle crew
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
    play.emit(UnitChanged(now, fact("is_manned_by", by=unit.id)))
    # A21.11: its armament fires as captured
    if taken:
        _captured(play, now, hulk.side)


def _captured(play: Play, now: Unit, former: Side) -> None:
    """The armament of a vehicle fires as captured, whose it was before."""
    for weapon in armament(play, now):
        ours = replace(weapon, side=weapon.side or former, acquired=None)
        play.emit(WeaponChanged(ours, fact("is_captured")))


def is_captured_vehicle(view: GameView, hulk: Unit) -> bool:
    """Whether its side has captured a vehicle, as its armament tells."""
    return any(w.side and w.side != hulk.side for w in armament(view, hulk))


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
    play.emit(UnitChanged(attacked, fact("takes_in_place_of_cc", vehicle=hulk.id)))
    state = replace(state_of(hulk), recalled=False, shaken=False, leader="")
    now = replace(hulk, side=unit.side, attitude=unit.attitude, vehicle=state)
    play.emit(UnitChanged(now, fact("is_captured_by", by=unit.id)))
    _captured(play, now, hulk.side)
