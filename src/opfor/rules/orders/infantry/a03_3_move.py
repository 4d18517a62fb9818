"""A4 in play: the orders of the MPh, and all that follows from entering a Location."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.terrain_chart import mf
from opfor.rules.a_infantry.a02_5_entry_and_exit import OWN_EDGE, leave_map, may_exit
from opfor.rules.a_infantry.a03_9_phases import role
from opfor.rules.a_infantry.a04_movement.a04_1_who_may_move import movable
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import (
    begin_or_continue,
    end_all,
    end_move_if_done,
    move_of,
    plan,
    step,
    units_of,
)
from opfor.rules.a_infantry.a04_movement.a04_3_bypass import bypasses
from opfor.rules.a_infantry.a04_movement.a04_13_cost import standing
from opfor.rules.a_infantry.a04_movement.a04_15_overrun import victim
from opfor.rules.a_infantry.a04_movement.stack import Stack, on_road
from opfor.rules.a_infantry.a04_movement.standing import Standing
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import (
    open_window,
)
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import (
    lose_concealment,
    loses_by_move,
)
from opfor.rules.a_infantry.a12_concealment.a12_15_detection import detection
from opfor.rules.a_infantry.a15_heat_of_battle.a15_43_berserk_charge import (
    charge_ways,
    charging,
)
from opfor.rules.a_infantry.a20_prisoners.a20_5_guards import captives
from opfor.rules.a_infantry.a26_victory.a26_1_control import take_control
from opfor.rules.a_infantry.a26_victory.a26_2_victory_points import exit_points
from opfor.rules.b_terrain.b26_4_wire import put_above
from opfor.rules.b_terrain.b27_entrenchments.b27_54_mph_along_trenches import (
    trenches_on,
)
from opfor.rules.b_terrain.b28_mines.b28_p1_panji import cross_panji
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import EndMove, MoveTo
from opfor.rules.orders.fire.c01_1_radio import shelled
from opfor.rules.orders.infantry.a04_15_overrun_cc import dare
from opfor.rules.orders.infantry.b28_41_mines import leave_mines, mines
from opfor.rules.orders.infantry.s08_p14_activated_fire import fired_at
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.verbs import FORTIFICATION, SIDES, TO, UNITS, Slot, Verb
from opfor.rules.s_solitaire.s06_actions.tracking import track
from opfor.state.events import MoveChanged, Moved, MoveEnded, UnitChanged
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import GameView, Play
from opfor.state.units import (
    OFFBOARD,
    LocationName,
    Side,
    Unit,
)

# -- offers ------------------------------------------------------------------------


def offer_move(view: GameView, side: Side) -> Iterator[Offer]:
    """Each stack or unit into each Location that it can enter next, and how.

    Berserk units that must charge go before all others.
    """
    if forced := list(charges(view, side)):
        yield from forced
        return
    now = standing(view)
    for units in stacks(view, side):
        yield from _steps(view, now, units)


def stacks(view: GameView, side: Side) -> list[list[Unit]]:
    """Who may move now: the stack in hand, then each other whole stack and each unit.

    While a stack is in hand, only its parts are offered; ordering anybody else to
    move ends it.
    """
    if view.state.move:
        return list(_parts(view))
    together: dict[str, list[Unit]] = {}
    for unit in view.state.units.values():
        if unit.side == side and movable(view, unit):
            together.setdefault(unit.location or unit.id, []).append(unit)
    whole = [stack for stack in together.values() if len(stack) > 1]
    return [*whole, *([unit] for stack in together.values() for unit in stack)]


def _parts(view: GameView) -> Iterator[list[Unit]]:
    """Each part of the stack in hand, and each unit of it alone.

    Units that a player has set apart by hand are no stack any more (A4.2).
    """
    units = view.state.units
    for part in view.state.move.parts if view.state.move else ():
        found = (units[id_] for id_ in part.units if id_ in units)
        able = [unit for unit in found if movable(view, unit) and not part.stopped]
        if len({unit.location for unit in able}) == 1:
            yield able
        if len(able) > 1:
            yield from ([unit] for unit in able)


def _steps(view: GameView, now: Standing, units: list[Unit]) -> Iterator[Offer]:
    """All that a stack can do next, each way of moving once for each Location."""
    ids = tuple(unit.id for unit in units)
    held = captives(view)
    units = [*units, *(taken for id_ in ids for taken in held.get(id_, ()))]
    here, side = units[0].location, units[0].side
    fresh = move_of(view, units) is None
    stacks_ = {how: _begun(view, units, how) for how in (HOWS if fresh else GOING_ON)}
    ways = [to for to, _ in view.world.ways(here, edge=OWN_EDGE[side])]
    if may_exit(view, side, here):
        ways.append(OFFBOARD)
    move = stacks_[""].move if stacks_[""] else Move(units=ids)
    for to in ways:
        done = ""
        for how, stack in stacks_.items():
            if stack is None or (how in INSTEAD and done) or _idle(view, how, to):
                continue
            offer = _offer(view, now, stack, _order(ids, to, how))
            if offer:
                done = "done"
                yield offer
        if now.known_against(side, to) and victim(view, side, to):
            yield from _overruns(view, now, stacks_[""], ids, to)
        if here and to:
            yield from _bypasses(view, now, stacks_[""], ids, to)
    yield from _along_trenches(view, now, stacks_[""], ids)
    if move.bypass:
        yield from _round_the_corner(view, now, Stack(units, move), ids)


HOWS = ("", "assault", "double_time", "dash", "minimum")
"""How a move can begin."""

GOING_ON = ("", "late")
"""How it can go on: as it is, or by Double Time declared now."""

INSTEAD = ("late", "minimum")
"""Offered only for what cannot be entered otherwise."""


def _order(ids: tuple[str, ...], to: LocationName, how: str) -> MoveTo:
    return MoveTo(
        ids,
        to,
        assault=how == "assault",
        double_time=how in ("double_time", "late"),
        dash=how == "dash",
        minimum=how == "minimum",
    )


def _begun(view: GameView, units: list[Unit], how: str) -> Stack | None:
    try:
        return begin_or_continue(
            view, units, _order(tuple(u.id for u in units), OFFBOARD, how)
        )
    except Illegal:
        return None


def _idle(view: GameView, how: str, to: LocationName) -> bool:
    """Whether a way of moving cannot lead there at all, seen without counting MF."""
    return how == "dash" and (to == OFFBOARD or not on_road(view, to))


def _offer(view: GameView, now: Standing, stack: Stack, order: MoveTo) -> Offer | None:
    try:
        after = step(view, now, stack, order)
    except Illegal:
        return None
    cost = after.spent - stack.move.spent
    return Offer(order, _label(view, order, cost), (order.to,), cost)


def _label(view: GameView, order: MoveTo, cost: int) -> str:
    named = {
        "Assault Movement": order.assault,
        "Double Time": order.double_time,
        "Dash": order.dash,
        "Minimum Move": order.minimum,
        _bypass(view, order): bool(order.bypass),
        "Infantry OVR": order.overrun,
        "along the trench": bool(order.inside),
    }
    how = "".join(f", {name}" for name, used in named.items() if used)
    to = order.to or "off the map"
    return f"{' + '.join(order.units)} to {to} ({mf(cost)} MF{how})"


def _bypass(view: GameView, order: MoveTo) -> str:
    """Bypass, by the hexes across the hexsides that it goes along."""
    around = (
        view.world.map.neighbours[view.world.locate(order.to).hex] if order.to else ()
    )
    hexes = [view.world.map.name(around[n]) for n in order.bypass if around[n] >= 0]
    return f"Bypass along {' and '.join(hexes)}"


def _overruns(
    view: GameView,
    now: Standing,
    stack: Stack | None,
    ids: tuple[str, ...],
    to: LocationName,
) -> Iterator[Offer]:
    """Infantry OVR of the lone SMC in the next Location."""
    if stack and (found := _offer(view, now, stack, MoveTo(ids, to, overrun=True))):
        yield found


def _along_trenches(
    view: GameView, now: Standing, stack: Stack | None, ids: tuple[str, ...]
) -> Iterator[Offer]:
    """Into each trench that is connected with the one that a stack is in."""
    for to, inside in trenches_on(view, stack.units) if stack else ():
        order = MoveTo(ids, to, inside=inside)
        if stack and (found := _offer(view, now, stack, order)):
            yield found


def _bypasses(
    view: GameView,
    now: Standing,
    stack: Stack | None,
    ids: tuple[str, ...],
    to: LocationName,
) -> Iterator[Offer]:
    """Bypass of the next hex, along each of its hexsides that allow it."""
    if stack is None:
        return
    for sides in bypasses(view, stack.units[0].location, to, stack.move):
        if found := _offer(view, now, stack, MoveTo(ids, to, bypass=sides)):
            yield found


def _round_the_corner(
    view: GameView, now: Standing, stack: Stack, ids: tuple[str, ...]
) -> Iterator[Offer]:
    """Further along the obstacle that is being bypassed, or into it."""
    here = stack.units[0].location
    yield from _bypasses(view, now, stack, ids, here)
    if found := _offer(view, now, stack, MoveTo(ids, here)):
        yield found


def charges(view: GameView, side: Side) -> Iterator[Offer]:
    """The steps that berserk units must take before anything else (A15.43)."""
    units = view.state.units.values()
    if not [unit for unit in units if unit.berserk and unit.side == side]:
        return
    now = standing(view)
    for unit in charging(view, side):
        stack = _begun(view, [unit], "")
        steps = charge_ways(view, unit)
        found = [
            offer
            for to in (steps if stack else ())
            if stack and (offer := _offer(view, now, stack, MoveTo((unit.id,), to)))
        ]
        if found:
            yield from found
            return


# -- orders ------------------------------------------------------------------------


def check_move(view: GameView, side: Side, order: MoveTo) -> None:
    """Raise Illegal if the units cannot do that."""
    units_of(view, side, order.units)
    plan(view, order)
    must_charge(view, side, order)


def must_charge(view: GameView, side: Side, order: MoveTo | None = None) -> None:
    """Raise Illegal if a berserk unit must charge first."""
    forced = list(charges(view, side))
    if forced and all(offer.order != order for offer in forced):
        raise Illegal("A15.43", f"first {forced[0].label}")


@rule("A3.3", "Movement Phase")
def do_move(play: Play, side: Side, order: MoveTo) -> None:
    """Move the stack into the Location, and do all that follows from it at once."""
    # A4.15: Infantry OVR takes a NTC first; who fails it stays
    if order.overrun:
        going_in = dare(play, order)
        if going_in is None:
            end_move_if_done(play)
            return
        order = going_in
    after = plan(play, order)
    back = play.state.units[after.units[0]].location
    # A4.2: one stack moves at a time
    _take_up(play, after)
    # A26.1: what they have come through is theirs
    if back:
        take_control(play, back)
    # B28.41: mines attack who leaves; along a trench nobody does (B27.54)
    going = after if after.trench else leave_mines(play, after)
    if going is None:
        end_move_if_done(play)
        return
    play.emit(Moved(order.to, going))
    # A2.6: who leaves the map is gone, for Exit VP (A26.23)
    if order.to == OFFBOARD:
        for unit in play.state.movers():
            if side == "FRIENDLY" or play.world.at_edge(back, "FBE"):
                exit_points(play, unit)
            leave_map(play, unit)
    else:
        track(play, back, order.to)
        stay_inside(play, order)
        entered(play, side, back)
    end_move_if_done(play)


def stay_inside(play: Play, order: MoveTo) -> None:
    """Who moved along trenches is inside the one that he has come to (B27.54)."""
    for unit in play.state.movers() if order.inside else ():
        if not unit.guard:
            below = replace(unit, inside=order.inside)
            play.emit(UnitChanged(below, fact("along_the_trench")))


def _take_up(play: Play, after: Move) -> None:
    """End the move of anybody but the parts of the stack that goes on."""
    in_hand = play.state.move
    known = {id_ for part in in_hand.parts for id_ in part.units} if in_hand else set()
    if not known & set(after.units):
        end_all(play)


def entered(play: Play, side: Side, back: LocationName) -> None:
    """What follows when the stack in hand has entered a Location, in order."""
    # A12.15: a concealed enemy found there stops them; they may be fired at
    if detection(play, side, back):
        open_window(play, entered=False)
        return
    # A12.14: the way they move may cost "?"
    seen_moving(play)
    # B28.41, C1.56: mines and FFE attack before the DEFENDER does
    movers, in_hand = play.state.movers(), play.state.move
    along = in_hand is not None and in_hand.trench
    if movers and not along:
        mines(play, [unit.id for unit in movers], movers[0].location)
        shelled(play, [unit.id for unit in movers], movers[0].location)
    # B28.p1: panji on the hexside crossed
    if not along:
        cross_panji(play, back)
    # A4.134, A15.43: what ends a move here
    _minimum_moved(play)
    _charge_home(play, side)
    # B26.4: who enters a wire hex is above it
    if not along:
        put_above(play, play.state.movers())
    # A8.1: the DEFENDER may fire
    fired_at(play, side)


def seen_moving(play: Play) -> None:
    """Units lose their "?" by the way they move (A12.14)."""
    in_hand = play.state.move
    for unit in play.state.movers() if in_hand else ():
        if in_hand and unit.concealed and loses_by_move(play, in_hand, unit):
            lose_concealment(play, unit.id, fact("seen_as_it_moves"))


def _minimum_moved(play: Play) -> None:
    """A Minimum Move leaves units CX and pinned (A4.134)."""
    if play.state.move and play.state.move.minimum:
        for unit in play.state.movers():
            tired = replace(unit, cx=True, pinned=True)
            play.emit(UnitChanged(tired, fact("cx_and_pinned_by_a_minimum_move")))


def _charge_home(play: Play, side: Side) -> None:
    """A charge ends in the Location of a Known enemy (A15.43)."""
    in_hand = play.state.move
    if in_hand is None or not in_hand.charge or not play.state.movers():
        return
    if standing(play).known_against(side, play.state.movers()[0].location):
        play.emit(MoveChanged(replace(in_hand, stopped=True)))


# -- the end of a move -------------------------------------------------------------


def offer_end_move(view: GameView, side: Side) -> Iterator[Offer]:
    """The end of the move in hand."""
    if view.state.move and role(view.state, side) == "attacker":
        try:
            check_end_move(view, side, EndMove())
        except Illegal:
            return
        yield Offer(EndMove(), "end the move in hand")


def check_end_move(view: GameView, side: Side, _order: EndMove) -> None:
    """Raise Illegal if no move is in hand, or it may not end here."""
    if view.state.move is None:
        raise Illegal("A3.3", "no move is in hand")
    may_stop(view, side)


def may_stop(view: GameView, side: Side) -> None:
    """Raise Illegal if the stack in hand, or a berserk unit, must go on.

    Nobody stays in Bypass (A4.33) or on the road of a Dash (A4.63) by choice.
    """
    if view.state.phase != "MPh":
        return
    must_charge(view, side)
    for part in view.state.move.parts if view.state.move else ():
        rule_ = "A4.33" if part.bypass else "A4.63" if part.dash else ""
        if rule_ and not part.stopped and _can_go_on(view, part):
            what = "in Bypass" if part.bypass else "on the road of a Dash"
            raise Illegal(rule_, f"{' + '.join(part.units)} cannot stay {what}")


def _can_go_on(view: GameView, part: Move) -> bool:
    units = [view.state.units[id_] for id_ in part.units if id_ in view.state.units]
    able = [unit for unit in units if movable(view, unit)]
    return bool(able) and any(True for _ in _steps(view, standing(view), able))


def do_end_move(play: Play, _side: Side, _order: EndMove) -> None:
    """End the move in hand."""
    play.emit(MoveEnded())
    end_move_if_done(play)


# -- the orders --------------------------------------------------------------------

WAYS = {"assault": "assault", "double": "double_time"} | {
    way: way for way in ("dash", "minimum", "overrun")
}
"""How a stack moves, by the word for it."""


def going(way: str, slots: tuple[Slot, ...], does: str, **fixed: Any) -> Verb:
    """A verb of moving: all that can be said of a move beside it."""
    named = {slot.field for slot in slots}
    after = {"past": SIDES, "inside": FORTIFICATION}
    return Verb(
        slots,
        does,
        after={word: slot for word, slot in after.items() if slot.field not in named},
        flags={word: (field, True) for word, field in WAYS.items() if field != way},
        fixed=({way: True} if way else {}) | fixed,
    )


MOVE = OrderKind(
    order=MoveTo,
    rule="A4.2",
    when=(When("MPh", ATTACKER, 30),),
    offer=offer_move,
    check=check_move,
    do=do_move,
    label="Move otherwise",
    verbs={
        "dash": going("dash", (UNITS, TO), "Dash over a road"),
        "minimum": going("minimum", (UNITS, TO), "make a Minimum Move"),
        "bypass": going(
            "", (UNITS, TO, SIDES), "move along some hexsides of a hex, by Bypass"
        ),
        "overrun": going("overrun", (UNITS, TO), "Infantry OVR of a lone SMC"),
        "trench": going(
            "", (UNITS, TO, FORTIFICATION), "move along connected trenches"
        ),
        "exit": going("", (UNITS,), "move off the map", to=OFFBOARD),
    },
    listed=30,
)

END_MOVE = OrderKind(
    order=EndMove,
    rule="A4.2",
    when=(When("MPh", ATTACKER, 40),),
    offer=offer_end_move,
    check=check_end_move,
    do=do_end_move,
    label="End move",
)
