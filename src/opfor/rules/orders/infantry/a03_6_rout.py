"""A3.6: the orders of the RtPh, and what follows from each step."""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.terrain_chart import mf
from opfor.rules.a_infantry.a10_morale import a10_5_rout as rout_rules
from opfor.rules.a_infantry.a10_morale import a10_51_rout_paths as rout_paths
from opfor.rules.a_infantry.a10_morale.a10_5_rout import ready
from opfor.rules.b_terrain.b26_4_wire import above_wire, put_above
from opfor.rules.b_terrain.b28_mines.b28_4_mines import minefield
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import EndMove, Rout
from opfor.rules.orders.fire.c01_1_radio import shelled
from opfor.rules.orders.infantry.a10_51_on_the_way import forced_back, slow_down
from opfor.rules.orders.infantry.a10_532_interdiction import end_rout, interdict
from opfor.rules.orders.infantry.b26_4_rtph_above_wire import beneath
from opfor.rules.orders.infantry.b28_41_mines import mines
from opfor.rules.orders.order_kind import BOTH, OrderKind, When
from opfor.rules.orders.verbs import INSIDE, TO, UNIT, Verb
from opfor.rules.s_solitaire.s05_activation.s05_2_aph_or_rtph import check_advance
from opfor.rules.s_solitaire.s06_actions.tracking import track
from opfor.state.events import MoveChanged, Moved, MoveEnded, UnitChanged, WeaponChanged
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.units import Deed, Side, Unit

# -- orders ------------------------------------------------------------------------


def offer_rout(view: GameView, side: Side) -> Iterator[Offer]:
    """Each step of the rout in hand, or each first step of those who may rout."""
    for unit in ready(view, side):
        for step in rout_paths.steps(view, unit):
            order = Rout(unit.id, step.to, step.low_crawl, step.inside)
            how = "routs by Low Crawl" if step.low_crawl else "routs"
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
    # A17.2: who is wounded has fewer MF
    slow_down(play)
    # A10.532: a rout goes on until it is pinned or has nowhere to go
    units = play.state.movers()
    if not units or units[0].did("interdicted") or not _goes_on(play, units[0]):
        end_rout(play)


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
    # C6.5, C6.51: what it had acquired is lost, what has acquired it follows
    track(play, start, order.to)
    _arrived(play, order)
    # S5.2: S? that they make eligible are checked
    if side == "FRIENDLY":
        check_advance(play, [unit.id for unit in play.state.movers()])


def _arrived(play: Play, order: Rout) -> None:
    """What lies in a Location, and who sees those who come."""
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
