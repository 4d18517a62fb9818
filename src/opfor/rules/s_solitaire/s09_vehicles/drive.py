"""S9.1, S9.3 in play: the ENEMY's vehicles drive in its MPh, one act a step.

What a vehicle is yet to do is its `MovePlan`: the acts that bring it into its next hex,
then those of the hex after, last how it ends. Each is an order like the player's; one
that cannot be given, because of what has happened meanwhile, ends the drive.
"""

from msgspec.structs import replace

from opfor.core.event import Note
from opfor.core.fact import Fact, fact
from opfor.geo.hexes import SIDES
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import end_all
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.orders import Command
from opfor.rules.choices.vehicle_orders import (
    Delay,
    DriveOrder,
    Expose,
    Speed,
    StartUp,
    StopOrder,
    TurnTo,
)
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    mobile,
    state_of,
)
from opfor.rules.s_solitaire.s09_vehicles.drive_in_hand import DriveInHand as InHand
from opfor.rules.s_solitaire.s09_vehicles.next_act import ending, next_acts
from opfor.rules.s_solitaire.s09_vehicles.s09_341_bounding_first_fire import (
    bounding_places,
    bounding_shot,
    bounding_target,
    may_fire,
)
from opfor.rules.s_solitaire.s09_vehicles.s09_361_secret_bog import secret_bog, taken
from opfor.rules.s_solitaire.s09_vehicles.steps import kind_of
from opfor.state.events import MovePlanSet
from opfor.state.in_progress import MovePlan, VehicleAct, VehiclePlan
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Unit

# -- act by act --------------------------------------------------------------------


def drive_on(play: Play) -> bool:
    """The next thing that the vehicle with a course does; False if none has one."""
    while (course := play.state.course) and course.driving is not None:
        if not _able(play, course):
            _finish(play, course)
            return True
        done = not course.ending and _has_moved(play, course)
        if done or not course.acts:
            course = (
                None if course.ending else (ended if done else planned)(play, course)
            )
            play.emit(MovePlanSet(course or _over(play.state.course)))
            if course is None:
                _finish(play, _over(play.state.course))
                return True
        if _acts(play, course):
            return True
    return False


def _able(view: GameView, course: MovePlan) -> bool:
    """Whether the vehicle of a course is there, and can do something yet."""
    unit, move = view.state.units.get(course.movers[0]), view.state.move
    if unit is None or not mobile(unit) or unit.panic:
        return False
    return not (move and move.stopped)


def _has_moved(view: GameView, course: MovePlan) -> bool:
    """Whether all its MP are spent: it may turn its turret and fire, and no more."""
    return view.state.units[course.movers[0]].moved


def planned(play: Play, course: MovePlan) -> MovePlan | None:
    """A course with what its vehicle does next; None: nothing more."""
    drive = _in_hand(play, course)
    if found := next_acts(play, drive):
        return replace(course, acts=tuple(found))
    return ended(play, course)


def ended(play: Play, course: MovePlan) -> MovePlan | None:
    """A course with how its vehicle ends its drive; None: there is nothing to do."""
    found = ending(play, _in_hand(play, course))
    return replace(course, acts=tuple(found), ending=True) if found else None


def _in_hand(view: GameView, course: MovePlan) -> InHand:
    """The drive as it stands now."""
    move, driving = view.state.move, course.driving
    assert driving is not None  # noqa: S101 - only vehicles come here
    unit = view.state.units[course.movers[0]]
    whole = kind_of(view, unit).mp * MF if unit.moved else 0
    return InHand(
        unit=unit,
        driving=driving,
        spent=move.spent if move else whole,
        entered=len(course.way) - 1,
        back=course.way[-2] if len(course.way) > 1 else OFFBOARD,
    )


