"""The orders of the MPh that cost MF but do not lead into another Location.

Each is done by a unit or a stack that begins its move with it or is in the middle of
one; the MF count as spent where it is, and may be fired at (A8.1).
"""

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec.structs import replace

from opfor.core.ask import Choose, Option
from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement import a04_4_weapons as weapons
from opfor.rules.a_infantry.a04_movement.a04_1_who_may_move import movable
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import (
    spend,
    spent_here,
    units_of,
)
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import casualty_reduction
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.a_infantry.a12_concealment.a12_152_search import (
    SEARCH_MF,
    accessible,
    reached,
    uncover,
)
from opfor.rules.a_infantry.a12_concealment.a12_154_search_casualties import (
    search_casualties,
)
from opfor.rules.a_infantry.a24_smoke.a24_1_smoke_grenades import (
    grenade_cost,
    has_wp,
    needed,
    throw_grenades,
)
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.orders import (
    Recover,
    Search,
    SmokeGrenade,
)
from opfor.rules.orders.infantry.s08_p14_activated_fire import spent_in_place
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.verbs import (
    BESIDE,
    TO,
    UNIT,
    Verb,
)
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import searched
from opfor.state.events import UnitChanged
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Side, Unit


def able(view: GameView, side: Side) -> list[Unit]:
    """The units of a side that could spend MF where they are, those in hand only."""
    parts = view.state.move.parts if view.state.move else ()
    in_hand = {id_ for part in parts if not part.stopped for id_ in part.units}
    return [
        unit
        for unit in view.state.units.values()
        if unit.side == side and unit.location and movable(view, unit)
        if not parts or unit.id in in_hand
    ]


def together(view: GameView, unit: Unit, ids: Sequence[str]) -> list[Unit]:
    """Who spends the MF: those named with the unit, else all that it moves with."""
    parts = view.state.move.parts if view.state.move else ()
    part = next((part for part in parts if unit.id in part.units), None)
    named = list(ids) or (
        [i for i in part.units if i in view.state.units] if part else []
    )
    wanted = dict.fromkeys([unit.id, *named])
    free = [i for i in wanted if i == unit.id or movable(view, view.state.units[i])]
    return units_of(view, unit.side, free)


def unit_of(view: GameView, side: Side, id_: str) -> Unit:
    """The unit of a side that an order names.

    Errors:
        Illegal: there is none, or it may not move.
    """
    return units_of(view, side, (id_,))[0]


# -- SMOKE grenades ----------------------------------------------------------------


def check_smoke_grenade(view: GameView, side: Side, order: SmokeGrenade) -> Move:
    """The move after an attempt to place SMOKE.

    Errors:
        Illegal: it cannot be made.
    """
    unit = unit_of(view, side, order.unit)
    cost = grenade_cost(view, unit, order.to, wp=order.wp)
    return spent_here(view, together(view, unit, order.units), cost)


def offer_smoke_grenade(view: GameView, side: Side) -> Iterator[Offer]:
    """Each attempt of each squad that has a Smoke Exponent."""
    for unit in able(view, side):
        if not getattr(view.world.counter(unit.counter), "smoke", 0):
            continue
        near = [to for to, _ in view.world.ways(unit.location)]
        kinds = (False, True) if has_wp(view, unit) else (False,)
        for to, wp in product((unit.location, *near), kinds):
            order = SmokeGrenade(unit.id, to, wp=wp)
            if allows(view, side, order, check_smoke_grenade):
                cost = MF if to == unit.location else 2 * MF
                what = "WP" if wp else "SMOKE"
                need = needed(view, unit, wp=wp)
                label = f"{unit.id} throws {what} into {to}: needs {need}"
                yield Offer(order, label, (to,), cost)


def do_smoke_grenade(play: Play, side: Side, order: SmokeGrenade) -> None:
    """Spend the MF and roll for the SMOKE."""
    # A24.1: the MF are spent, whatever the dr
    spend(play, check_smoke_grenade(play, side, order))
    # A24.11: the placement dr
    throw_grenades(play, play.state.units[order.unit], order.to, wp=order.wp)
    # A8.1: the DEFENDER may fire
    spent_in_place(play, side)


# -- Recovery ----------------------------------------------------------------------


def check_recover(view: GameView, side: Side, order: Recover) -> Move:
    """The move after an attempt to recover a Weapon, for one MF (A4.44).

    Errors:
        Illegal: it cannot be made.
    """
    unit = unit_of(view, side, order.unit)
    weapons.check_recover(view, side, order)
    return spent_here(view, together(view, unit, ()), MF)


