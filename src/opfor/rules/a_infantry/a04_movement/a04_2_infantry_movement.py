"""A4.2: Infantry movement in the MPh, Location by Location.

`begin_or_continue` says what a stack may do before it takes a step, `step` what one
costs, `plan` both for one order. MF are quarters throughout (see geo/terrain_chart.py).
"""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.movement.infantry_cost import EntryCost
from opfor.geo.terrain_chart import mf
from opfor.rules.a_infantry.a02_5_entry_and_exit import OWN_EDGE, exit_entry
from opfor.rules.a_infantry.a04_movement.a04_1_who_may_move import (
    barred,
    can_go_on,
    movable,
)
from opfor.rules.a_infantry.a04_movement.a04_3_bypass import bypass_entry
from opfor.rules.a_infantry.a04_movement.a04_5_double_time import may_double_time
from opfor.rules.a_infantry.a04_movement.a04_11_allotment import (
    DOUBLE_TIME,
    LATE_DOUBLE_TIME,
    ROAD_BONUS,
    allotment,
    stack_mf,
)
from opfor.rules.a_infantry.a04_movement.a04_13_cost import as_it_stands, standing
from opfor.rules.a_infantry.a04_movement.a04_14_enemy_occupied import (
    check_enemy_occupied,
)
from opfor.rules.a_infantry.a04_movement.a04_15_overrun import overrun_entry
from opfor.rules.a_infantry.a04_movement.a04_61_assault_movement import check_assault
from opfor.rules.a_infantry.a04_movement.a04_63_dash import dash
from opfor.rules.a_infantry.a04_movement.a04_134_minimum_move import minimum_move
from opfor.rules.a_infantry.a04_movement.stack import Stack
from opfor.rules.a_infantry.a04_movement.standing import Standing
from opfor.rules.b_terrain.b27_entrenchments.b27_54_mph_along_trenches import trench_way
from opfor.rules.choices.orders import MoveTo
from opfor.state.events import MoveChanged, MoveEnded
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import GameView, Play
from opfor.state.units import (
    OFFBOARD,
    Side,
    Unit,
)

__all__ = ["allotment", "begin_or_continue", "plan", "standing", "step"]


# -- who ---------------------------------------------------------------------------


def units_of(view: GameView, side: Side, ids: Collection[str]) -> list[Unit]:
    """The units that an order names, if they can move together; prisoners go along.

    Errors:
        Illegal: they cannot.
    """
    if not ids:
        raise Illegal("A4.2", "no unit is named")
    units = [_unit(view, side, id_) for id_ in dict.fromkeys(ids)]
    if len({unit.location for unit in units}) > 1:
        raise Illegal("A4.2", "the units are not in one Location")
    captives = (u for u in view.state.units.values() if u.guard and u.guard in ids)
    return [*units, *captives]


def _unit(view: GameView, side: Side, id_: str) -> Unit:
    unit = view.state.units.get(id_)
    if unit is None or unit.side != side:
        raise Illegal("A4.2", f"you have no unit {id_}")
    if unit.guard:
        raise Illegal("A20.5", f"{id_} is a prisoner and goes with its Guard")
    if unit.vehicle:
        raise Illegal("D2.1", f"{id_} is a vehicle, and drives")
    if error := barred(view, unit):
        raise error
    return unit


# -- the move in hand --------------------------------------------------------------


@rule("A4.2", "Infantry movement", cites=("A4.11", "A4.12", "A4.5", "A4.61"))
def plan(view: GameView, order: MoveTo) -> Move:
    """The move in hand after an order, or the rule that forbids it.

    Errors:
        Illegal: the units cannot do that.
    """
    # What is ordered is tried out, checked and carried out: one look is enough.
    return view.world.once(view.state, ("move", order), lambda: _planned(view, order))


def _planned(view: GameView, order: MoveTo) -> Move:
    units = units_of(view, view.state.side, order.units)
    return step(view, standing(view), begin_or_continue(view, units, order), order)


