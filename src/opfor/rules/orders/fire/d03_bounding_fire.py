"""D3.3 in play: what vehicles fire in their own MPh."""

from collections.abc import Iterator

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a22_ft_and_mol.a22_1_flamethrower import ft_offers
from opfor.rules.c_ordnance.c02_ordnance.c02_29_ife import ife_offers
from opfor.rules.c_ordnance.c03_to_hit.offers import shots
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d03_fire.d03_3_machine_guns import check_bounding
from opfor.rules.orders.fire import a07_3_attacks, a07_fire
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.state.play import GameView
from opfor.state.units import Side


def offer_bounding_fire(view: GameView, side: Side) -> Iterator[Offer]:
    """Each shot and each attack on the IFT of vehicles that have spent MP."""
    if not any(_ready(view, side)):
        return
    for offer in (
        *a07_3_attacks.offer_fire(view, side),
        *shots(view, side),
        *ft_offers(view, side),
        *ife_offers(view, side),
    ):
        if isinstance(offer.order, Fire) and allows(
            view, side, offer.order, check_bounding_fire
        ):
            yield offer


def _ready(view: GameView, side: Side) -> Iterator[bool]:
    for unit in view.state.units.values():
        if unit.side == side and unit.vehicle and unit.vehicle.trail:
            yield True


def check_bounding_fire(view: GameView, side: Side, order: Fire) -> None:
    """Raise Illegal unless it is fire by a vehicle's Weapons that a rule allows now."""
    for id_ in order.firers:
        weapon = view.state.weapons.get(id_)
        unit = view.state.units.get(weapon.owner) if weapon else None
        if weapon is None or unit is None or unit.vehicle is None:
            raise Illegal("D3.3", "only what vehicles are armed with fires in the MPh")
        check_bounding(view, unit, weapon)
    a07_fire.check_fire(view, side, order)


BOUNDING_FIRE = OrderKind(
    order=Fire,
    rule="A7.3",
    when=(When("MPh", ATTACKER, 210),),
    offer=offer_bounding_fire,
    check=check_bounding_fire,
    do=a07_fire.do_fire,
)
