"""S9.1: who moves in the ENEMY's MPh, in which order, and how each move begins."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.ask import Option
from opfor.core.dice import random_dr
from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a04_movement.a04_1_who_may_move import movable
from opfor.rules.choices.discretion import ask_policy
from opfor.rules.s_solitaire.s03_321_suspect_movement import unseen_course
from opfor.rules.s_solitaire.s03_activation.s03_32_advance import seen_by
from opfor.rules.s_solitaire.s06_actions.action_group import attitude
from opfor.rules.s_solitaire.s06_actions.s06_22_can_move import can_move
from opfor.rules.s_solitaire.s06_actions.s06_222_double_time import double_time
from opfor.rules.s_solitaire.s06_actions.s06_315_recovery_on_the_move import re_enters
from opfor.rules.s_solitaire.s06_actions.s06_3175_leaders_with_nothing_to_do import (
    companion,
)
from opfor.rules.s_solitaire.s08_fire.charge_placement import places_charge
from opfor.rules.s_solitaire.s08_fire.s08_p9_charge_and_throw import PLACES
from opfor.rules.s_solitaire.s09_movement.infantry import set_out, waits
from opfor.rules.s_solitaire.s09_movement.movers import (
    Mover,
    at,
    of_suspect,
    stack,
    units_of,
)
from opfor.rules.s_solitaire.s09_movement.s06_3_move_automatic import errands
from opfor.rules.s_solitaire.s09_movement.s09_1_entry import entering, entering_course
from opfor.rules.s_solitaire.s09_movement.s09_2_command import (
    LONELY,
    CommandReading,
    choose_hex,
    course_of,
    move_command,
)
from opfor.rules.s_solitaire.s09_movement.s09_2_route import ROUTES, in_danger, route
from opfor.rules.s_solitaire.s09_movement.s09_2_stack import one_by_one, parted
from opfor.rules.s_solitaire.s09_movement.s09_23_random_direction import roll_at_start
from opfor.rules.s_solitaire.s09_movement.s09_28_crest import takes_crest
from opfor.rules.s_solitaire.s09_vehicles.begin_drive import begin_drive
from opfor.rules.s_solitaire.s09_vehicles.s09_32_order_of_entry import enters_first
from opfor.rules.s_solitaire.s09_vehicles.s09_33_platoon_movement import moves_before
from opfor.rules.s_solitaire.s09_vehicles.s09_331_entry_and_release import waiting
from opfor.state.events import SuspectChanged, UnitChanged
from opfor.state.in_progress import MovePlan
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Suspect, Unit

CHARGE = "S6.301"
"""The Automatic Action of berserk units, who charge by A15.43."""


# -- S9.1 --------------------------------------------------------------------------


@rule("S9.1", "Order of movement", cites=("S6.1", "S3.321", "S9.2", "S6.22"))
def next_move(play: Play) -> bool:
    """Begin the next move of those with the Action Move, and of Advance S?.

    In the order of S6.1; a Random dr among those of a Location that move apart. What
    waits offboard has its turn in the hexrow that it enters, after those on the map
    (D-020). Berserk units and Human Waves have moved before.
    """
    due = movers_due(play)
    if not due:
        return False
    # S6.1: from north to south, the FBE side first, the highest level first.
    turns = [_turn(play, mover) for mover in due]
    first = min(turns)
    those = [mover for mover, turn in zip(due, turns, strict=True) if turn == first]
    # S9.1: a Random dr; S9.32 for vehicles that enter.
    coming = all(one.vehicle and not one.location for one in those)
    mover = (enters_first if coming else moves_first)(play, those)
    begin(play, together(play, mover))
    return True


def moves_first(play: Play, movers: Sequence[Mover]) -> Mover:
    """Which of several in one Location moves first."""
    return random_dr(play, movers, purpose=fact("who_moves_first"))


def _turn(view: GameView, mover: Mover) -> tuple[int, ...]:
    """When a mover has its turn; a platoon in one go, when its lead has (S9.33)."""
    if not mover.vehicle:
        return True, *_place(view, at(mover), mover.location), 0
    begins, lead, within = moves_before(view, units_of(view, mover)[0])
    own, here = at(mover), lead.location or lead.goal
    return (
        begins,
        *_place(view, here, lead.location),
        within,
        *(_place(view, own, mover.location) if within else ()),
    )


def _place(
    view: GameView, here: LocationName, onboard: LocationName
) -> tuple[int, bool, int, int]:
    """The order of S6.1: hexrow, those on the map first, nearness to the FBE, level."""
    world, place = view.world, view.world.locate(here)
    row = world.compass.hexrow(place.hex)
    return row, not onboard, world.fbe_distance(here), -place.level


def movers_due(view: GameView) -> list[Mover]:
    """What has a move left in this MPh: units with the Action Move, and Advance S?."""
    return [*_units_due(view), *(of_suspect(s) for s in _suspects_due(view))]


def _units_due(view: GameView) -> list[Mover]:
    """Infantry by stacks, each vehicle by itself."""
    stacks: dict[tuple[LocationName, str, str], list[Unit]] = {}
    for unit in _units_to_go(view):
        stacks.setdefault(_key(view, unit), []).append(unit)
    moving = [mover for those in stacks.values() for mover in parted(view, those)]
    drivers = [stack(view, [unit]) for unit in _drivers(view)]
    return [*drivers, *moving, *entering(view), *_vehicles_to_come(view)]


def _vehicles_to_come(view: GameView) -> list[Mover]:
    """The vehicles that wait offboard, each by itself, and where they enter (S9.32)."""
    return [
        replace(stack(view, [unit]), enters=unit.goal)
        for unit in waiting(view)
        if unit.goal
    ]


def _drivers(view: GameView) -> list[Unit]:
    return [
        unit
        for unit in view.state.units.values()
        if unit.side == "ENEMY"
        and unit.vehicle
        and unit.location
        and unit.action == "Move"
        and can_move(unit)
    ]


def _units_to_go(view: GameView) -> list[Unit]:
    return [
        unit
        for unit in view.state.units.values()
        if unit.side == "ENEMY" and unit.action == "Move" and _may_move(view, unit)
    ]


def _key(view: GameView, unit: Unit) -> tuple[LocationName, str, str]:
    """What units have in common that may move as one stack."""
    return unit.location, attitude(view, unit), _errand_of(view, unit)


def _errand_of(view: GameView, unit: Unit) -> str:
    """The Automatic Action that sets a unit apart; none if it goes with its MMC.

    Each leader goes his own way to the broken (S6.317).
    """
    if unit.automatic == "S6.317":
        return f"S6.317 {unit.id}"
    mate = companion(view, unit) if unit.automatic == LONELY else None
    return mate.automatic if mate and mate.action == "Move" else unit.automatic


def _may_move(view: GameView, unit: Unit) -> bool:
    if not (unit.location and unit.good_order) or unit.automatic == CHARGE:
        return False
    return movable(view, unit) and not unit.wave


def _suspects_due(view: GameView) -> list[Suspect]:
    return [
        suspect
        for suspect in view.state.suspects.values()
        if suspect.attitude == "Advance"
        and not (suspect.moved or suspect.wave)
        and (suspect.location or suspect.enters)
    ]


def together(play: Play, mover: Mover) -> Mover:
    """The stack, or the part of it, that moves now: the discretion of S9.2."""
    units = units_of(play, mover)
    if mover.vehicle or not units:
        return mover
    key = _key(play, units[0])
    mates = [unit for unit in _units_to_go(play) if _key(play, unit) == key]
    if sum(mmc(play, unit) is not None for unit in mates) < 2:
        return mover
    whole = stack(play, mates)
    options = [Option("together", "as one stack"), Option("apart", "one by one")]
    if len(mover.ids) < len(whole.ids):
        options.reverse()
    said = ask_policy(
        play,
        policy="S9.2 stacks",
        purpose=f"{whole.name} move together or apart",
        options=options,
    )
    if said == "together":
        return whole
    parts = one_by_one(play, mates)
    return next(part for part in parts if set(part.ids) & set(mover.ids))


# -- beginning ---------------------------------------------------------------------


def begin(play: Play, mover: Mover) -> None:
    """Find out what a mover does, and begin it."""
    if mover.vehicle:
        begin_drive(play, mover)
        return
    # S3.321: a S? that nobody sees moves by its own rule.
    if mover.suspect and (mover.location == OFFBOARD or not seen_by(play, at(mover))):
        set_out(play, unseen_course(play, mover))
        return
    # S9.1: an OB unit enters.
    if not mover.location:
        set_out(play, entering_course(play, mover))
        return
    # S8.p9, S6.3: a DC to place, or an Automatic Action, goes first.
    if _charges(play, mover) or errands(play, mover):
        return
    # S6.315: back into an Abandoned vehicle.
    if re_enters(play, mover):
        return
    # S9.2: the Move Command; who cannot do it waits for Opportunity Fire.
    reading = move_command(play, mover)
    if reading is None:
        opportunity(play, mover, fact("cannot_perform_its_move_command"))
    # S9.28: Crest status in place of an Assault Move.
    elif reading.going.crest:
        takes_crest(play, mover)
    elif reading.going.how == "stay":
        _stay(play, mover, reading)
    else:
        set_out(play, _course(play, mover, reading))


def _charges(play: Play, mover: Mover) -> bool:
    """Who was to place a DC places it, or waits for the AFPh if he cannot any more."""
    units = [unit for unit in units_of(play, mover) if unit.automatic == PLACES]
    if not units:
        return False
    if not places_charge(play, units[0]):
        opportunity(play, mover, fact("cannot_place_its_dc"))
    return True


def _course(play: Play, mover: Mover, reading: CommandReading) -> MovePlan:
    course = course_of(mover, reading)
    if course.how == "one hex":
        return replace(course, way=(choose_hex(play, mover, reading),))
    # S9.23: the dr at the start of the MPh.
    if course.how == "RAS":
        course = replace(course, heading=roll_at_start(play, mover))
    # S9.2: the safest route, or at discretion the direct one.
    if course.how == "route" and course.style == "safest":
        course = _direct(play, mover, course)
    # S6.222: Double Time only if it is of use.
    return replace(course, double=double_time(play, mover, course))


def _direct(play: Play, mover: Mover, course: MovePlan) -> MovePlan:
    """A course by the safest route, or by the most direct one: discretion of S9.2."""
    if not in_danger(play, course.way):
        return course
    said = ask_policy(
        play,
        policy="S9.2 route",
        purpose=f"{mover.name} makes for {course.way[-1]}",
        options=ROUTES,
    )
    if said == "safest":
        return course
    way = route(play, mover, course.goal, "shortest")
    return replace(course, style="shortest", way=way)


def opportunity(play: Play, mover: Mover, why: Fact) -> None:
    """Mark for Opportunity Fire, SW too, who cannot do what the Command says (S9.2)."""
    for unit in units_of(play, mover):
        waits(play, unit, why)
    _suspect_stays(play, mover)


def _stay(play: Play, mover: Mover, reading: CommandReading) -> None:
    if reading.going.opportunity:
        opportunity(play, mover, fact("stays"))
        return
    for unit in units_of(play, mover):
        play.emit(UnitChanged(replace(unit, action="nothing"), fact("stays")))
    _suspect_stays(play, mover)


def _suspect_stays(play: Play, mover: Mover) -> None:
    for id_ in mover.ids:
        if suspect := play.state.suspects.get(id_):
            play.emit(SuspectChanged(replace(suspect, moved=True), fact("stays")))