def offer_recover(view: GameView, side: Side) -> Iterator[Offer]:
    """Each unpossessed Weapon, by each unit in its Location."""
    lying = [w for w in view.state.weapons.values() if not w.owner and w.location]
    for unit in able(view, side) if lying else ():
        for weapon in lying:
            order = Recover(unit.id, weapon.id)
            if weapon.location == unit.location and allows(
                view, side, order, check_recover
            ):
                label = f"{unit.id} recovers {weapon.id} (dr < 6)"
                yield Offer(order, label, (unit.location,), MF)


def do_recover(play: Play, side: Side, order: Recover) -> None:
    """Spend the MF and roll."""
    # A4.44: one MF, then the dr
    spend(play, check_recover(play, side, order))
    weapons.do_recover(play, side, order)
    # A8.1: the DEFENDER may fire
    spent_in_place(play, side)


# -- Search ------------------------------------------------------------------------


def check_search(view: GameView, side: Side, order: Search) -> Move:
    """The move after a Search, which ends it.

    Errors:
        Illegal: the unit cannot search.
    """
    unit = unit_of(view, side, order.unit)
    if not accessible(view, unit):
        raise Illegal("A12.152", "there is nothing to search")
    return replace(spent_here(view, [unit], SEARCH_MF), stopped=True)


def offer_search(view: GameView, side: Side) -> Iterator[Offer]:
    """Each MMC that may search."""
    for unit in able(view, side):
        order = Search(unit.id)
        if allows(view, side, order, check_search):
            label = f"{unit.id} searches the hexes around"
            yield Offer(order, label, (unit.location,), SEARCH_MF)


def do_search(play: Play, side: Side, order: Search) -> None:
    """Spend the MF, see how far the Search reaches, and uncover what is there."""
    spend(play, check_search(play, side, order))
    unit = play.state.units[order.unit]
    # A12.152: the searcher is TI, and seen
    play.emit(UnitChanged(replace(unit, ti=True), fact("searches_ti")))
    lose_by(play, unit.id, "other action")
    places = accessible(play, unit)
    # A12.152: the dr says how many hexes
    for where in _which(play, unit, places, reached(play, unit, len(places))):
        found = uncover(play, side, where, fact("searched"))
        # S3.31c: S? that are searched are checked
        if side == "FRIENDLY":
            searched(play, where, by=unit.location)
        # A12.154: what was hidden there may hurt it
        if unit.id in play.state.units and search_casualties(play, unit, found):
            casualty_reduction(play, unit.id)
    # A8.1: the DEFENDER may fire
    spent_in_place(play, side)


def _which(
    play: Play, unit: Unit, places: list[LocationName], count: int
) -> Iterator[LocationName]:
    """The Locations searched, chosen by the searcher where not all can be."""
    left = list(places)
    for _ in range(min(count, len(places))):
        if len(left) == len(places) == count:
            yield from left
            return
        asked = Choose(
            purpose=f"{unit.id} searches",
            side=unit.side,
            why="discretion",
            policy="A12.152 search",
            options=tuple(Option(place, place, (place,)) for place in left),
        )
        chosen = LocationName(play.ask(asked))
        left.remove(chosen)
        yield chosen


# -- the orders --------------------------------------------------------------------


SMOKE_GRENADE = OrderKind(
    order=SmokeGrenade,
    rule="A24.1",
    when=(When("MPh", ATTACKER, 60),),
    offer=offer_smoke_grenade,
    check=check_smoke_grenade,
    do=do_smoke_grenade,
    label="SMOKE",
    verbs={
        "grenade": Verb(
            (UNIT, TO, BESIDE),
            "try to place SMOKE grenades",
            flags={"wp": ("wp", True)},
        )
    },
    listed=190,
)


RECOVER_IN_MPH = OrderKind(
    order=Recover,
    rule="A4.44",
    when=(When("MPh", ATTACKER, 80),),
    offer=offer_recover,
    check=check_recover,
    do=do_recover,
)

SEARCH = OrderKind(
    order=Search,
    rule="A12.152",
    when=(When("MPh", ATTACKER, 90),),
    offer=offer_search,
    check=check_search,
    do=do_search,
    label="Search",
    verbs={"search": Verb((UNIT,), "search the hexes around")},
    listed=170,
)
