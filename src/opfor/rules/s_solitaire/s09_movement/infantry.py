"""S9.1 to S9.4 in play: the ENEMY's Infantry and S? move in its MPh, step by step.

Each step enters one Location, so that the FRIENDLY side may fire in between. What a
move is yet to do is its `MovePlan`; what has moved, the State says.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.fact import Fact, fact
from opfor.rules.a_infantry.a04_movement.a04_1_who_may_move import movable
from opfor.rules.choices.give_order import order
from opfor.rules.choices.orders import MoveTo
from opfor.rules.s_solitaire.s03_321_suspect_movement import suspect_steps
from opfor.rules.s_solitaire.s06_actions.s06_221_move_options import (
    assumes_assault,
    comes_in_sight,
    heading_of,
    leaves_shelter,
    settled,
    settles_in,
    steps_taken,
)
from opfor.rules.s_solitaire.s06_actions.s06_315_recovery_on_the_move import (
    recovers,
    without_the_laden,
)
from opfor.rules.s_solitaire.s06_actions.s06_316_smoke_grenades import places_smoke
from opfor.rules.s_solitaire.s06_actions.s06_3171_a_leaders_way import (
    stays_here,
    stays_with,
)
from opfor.rules.s_solitaire.s09_movement.movers import (
    NOWHERE,
    Mover,
    at,
    move_of,
    of_suspect,
    stack,
    units_of,
)
from opfor.rules.s_solitaire.s09_movement.next_step import after
from opfor.rules.s_solitaire.s09_movement.s09_2_command import stops
from opfor.rules.s_solitaire.s09_movement.s09_2_route import route
from opfor.rules.s_solitaire.s09_movement.s09_4_leaving_the_map import may_leave_map
from opfor.rules.s_solitaire.s09_movement.s09_23_random_direction import along, blocked
from opfor.rules.s_solitaire.s09_movement.s09_24_each_hex import roll_each_hex
from opfor.state.events import (
    MoveEnded,
    MovePlanSet,
    SuspectChanged,
    UnitChanged,
    WeaponChanged,
)
from opfor.state.in_progress import MovePlan
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Unit


def set_out(play: Play, course: MovePlan) -> None:
    """Set a course, and take the first step of it."""
    play.emit(MovePlanSet(course))
    go_on(play)


def go_on(play: Play) -> bool:
    """The next thing that the mover with a course does; False if nobody has one."""
    course = play.state.course
    if course is None:
        return _halt(play)
    mover = of_course(play, course)
    if mover is None:
        return _finish(play, course)
    # D-883: without who has taken up more than he can carry on.
    mover = without_the_laden(play, mover)
    # B27.4: out of its shelter; S6.315: Recovery on the way.
    if leaves_shelter(play, mover, course) or recovers(play, mover):
        return True
    # S6.3121: in an IP its move is at an end.
    if settled(play, mover):
        return _finish(play, course)
    to = next_location(play, mover, course)
    if to == NOWHERE:
        return settles_in(play, mover) or _finish(play, course)
    # S6.316: Smoke grenades before Open Ground.
    first = move_of(play, mover) is None
    if places_smoke(play, mover, to, double=first and course.double):
        _keeps_its_dr(play, to)
    else:
        take_step(play, mover, course, to)
    return True


def _keeps_its_dr(play: Play, to: LocationName) -> None:
    """After the attempt it enters what the dr has given: none is made anew (S9.24)."""
    # As it is now: fire at the attempt may have replaced one of the movers (A19.13).
    course = play.state.course
    if course and course.how == "REH":
        play.emit(MovePlanSet(replace(course, way=(to,))))


def of_course(view: GameView, course: MovePlan) -> Mover | None:
    """Who still goes on by a course: in Good Order, and able to move."""
    state = view.state
    for id_ in course.movers:
        if id_ in state.suspects:
            return of_suspect(state.suspects[id_])
    units = [state.units[id_] for id_ in course.movers if id_ in state.units]
    able = [unit for unit in units if unit.good_order and movable(view, unit)]
    if state.move and not state.move.stopped:
        able = [unit for unit in able if unit.id in state.move.units]
        able = _without_who_stays(view, able, course.movers)
    return stack(view, able) if able and not _stopped(view) else None


def _without_who_stays(
    view: GameView, able: Sequence[Unit], movers: Sequence[str]
) -> list[Unit]:
    """Those who go on: a leader stays with the broken of his stack (S6.317).

    Of two leaders one stays (D-395).
    """
    going = list[Unit]()
    for unit in able:
        if not stays_with(view, unit, movers, [one.id for one in going]):
            going.append(unit)
    return going


def _stopped(view: GameView) -> bool:
    return bool(view.state.move and view.state.move.stopped)


def _halt(play: Play) -> bool:
    """End a move in hand that has no course."""
    if play.state.move is None or play.state.move.behind:
        return False
    play.emit(MoveEnded())
    return True


def _finish(play: Play, course: MovePlan) -> bool:
    """The move is over; who never began it stays where he is."""
    for id_ in course.movers:
        unit, suspect = play.state.units.get(id_), play.state.suspects.get(id_)
        begun = play.state.move is not None and id_ in play.state.move.units
        if unit and not (begun or unit.moved or unit.location):
            play.emit(UnitChanged(replace(unit, moved=True), fact("stays_offboard")))
        elif unit and not (begun or unit.moved) and unit.action == "Move":
            _does_not_begin(play, unit, course)
        if suspect and not begun:
            play.emit(SuspectChanged(replace(suspect, moved=True), fact("stays")))
    while play.state.move:
        play.emit(MoveEnded())
    play.emit(MovePlanSet(None))
    return True


def _does_not_begin(play: Play, unit: Unit, course: MovePlan) -> None:
    """Opportunity Fire for who cannot do as the Move Command says (S9.2)."""
    if course.table:
        waits(play, unit, fact("cannot_perform_its_move_command"))
    else:
        play.emit(UnitChanged(replace(unit, action="nothing"), fact("stays")))


def waits(play: Play, unit: Unit, why: Fact) -> None:
    """Mark a unit and its SW for Opportunity Fire (S9.2)."""
    marked = replace(unit, fired="opportunity", action="Fire")
    play.emit(UnitChanged(marked, fact("opportunity_fire_because", why=why)))
    for weapon in play.state.weapons_of(unit.id):
        ready = replace(weapon, fired="opportunity")
        play.emit(WeaponChanged(ready, fact("is_for_opportunity_fire")))


def next_location(play: Play, mover: Mover, course: MovePlan) -> LocationName:
    """The Location that a mover enters next; NOWHERE: its course is at its end."""
    # S9.22: a "stop" of the Command.
    taken = steps_taken(play, mover)
    if taken and (course.how == "one hex" or stops(play, mover, course, at(mover))):
        return NOWHERE
    # S6.317: a leader by himself who comes to broken units goes no further.
    if taken and any(stays_here(play, unit) for unit in units_of(play, mover)):
        return NOWHERE
    to = _ahead(play, mover, course)
    # S6.303, S6.306: what is seen is entered by Assault Movement, in another MPh.
    return NOWHERE if taken and comes_in_sight(play, mover, to) else to


def _ahead(play: Play, mover: Mover, course: MovePlan) -> LocationName:
    """The Location to which a course leads next."""
    # S9.23, S9.24: random directions.
    if course.how == "RAS":
        return along(play, mover, heading_of(course))
    if course.how == "REH" and not course.way:
        return roll_each_hex(play, mover, course.back or NOWHERE)
    return _on_route(play, mover, course)


def _on_route(play: Play, mover: Mover, course: MovePlan) -> LocationName:
    """The next Location of the route; found anew if that one cannot be entered now."""
    if _passable(play, mover, course.way):
        return course.way[0]
    way = _anew(play, mover, course)
    return way[0] if _passable(play, mover, way) else _exit(play, mover, course)


def _passable(view: GameView, mover: Mover, way: Sequence[LocationName]) -> bool:
    """Whether the first Location of a route can be entered now."""
    if not way or blocked(view, mover, way[0]):
        return False
    return after(view, mover, way[0]) is not None


def _anew(play: Play, mover: Mover, course: MovePlan) -> tuple[LocationName, ...]:
    if course.how != "route" or not course.goal or not mover.location:
        return ()
    return route(play, mover, course.goal, course.style)


def _exit(view: GameView, mover: Mover, course: MovePlan) -> LocationName:
    """Off the map, if that is where it goes and it has come to its edge (S9.4)."""
    leaving = course.leaves and may_leave_map(view, mover)
    return OFFBOARD if leaving and after(view, mover, OFFBOARD) else NOWHERE


def take_step(play: Play, mover: Mover, course: MovePlan, to: LocationName) -> None:
    """Enter a Location, after the course was set for what comes after it."""
    fresh = move_of(play, mover) is None
    # S6.221: Assault Movement; it rules out Double Time (S6.222).
    assault = fresh and assumes_assault(play, mover, course, to)
    double = fresh and course.double and not assault
    way = course.way[1:] if course.way[:1] == (to,) else _anew(play, mover, course)[1:]
    ahead = replace(course, movers=mover.ids, way=way, back=mover.location)
    play.emit(MovePlanSet(ahead))
    if mover.suspect:
        suspect_steps(play, mover, to, assault=assault)
    else:
        order(
            play,
            "ENEMY",
            MoveTo(mover.ids, to, assault=assault, double_time=double),
        )
