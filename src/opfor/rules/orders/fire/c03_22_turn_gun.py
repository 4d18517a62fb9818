"""The orders for Guns that do not fire: to turn them."""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.rules.a_infantry.a07_fire.a07_1_fire_attacks import able
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import working
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import now, spine_name
from opfor.rules.c_ordnance.c06_target_drm.c06_5_acquisition import lose_aim
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.vehicle_orders import TurnGun
from opfor.rules.orders.order_kind import ATTACKER, DEFENDER, OrderKind, When
from opfor.rules.orders.verbs import GUN, SPINE, Verb
from opfor.state.events import WeaponChanged
from opfor.state.play import GameView, Play
from opfor.state.units import NO_CA, GunState, Side, Weapon


def offer_turn_gun(view: GameView, side: Side) -> Iterator[Offer]:
    """Each hexspine that each Gun may be turned to."""
    for weapon in view.state.weapons.values():
        owner = view.state.units.get(weapon.owner)
        if weapon.gun is None or owner is None or owner.side != side:
            continue
        for spine in range(SIDES):
            order = TurnGun(weapon.id, spine)
            if allows(view, side, order, check_turn_gun):
                toward = spine_name(view.world, owner.location, spine)
                label = f"turn {weapon.id} to hexspine {spine}, {toward}"
                yield Offer(order, label, (owner.location,))


@rule("C3.22/turn", "A Gun turns instead of firing", cites=("C3.22",))
def check_turn_gun(
    view: GameView, side: Side, order: TurnGun
) -> tuple[Weapon, GunState]:
    """A manned Gun that has not fired may take any CA in its own side's fire phase.

    One in a pillbox or cave keeps its CA.
    Reading: D-321 it fires no more in that phase, and is not marked as having fired.

    Errors:
        Illegal: it has fired or turned, cannot be fired, or points there already.
    """
    weapon = view.state.weapons.get(order.weapon)
    owner = view.state.units.get(weapon.owner) if weapon else None
    if weapon is None or owner is None or owner.side != side:
        raise Illegal("C3.22", f"you man no Gun {order.weapon}")
    gun = weapon.gun
    if gun is None or gun.ca == NO_CA or owner.vehicle:
        raise Illegal("C3.22", f"{weapon.id} has no CA to turn")
    if bar := able(view, owner):
        raise Illegal("A7.1", bar)
    if not working(weapon):
        raise Illegal("C3.22", f"{weapon.id} is malfunctioned, dm or limbered")
    if weapon.fired or owner.fired or gun.turned == now(view):
        raise Illegal("C3.22", f"{weapon.id} has fired or turned")
    fort = view.state.fortifications.get(owner.inside)
    if fort is not None and fort.kind in ("pillbox", "cave"):
        raise Illegal("C3.22", f"{weapon.id} does not turn in a {fort.kind}")
    if order.spine not in range(SIDES) or order.spine == gun.ca:
        raise Illegal("C3.22", f"{order.spine} is no hexspine to turn it to")
    return weapon, gun


def do_turn_gun(play: Play, side: Side, order: TurnGun) -> None:
    """It points to another hexspine, and has no acquired target any more.

    A concealed or hidden one is seen as it turns.
    """
    weapon, gun = check_turn_gun(play, side, order)
    turned = replace(gun, ca=order.spine, turned=now(play))
    at = play.state.units[weapon.owner].location
    ahead = spine_name(play.world, at, order.spine)
    # C3.22: it takes any CA in place of firing
    play.emit(
        WeaponChanged(replace(weapon, gun=turned), fact("turns_its_ca_to", to=ahead))
    )
    # C6.5: what it had acquired is lost
    lose_aim(play, [weapon.owner])
    # A12.14: it is seen to turn
    lose_by(play, weapon.owner, "changes CA")


TURN_GUN = OrderKind(
    order=TurnGun,
    rule="C3.22",
    when=(
        When("PFPh", ATTACKER, 110, minor=True),
        When("DFPh", DEFENDER, 40, minor=True),
        When("AFPh", ATTACKER, 30, minor=True),
    ),
    offer=offer_turn_gun,
    check=check_turn_gun,
    do=do_turn_gun,
    label="Turn a Gun",
    verbs={
        "swing": Verb(
            (GUN, SPINE), "turn a Gun to a hexspine, 0 to 5, instead of firing it"
        )
    },
    listed=360,
)
