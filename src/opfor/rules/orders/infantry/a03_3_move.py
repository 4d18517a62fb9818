"""A4 in play: the orders of the MPh, and all that follows from entering a Location."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a02_5_entry_and_exit import leave_map
from opfor.rules.a_infantry.a03_9_phases import role
from opfor.rules.a_infantry.a04_movement.a04_1_who_may_move import movable
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import (
    end_all,
    end_move_if_done,
    plan,
    units_of,
)
from opfor.rules.a_infantry.a04_movement.a04_13_cost import standing
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import (
    open_window,
)
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import (
    lose_concealment,
    loses_by_move,
)
from opfor.rules.a_infantry.a12_concealment.a12_15_detection import detection
from opfor.rules.a_infantry.a26_victory.a26_1_control import take_control
from opfor.rules.a_infantry.a26_victory.a26_2_victory_points import exit_points
from opfor.rules.b_terrain.b26_4_wire import put_above
from opfor.rules.b_terrain.b28_mines.b28_p1_panji import cross_panji
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import EndMove, MoveTo
from opfor.rules.orders.fire.c01_1_radio import shelled
from opfor.rules.orders.infantry.a04_15_overrun_cc import dare
from opfor.rules.orders.infantry.a04_offer_move import charges, offer_move, steps_of
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
)

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
        # Who is left: the mines may have replaced some of them (A7.302, A19.13).
        shelled(play, [unit.id for unit in play.state.movers()], movers[0].location)
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
    return bool(able) and any(True for _ in steps_of(view, standing(view), able))


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
