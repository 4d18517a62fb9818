"""The orders for SW: Repair, Recover, Transfer, drop, assemble and dismantle."""

from collections.abc import Iterator

from opfor.core.modifier import total
from opfor.rules.a_infantry.a04_movement.a04_4_weapons import (
    check_drop,
    check_recover,
    check_transfer,
    do_drop,
    do_recover,
    do_transfer,
    recovery_drm,
)
from opfor.rules.a_infantry.a09_machine_guns.a09_8_dismantling import (
    check_assemble,
    do_assemble,
)
from opfor.rules.a_infantry.a09_machine_guns.a09_72_repair import (
    check_repair,
    do_repair,
)
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.orders import Assemble, DropWeapon, Recover, Repair, Transfer
from opfor.rules.orders.order_kind import ATTACKER, BOTH, DEFENDER, OrderKind, When
from opfor.rules.orders.verbs import UNIT, WEAPON, Slot, Verb
from opfor.state.play import GameView
from opfor.state.units import Side, Unit, Weapon


def _possessed(view: GameView, side: Side) -> Iterator[tuple[Weapon, Unit]]:
    """Each Weapon that a unit of a side possesses on the map, and who does."""
    for weapon in view.state.weapons.values():
        owner = view.state.units.get(weapon.owner)
        if owner is not None and owner.side == side and owner.location:
            yield weapon, owner


def offer_repair(view: GameView, side: Side) -> Iterator[Offer]:
    """Each malfunctioned Weapon that may be repaired."""
    for weapon, owner in _possessed(view, side):
        order = Repair(weapon.id)
        if weapon.malfunctioned and allows(view, side, order, check_repair):
            label = f"repair {weapon.id} ({owner.id})"
            yield Offer(order, label, (owner.location,))


def offer_recover(view: GameView, side: Side) -> Iterator[Offer]:
    """Each unpossessed Weapon, by each unit in its Location."""
    lying = [w for w in view.state.weapons.values() if not w.owner and w.location]
    for weapon in lying:
        for unit in view.state.units_at(weapon.location, side):
            order = Recover(unit.id, weapon.id)
            if allows(view, side, order, check_recover):
                need = f"dr {total(recovery_drm(view, unit)):+d} ≤ 5"
                label = f"{unit.id} recovers {weapon.id} ({need})"
                yield Offer(order, label, (unit.location,))


def offer_transfer(view: GameView, side: Side) -> Iterator[Offer]:
    """Each possessed Weapon to each other unit of the Location."""
    for weapon, owner in _possessed(view, side):
        for unit in view.state.units_at(owner.location, side):
            order = Transfer(weapon.id, unit.id)
            if unit.id != owner.id and allows(view, side, order, check_transfer):
                label = f"{owner.id} gives {weapon.id} to {unit.id}"
                yield Offer(order, label, (unit.location,))


def offer_drop(view: GameView, side: Side) -> Iterator[Offer]:
    """Each possessed SW or Gun that may be left where it is."""
    for weapon, owner in _possessed(view, side):
        order = DropWeapon(weapon.id)
        if allows(view, side, order, check_drop):
            does = "leaves" if weapon.gun else "drops"
            yield Offer(order, f"{owner.id} {does} {weapon.id}", (owner.location,))


def offer_assemble(view: GameView, side: Side) -> Iterator[Offer]:
    """Each SW that may be assembled or dismantled."""
    for weapon, owner in _possessed(view, side):
        order = Assemble(weapon.id, dm=not weapon.dm)
        if allows(view, side, order, check_assemble):
            what = "assembles" if weapon.dm else "dismantles"
            label = f"{owner.id} {what} {weapon.id}"
            yield Offer(order, label, (owner.location,))


# -- the orders --------------------------------------------------------------------

REPAIR = OrderKind(
    order=Repair,
    rule="A9.72",
    when=(When("RPh", BOTH, 30),),
    offer=offer_repair,
    check=check_repair,
    do=do_repair,
    label="Repair",
    verbs={"repair": Verb((WEAPON,), "try to repair a SW")},
    listed=70,
)

RECOVER = OrderKind(
    order=Recover,
    rule="A4.44",
    when=(When("RPh", ATTACKER, 40),),
    offer=offer_recover,
    check=check_recover,
    do=do_recover,
    label="Recover",
    verbs={"recover": Verb((UNIT, WEAPON), "try to recover a SW or Gun")},
    listed=80,
)

TRANSFER = OrderKind(
    order=Transfer,
    rule="A4.431",
    when=(When("RPh", ATTACKER, 50), When("APh", ATTACKER, 10)),
    offer=offer_transfer,
    check=check_transfer,
    do=do_transfer,
    label="Transfer",
    verbs={
        "transfer": Verb(
            (WEAPON, Slot("to", "unit")),
            "give a SW to a unit",
            examples=("transfer mmgA to 467B",),
        )
    },
    listed=90,
)

DROP = OrderKind(
    order=DropWeapon,
    rule="A4.43",
    when=(When("MPh", ATTACKER, 10), When("APh", ATTACKER, 20, minor=True)),
    offer=offer_drop,
    check=check_drop,
    do=do_drop,
    label="Drop",
    verbs={"drop": Verb((WEAPON,), "leave a SW or Gun here")},
    listed=100,
)

ASSEMBLE = OrderKind(
    order=Assemble,
    rule="A9.8",
    when=(
        When("PFPh", ATTACKER, 10),
        When("DFPh", DEFENDER, 10, minor=True),
        When("AFPh", ATTACKER, 10, minor=True),
    ),
    offer=offer_assemble,
    check=check_assemble,
    do=do_assemble,
    label="Assemble",
    verbs={
        "assemble": Verb((WEAPON,), "assemble a dm SW"),
        "dismantle": Verb((WEAPON,), "dismantle a SW", fixed={"dm": True}),
    },
    listed=130,
)
