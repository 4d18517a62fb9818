"""S6.3 in the MPh: moves that an Automatic Action gives without a Move Command."""

from collections.abc import Sequence
from itertools import takewhile

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, least, most, random_dr
from opfor.core.rule import part_of_rule, rule
from opfor.rules.a_infantry.a04_movement.a04_1_who_may_move import movable
from opfor.rules.a_infantry.a04_movement.a04_7_advance import plan_advance
from opfor.rules.a_infantry.a04_movement.a04_42_portage import overloaded, portage
from opfor.rules.choices.discretion import ask_policy
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.orders import Advance, DropWeapon, Shelter
from opfor.rules.choices.vehicle_orders import Man
from opfor.rules.s_solitaire.s06_actions import (
    s06_30_automatic_moves as automatic_moves,
)
from opfor.rules.s_solitaire.s06_actions.s06_30_automatic_moves import (
    AutomaticMove,
    in_sight,
)
from opfor.rules.s_solitaire.s06_actions.s06_222_double_time import (
    far_along,
    known_wire,
    may_double_time,
    takes_farther,
)
from opfor.rules.s_solitaire.s06_actions.s06_310_crews import abandoned
from opfor.rules.s_solitaire.s06_actions.s06_3171_a_leaders_way import (
    leader_move,
    looks_again,
)
from opfor.rules.s_solitaire.s06_actions.s06_3175_leaders_with_nothing_to_do import (
    companion,
)
from opfor.rules.s_solitaire.s09_movement.command_clauses import edge_of
from opfor.rules.s_solitaire.s09_movement.command_manners import (
    as_near_as_it_can,
    steps,
)
from opfor.rules.s_solitaire.s09_movement.danger import best_tem
from opfor.rules.s_solitaire.s09_movement.infantry import set_out
from opfor.rules.s_solitaire.s09_movement.movers import Mover, units_of
from opfor.rules.s_solitaire.s09_movement.s09_2_command import fire_met
from opfor.rules.s_solitaire.s09_movement.s09_2_route import (
    ROUTES,
    in_danger,
    nearer,
    route,
)
from opfor.rules.s_solitaire.s09_movement.s09_26_prohibited import prohibited
from opfor.state.events import UnitChanged
from opfor.state.in_progress import MovePlan
from opfor.state.play import FrozenView, GameView, Play
from opfor.state.units import OFFBOARD, LocationName


@rule("S6.3/move", "Moves by Automatic Actions", cites=("S9.2", "S6.302", "S6.3171"))
def errands(play: Play, mover: Mover) -> bool:
    """Send a mover on the errand of its Automatic Action; False if it has none.

    By the safest route, as far as it leads in this MPh.
    """
    # S6.306: into the best cover, with a FT.
    if creeps(play, mover):
        return True
    errand = _errand(play, mover)
    if errand is None or errand.command or errand.with_unit:
        return False
    # S6.3121: into an IP.
    if errand.inside:
        return _gets_in(play, mover, errand)
    # S6.310: a vehicular crew mans its vehicle.
    if errand.rule == "S6.310" and _mans(play, mover):
        return True
    # S6.3171: by the safest route, Double Time only if it is of use.
    goals = _goals(play, errand)
    way = _way(play, mover, errand, goals)
    # S6.302, S6.303: off the map, from its edge.
    leaves = bool(errand.edge) and (mover.location, *way)[-1] in goals
    off = (*way, OFFBOARD) if way and leaves else way
    double = _double(play, mover, errand, off)
    now = _short(errand, way)
    course = MovePlan(movers=mover.ids, goal=now[-1:], way=now, double=double)
    set_out(play, replace(course, leaves=leaves))
    return True


def creeps(play: Play, mover: Mover) -> bool:
    """Infantry with a FT that would be seen where it goes Assault Moves into cover.

    S6.306: if any Location that {A4b} lets it enter is in LOS and range of a FRIENDLY
    unit, it enters the one with the best TEM, a hexside's too, then where the least
    fire awaits it, then nearest to the FBE.
    """
    if not any(unit.automatic == "S6.306" for unit in units_of(play, mover)):
        return False
    near = steps(play, mover)
    if not any(in_sight(play, to) for to in near):
        return False
    lines = PriorityList[LocationName](
        (
            most("best cover", lambda to: best_tem(play, to)),
            least("least FRIENDLY fire", lambda to: fire_met(play, mover, to)),
            least("nearest the FBE", play.world.fbe_distance),
        ),
        tie=random_dr(play, fact("where_goes", units=mover.ids)),
    )
    to = decide(play, lines, near, purpose=fact("into_cover", units=mover.ids))
    set_out(play, MovePlan(movers=mover.ids, how="one hex", way=(to,)))
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
    """The way to a goal: the safest one, if the rule's discretion says so.

    Where none is open, as near as it can come (D-901).
    """
    if mover.location in goals:
        return ()
    way = route(play, mover, goals)
    if not way:
        return as_near_as_it_can(play, mover, goals)
    # S6.317: a leader comes closer, if not by the safest route then directly (D-591).
    closer = errand.manner != "as needed" or _comes_closer(play, mover, way, goals)
    if not closer:
        return route(play, mover, goals, "shortest")
    if not in_danger(play, way):
        return way
    said = ask_policy(
        play,
        policy="S6.3 route",
        purpose=f"{mover.name} goes by {errand.rule}",
        options=ROUTES,
    )
    return way if said == "safest" else route(play, mover, goals, "shortest")


