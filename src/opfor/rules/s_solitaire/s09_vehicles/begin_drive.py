"""How the drive of an ENEMY vehicle begins."""

from msgspec.structs import replace

from opfor.core.event import Note
from opfor.core.explain import consult
from opfor.core.fact import fact
from opfor.core.rule import part_of_rule
from opfor.rules.s_solitaire.s06_actions.s06_2_action_tables import give
from opfor.rules.s_solitaire.s06_actions.s06_23_can_fire import can_fire
from opfor.rules.s_solitaire.s06_actions.s06_309_stop_in_panic import stops_in_panic
from opfor.rules.s_solitaire.s09_movement.movers import Mover, units_of
from opfor.rules.s_solitaire.s09_vehicles.drive import course_along, drive_on, planned
from opfor.rules.s_solitaire.s09_vehicles.s09_3_command import vehicle_command
from opfor.rules.s_solitaire.s09_vehicles.s09_32_vehicle_entry import (
    comes,
    find_entry,
)
from opfor.rules.s_solitaire.s09_vehicles.s09_33_platoon_movement import fallen_out
from opfor.rules.s_solitaire.s09_vehicles.s09_321_attitude import (
    settle_attitudes,
)
from opfor.rules.s_solitaire.s09_vehicles.s09_331_entry_and_release import (
    form_platoons,
    release,
)
from opfor.rules.s_solitaire.s09_vehicles.s09_332_radioless_afv import moves_alone
from opfor.state.events import MovePlanSet, UnitChanged
from opfor.state.in_progress import VehiclePlan
from opfor.state.play import Play
from opfor.state.units import Unit


def vehicles_first(play: Play) -> bool:
    """What the rules settle of vehicles as the ENEMY's MPh begins."""
    steps_ = stops_in_panic, settle_attitudes, release, form_platoons, find_entry
    return any(step(play) for step in steps_)


def begin_drive(play: Play, mover: Mover) -> None:
    """A vehicle's turn in the MPh: its Move Command, and the first act of it."""
    unit = units_of(play, mover)[0]
    # S9.32: from offboard it comes by its road.
    if not unit.location:
        comes(play, unit)
        return
    # S9.332: the NTC of a radioless AFV; S9.2: its Move Command.
    able = moves_alone(play, unit)
    reading = vehicle_command(play, unit) if able else None
    driving = reading.driving if reading else VehiclePlan(how="stay")
    # S9.33: without one that it can follow, it goes with its platoon.
    goes = reading or (able and fallen_out(play, unit))
    course = planned(play, course_along(unit, driving)) if goes else None
    if course is None:
        if reading and reading.driving.how == "stay":
            what = fact("stays_where_it_is")
            play.emit(UnitChanged(replace(unit, action="nothing"), what))
        else:
            # S9.1: the alternate Action.
            cannot(play, unit)
        return
    if reading:
        # S9.22: which clause it is that counts
        clause = reading.row.result[reading.clause]
        play.emit(Note(fact("clause_of", units=[unit.id], clause=clause)))
    done = replace(unit, action="nothing")
    play.emit(UnitChanged(done, fact("has_its_move_command")))
    play.emit(MovePlanSet(course))
    drive_on(play)


def cannot(play: Play, unit: Unit) -> None:
    """The alternate Action of a vehicle that cannot move after all (S9.1)."""
    with part_of_rule("S9.1"):
        table = play.world.enemy.table("A2-alternates")
        consult(play, table, case="Move, vehicle that cannot move")
        give(play, unit, "Fire" if can_fire(play, unit) else "nothing")
