"""A10.5 in play: the orders of the RtPh, and what follows from each step."""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.dice import die_roll
from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF, mf
from opfor.rules.a_infantry.a01_units import onboard
from opfor.rules.a_infantry.a03_phases import defender, other
from opfor.rules.a_infantry.a10_morale import interdiction, rout_paths
from opfor.rules.a_infantry.a10_morale import rout as rout_rules
from opfor.rules.a_infantry.a10_morale.effects import eliminate, morale_check
from opfor.rules.a_infantry.a10_morale.rout import ready
from opfor.rules.a_infantry.a12_concealment.concealment import lose_concealment
from opfor.rules.a_infantry.a20_prisoners.prisoners import (
    captors,
    may_surrender,
    surrender,
)
from opfor.rules.a_infantry.a20_prisoners.way_out import safe_way
from opfor.rules.b_terrain.b26_wire import above_wire, put_above
from opfor.rules.b_terrain.b28_mines import minefield
from opfor.rules.c_ordnance.c06_acquisition import leave_behind
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import EndMove, Rout
from opfor.rules.orders.fire.c01_artillery import shelled
from opfor.rules.orders.infantry.b28_mines import mines
from opfor.rules.orders.order_kind import BOTH, OrderKind, When
from opfor.rules.orders.verbs import INSIDE, TO, UNIT, Verb
from opfor.rules.s_solitaire.s03_activation.hold import check_location
from opfor.rules.s_solitaire.s05_activation.triggers import check_advance
from opfor.state.events import MoveChanged, Moved, MoveEnded, UnitChanged, WeaponChanged
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.units import Deed, LocationName, Side, Unit

# -- orders ------------------------------------------------------------------------


def offer_rout(view: GameView, side: Side) -> Iterator[Offer]:
    """Each step of the rout in hand, or each first step of those who may rout."""
    for unit in ready(view, side):
        for step in rout_paths.steps(view, unit):
            order = Rout(unit.id, step.to, step.low_crawl, step.inside)
            how = "crawls" if step.low_crawl else "routs"
            where = f"{step.to}, {step.inside}" if step.inside else step.to
            label = f"{unit.id} {how} to {where} ({mf(step.cost)} MF)"
            yield Offer(order, label, (step.to,), step.cost)


def check_rout(view: GameView, side: Side, order: Rout) -> None:
    """Raise Illegal if the unit cannot rout there."""
    rout_paths.plan(view, side, order)


@rule("A3.6", "Rout Phase", cites=("A10.5",))
def do_rout(play: Play, side: Side, order: Rout) -> None:
    """One Location of a rout, and all that follows from it."""
    move = rout_paths.plan(play, side, order)
    # A10.5: it leaves what SW it cannot carry
    if not play.state.move:
        _begin(play, order)
    unit = play.state.units[order.unit]
    # B26.4: from above wire it must first get beneath it
    if not above_wire(play, unit):
        _step(play, side, order, move)
    elif beneath(play, unit, order):
        _step(play, side, order, rout_paths.plan(play, side, order))
    # A10.532: a rout goes on until it is pinned or has nowhere to go
    units = play.state.movers()
    if not units or units[0].did("interdicted") or not _goes_on(play, units[0]):
        _end(play)


def _step(play: Play, side: Side, order: Rout, move: Move) -> None:
    """Into the next Location, past the mines of both."""
    start = play.state.units[order.unit].location
    # A10.51: no rout into a Location that turns out to hold the enemy
    if forced_back(play, side, order.to):
        play.emit(MoveChanged(move))
        return
    # B28.41: mines attack who leaves
    if minefield(play, start):
        play.emit(MoveChanged(move))
        mines(play, [order.unit], start)
        if play.state.move is None or not play.state.movers():
            return
        move = play.state.move
    play.emit(Moved(order.to, move))
    _arrived(play, order)
    # S5.2: S? that they make eligible are checked
    if side == "FRIENDLY":
        check_advance(play, [unit.id for unit in play.state.movers()])


