"""What a side may order now, and what comes of an order.

The orders are those whose records stand below `rules/orders`; this module is handed to
the World as its `Orders`, so that the rules below give orders without importing it.
"""

from collections.abc import Iterator

from opfor.core.errors import Illegal
from opfor.core.rule import default_cause
from opfor.rules.a_infantry.a01_personnel.a01_24_units import dummy
from opfor.rules.a_infantry.a03_9_phases import acting, role
from opfor.rules.a_infantry.a10_morale import (
    a10_62_desperation_morale as desperation_morale,
)
from opfor.rules.a_infantry.a11_close_combat.a11_7_vehicles_in_melee import set_free
from opfor.rules.a_infantry.a14_snipers import a14_2_snipers
from opfor.rules.a_infantry.a15_heat_of_battle import (
    a15_46_return_to_normal as return_to_normal,
)
from opfor.rules.a_infantry.a26_victory.a26_1_control import take_as_they_come
from opfor.rules.choices.offer import LazyOffers, Offer, units_of
from opfor.rules.choices.orders import Adjust, Advance, Command, EndPhase, MoveTo
from opfor.rules.d_vehicles.d05_crews import d05_341_way_home
from opfor.rules.d_vehicles.d06_passengers import d06_2_riders
from opfor.rules.orders import adjust
from opfor.rules.orders.infantry import a03_3_move, a04_15_overrun_cc, a10_rally
from opfor.rules.orders.order_kind import OrderKind
from opfor.rules.orders.vehicles import d05_abandon, d07_overrun
from opfor.rules.s_solitaire import s16_command_control
from opfor.rules.s_solitaire.s09_vehicles.s09_361_secret_bog import friendly_bog
from opfor.rules.sequence.find_orders import AT, KINDS, Standing, tag_of
from opfor.state.play import FrozenView, GameView, Play
from opfor.state.units import Side


def legal(view: GameView, side: Side, *only: type[Command]) -> Iterator[Offer]:
    """Every legal order of a side now; nothing if the other side is to act.

    Of fire, groups that make sense are offered; any part of one is legal as well.

    Args:
        view: the game.
        side: whose orders.
        only: the kinds that are wanted, which saves the work for the others.
    """
    if acting(view.state) != side:
        return
    for _, kind in _now(view, side):
        if not only or kind.order in only:
            yield from _offers(view, side, kind)
    if only and EndPhase not in only:
        return
    if role(view.state, side) != "window" and allows(view, side, EndPhase()):
        yield Offer(EndPhase(), f"end your part of the {view.state.phase}")


def allows(view: GameView, side: Side, order: Command) -> bool:
    """Whether a side may order that now."""
    try:
        check(view, side, order)
    except Illegal:
        return False
    return True


def has_choice(view: GameView, side: Side) -> bool:
    """Whether a side is asked: it could order more than the end of its part.

    What is minor, such as dismantling a MG in the AFPh, counts only if the player
    wants to be asked wherever there is anything to order.
    """
    everywhere = view.state.stops == "all"
    return any(
        True
        for when, kind in _now(view, side)
        if everywhere or not when.minor
        for _ in _offers(view, side, kind)
    )


def _offers(view: GameView, side: Side, kind: OrderKind) -> Iterator[Offer]:
    """The offers of one kind, kept as long as the state lasts.

    Whether a side is asked needs the first of them, and who answers all: each is found
    once, when somebody first gets as far as that.
    """
    scene = FrozenView(view.state, view.world)
    key = "offers", side, kind.order
    kept = view.world.once(
        view.state, key, lambda: LazyOffers(_found(scene, side, kind))
    )
    return iter(kept)


def _found(view: GameView, side: Side, kind: OrderKind) -> Iterator[Offer]:
    """The offers of one kind, without those that name a dummy for what it cannot do."""
    found = kind.offer(view, side)
    if kind.order in DUMMIES_DO or not dummies(view, side):
        return iter(found)
    return (offer for offer in found if not _names_dummy(view, offer.order))


DUMMIES_DO: tuple[type[Command], ...] = (MoveTo, Advance)
"""What a dummy does as any unit does (A12.11)."""


