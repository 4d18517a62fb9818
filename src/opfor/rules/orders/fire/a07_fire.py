"""Fire orders in play: small arms and MG, ordnance, at what stands and what moves.

Whatever an order names, it goes to the module that plans and resolves it.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple, get_args, get_type_hints

from opfor.core.dice import Rolled
from opfor.core.errors import Illegal
from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.rules.a_infantry.a03_9_phases import role
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a08_first_fire import offers as first_fire_offers
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import could_act, count, trace
from opfor.rules.a_infantry.a08_first_fire.a08_2_residual_fp import lay
from opfor.rules.a_infantry.a22_ft_and_mol.a22_1_flamethrower import (
    ft_offers,
    is_ft,
    plan_ft,
)
from opfor.rules.a_infantry.a22_ft_and_mol.a22_6_molotov import (
    light,
    mol_offers,
    plan_mol,
    with_mol,
)
from opfor.rules.a_infantry.a23_demolition import a23_4_going_off
from opfor.rules.a_infantry.a23_demolition.a23_6_thrown import (
    is_thrown,
    plan_throw,
    throws,
    use_up,
)
from opfor.rules.a_infantry.a23_demolition.a23_7_set import (
    firings,
    is_set,
    plan_set,
    spent,
)
from opfor.rules.c_ordnance.c02_ordnance.c02_24_gun_duels import (
    answer,
    duel,
    goes_first,
)
from opfor.rules.c_ordnance.c02_ordnance.c02_29_ife import (
    bring_to_bear,
    ife_offers,
    is_ife,
    plan_ife,
    show,
)
from opfor.rules.c_ordnance.c03_to_hit.c03_3_to_hit_resolution import shoot
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import is_to_hit, plan_shot
from opfor.rules.c_ordnance.c03_to_hit.offers import shots
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import Fire
from opfor.rules.orders.fire import a07_3_attacks, a08_first_fire
from opfor.rules.orders.fire.a22_6_molotov_burns import burn
from opfor.rules.orders.order_kind import ATTACKER, DEFENDER, WINDOW, OrderKind, When
from opfor.rules.orders.verbs import SECOND, Slot, Verb
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import attacked, unveil_attacked
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Side


class Special(NamedTuple):
    """A kind of attack on the IFT that has rules of its own.

    Args:
        named: whether an order is one.
        plan: the attack that it makes, or Illegal.
        offers: those that a side could make.
        residual: it leaves Residual FP as First Fire (A8.2).
        ready: what is done before it is resolved, and the attack that it then is.
        after: what is done once it is resolved.
    """

    named: Callable[[GameView, Fire], bool]
    plan: Callable[[GameView, Side, Fire], Attack]
    offers: Callable[[GameView, Side], Iterator[Offer]]
    residual: bool = False
    ready: Callable[[Play, Attack], Attack] = lambda _play, made: made
    after: Callable[[Play, Attack, Rolled | None], object] = lambda *_: None


SPECIALS = (
    Special(is_ft, plan_ft, ft_offers, residual=True),
    Special(with_mol, plan_mol, mol_offers, residual=True, ready=light, after=burn),
    Special(is_ife, plan_ife, ife_offers, True, bring_to_bear, show),
    Special(is_thrown, plan_throw, throws, after=use_up),
    Special(is_set, plan_set, firings, after=spent),
)


def special(view: GameView, order: Fire) -> Special | None:
    """The kind of an order that has rules of its own; None for any other."""
    return next((kind for kind in SPECIALS if kind.named(view, order)), None)


def offer_fire(view: GameView, side: Side) -> Iterator[Offer]:
    """What a side can fire in its fire phase, ordnance after the rest."""
    yield from a07_3_attacks.offer_fire(view, side)
    yield from _others(view, side)


def thinkable(view: GameView, side: Side) -> Iterator[Fire]:
    """Fire at enemy units for a player to choose from; a rule may yet forbid some."""
    yield from a07_3_attacks.thinkable(view, side)
    offers = (kind.offers(view, side) for kind in SPECIALS)
    for offer in chain(*offers, shots(view, side, suspects=False)):
        if isinstance(offer.order, Fire):
            yield offer.order


def _others(view: GameView, side: Side) -> Iterator[Offer]:
    for kind in SPECIALS:
        yield from kind.offers(view, side)
    yield from shots(view, side)


def check_fire(view: GameView, side: Side, order: Fire) -> None:
    """Raise Illegal if a rule forbids that attack."""
    if order.lane:
        now = f"this is the {view.state.phase}"
        raise Illegal("A9.22", f"a Fire Lane is laid by First Fire in the MPh; {now}")
    _check(view, side, order, a07_3_attacks.check_fire)


def _check(
    view: GameView,
    side: Side,
    order: Fire,
    on_ift: Callable[[GameView, Side, Fire], object],
) -> None:
    """Ordnance, FT, MOL and DC by their own rules, all else by those of the IFT."""
    if is_to_hit(view, order):
        plan_shot(view, side, order)
    elif kind := special(view, order):
        kind.plan(view, side, order)
    else:
        on_ift(view, side, order)


def do_fire(play: Play, side: Side, order: Fire) -> None:
    """Make the attack, or the shot, that an order plans."""
    if is_to_hit(play, order):
        shoot(play, plan_shot(play, side, order), unveil=unveil)
    elif kind := special(play, order):
        _attack(play, kind, kind.plan(play, side, order))
    else:
        a07_3_attacks.do_fire(play, side, order)


def explode(play: Play) -> None:
    """DC that were placed go off as the AFPh begins (A23.4)."""
    a23_4_going_off.explode(play, unveil=unveil_attacked)


def unveil(play: Play, target: LocationName, by: LocationName) -> None:
    """S? in a Location that is hit are checked for Activation (S3.31a)."""
    attacked(play, target, by=by)


def offer_first_fire(view: GameView, side: Side) -> Iterator[Offer]:
    """What the DEFENDER can fire at what moves, ordnance after the rest."""
    yield from a08_first_fire.offer_first_fire(view, side)
    yield from _others(view, side)


def check_first_fire(view: GameView, side: Side, order: Fire) -> None:
    """Raise Illegal if a rule forbids to fire that at what moves."""
    _check(view, side, order, first_fire_offers.check_first_fire)


def do_first_fire(play: Play, side: Side, order: Fire) -> None:
    """Fire at what moves (A8.1)."""
    # C3.3: ordnance by To Hit
    if is_to_hit(play, order):
        _first_shot(play, side, order)
        if play.state.window and not could_act(play):
            a08_first_fire.over(play)
    elif kind := special(play, order):
        # A22, A23: FT, MOL and DC by their own rules
        _special(play, kind, kind.plan(play, side, order), order)
    else:
        # A8.1: all else on the IFT
        a08_first_fire.do_first_fire(play, side, order)


def _first_shot(play: Play, side: Side, order: Fire) -> None:
    """A shot at what moves, which a vehicle may answer by a Gun Duel (C2.24)."""
    shot = plan_shot(play, side, order)
    reply = answer(play, shot)
    # C2.24: the lower Firer DRM shoots first; the other, if it still can
    if reply is not None and goes_first(reply, shot):
        shoot(play, reply, unveil=unveil)
        try:
            shot = plan_shot(play, side, order)
        except Illegal as bar:
            play.emit(
                Note(fact("fires_no_more_because", who=order.firers[0], why=bar.what))
            )
            return
        reply = None
    # A8.1: it counts as First Fire
    if play.state.window and role(play.state, side) == "window":
        count(play, order)
    # C2.24: with equal DRM both at once
    if reply is not None:
        duel(play, reply, shot, unveil=unveil)
    else:
        shoot(play, shot, unveil=unveil)


def _attack(play: Play, kind: Special, planned: Attack) -> Rolled | None:
    """Resolve an attack that has rules of its own, with what they add to it."""
    made = kind.ready(play, planned)
    rolled = a07_3_attacks.attack(play, made) if made.fp else None
    kind.after(play, made, rolled)
    return rolled


def _special(play: Play, kind: Special, made: Attack, order: Fire) -> None:
    """A FT, MOL or DC at what moves; but for a DC it leaves Residual FP (A8.2)."""
    movers = play.state.movers()
    # A8.1: it counts as First Fire
    count(play, order)
    rolled = _attack(play, kind, made)
    # A8.2: it leaves Residual FP
    if kind.residual and made.fp:
        lay(play, trace(play, made, rolled), movers)
    if play.state.window and not could_act(play):
        a08_first_fire.over(play)


# -- the orders --------------------------------------------------------------------

AMMO = tuple(word for word in get_args(get_type_hints(Fire)["ammo"]) if word)
"""What ordnance fires, as the order names it."""

FIRE = OrderKind(
    order=Fire,
    rule="A7.3",
    when=(
        When("PFPh", ATTACKER, 20),
        When("DFPh", DEFENDER, 30),
        When("AFPh", ATTACKER, 20),
    ),
    offer=offer_fire,
    check=check_fire,
    do=do_fire,
    label="Fire",
    verbs={
        "fire": Verb(
            (Slot("firers", "firer", many=True), Slot("target", "place"), SECOND),
            "attack a Location with units and SW",
            after={
                "by": Slot("leaders", many=True),
                "spotter": Slot("spotter"),
                "aim": Slot("at", "enemy"),
            },
            flags={
                "lane": ("lane", True),
                "mol": ("mol", True),
                "snap": ("snap", True),
                "area": ("area", True),
                "backblast": ("backblast", True),
                "tracks": ("tracks", True),
                **{word.casefold(): ("ammo", word) for word in AMMO},
            },
            examples=(
                "fire 467A,mmgA Q5 by 81A",
                "fire pz4hA.ma Q5 aim et34A ap",
                "fire pz4hA.bmg,pz4hA.cmg Q5",
                "fire 57atA Q5 he",
            ),
        )
    },
    listed=10,
)

FIRST_FIRE = OrderKind(
    order=Fire,
    rule="A7.3",
    when=(When("MPh", WINDOW, 10),),
    offer=offer_first_fire,
    check=check_first_fire,
    do=do_first_fire,
)