def begin_or_continue(view: GameView, units: Sequence[Unit], order: MoveTo) -> Stack:
    """The move of a stack before it does what an order says.

    Errors:
        Illegal: the units cannot move so.
    """
    move = move_of(view, units)
    if move is None:
        # A15.43: a charge
        charge = all(unit.berserk or unit.wave or unit.guard for unit in units)
        move = Move(
            units=tuple(unit.id for unit in units),
            assault=order.assault,
            double_time=order.double_time,
            dash=order.dash,
            charge=charge,
            allotment=allotment(view, units, order),
        )
        if charge and (order.assault or order.dash):
            raise Illegal("A15.43", "a charge is neither Assault Movement nor Dash")
    elif order.assault or (order.dash and not move.dash):
        raise Illegal("A4.61", "that is declared before the first hex")
    # A4.5: Double Time in the course of the move
    elif order.double_time and not move.double_time:
        move = _late_double_time(view, units, move)
    return Stack(list(units), move)


@rule("A4.2/parts", "A stack that parts goes on part by part", cites=("A4.12",))
def move_of(view: GameView, units: Sequence[Unit]) -> Move | None:
    """The move of units that are part of the stack in hand; None if they begin one.

    A stack may shed units, never gain them. Those that stay behind may go on when the
    others are done, with what MF of their own are left. What is left of a stack has
    its own MF: MMC whose leader stays behind, or is lost, do without his.
    """
    ids = tuple(unit.id for unit in units)
    parts = view.state.move.parts if view.state.move else ()
    part = next((part for part in parts if set(ids) & set(part.units)), None)
    if part is None:
        return None
    if any(unit.id not in part.units and not unit.guard for unit in units):
        raise Illegal("A4.2", "they have not moved together so far")
    if part.stopped:
        raise Illegal("A4.2", "they can do nothing more in this MPh")
    behind = [other for other in parts if other not in (part, parts[0])]
    rest = [id_ for id_ in part.units if id_ not in ids and _goes_on(view, id_)]
    if rest:
        behind = [replace(part, units=tuple(rest), behind=()), *behind]
    bare = [replace(other, behind=()) for other in behind]
    own = stack_mf(view, units, bonus=_bonus(part))
    return replace(part, units=ids, allotment=own, behind=tuple(bare))


def _goes_on(view: GameView, id_: str) -> bool:
    unit = view.state.units.get(id_)
    return unit is not None and movable(view, unit)


def _bonus(move: Move) -> int:
    if not move.double_time:
        return 0
    return LATE_DOUBLE_TIME if move.late else DOUBLE_TIME


def _late_double_time(view: GameView, units: Sequence[Unit], move: Move) -> Move:
    """Double Time declared in the course of a move: one MF more (A4.5)."""
    able = [unit for unit in units if not unit.guard]
    may_double_time(able, assault=move.assault or move.dash)
    own = stack_mf(view, units, bonus=LATE_DOUBLE_TIME)
    return replace(move, double_time=True, late=True, allotment=own)


# -- one step ----------------------------------------------------------------------


def step(view: GameView, now: Standing, stack: Stack, order: MoveTo) -> Move:
    """The move in hand after a step into a Location, or the rule that forbids it."""
    units, move = stack
    start, to = units[0].location, order.to
    # A4.1: the way
    entry = _way(view, now, stack, order)
    # A4.13: with what lies there
    if not entry.bar and to != OFFBOARD and not order.inside:
        entry = as_it_stands(view, now, units, to, entry)
    if entry.bar:
        place = to or "offboard"
        raise Illegal("A4.2", f"{place} cannot be entered: {entry.bar}")
    # A4.15: Infantry OVR; A4.14: else no Known enemy
    if order.overrun:
        entry = overrun_entry(view, units, move, order, entry)
    elif not (move.charge or order.bypass):
        check_enemy_occupied(now, units[0].side, to)
    # A7.72: the first Location costs an Encircled unit double
    if not move.steps and any(unit.encircled for unit in units):
        entry = replace(entry, parts=entry.parts * 2)
    side = view.world.side_between(to, start) if to != start else move.entry_side
    # A4.134: Minimum Move
    if order.minimum:
        return minimum_move(stack, entry, side)
    here = move.allotment if entry.all else entry.quarters
    after = replace(
        move,
        spent=move.spent + here,
        here=here if to != start else move.here + here,
        road=move.road and entry.by_road,
        steps=move.steps + 1,
        entry_side=side,
        overrun=order.overrun,
        trench=bool(order.inside),
        bypass=(move.bypass if to == start and order.bypass else ()) + order.bypass,
    )
    # A4.63: Dash
    if after.dash:
        after = dash(view, stack, after, to)
    # A4.61: Assault Movement, and MF left
    _affordable(move, after, entry)
    return after


