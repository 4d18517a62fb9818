"""S6.3 in the MPh: moves that an Automatic Action gives without a Move Command."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import part_of_rule, rule
from opfor.rules.choices.discretion import ask_policy
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.orders import MoveTo, Shelter
from opfor.rules.choices.vehicle_orders import Man
from opfor.rules.s_solitaire.s06_actions import automatic_moves
from opfor.rules.s_solitaire.s06_actions import leaders as s06_leaders
from opfor.rules.s_solitaire.s06_actions.automatic_moves import AutomaticMove, abandoned
from opfor.rules.s_solitaire.s06_actions.move_options import may_double_time
from opfor.rules.s_solitaire.s09_movement.command_clauses import edge_of
from opfor.rules.s_solitaire.s09_movement.danger import danger, number
from opfor.rules.s_solitaire.s09_movement.infantry import set_out
from opfor.rules.s_solitaire.s09_movement.movers import Mover, units_of
from opfor.rules.s_solitaire.s09_movement.routes import (
    ROUTES,
    in_danger,
    route,
    within_reach,
)
from opfor.state.events import UnitChanged
from opfor.state.in_progress import (
    MovePlan,
)
from opfor.state.play import GameView, Play
from opfor.state.units import (
    OFFBOARD,
    LocationName,
)


@rule("S6.3/move", "Moves by Automatic Actions", cites=("S9.2", "S6.302", "S6.3171"))
def errands(play: Play, mover: Mover) -> bool:
    """Send a mover on the errand of its Automatic Action; False if it has none.

    By the safest route, as far as it leads in this MPh.
    """
    errand = _errand(play, mover)
    if errand is None or errand.command or errand.with_unit:
        return False
    # S6.3121: into an IP.
    if errand.inside:
        return _gets_in(play, mover, errand)
    # S6.302, S6.303: off the map, from its edge.
    if errand.edge and _leaves(play, mover, errand):
        return True
    # S6.310: a vehicular crew mans its vehicle.
    if errand.rule == "S6.310" and _mans(play, mover):
        return True
    # S6.3171: by the safest route, Double Time only if it is of use.
    goals = _goals(play, errand)
    way = _way(play, mover, errand, goals)
    double = _double(play, mover, errand, way)
    now = _short(errand, way)
    set_out(play, MovePlan(movers=mover.ids, goal=now[-1:], way=now, double=double))
    return True


def _mans(play: Play, mover: Mover) -> bool:
    """A vehicular crew mans the Abandoned vehicle that it is beneath (D5.42)."""
    for unit in units_of(play, mover):
        for hulk in abandoned(play, unit):
            command = Man(unit.id, hulk.id)
            if allowed(play, "ENEMY", command):
                order(play, "ENEMY", command)
                return True
    return False


def _way(
    play: Play, mover: Mover, errand: AutomaticMove, goals: Sequence[LocationName]
) -> tuple[LocationName, ...]:
    """The way to a goal: the safest one, if the rule's discretion says so."""
    if mover.location in goals:
        return ()
    way = route(play, mover, goals)
    if not in_danger(play, way):
        return way
    said = ask_policy(
        play,
        policy="S6.3 route",
        purpose=f"{mover.name} goes by {errand.rule}",
        options=ROUTES,
    )
    return way if said == "safest" else route(play, mover, goals, "shortest")


def _errand(play: Play, mover: Mover) -> AutomaticMove | None:
    units = units_of(play, mover)
    if not units or not units[0].automatic:
        return None
    moves, leaders = automatic_moves.automatic_move_of, s06_leaders.leader_move
    return moves(play, units[0]) or leaders(play, units[0])


def _gets_in(play: Play, mover: Mover, errand: AutomaticMove) -> bool:
    """By Assault Movement into an IP of the Location (S6.3121)."""
    command = Shelter(mover.ids, errand.inside, assault=True)
    if not allowed(play, "ENEMY", command):
        return False
    order(play, "ENEMY", command)
    return True


def _leaves(play: Play, mover: Mover, errand: AutomaticMove) -> bool:
    """Off the map, for who has reached its edge (S6.302, S6.303)."""
    command = MoveTo(mover.ids, OFFBOARD)
    there = errand.edge and play.world.at_edge(mover.location, errand.edge)
    if not there or not allowed(play, "ENEMY", command):
        return False
    order(play, "ENEMY", command)
    return True


def stays_stacked(play: Play) -> bool:
    """A leader with nothing to do joins the MMC with him that moves (S6.3175)."""
    for unit in list(play.state.units.values()):
        idle = unit.automatic == "S6.3175" and unit.action == "Move"
        mate = s06_leaders.companion(play, unit) if idle and unit.good_order else None
        goes = mate and mate.action == "Move" and not mate.moved
        if mate and goes and mate.automatic != unit.automatic:
            joined = replace(unit, automatic=mate.automatic)
            with part_of_rule("S6.3175"):
                play.emit(UnitChanged(joined, fact("moves_with", unit=mate.id)))
            return True
    return False


def _goals(view: GameView, errand: AutomaticMove) -> list[LocationName]:
    if errand.goal:
        return [errand.goal]
    return edge_of(view, "EBE")


def _short(
    errand: AutomaticMove, way: tuple[LocationName, ...]
) -> tuple[LocationName, ...]:
    """The part of the way taken now: an ADJACENT goal waits for the APh (S6.3171)."""
    return () if errand.manner == "as needed" and len(way) == 1 else way


def _double(
    view: GameView, mover: Mover, errand: AutomaticMove, way: tuple[LocationName, ...]
) -> bool:
    """Whether Double Time is used: out of sight, or only if it is needed (D-031)."""
    if not way or not may_double_time(view, mover):
        return False
    if errand.manner == "assault in sight":
        return not any(danger(view).fire[number(view, place)] for place in way)
    near = (*way[-2:],) if errand.manner == "as needed" else ()
    reached = within_reach(view, mover) if near else {}
    return bool(near) and not any(place in reached for place in near)
