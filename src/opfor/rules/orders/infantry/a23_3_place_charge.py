"""A23.3: the order to place a DC."""

from collections.abc import Iterator

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import (
    begin_or_continue,
    spend,
    spent_here,
)
from opfor.rules.a_infantry.a04_movement.a04_13_cost import as_it_stands, standing
from opfor.rules.a_infantry.a07_fire.a07_308_dr_at_vehicles import describe_fates
from opfor.rules.a_infantry.a11_close_combat.a11_6_paatc import paatc
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.a_infantry.a23_demolition.a23_1_placed import blast
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.orders import MoveTo, PlaceCharge
from opfor.rules.orders.infantry.a04_spend_mf import together, unit_of
from opfor.rules.orders.infantry.s08_p14_activated_fire import spent_in_place
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.verbs import BESIDE, TO, WEAPON, Verb
from opfor.state.counters import SupportWeapon
from opfor.state.events import MarkerAdded
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import Marker, Side


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
        spent_in_place(play, side)
        return
    name = fresh_id(play.state, "charge")
    marker = Marker(id=name, kind="DC", location=order.to, side=side, of=weapon.id)
    play.emit(MarkerAdded(marker))
    # A12.14: placing it costs "?"
    lose_by(play, weapon.owner, "other action")
    spent_in_place(play, side)


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