def _arrived(play: Play, order: Rout) -> None:
    """What lies in a Location, and who sees those who come."""
    # C6.5: what it had acquired is lost
    leave_behind(play, [order.unit])
    # B27.4: into a fortification; B26.4: else above the wire
    if order.inside:
        for unit in play.state.movers():
            play.emit(
                UnitChanged(replace(unit, inside=order.inside), fact("takes_shelter"))
            )
    else:
        put_above(play, play.state.movers())
    # B28.41, C1.56: what lies in the Location attacks
    mines(play, [unit.id for unit in play.state.movers()], order.to)
    shelled(play, [unit.id for unit in play.state.movers()], order.to)
    # A10.53: Interdiction, but not of Low Crawl (A10.52)
    for unit in () if order.low_crawl else play.state.movers():
        interdict(play, unit.id)


@rule("B26.4/rtph", "Routing out from above wire", cites=("B26.4",))
def beneath(play: Play, unit: Unit, order: Rout) -> bool:
    """A dr of MF to get beneath the wire; whether the rout goes on as ordered.

    With fewer MF left it is hung up: all are spent, and it stays above the wire. As it
    begins, what it makes for is found with the MF that are left then (D-220).
    """
    among = rout_rules.foes(play, unit.side)
    now = rout_paths.rout_move_of(play, unit)
    roll = die_roll(play, fact("dr_beneath_the_wire", units=(unit.id,)))
    move = now or rout_paths.begin_or_continue(play, unit, among)
    spent = move.spent + roll.final * MF
    if spent > move.allotment:
        play.emit(MoveChanged(replace(move, spent=move.allotment)))
        return False
    play.emit(UnitChanged(replace(unit, inside=""), fact("beneath_the_wire")))
    if now is None:
        below = play.state.units[unit.id]
        move = rout_paths.begin_or_continue(play, below, among, spent=spent)
    play.emit(MoveChanged(replace(move, spent=spent)))
    below = play.state.units[unit.id]
    ahead = [(step.to, step.inside) for step in rout_paths.steps(play, below)]
    return (order.to, order.inside) in ahead


def _begin(play: Play, order: Rout) -> None:
    unit = play.state.units[order.unit]
    how: tuple[Deed, ...] = ("routed", "low crawl") if order.low_crawl else ("routed",)
    deeds = (*unit.deeds, *how)
    play.emit(UnitChanged(replace(unit, deeds=deeds), fact("routs")))
    for id_ in rout_rules.left_behind(play, unit):
        weapon = replace(play.state.weapons[id_], owner="", location=unit.location)
        play.emit(WeaponChanged(weapon, fact("left_by", by=unit.id)))


def _goes_on(view: GameView, unit: Unit) -> bool:
    return any(not step.low_crawl for step in rout_paths.steps(view, unit))


def _end(play: Play) -> None:
    if play.state.move:
        play.emit(MoveEnded())


@rule("A10.51/back", "A Location that turns out to hold the enemy", cites=("S5.2/aph",))
def forced_back(play: Play, side: Side, to: LocationName) -> bool:
    """Whether a routing unit finds a concealed enemy in the Location, and stays.

    What was concealed there is Known now; S? are checked for Activation.
    """
    if side == "FRIENDLY":
        check_location(play, to, to)
    there = [u for u in play.state.units_at(to, other(side)) if not u.guard]
    for unit in there:
        lose_concealment(play, unit.id, fact("found_by_a_rout"))
    return bool(there)


@rule(
    "A10.532",
    "What Interdiction does",
    exc=("but once in each Location",),
    cites=("A10.53", "A7.8"),
)
def interdict(play: Play, id_: str) -> None:
    """A NMC for a unit that routs through Open Ground before the enemy's eyes.

    Whoever fails suffers Casualty Reduction, and what survives goes on; who is pinned
    stops. Nobody is in Open Ground inside a fortification (D-220). EXC: one NMC a
    Location, however many could fire.
    """
    unit = play.state.units[id_]
    if rout_rules.sheltered(play, unit):
        return
    by = interdiction.interdictors(play, unit, unit.location)
    if not by:
        return
    check = morale_check(play, id_, cause=fact("interdiction_by", by=by[0].id))
    if check.margin == 0 and id_ in play.state.units:
        unit = play.state.units[id_]
        deeds: tuple[Deed, ...] = (*unit.deeds, "interdicted")
        play.emit(
            UnitChanged(replace(unit, deeds=deeds), fact("pinned_by_interdiction"))
        )


