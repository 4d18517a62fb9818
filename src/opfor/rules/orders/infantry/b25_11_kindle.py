"""B25.11: the order to kindle, and the DR."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.modifier import Mod, total
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader, mmc, onboard, smc
from opfor.rules.a_infantry.a10_morale.a10_1_check_dr import make_check
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.b_terrain.b25_fire.b25_1_flames import burns
from opfor.rules.b_terrain.b25_fire.b25_5_environmental_conditions import drenched
from opfor.rules.b_terrain.b25_fire.b25_11_who_kindles import (
    director,
    kindling_drm,
    may_kindle,
)
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.orders import Kindle
from opfor.rules.orders.infantry.a03_prep_fire_labor import own_unit
from opfor.rules.orders.infantry.place_flame import place_flame
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.verbs import BY, UNITS, Verb
from opfor.state.events import UnitChanged, WeaponChanged
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Side, Unit


def check_kindle(view: GameView, side: Side, order: Kindle) -> None:
    """Raise Illegal if the units cannot try to set their Location ablaze now."""
    if not order.units or len(set(order.units)) < len(order.units):
        raise Illegal("B25.11", "name each unit that kindles once")
    units = [own_unit(view, side, id_) for id_ in order.units]
    for unit in units:
        may_kindle(view, unit)
    director(view, units, order.leader)


def offer_kindle(view: GameView, side: Side) -> Iterator[Offer]:
    """Each SMC that may kindle; the MMC of a leader, one by one and together."""
    free = [u for u in onboard(view, side) if allows(view, side, u, _may_kindle)]
    for chief in free:
        if smc(view, chief):
            yield from _kindling(view, side, Kindle((chief.id,)))
        if not leader(view, chief):
            continue
        with_him = [u.id for u in free if mmc(view, u) and u.location == chief.location]
        for id_ in with_him:
            yield from _kindling(view, side, Kindle((id_,), chief.id))
        if len(with_him) > 1:
            yield from _kindling(view, side, Kindle(tuple(with_him), chief.id))


def _may_kindle(view: GameView, _side: Side, unit: Unit) -> None:
    may_kindle(view, unit)


def _kindling(view: GameView, side: Side, order: Kindle) -> Iterator[Offer]:
    if not allows(view, side, order, check_kindle):
        return
    unit = view.state.units[order.units[0]]
    chief = view.state.units.get(order.leader, unit)
    needed, drm = (
        may_kindle(view, unit).kindling,
        total(kindling_drm(view, unit, chief)),
    )
    led = f", led by {order.leader}" if order.leader else ""
    label = f"{', '.join(order.units)} kindle (NTC, DR {drm:+d} ≥ {needed}{led})"
    yield Offer(order, label, (unit.location,))


@rule("B25.11/order", "What a Kindling attempt costs", cites=("B25.11", "A12.14"))
def do_kindle(play: Play, side: Side, order: Kindle) -> None:
    """The NTC of who directs it, then a DR for each; all have Prep Fired by that.

    If he fails, he alone has. Reading: D-413.
    """
    units = [own_unit(play, side, id_) for id_ in order.units]
    chief = director(play, units, order.leader)
    # B25.11: the NTC of who directs it
    passed = make_check(play, chief, task=True, cause=fact("to_kindle")).passed
    # B25.11: it is their Prep Fire, and costs "?" (A12.14)
    for id_ in dict.fromkeys((*(order.units if passed else ()), chief.id)):
        _prep_fires(play, id_)
    # B25.11: a DR for each
    for unit in units if passed else ():
        drm = kindling_drm(play, unit, chief)
        kindle(play, unit.location, unit.id, drm, side=side)


def _prep_fires(play: Play, id_: str) -> None:
    """It has used all its fire as Prep Fire, and is seen to."""
    unit = play.state.units[id_]
    play.emit(
        UnitChanged(replace(unit, fired="prep"), fact("kindles_as_its_prep_fire"))
    )
    for weapon in play.state.weapons_of(id_):
        spent = replace(weapon, fired="prep")
        play.emit(WeaponChanged(spent, fact("its_user_kindles")))
    lose_by(play, id_, "fires")


KINDLE = OrderKind(
    order=Kindle,
    rule="B25.11",
    when=(When("PFPh", ATTACKER, 80),),
    offer=offer_kindle,
    check=check_kindle,
    do=do_kindle,
    label="Kindle",
    verbs={"kindle": Verb((UNITS,), "try to set the Location ablaze", after=BY)},
    listed=230,
)


@rule("B25.11", "Kindling attempts", exc=("none in rain",), cites=("B25.5",))
def kindle(
    play: Play,
    location: LocationName,
    cause: str,
    drm: Sequence[Mod] = (),
    *,
    side: str = "",
) -> bool:
    """A DR for a Flame in a Location that can burn; whether there is one now.

    The Final DR must be the Kindling number of its terrain or more.
    EXC: none in rain.
    """
    kind = burns(play, location)
    if kind is None or drenched(play.state.weather):
        return False
    roll = dice_roll(
        play, fact("kindling_in", at=location, cause=cause), drm, side=side
    )
    if roll.final < kind.kindling:
        return False
    place_flame(play, location)
    return True