def _comes_closer(
    view: GameView,
    mover: Mover,
    way: Sequence[LocationName],
    goals: Sequence[LocationName],
) -> bool:
    """Whether a mover ends its MPh nearer to its goal in MF, if it goes by a way."""
    ahead = way[: far_along(view, mover, way)]
    return not ahead or bool(nearer(view, mover, ahead[-1:], goals))


def _errand(play: Play, mover: Mover) -> AutomaticMove | None:
    units = units_of(play, mover)
    if not units or not units[0].automatic:
        return None
    moves, leaders = automatic_moves.automatic_move_of, leader_move
    return moves(play, units[0]) or leaders(play, units[0])


def _gets_in(play: Play, mover: Mover, errand: AutomaticMove) -> bool:
    """By Assault Movement into an IP of the Location (S6.3121)."""
    command = Shelter(mover.ids, errand.inside, assault=True)
    if not allowed(play, "ENEMY", command):
        return False
    order(play, "ENEMY", command)
    return True


@rule(
    "S6.3/load",
    "A SMC on the move drops what he cannot carry",
    cites=("A4.42", "A4.43"),
)
def lays_down(play: Play) -> bool:
    """A SMC who is to move drops the heaviest of a load above two PP; if any does.

    Reading: D-857.
    """
    for unit in play.state.units.values():
        goes = unit.action == "Move" or unit.berserk or unit.wave
        if unit.side != "ENEMY" or not goes or not overloaded(play, unit):
            continue
        held = play.state.weapons_of(unit.id)
        heaviest = max(held, key=lambda weapon: portage(play, weapon) or 0)
        if allowed(play, "ENEMY", DropWeapon(heaviest.id)):
            order(play, "ENEMY", DropWeapon(heaviest.id))
            return True
    return False


def leaders_look(play: Play) -> bool:
    """A leader who has yet to move has another Action than at first (S6.317)."""
    return any(
        looks_again(play, unit)
        for unit in list(play.state.units.values())
        if unit.side == "ENEMY" and unit.location and not unit.wave
        if movable(play, unit)
    )


def stays_stacked(play: Play) -> bool:
    """A leader with nothing to do joins the MMC with him that moves (S6.3175)."""
    for unit in list(play.state.units.values()):
        idle = unit.automatic == "S6.3175" and unit.action == "Move"
        mate = companion(play, unit) if idle and unit.good_order else None
        goes = mate and mate.action == "Move" and not mate.moved
        if mate and goes and mate.automatic != unit.automatic:
            joined = replace(unit, automatic=mate.automatic, goal=OFFBOARD)
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
    waits = errand.manner == "as needed" and way == (errand.goal,)
    return () if waits else way


def _double(
    view: GameView, mover: Mover, errand: AutomaticMove, way: tuple[LocationName, ...]
) -> bool:
    """Whether Double Time is used: out of sight, or only if it is needed (D-031)."""
    if not way or not may_double_time(view, mover):
        return False
    # S6.303: as far as nobody has LOS and range to it, if that is of use.
    if errand.manner == "assault in sight":
        return takes_farther(view, mover, _unseen(view, way))
    # S6.3171: if it brings him there by the end of the APh, and nothing less does.
    if errand.manner != "as needed":
        return False
    return _arrives(view, mover, way, double=True) and not _arrives(view, mover, way)


def _unseen(view: GameView, way: tuple[LocationName, ...]) -> tuple[LocationName, ...]:
    """The part of a way to which nobody has LOS and range, off the map too (S6.303).

    What comes after it is entered by Assault Movement, in another MPh.
    """
    return tuple(takewhile(lambda to: to == OFFBOARD or not in_sight(view, to), way))


def _arrives(
    view: GameView, mover: Mover, way: Sequence[LocationName], *, double: bool = False
) -> bool:
    """Whether a mover comes to the end of a way, the last Location in the APh if so."""
    left = len(way) - far_along(view, mover, way, double=double)
    return not left or (left == 1 and _ends_in_aph(view, mover, way, double=double))


def _ends_in_aph(
    view: GameView, mover: Mover, way: Sequence[LocationName], *, double: bool
) -> bool:
    """Whether a mover that has come to the last but one may advance into the last.

    Not from above wire (B26.4), nor into what S9.26 bars; and who is CX by Double Time
    not into difficult terrain (A4.72).
    """
    here = (mover.location, *way)[-2]
    above = known_wire(view, here)
    there = {
        unit.id: replace(unit, location=here, inside=above, cx=unit.cx or double)
        for unit in units_of(view, mover)
    }
    state = replace(view.state, units=view.state.units | there)
    try:
        plan_advance(
            FrozenView(state, view.world), "ENEMY", Advance(mover.ids, way[-1])
        )
    except Illegal:
        return False
    return not prohibited(view, mover, way[-1])
