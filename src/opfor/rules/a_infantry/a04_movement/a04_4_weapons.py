"""A4.43 and A4.44: what units do with the Weapons they have or find."""

from msgspec.structs import replace

from opfor.core.dice import die_roll
from opfor.core.errors import Illegal
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, onboard
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.choices.orders import DropWeapon, Recover, Transfer
from opfor.state.events import UnitChanged, WeaponChanged
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, Deed, Side, Unit, Weapon

RECOVERY = 6
"""A Weapon is recovered by a Final dr below this (A4.44)."""


def possessed(
    view: GameView, side: Side, id_: str, rule_id: str
) -> tuple[Weapon, Unit]:
    """A Weapon that a unit of the side possesses on the map, and that unit."""
    weapon = view.state.weapons.get(id_)
    owner = view.state.units.get(weapon.owner) if weapon is not None else None
    if weapon is None or owner is None or owner.side != side or not owner.location:
        raise Illegal(rule_id, f"you possess no {id_} on the map")
    return weapon, owner


def _loose(weapon: Weapon, rule_id: str) -> None:
    """Raise Illegal for what a vehicle is armed with."""
    if weapon.mount:
        raise Illegal(rule_id, f"{weapon.id} is part of {weapon.owner}")


def free_to_act(unit: Unit, rule_id: str) -> None:
    """Raise Illegal unless a unit is in Good Order, armed, unpinned and not TI."""
    if not unit.good_order or unit.pinned or unit.ti or unit.unarmed:
        raise Illegal(rule_id, f"{unit.id} is not in Good Order and free to act")


def mark_deed(play: Play, id_: str, deed: Deed, what: Fact) -> None:
    """Note what a unit has done."""
    unit = play.state.units[id_]
    after = replace(unit, deeds=(*unit.deeds, deed))
    play.emit(UnitChanged(after, what))


# -- who has it --------------------------------------------------------------------


def check_recover(view: GameView, side: Side, order: Recover) -> None:
    """Raise Illegal if a unit may not try to recover a Weapon (A4.44)."""
    unit, weapon = (
        view.state.units.get(order.unit),
        view.state.weapons.get(order.weapon),
    )
    if unit is None or unit.side != side or unit.vehicle:
        raise Illegal("A4.44", f"you have no Infantry {order.unit}")
    free_to_act(unit, "A4.44")
    if weapon is None or weapon.owner or weapon.location != unit.location:
        raise Illegal("A4.44", f"{order.weapon} does not lie in the Location")
    if not unit.location or unit.did("recover"):
        raise Illegal("A4.44", f"{unit.id} has tried to recover a Weapon")
    if weapon.gun is not None and mmc(view, unit) is None:
        raise Illegal("A4.44", "a SMC alone cannot man a Gun")


def recovery_drm(view: GameView, unit: Unit) -> list[Mod]:
    """The drm of a Recovery: CX, and night (A4.44)."""
    mods = [Mod("CX", 1, "A4.51")] if unit.cx else []
    if view.state.weather.night >= 0:
        mods.append(Mod("night", 1, "E1.7"))
    return mods


@rule("A4.44", "Recovery")
def do_recover(play: Play, side: Side, order: Recover) -> None:
    """A Final dr of less than 6 gives an unpossessed Weapon to the unit."""
    mark_deed(
        play, order.unit, "recover", fact("tries_to_recover", weapon=order.weapon)
    )
    lose_by(play, order.unit, "other action")
    mods = recovery_drm(play, play.state.units[order.unit])
    rolled = die_roll(
        play, fact("recovers", unit=order.unit, weapon=order.weapon), mods, side=side
    )
    if rolled.final < RECOVERY:
        weapon = play.state.weapons[order.weapon]
        had = replace(in_new_hands(weapon), owner=order.unit, location=OFFBOARD)
        play.emit(WeaponChanged(had, fact("recovered_by", by=order.unit)))


def check_transfer(view: GameView, side: Side, order: Transfer) -> None:
    """Raise Illegal if a Weapon may not be handed over (A4.431).

    In the RPh, or before anybody advances. Who was given one in this phase gives none.
    """
    weapon, owner = possessed(view, side, order.weapon, "A4.431")
    _loose(weapon, "A4.431")
    unit = view.state.units.get(order.to)
    if unit is None or unit.side != side or unit.id == owner.id or unit.vehicle:
        raise Illegal("A4.431", f"you have no other Infantry {order.to}")
    if unit.location != owner.location:
        raise Illegal("A4.431", f"{unit.id} is not in the Location")
    free_to_act(owner, "A4.431")
    free_to_act(unit, "A4.431")
    if owner.did("transfer"):
        raise Illegal("A4.431", f"{owner.id} was given a Weapon in this phase")
    if weapon.gun is not None and mmc(view, unit) is None:
        raise Illegal("A4.431", "a SMC alone cannot man a Gun")
    if view.state.phase == "APh" and any(
        u.did("advanced") for u in onboard(view, side)
    ):
        raise Illegal("A4.431", "units have advanced already")


@rule("A4.431", "Transfer")
def do_transfer(play: Play, _side: Side, order: Transfer) -> None:
    """A unit gives a Weapon to another one of its Location."""
    weapon = play.state.weapons[order.weapon]
    for id_ in (weapon.owner, order.to):
        lose_by(play, id_, "other action")
    if not play.state.units[order.to].did("transfer"):
        mark_deed(play, order.to, "transfer", fact("is_given", weapon=weapon.id))
    given = replace(in_new_hands(weapon), owner=order.to)
    play.emit(WeaponChanged(given, fact("goes_to", to=order.to)))


def in_new_hands(weapon: Weapon) -> Weapon:
    """A Weapon that others have: what was acquired and Bore Sighted is lost (C6.4)."""
    return replace(weapon, acquired=None, bored=OFFBOARD)


def check_drop(view: GameView, side: Side, order: DropWeapon) -> None:
    """Raise Illegal if a SW or Gun may not be left behind (A4.43)."""
    weapon, owner = possessed(view, side, order.weapon, "A4.43")
    _loose(weapon, "A4.43")
    if owner.vehicle is not None:
        raise Illegal("C10.12", f"{owner.id} unhooks {weapon.id}")
    if owner.melee or owner.broken or owner.pinned or _gone(view, owner):
        raise Illegal("A4.43", f"{owner.id} cannot move, and keeps what it has")


def _gone(view: GameView, owner: Unit) -> bool:
    """Whether it has done in this phase what it could do: its move, or its advance."""
    if view.state.phase == "APh":
        return owner.ti or owner.did("advanced")
    return owner.moved


@rule("A4.43", "Leaving SW and Guns behind", cites=("C6.5", "C11.2"))
def do_drop(play: Play, _side: Side, order: DropWeapon) -> None:
    """The possessor leaves a SW or Gun in its Location, at no cost, to go without it.

    A Gun stays as it stands: its CA and emplacement are there for who mans it next.
    Reading: D-384.
    """
    weapon = play.state.weapons[order.weapon]
    owner = play.state.units[weapon.owner]
    left = replace(in_new_hands(weapon), owner="", location=owner.location)
    done = fact("left_by" if weapon.gun else "dropped_by", by=owner.id)
    play.emit(WeaponChanged(left, done))
