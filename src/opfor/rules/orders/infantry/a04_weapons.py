"""The orders for SW: Repair, Recover, Transfer, drop, assemble and dismantle."""

from collections.abc import Iterator

from opfor.core.modifier import total
from opfor.rules.a_infantry.a04_movement.weapons import (
    may_drop,
    may_recover,
    may_transfer,
    recovery_drm,
)
from opfor.rules.a_infantry.a09_machine_guns.dismantling import may_assemble
from opfor.rules.a_infantry.a09_machine_guns.repair import may_repair
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.orders import Assemble, DropWeapon, Recover, Repair, Transfer
from opfor.state.play import GameView
from opfor.state.units import Side, Unit, Weapon


def _possessed(view: GameView, side: Side) -> Iterator[tuple[Weapon, Unit]]:
    """Each Weapon that a unit of a side possesses on the map, and who does."""
    for weapon in view.state.weapons.values():
        owner = view.state.units.get(weapon.owner)
        if owner is not None and owner.side == side and owner.location:
            yield weapon, owner


def repairs(view: GameView, side: Side) -> Iterator[Offer]:
    """Each malfunctioned Weapon that may be repaired."""
    for weapon, owner in _possessed(view, side):
        order = Repair(weapon.id)
        if weapon.malfunctioned and allows(view, side, order, may_repair):
            label = f"repair {weapon.id} ({owner.id})"
            yield Offer(order, label, (owner.location,))


def recoveries(view: GameView, side: Side) -> Iterator[Offer]:
    """Each unpossessed Weapon, by each unit in its Location."""
    lying = [w for w in view.state.weapons.values() if not w.owner and w.location]
    for weapon in lying:
        for unit in view.state.units_at(weapon.location, side):
            order = Recover(unit.id, weapon.id)
            if allows(view, side, order, may_recover):
                need = f"dr {total(recovery_drm(view, unit)):+d} ≤ 5"
                label = f"{unit.id} recovers {weapon.id} ({need})"
                yield Offer(order, label, (unit.location,))


def transfers(view: GameView, side: Side) -> Iterator[Offer]:
    """Each possessed Weapon to each other unit of the Location."""
    for weapon, owner in _possessed(view, side):
        for unit in view.state.units_at(owner.location, side):
            order = Transfer(weapon.id, unit.id)
            if unit.id != owner.id and allows(view, side, order, may_transfer):
                label = f"{owner.id} gives {weapon.id} to {unit.id}"
                yield Offer(order, label, (unit.location,))


def drops(view: GameView, side: Side) -> Iterator[Offer]:
    """Each possessed SW or Gun that may be left where it is."""
    for weapon, owner in _possessed(view, side):
        order = DropWeapon(weapon.id)
        if allows(view, side, order, may_drop):
            does = "leaves" if weapon.gun else "drops"
            yield Offer(order, f"{owner.id} {does} {weapon.id}", (owner.location,))


def assemblies(view: GameView, side: Side) -> Iterator[Offer]:
    """Each SW that may be assembled or dismantled."""
    for weapon, owner in _possessed(view, side):
        order = Assemble(weapon.id, dm=not weapon.dm)
        if allows(view, side, order, may_assemble):
            what = "assembles" if weapon.dm else "dismantles"
            label = f"{owner.id} {what} {weapon.id}"
            yield Offer(order, label, (owner.location,))
