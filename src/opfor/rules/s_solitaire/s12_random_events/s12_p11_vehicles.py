"""S12, S9.32: vehicles that a Random Event or the Mission brings onto the map."""

from opfor.core.dice import die_roll
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import arm
from opfor.rules.s_solitaire.s05_activation.group import count_heavy, room_for_heavy
from opfor.rules.s_solitaire.s05_activation.s05_71_vehicles import (
    armor_crews,
    can_be_ce,
    has_table,
    optional_equipment,
    vehicle_type,
)
from opfor.rules.s_solitaire.s09_vehicles.s09_331_entry_and_release import await_entry
from opfor.state.counters import Vehicle
from opfor.state.events import UnitAdded
from opfor.state.id_stems import stem
from opfor.state.play import Play
from opfor.state.state import fresh_id
from opfor.state.units import Unit, VehicleState

ONE, PAIR, SPG = 3, 5, 6
"""The last dr that brings one AFV, two of a type, and a SPG."""


@rule(
    "S12.p11",
    "Vehicles come",
    cites=("S9.32", "S9.321", "S9.33", "S5.71", "S5.711"),
)
def vehicles_come(play: Play, *, more: int = 0) -> bool:
    """One AFV, two of one type or a SPG by a dr; from 7 on a SPG and an AFV.

    They wait offboard, and enter in the ENEMY's next MPh (S9.32). None of a nation
    without vehicles, or where the Mission allows no more.
    """
    if not (has_table(play, "x6") and room_for_heavy(play)):
        return False
    # S12.p11: how many of which kind
    dr = die_roll(play, fact("vehicles_of_the_random_event")).final + more
    kinds = ("AFV",) if dr <= PAIR else ("SPG",) if dr <= SPG else ("SPG", "AFV")
    # S5.71: their types
    types = [found for kind in kinds if (found := vehicle_type(play, kind))]
    if ONE < dr <= PAIR:
        types = types * 2
    ids = [_put_and_count(play, found) for found in types if room_for_heavy(play)]
    # S9.321: in Advance Attitude
    await_entry(play, ids)
    # S5.711: armor leaders and Inexperienced Crews
    armor_crews(play, ids)
    return bool(ids)


def _put_and_count(play: Play, found: Vehicle) -> str:
    """One that counts against the Mission's limit."""
    count_heavy(play)
    return put_offboard(play, found)


def put_offboard(play: Play, found: Vehicle) -> str:
    """Put a vehicle offboard, armed; CE if it can be.

    That a tank with a slow turret is BU is for one out of a S? only (S5.71 EXC).
    """
    unit = Unit(
        id=fresh_id(play.state, "e" + stem(found)),
        side="ENEMY",
        counter=found.id,
        vehicle=VehicleState(motion=True, ce=can_be_ce(found)),
    )
    play.emit(UnitAdded(unit))
    arm(play, play.state.units[unit.id])
    optional_equipment(play, unit.id)
    return unit.id