def offer_end_rout(view: GameView, side: Side) -> Iterator[Offer]:
    """The end of the rout in hand."""
    for unit in view.state.movers():
        if unit.side == side and view.state.move:
            try:
                rout_paths.may_stop(view, unit, view.state.move)
            except Illegal:
                return
            yield Offer(EndMove(), f"end the rout of {unit.id}")


def check_end_rout(view: GameView, side: Side, _order: EndMove) -> None:
    """Raise Illegal if no rout of the side is in hand, or it must go on."""
    movers = [unit for unit in view.state.movers() if unit.side == side]
    if not movers or view.state.move is None:
        raise Illegal("A10.5", "no rout is in hand")
    rout_paths.may_stop(view, movers[0], view.state.move)


def do_end_rout(play: Play, _side: Side, _order: EndMove) -> None:
    """End the rout in hand."""
    play.emit(MoveEnded())


# -- surrender and failure ---------------------------------------------------------


@rule(
    "A20.21/rtph",
    "Those who cannot get away surrender",
    cites=("A19.12", "A20.3", "A10.53"),
)
def surrenders(play: Play) -> None:
    """Units that cannot rout but by Interdiction or Low Crawl give themselves up.

    So do Disrupted and Encircled ones, all of them only next to a captor.
    """
    for unit in _in_order(play):
        if play.state.units.get(unit.id) == unit:
            _give_up(play, unit)


def _in_order(view: GameView) -> list[Unit]:
    """The broken units on the map, the ATTACKER's first."""
    sides = (view.state.side, defender(view.state))
    return [u for side in sides for u in onboard(view, side) if u.broken]


def _give_up(play: Play, unit: Unit) -> bool:
    """Let a unit surrender if it must; whether it is a prisoner now."""
    if not _surrenders(play, unit):
        return False
    found = captors(play, unit)
    return surrender(play, unit.id, found[0].id)


def _surrenders(view: GameView, unit: Unit) -> bool:
    if not may_surrender(view, unit) or not captors(view, unit):
        return False
    return unit.disrupted or unit.encircled or not safe_way(view, unit)


@rule(
    "A10.533",
    "Failure to Rout",
    exc=(
        "a unit that Low Crawled may stay in the open",
        "so may one that is pinned, and a Disrupted one",
    ),
    cites=("A10.5", "A20.21", "A19.12"),
)
def failure(play: Play) -> None:
    """A broken unit that still may not be where it is surrenders or is eliminated.

    EXC: one that used Low Crawl may stay in the open. EXC: so may one that was pinned
    by Interdiction, and a Disrupted one, which does not rout.
    """
    _end(play)
    for unit in _in_order(play):
        now = play.state.units.get(unit.id)
        if now != unit or unit.melee or unit.guard or unit.vehicle:
            continue
        why = rout_rules.must_rout(play, unit)
        spared = unit.disrupted or unit.did("low crawl") or unit.did("interdicted")
        if not why or (why == "in the open" and spared):
            continue
        if why != "ADJACENT" or not _give_up(play, unit):
            eliminate(play, unit.id, fact("failure_to_rout", why=why))


# -- the orders --------------------------------------------------------------------

ROUT = OrderKind(
    order=Rout,
    rule="A10.5",
    when=(When("RtPh", BOTH, 20),),
    offer=offer_rout,
    check=check_rout,
    do=do_rout,
    label="Rout",
    verbs={
        "rout": Verb(
            (UNIT, TO), "rout into the next Location, or a fortification", after=INSIDE
        ),
        "crawl": Verb(
            (UNIT, TO), "rout by Low Crawl", fixed={"low_crawl": True}, after=INSIDE
        ),
    },
    listed=250,
)

END_ROUT = OrderKind(
    order=EndMove,
    rule="A4.2",
    when=(When("RtPh", BOTH, 30),),
    offer=offer_end_rout,
    check=check_end_rout,
    do=do_end_rout,
)
