"""Every order and every automatic part of the phases: what a Player Turn is made of.

One row an order; the module in the row offers it, checks it and carries it out. What
happens by itself as a phase begins or ends is listed beside it, in the order in which
it happens.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from opfor.core.errors import Illegal
from opfor.core.rule import default_cause
from opfor.rules.a_infantry import a14_snipers, a24_smoke
from opfor.rules.a_infantry.a01_units import dummy
from opfor.rules.a_infantry.a02_entry_and_exit import reinforcements
from opfor.rules.a_infantry.a03_phases import Role, acting, role
from opfor.rules.a_infantry.a07_fire import offers as fire_offers
from opfor.rules.a_infantry.a11_close_combat import melee
from opfor.rules.a_infantry.a12_concealment import concealment as hiding
from opfor.rules.a_infantry.a23_demolition import set as set_charges
from opfor.rules.a_infantry.a26_victory import control
from opfor.rules.b_terrain import b09_walls as walls
from opfor.rules.c_ordnance import c06_acquisition, c07_shock_recovery
from opfor.rules.choices.offer import LazyOffers, Offer, OrderKind, units_of
from opfor.rules.choices.orders import (
    Adjust,
    Advance,
    Command,
    EndPhase,
    MoveTo,
    Radio,
    Sortie,
)
from opfor.rules.d_vehicles import (
    d03_machine_guns,
    d05_crew_fates,
    d05_recall,
    d06_riders,
)
from opfor.rules.orders import adjust
from opfor.rules.orders.fire import a07_fire, c01_artillery, e07_aircraft
from opfor.rules.orders.infantry import (
    a04_move,
    a04_overrun,
    a10_rally,
    a10_rout,
    a11_close_combat,
    b25_flames,
)
from opfor.rules.orders.vehicles import d05_abandon, d07_overrun
from opfor.rules.s_solitaire import (
    s02_random_events,
    s12_artillery,
    s12_random_events,
    s12_reinforcements,
    s16_command_control,
)
from opfor.rules.s_solitaire.s04_human_wave import chain
from opfor.rules.s_solitaire.s04_placement import armor
from opfor.rules.s_solitaire.s04_placement.reinforcement_groups import enter_due
from opfor.rules.sequence.infantry_orders import INFANTRY_DOINGS
from opfor.rules.sequence.order_causes import RULES
from opfor.rules.sequence.vehicle_orders import VEHICLE_DOINGS
from opfor.state.play import FrozenView, GameView, Play
from opfor.state.units import Phase, Side

ARTILLERY_DOINGS: tuple[OrderKind, ...] = (
    OrderKind(
        Radio,
        ("PFPh",),
        ("attacker",),
        c01_artillery.radios,
        c01_artillery.check,
        c01_artillery.carry_out,
    ),
    OrderKind(
        Radio,
        ("DFPh",),
        ("defender",),
        c01_artillery.radios,
        c01_artillery.check,
        c01_artillery.carry_out,
    ),
    OrderKind(
        Sortie,
        ("PFPh",),
        ("attacker",),
        e07_aircraft.sorties,
        e07_aircraft.check,
        e07_aircraft.sortie,
    ),
    OrderKind(
        Sortie,
        ("DFPh",),
        ("defender",),
        e07_aircraft.sorties,
        e07_aircraft.check,
        e07_aircraft.sortie,
    ),
)
"""What Observers order of their OBA, and where aircraft are sent."""

DOINGS: tuple[OrderKind, ...] = (*INFANTRY_DOINGS, *VEHICLE_DOINGS, *ARTILLERY_DOINGS)
"""Every kind of order but EndPhase, which every part of a phase has."""

Automatic = Callable[[Play], object]

BEGINS: Mapping[Phase, tuple[Automatic, ...]] = MappingProxyType(
    {
        "RPh": (
            chain.thin_waves,
            s02_random_events.wind_and_events,
            s12_random_events.mist_lifts,
            s12_reinforcements.arrivals,
            a24_smoke.wind_blows,
            reinforcements,
            enter_due,
            armor.armor_due,
            a10_rally.desperation,
            c07_shock_recovery.recover,
            e07_aircraft.arrivals,
        ),
        "PFPh": (
            a24_smoke.disperse,
            c01_artillery.begins,
            s12_artillery.missions_go_on,
            chain.renew_waves,
        ),
        "DFPh": (c01_artillery.begins, s12_artillery.missions_go_on),
        "AFPh": (
            b25_flames.fires_grow,
            a07_fire.explode,
        ),
        "RtPh": (a10_rally.desperation, a10_rout.surrenders),
        "CCPh": (a11_close_combat.ambushes,),
    }
)
"""What happens by itself as a phase begins."""

ENDS: Mapping[Phase, tuple[Automatic, ...]] = MappingProxyType(
    {
        "RPh": (walls.settle_walls,),
        "PFPh": (c01_artillery.ends, fire_offers.mark_users),
        "DFPh": (c01_artillery.ends,),
        "MPh": (d03_machine_guns.end_bounding, walls.settle_walls),
        "RtPh": (
            a10_rout.failure,
            walls.settle_walls,
        ),
        "APh": (
            b25_flames.burnt,
            walls.settle_walls,
        ),
        "CCPh": (
            a11_close_combat.finish,
            walls.settle_walls,
            hiding.gain_concealment,
            set_charges.lies_ready,
            d05_crew_fates.steadied,
            a14_snipers.recover,
        ),
    }
)
"""What happens by itself as a phase ends, before its counters are tidied away."""

AFTER_EACH: tuple[Automatic, ...] = (
    d06_riders.shaken_off,
    c06_acquisition.forget,
    control.take_control,
    control.sudden_victory,
)
"""What happens by itself at the end of every phase, after that."""


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
    for doing in _now(view, side):
        if not only or doing.order in only:
            yield from _offers(view, side, doing)
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
        for doing in _now(view, side)
        if everywhere or not doing.minor
        for _ in _offers(view, side, doing)
    )


def _offers(view: GameView, side: Side, doing: OrderKind) -> Iterator[Offer]:
    """The offers of one row, kept as long as the state lasts.

    Whether a side is asked needs the first of them, and who answers all: each is found
    once, when somebody first gets as far as that.
    """
    scene = FrozenView(view.state, view.world)
    key = "offers", side, doing.order
    kept = view.world.once(
        view.state, key, lambda: LazyOffers(_found(scene, side, doing))
    )
    return iter(kept)


def _found(view: GameView, side: Side, doing: OrderKind) -> Iterator[Offer]:
    """The offers of one row, without those that name a dummy for what it cannot do."""
    found = doing.offers(view, side)
    if doing.order in DUMMIES_DO or not dummies(view, side):
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


def _now(view: GameView, side: Side) -> list[OrderKind]:
    return _DOINGS_OF.get((view.state.phase, role(view.state, side)), [])


def doing_of(view: GameView, side: Side, order: Command) -> OrderKind:
    """The row of an order.

    Errors:
        Illegal: it is not the moment for it.
    """
    for doing in _now(view, side):
        if isinstance(order, doing.order):
            return doing
    phase = view.state.phase
    raise Illegal("A3", f"that is not possible for the {side} in this {phase}")


def check(view: GameView, side: Side, order: Command) -> None:
    """Raise Illegal, naming the rule, if a side may not order that now."""
    if acting(view.state) != side:
        raise Illegal("A3", f"it is not for the {side} to act now")
    if isinstance(order, Adjust):
        adjust.check(view, side, order)
        return
    if isinstance(order, EndPhase):
        if role(view.state, side) == "window":
            raise Illegal("A8.1", "fire at what moves, or hold your fire")
        a04_move.may_stop(view, side)
        a10_rally.may_end(view, side)
        d05_recall.may_end(view, side)
        return
    doing = doing_of(view, side, order)
    if doing.order not in DUMMIES_DO and _names_dummy(view, order):
        raise Illegal("A12.11", "a dummy only moves and advances")
    doing.check(view, side, order)


def carry_out(play: Play, side: Side, order: Command) -> None:
    """Do what a checked order says."""
    if isinstance(order, Adjust):
        adjust.adjust(play, side, order)
    else:
        if not s16_command_control.obeyed(play, side, order):
            return
        bearing = d07_overrun.bearing_down(play)
        with default_cause(RULES[type(order)]):
            doing_of(play, side, order).carry_out(play, side, order)
        d07_overrun.crash(play, bearing)
        d07_overrun.trample(play)
        d06_riders.shaken_off(play)
        d05_abandon.take_over(play)
        a04_overrun.close_in(play)
        melee.set_free(play)
        a14_snipers.sniper_attacks(play)


def _by_moment() -> dict[tuple[str, Role], list[OrderKind]]:
    found: dict[tuple[str, Role], list[OrderKind]] = {}
    for doing in DOINGS:
        for phase in doing.phases:
            for by in doing.by:
                found.setdefault((phase, by), []).append(doing)
    return found


_DOINGS_OF: Mapping[Any, list[OrderKind]] = MappingProxyType(_by_moment())