def _way(view: GameView, now: Standing, stack: Stack, order: MoveTo) -> EntryCost:
    """The way that an order takes, before what lies on the map is counted."""
    units, move = stack
    if order.inside:
        return trench_way(view, units, order)
    _may_leave(view, stack)
    start = units[0].location
    if order.to == OFFBOARD:
        return exit_entry(view, units, start)
    if order.bypass or move.bypass:
        return bypass_entry(view, now, units, move, order)
    return view.world.entry(start, order.to, edge=OWN_EDGE[units[0].side])


def _may_leave(view: GameView, stack: Stack) -> None:
    """Refuse to leave from within an entrenchment or from above wire."""
    for unit in stack.units:
        fort = view.state.fortifications.get(unit.inside)
        if fort and fort.kind == "wire":
            raise Illegal("B26.4", f"{unit.id} must get beneath the wire first")
        if fort:
            raise Illegal("B27.4", f"{unit.id} must leave the {fort.kind} first")


def _affordable(before: Move, after: Move, entry: EntryCost) -> None:
    """Refuse what costs more MF than are left, and a longer Assault Movement."""
    bonus = ROAD_BONUS if after.road and not after.assault else 0
    most = before.allotment + bonus
    if after.assault:
        check_assault(before, after)
    if after.spent > most or (entry.all and before.spent):
        left = mf(max(0, most - before.spent))
        raise Illegal("A4.2", f"{entry} MF are needed and {left} are left")


# -- MF spent otherwise, and the end -----------------------------------------------


@rule("A4.2/mf", "MF spent where a stack is", cites=("A4.61", "A8.1"))
def spent_here(
    view: GameView,
    units: Sequence[Unit],
    cost: int,
    *,
    assault: bool = False,
    double_time: bool = False,
) -> Move:
    """The move in hand after MF spent on anything but entering a Location.

    Args:
        view: the game.
        units: the stack that spends them.
        cost: quarters of MF.
        assault: the move begins as Assault Movement.
        double_time: it begins by Double Time.

    Errors:
        Illegal: they cannot.
    """
    ids = tuple(unit.id for unit in units)
    here = units[0].location
    order = MoveTo(ids, here, assault=assault, double_time=double_time)
    move = begin_or_continue(view, units, order).move
    if move.spent + cost > move.allotment:
        left = mf(move.allotment - move.spent)
        raise Illegal("A4.2", f"{mf(cost)} MF are needed and {left} are left")
    if move.assault and move.spent + cost >= move.allotment:
        raise Illegal("A4.61", "Assault Movement leaves MF to spare")
    if move.dash:
        raise Illegal("A4.63", "a Dash is all that the units do")
    return replace(move, spent=move.spent + cost, here=move.here + cost, road=False)


def end_move_if_done(play: Play) -> None:
    """End the part in hand if none of its units can do more, once nobody may fire.

    A S? that moves goes on as long as it is one.
    """
    window = play.state.window
    while move := play.state.move:
        if window is not None and window.asked:
            return
        movers = play.state.movers()
        pending = move.overrun or move.beside
        if move.mans or (pending and any(unit.vehicle for unit in movers)):
            return
        able = any(can_go_on(play, unit) for unit in movers)
        if not move.stopped and (able or play.state.suspects.keys() & move.units):
            return
        play.emit(MoveEnded())


def end_all(play: Play) -> None:
    """End the move in hand with all its parts."""
    while play.state.move:
        play.emit(MoveEnded())


def left(move: Move) -> int:
    """Quarters of MF that are left of a move, without a road bonus."""
    return max(0, move.allotment - move.spent)


def spend(play: Play, move: Move) -> None:
    """The move in hand goes on with MF spent; anybody else's move is over."""
    in_hand = play.state.move
    known = {id_ for part in in_hand.parts for id_ in part.units} if in_hand else set()
    if not known & set(move.units):
        end_all(play)
    play.emit(MoveChanged(move))
