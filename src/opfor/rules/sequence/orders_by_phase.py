"""What a side may order now, and what comes of an order.

The orders are those whose records stand below `rules/orders`; this module is handed to
the World as its `Orders`, so that the rules below give orders without importing it.
"""

from collections.abc import Iterator

from opfor.core.errors import Illegal
from opfor.core.rule import default_cause
from opfor.rules.a_infantry import a14_snipers
from opfor.rules.a_infantry.a01_units import dummy
from opfor.rules.a_infantry.a03_phases import acting, role
from opfor.rules.a_infantry.a11_close_combat import melee
from opfor.rules.choices.offer import LazyOffers, Offer, units_of
from opfor.rules.choices.orders import Adjust, Advance, Command, EndPhase, MoveTo
from opfor.rules.d_vehicles import d05_recall, d06_riders
from opfor.rules.orders import adjust
from opfor.rules.orders.infantry import a04_move, a04_overrun, a10_rally
from opfor.rules.orders.order_kind import OrderKind
from opfor.rules.orders.vehicles import d05_abandon, d07_overrun
from opfor.rules.s_solitaire import s16_command_control
from opfor.rules.sequence.order_kinds import AT, Standing
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
    phase = view.state.phase
    raise Illegal("A3", f"that is not possible for the {side} in this {phase}")


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
        a04_move.may_stop(view, side)
        a10_rally.may_end(view, side)
        d05_recall.may_end(view, side)
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
        kind = kind_of(play, side, order)
        with default_cause(kind.rule):
            kind.do(play, side, order)
        # D7.11: the OVR of a wreck; D7.1: of what still drives
        d07_overrun.crash(play, bearing)
        d07_overrun.trample(play)
        # D6.23: Riders who broke fall off
        d06_riders.shaken_off(play)
        # D5.42: who got in is the crew
        d05_abandon.take_over(play)
        # A4.15: the CC of an Infantry OVR
        a04_overrun.close_in(play)
        # A11.7: who is left alone is out of Melee
        melee.set_free(play)
        # A14.3: what the DR of the order brought the Snipers
        a14_snipers.sniper_attacks(play)