def dummies(view: GameView, side: Side) -> bool:
    """Whether a side has any."""
    units, key = view.state.units, ("dummies", side)
    return view.world.once(
        view.state,
        key,
        lambda: any(u.side == side and dummy(u) for u in units.values()),
    )


def _names_dummy(view: GameView, order: Command) -> bool:
    named = (*units_of(order), str(getattr(order, "to", "")))
    units = view.state.units
    return any(id_ in units and dummy(units[id_]) for id_ in named)


def _now(view: GameView, side: Side) -> tuple[Standing, ...]:
    phase = view.state.phase
    return AT.get((phase, role(view.state, side)), ()) if phase else ()


def kind_of(view: GameView, side: Side, order: Command) -> OrderKind:
    """The record of an order.

    Errors:
        Illegal: it is not the moment for it.
    """
    for _, kind in _now(view, side):
        if isinstance(order, kind.order):
            return kind
    raise Illegal("A3", _not_now(view, side, order))


WHOSE = {
    "attacker": "ATTACKER",
    "defender": "DEFENDER",
    "window": "DEFENDER while the ATTACKER moves",
}
"""Whose order it is, by role."""


def _not_now(view: GameView, side: Side, order: Command) -> str:
    """What an order is, whose it is and when, and what is being played now."""
    kinds = [kind for kind in KINDS if isinstance(order, kind.order)]
    whens = [when for kind in kinds for when in kind.when]
    roles = {who for when in whens for who in when.by}
    now = f"this is the {view.state.side} {view.state.phase}"
    if not whens:
        return f"that is no order for the {side}; {now}"
    phases = ", ".join(dict.fromkeys(when.phase for when in whens))
    name = next((kind.label for kind in kinds if kind.label), tag_of(kinds[0]))
    only = f" of the {WHOSE[min(roles)]}" if len(roles) == 1 else ""
    return f"“{name}” is for the {phases}{only}; {now}"


def check(view: GameView, side: Side, order: Command) -> None:
    """Raise Illegal, naming the rule, if a side may not order that now."""
    if acting(view.state) != side:
        raise Illegal("A3", f"it is not for the {side} to act now")
    if isinstance(order, Adjust):
        adjust.check_adjust(view, side, order)
        return
    if isinstance(order, EndPhase):
        if role(view.state, side) == "window":
            raise Illegal("A8.1", "fire at what moves, or hold your fire")
        a03_3_move.may_stop(view, side)
        a10_rally.may_end(view, side)
        d05_341_way_home.may_end(view, side)
        return
    kind = kind_of(view, side, order)
    if kind.order not in DUMMIES_DO and _names_dummy(view, order):
        raise Illegal("A12.11", "a dummy only moves and advances")
    kind.check(view, side, order)


def carry_out(play: Play, side: Side, order: Command) -> None:
    """Do what a checked order says."""
    if isinstance(order, Adjust):
        adjust.do_adjust(play, side, order)
    else:
        # S16: an order may fail for want of command
        if not s16_command_control.obeyed(play, side, order):
            return
        bearing = d07_overrun.bearing_down(play)
        near = desperation_morale.beset(play)
        raging = return_to_normal.faced(play)
        kind = kind_of(play, side, order)
        with default_cause(kind.rule):
            kind.do(play, side, order)
        # D7.11: the OVR of a wreck; D7.1: of what still drives
        d07_overrun.crash(play, bearing)
        d07_overrun.trample(play)
        # D6.23: Riders who broke fall off
        d06_2_riders.shaken_off(play)
        # D5.42: who got in is the crew
        d05_abandon.take_over(play)
        # A4.15: the CC of an Infantry OVR
        a04_15_overrun_cc.close_in(play)
        # A10.62/near: broken units to which an enemy has come ADJACENT
        desperation_morale.alarm(play, near)
        # S9.361: in Mud, who has driven
        friendly_bog(play)
        # A15.46: berserk units that shot down whoever was with them
        if play.state.phase == "AFPh":
            return_to_normal.end_of_rage(play, raging)
        # A11.7: who is left alone is out of Melee
        set_free(play)
        # A14.3: what the DR of the order brought the Snipers
        a14_2_snipers.sniper_attacks(play)
        # A26.1/entry: who has come in has Control
        take_as_they_come(play)
