"""The orders of the MPh that cost MF but do not lead into another Location.

Each is done by a unit or a stack that begins its move with it or is in the middle of
one; the MF count as spent where it is, and may be fired at (A8.1).
"""

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec.structs import replace

from opfor.core.ask import Choose, Option
from opfor.core.dice import die_roll
from opfor.core.errors import Illegal
from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_units import adjacent
from opfor.rules.a_infantry.a04_movement import weapons
from opfor.rules.a_infantry.a04_movement.cost import as_it_stands, standing
from opfor.rules.a_infantry.a04_movement.steps import (
    begin_or_continue,
    movable,
    spend,
    spent_here,
    units_of,
)
from opfor.rules.a_infantry.a07_fire.vehicles import describe_fates
from opfor.rules.a_infantry.a08_first_fire.window import after_spending
from opfor.rules.a_infantry.a10_morale.effects import casualty_reduction
from opfor.rules.a_infantry.a11_close_combat.paatc import paatc
from opfor.rules.a_infantry.a12_concealment.concealment import lose_by
from opfor.rules.a_infantry.a12_concealment.search import (
    SEARCH_MF,
    accessible,
    reached,
    search_casualties,
    uncover,
)
from opfor.rules.a_infantry.a23_demolition.placed import blast
from opfor.rules.a_infantry.a24_smoke_grenades import (
    grenade_cost,
    has_wp,
    needed,
    throw_grenades,
)
from opfor.rules.b_terrain.b26_wire import above_wire
from opfor.rules.b_terrain.b27_entrenchments import fits, fortification_mf
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.orders import (
    MoveTo,
    PlaceCharge,
    Recover,
    Search,
    Shelter,
    SmokeGrenade,
)
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.verbs import (
    ASSAULT,
    BESIDE,
    FORTIFICATION,
    TO,
    UNIT,
    UNITS,
    WEAPON,
    Verb,
)
from opfor.rules.s_solitaire.s03_activation.hold import searched
from opfor.state.counters import SupportWeapon
from opfor.state.events import MarkerAdded, UnitChanged
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import LocationName, Marker, Side, Unit

SHELTERS = ("foxhole", "trench", "pillbox", "cave")


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


# -- fortifications ----------------------------------------------------------------


@rule("B27.4/mph", "Into and out of a fortification in the MPh", cites=("B30.4",))
def check_shelter(view: GameView, side: Side, order: Shelter) -> Move:
    """One MF to enter a fortification of the Location, one to leave one.

    Errors:
        Illegal: the units cannot do that.
    """
    units = units_of(view, side, order.units)
    free = [unit for unit in units if not unit.guard]  # prisoners go along
    here = free[0].inside
    if any(unit.inside != here for unit in free):
        raise Illegal("B27.4", "they are not all inside of the same")
    if here == order.inside:
        raise Illegal("B27.4", "they are there already")
    if above_wire(view, units[0]):
        return _beneath(view, units, order)
    if order.inside:
        _may_enter(view, units, order.inside)
    cost = fortification_mf(order.inside, here)
    return spent_here(view, units, cost, assault=order.assault)


def _beneath(view: GameView, units: list[Unit], order: Shelter) -> Move:
    if order.inside:
        raise Illegal("B26.4", "they must get beneath the wire first")
    move = spent_here(view, units, MF, assault=order.assault)
    if move.double_time:
        raise Illegal("B26.4", "nobody gets beneath wire by Double Time")
    return move


def _may_enter(view: GameView, units: list[Unit], id_: str) -> None:
    fort = view.state.fortifications.get(id_)
    if fort is None or fort.kind not in SHELTERS or fort.hidden:
        raise Illegal("B27.4", f"there is no fortification {id_} to enter")
    if fort.location != units[0].location:
        raise Illegal("B27.4", f"{id_} is not in their Location")
    there = view.state.units_at(fort.location)
    if any(u.inside == id_ and u.side != units[0].side and not u.guard for u in there):
        raise Illegal("B30.6", f"the enemy is in {id_}")
    if not fits(view, fort, units):
        raise Illegal("B27.p1", f"they do not fit into {id_}")


def offer_shelter(view: GameView, side: Side) -> Iterator[Offer]:
    """Each unit into each fortification of its Location, out of it, beneath wire."""
    for unit in able(view, side) if view.state.fortifications else ():
        forts = view.state.fortifications_at(unit.location)
        ids = [fort.id for fort in forts if fort.kind in SHELTERS]
        for id_ in [i for i in ["", *ids] if i != unit.inside]:
            order = Shelter((unit.id,), id_)
            if not allows(view, side, order, check_shelter):
                continue
            above = above_wire(view, unit)
            what = "beneath the wire" if above else f"into {id_}" if id_ else "out"
            cost = MF if above else fortification_mf(id_, unit.inside)
            yield Offer(order, f"{unit.id} {what}", (unit.location,), cost)


def do_shelter(play: Play, side: Side, order: Shelter) -> None:
    """Enter or leave a fortification, or try to get beneath the wire."""
    move = check_shelter(play, side, order)
    units = [play.state.units[id_] for id_ in move.units]
    # B26.4: beneath the wire, by a dr of MF
    if above_wire(play, units[0]):
        get_beneath(play, units, move)
    else:
        spend(play, move)
        what = fact("into", what=order.inside) if order.inside else fact("out")
        _put(play, units, order.inside, what)
    # A8.1: the DEFENDER may fire
    after_spending(play)


