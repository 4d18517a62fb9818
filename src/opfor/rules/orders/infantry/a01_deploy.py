"""A1.3 in play: the orders to Deploy and to Recombine."""

from collections.abc import Iterator
from itertools import combinations

from opfor.rules.a_infantry.a01_personnel.a01_3_deploy import (
    check_deploy,
    check_recombine,
    do_deploy,
    do_recombine,
    leaderless,
)
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, onboard
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.orders import Deploy, Recombine
from opfor.rules.orders.infantry.a10_rally import leaders_with
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.verbs import BY, UNIT, UNITS, Verb
from opfor.state.play import GameView
from opfor.state.units import Side, Unit


def offer_deploy(view: GameView, side: Side) -> Iterator[Offer]:
    """Each squad that may try to Deploy, by each leader with it."""
    for unit in _fit(view, side, "squad"):
        alone = ("",) if leaderless(view, unit) else ()
        for leader in (*leaders_with(view, unit), *alone):
            order = Deploy(unit.id, leader)
            if allows(view, side, order, check_deploy):
                how = f" with {leader}" if leader else ""
                yield Offer(order, f"Deploy {unit.id}{how}", (unit.location,))


def _fit(view: GameView, side: Side, size: str) -> list[Unit]:
    """The MMC of a size that could Deploy or Recombine now."""
    found = []
    for unit in onboard(view, side):
        if unit.good_order and not unit.pinned and not unit.did("deploy"):
            kind = mmc(view, unit)
            if kind is not None and kind.size == size:
                found.append(unit)
    return found


def offer_recombine(view: GameView, side: Side) -> Iterator[Offer]:
    """Each pair of HS of one type in a Location, by each leader with them."""
    for one, two in combinations(_fit(view, side, "half squad"), 2):
        if one.location != two.location or one.counter != two.counter:
            continue
        alone = ("",) if leaderless(view, one) else ()
        for leader in (*leaders_with(view, one), *alone):
            order = Recombine((one.id, two.id), leader)
            if allows(view, side, order, check_recombine):
                label = f"Recombine {one.id} and {two.id}"
                yield Offer(order, label, (one.location,))


DEPLOY = OrderKind(
    order=Deploy,
    rule="A1.31",
    when=(When("RPh", ATTACKER, 60),),
    offer=offer_deploy,
    check=check_deploy,
    do=do_deploy,
    label="Deploy",
    verbs={"deploy": Verb((UNIT,), "make two HS of a squad", after=BY)},
    listed=110,
)

RECOMBINE = OrderKind(
    order=Recombine,
    rule="A1.32",
    when=(When("RPh", ATTACKER, 70),),
    offer=offer_recombine,
    check=check_recombine,
    do=do_recombine,
    label="Recombine",
    verbs={
        "recombine": Verb(
            (UNITS,),
            "make a squad of two HS",
            after=BY,
            examples=("recombine 247A,247B",),
        )
    },
    listed=120,
)