def _acts(play: Play, course: MovePlan) -> bool:
    """Order the first act of a course; False if it cannot be given."""
    act, unit = course.acts[0], play.state.units[course.movers[0]]
    # S9.33: ESB first, where the act needs its MP.
    if act.esb and gained(play, unit):
        return True
    if act.kind == "fire":
        act = replace(act, to=_fired_at(play, unit))
    command = command_of(play, unit, act)
    if command is None or not allowed(play, "ENEMY", command):
        left = replace(course, acts=course.acts[1:] if course.ending else ())
        play.emit(MovePlanSet(replace(left, ending=True)))
        if not course.ending and (last := ended(play, course)):
            play.emit(MovePlanSet(last))
        return False
    play.emit(MovePlanSet(_after(course, act, command)))
    if will := announced(unit.id, act):
        play.emit(Note(will))
    order(play, "ENEMY", command)
    return True


def gained(play: Play, unit: Unit) -> bool:
    """Make the ESB DR for one MP, if the vehicle may and has not; whether it did."""
    command = Speed(unit.id, 1)
    if unit.did("ESB") or not allowed(play, "ENEMY", command):
        return False
    order(play, "ENEMY", command)
    return True


def _after(course: MovePlan, act: VehicleAct, command: Command) -> MovePlan:
    """The course once an act is ordered; a turn of two hexspines is not done yet."""
    if isinstance(command, TurnTo) and command.spine != act.spine:
        return course
    entered = act.kind in ("enter", "overrun") and act.to != act.at
    way = (*course.way, act.to) if entered else course.way
    return replace(course, acts=course.acts[1:], way=way)


def command_of(view: GameView, unit: Unit, act: VehicleAct) -> Command | None:
    """The order that an act is; None if it has none."""
    id_, kind = unit.id, act.kind
    if kind == "fire":
        return bounding_shot(view, unit, act.to)
    if kind in ("enter", "overrun"):
        return DriveOrder(id_, act.to, overrun=kind == "overrun", bypass=act.bypass)
    near = _toward(state_of(unit).vca, act.spine)
    plain: dict[str, Command] = {
        "start": StartUp(id_),
        "stop": StopOrder(id_),
        "delay": Delay(id_, act.quarters // MF),
        "BU": Expose(id_, ce=False),
        "CE": Expose(id_, ce=True),
        "turn": TurnTo(id_, near),
        "turret": TurnTo(id_, act.spine, turret=True),
    }
    return plain[kind]


def _toward(vca: int, spine: int) -> int:
    """The next hexspine on the shorter way to another one."""
    off = (spine - vca) % SIDES
    return (vca + (1 if off <= SIDES // 2 else -1)) % SIDES if off else spine


def _fired_at(play: Play, unit: Unit) -> LocationName:
    """At what a vehicle makes Bounding First Fire, of what it may fire at (S9.341)."""
    able = [at for at in bounding_places(play, unit) if may_fire(play, unit, at)]
    return bounding_target(play, unit, able) or OFFBOARD


def _over(course: MovePlan | None) -> MovePlan:
    """A course with nothing left to do."""
    assert course is not None  # noqa: S101 - whoever calls has it
    return replace(course, acts=(), ending=True)


def _finish(play: Play, course: MovePlan) -> None:
    """The move is over; in Mud and Deep Snow its Secret Bog DR follow (S9.361)."""
    end_all(play)
    unit = play.state.units.get(course.movers[0])
    # S9.361: the Bog DR of the whole move.
    if unit is not None and unit.location:
        secret_bog(play, unit, taken(play, unit, course.way))
    play.emit(MovePlanSet(None))


def announced(id_: str, act: VehicleAct) -> Fact | None:
    """What a vehicle is about to do, if what comes of it does not tell it."""
    if act.kind == "overrun":
        return fact("will_overrun", unit=id_, to=act.to)
    if act.kind == "fire":
        return fact("fires_as_bounding_first_fire", unit=id_, at=act.to)
    if act.kind != "enter" or not (act.bypass or act.esb):
        return None
    return fact(
        "will_go_on_along" if act.to == act.at else "will_enter",
        unit=id_,
        to=act.to,
        by=[fact("by_bypass")] * bool(act.bypass) + [fact("by_esb")] * bool(act.esb),
    )


def course_along(unit: Unit, driving: VehiclePlan) -> MovePlan:
    """The course of a vehicle that drives like this, before its first act."""
    return MovePlan(movers=(unit.id,), way=(unit.location,), driving=driving)