@rule("B26.4/dr", "Getting beneath wire")
def get_beneath(play: Play, units: list[Unit], move: Move) -> None:
    """A dr of MF, one for the stack; with fewer left it is hung up, all are spent."""
    before = move.spent - MF
    left = move.allotment - before
    roll = die_roll(play, fact("dr_beneath_the_wire", units=move.units))
    cost = min(left, roll.final * MF)
    spend(play, replace(move, spent=before + cost, here=move.here - MF + cost))
    if roll.final * MF <= left:
        _put(play, units, "", fact("beneath_the_wire"))


def _put(play: Play, units: list[Unit], inside: str, what: Fact) -> None:
    for unit in units:
        now = play.state.units[unit.id]
        play.emit(UnitChanged(replace(now, inside=inside, wall=False), what))


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
    after_spending(play)


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
    after_spending(play)


# -- DC ----------------------------------------------------------------------------


@rule("A23.3", "A placed DC", cites=("A23.1", "A11.6", "C7.346"))
def check_place_charge(view: GameView, side: Side, order: PlaceCharge) -> Move:
    """The MF that entering the ADJACENT Location would cost; enemies do not bar it.

    Reading: D-107, who has placed it may go on with what MF are left.

    Errors:
        Illegal: it cannot be placed.
    """
    weapon = view.state.weapons.get(order.weapon)
    kind = view.world.counter(weapon.counter) if weapon else None
    if weapon is None or not isinstance(kind, SupportWeapon) or kind.kind != "DC":
        raise Illegal("A23.1", f"{order.weapon} is no DC")
    unit = unit_of(view, side, weapon.owner)
    if any(marker.of == weapon.id for marker in view.state.markers.values()):
        raise Illegal("A23.3", f"{weapon.id} is placed already")
    if not unit.good_order or order.to == unit.location:
        raise Illegal("A23.3", "a DC is placed in an ADJACENT Location in Good Order")
    if not unit.location or not adjacent(view, unit.location, order.to):
        raise Illegal("A23.3", f"{order.to} is not ADJACENT")
    stack = together(view, unit, order.units)
    entry = view.world.entry(unit.location, order.to)
    if not entry.bar:
        entry = as_it_stands(view, standing(view), [unit], order.to, entry)
    if entry.bar:
        raise Illegal("A23.3", f"{order.to} cannot be entered: {entry.bar}")
    ids = tuple(one.id for one in stack)
    full = begin_or_continue(view, stack, MoveTo(ids, order.to)).move
    cost = full.allotment if entry.all else entry.quarters
    return spent_here(view, stack, cost)


def offer_place_charge(view: GameView, side: Side) -> Iterator[Offer]:
    """Each DC into each ADJACENT Location."""
    for weapon in view.state.weapons.values():
        unit = view.state.units.get(weapon.owner)
        kind = view.world.counter(weapon.counter)
        if unit is None or unit.side != side or not unit.location:
            continue
        if not isinstance(kind, SupportWeapon) or kind.kind != "DC":
            continue
        for to, _ in view.world.ways(unit.location):
            order = PlaceCharge(weapon.id, to)
            if allows(view, side, order, check_place_charge):
                fates = describe_fates(view, blast(view, unit, weapon, to))
                label = f"{unit.id} places {weapon.id} in {to}"
                yield Offer(order, f"{label} ({fates})" if fates else label, (to,))


def do_place_charge(play: Play, side: Side, order: PlaceCharge) -> None:
    """Spend the MF and put the DC down; it explodes in the AFPh (A23.3).

    Beside a manned AFV it takes a PAATC; who fails it keeps the DC (A11.6, D-368).
    """
    move = check_place_charge(play, side, order)
    # A23.3: the MF that entering would cost
    spend(play, move)
    weapon = play.state.weapons[order.weapon]
    # A11.6: beside an AFV only who dares; the DC is kept if not
    if not paatc(play, weapon.owner, order.to):
        after_spending(play)
        return
    name = fresh_id(play.state, "charge")
    marker = Marker(id=name, kind="DC", location=order.to, side=side, of=weapon.id)
    play.emit(MarkerAdded(marker))
    # A12.14: placing it costs "?"
    lose_by(play, weapon.owner, "other action")
    after_spending(play)


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
    after_spending(play)


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

SHELTER = OrderKind(
    order=Shelter,
    rule="B27.4",
    when=(When("MPh", ATTACKER, 50),),
    offer=offer_shelter,
    check=check_shelter,
    do=do_shelter,
    label="Shelter",
    verbs={
        "shelter": Verb(
            (UNITS, FORTIFICATION),
            "enter a fortification of the Location",
            flags=ASSAULT,
        ),
        "leave": Verb((UNITS,), "leave the fortification", flags=ASSAULT),
    },
    listed=180,
)

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

PLACE_CHARGE = OrderKind(
    order=PlaceCharge,
    rule="A23.3",
    when=(When("MPh", ATTACKER, 70),),
    offer=offer_place_charge,
    check=check_place_charge,
    do=do_place_charge,
    label="Place DC",
    verbs={"charge": Verb((WEAPON, TO, BESIDE), "place a DC")},
    listed=200,
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
