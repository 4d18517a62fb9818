"""A4.43 to A4.44, A9.72 and A9.8: what units do with the Weapons they have or find."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from opfor.core.dice import die_roll
from opfor.core.errors import Illegal
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_units import mmc, onboard
from opfor.rules.a_infantry.a04_movement.allotment import dismantles
from opfor.rules.a_infantry.a12_concealment.concealment import lose_by
from opfor.rules.choices.orders import Assemble, DropWeapon, Recover, Repair, Transfer
from opfor.rules.d_vehicles.d01_vehicles import crewed
from opfor.rules.d_vehicles.d03_malfunction import REPAIRS, disable
from opfor.state.counters import Gun, SupportWeapon
from opfor.state.events import UnitChanged, WeaponChanged, WeaponRemoved
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, Deed, Fired, GunState, Phase, Side, Unit, Weapon

LOST = 6
"""Original repair dr that removes the Weapon (A9.72)."""

RECOVERY = 6
"""A Weapon is recovered by a Final dr below this (A4.44)."""

MARK: Mapping[Phase, Fired] = MappingProxyType(
    {"PFPh": "prep", "DFPh": "final", "AFPh": "final"}
)
"""What a unit that assembles or dismantles lies under, as if it had fired (D-092)."""


def _weapon(view: GameView, side: Side, id_: str, rule_id: str) -> tuple[Weapon, Unit]:
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


def _free(unit: Unit, rule_id: str) -> None:
    """Raise Illegal unless a unit is in Good Order, armed, unpinned and not TI."""
    if not unit.good_order or unit.pinned or unit.ti or unit.unarmed:
        raise Illegal(rule_id, f"{unit.id} is not in Good Order and free to act")


def _did(play: Play, id_: str, deed: Deed, what: str) -> None:
    unit = play.state.units[id_]
    after = replace(unit, deeds=(*unit.deeds, deed))
    play.emit(UnitChanged(after, what))


# -- repair ------------------------------------------------------------------------


def check_repair(view: GameView, side: Side, order: Repair) -> int:
    """The R# of a malfunctioned Weapon that its Good Order possessor may repair.

    Errors:
        Illegal: he may not.
    """
    weapon, owner = _weapon(view, side, order.weapon, "A9.72")
    kind = view.world.counter(weapon.counter)
    number = kind.repair if isinstance(kind, SupportWeapon | Gun) else 0
    number = REPAIRS if weapon.mount else number
    if not weapon.malfunctioned or weapon.disabled or not number:
        raise Illegal("A9.72", f"there is nothing to repair on {weapon.id}")
    if owner.vehicle is not None and not crewed(owner):
        raise Illegal("A9.72", f"the crew of {owner.id} can do nothing")
    if not owner.good_order or owner.unarmed:
        raise Illegal("A9.72", f"{owner.id} is not in Good Order")
    if owner.did("repair"):
        raise Illegal("A9.72", f"{owner.id} has tried to repair in this RPh")
    return number


@rule("A9.72", "Repair", cites=("A9.7",))
def do_repair(play: Play, side: Side, order: Repair) -> None:
    """A dr not above the R# repairs the Weapon, an Original 6 removes it."""
    number = check_repair(play, side, order)
    weapon = play.state.weapons[order.weapon]
    _did(play, weapon.owner, "repair", f"tries to repair {weapon.id}")
    rolled = die_roll(play, f"repair of {weapon.id}, R{number}", side=side)
    if rolled.original == LOST and weapon.mount:
        disable(play, weapon)
    elif rolled.original == LOST:
        play.emit(WeaponRemoved(weapon.id, "beyond repair"))
    elif rolled.final <= number:
        mended = replace(weapon, malfunctioned=False)
        play.emit(WeaponChanged(mended, "repaired"))


# -- who has it --------------------------------------------------------------------


def check_recover(view: GameView, side: Side, order: Recover) -> None:
    """Raise Illegal if a unit may not try to recover a Weapon (A4.44)."""
    unit, weapon = (
        view.state.units.get(order.unit),
        view.state.weapons.get(order.weapon),
    )
    if unit is None or unit.side != side or unit.vehicle:
        raise Illegal("A4.44", f"you have no Infantry {order.unit}")
    _free(unit, "A4.44")
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
    _did(play, order.unit, "recover", f"tries to recover {order.weapon}")
    lose_by(play, order.unit, "other action")
    mods = recovery_drm(play, play.state.units[order.unit])
    rolled = die_roll(play, f"{order.unit} recovers {order.weapon}", mods, side=side)
    if rolled.final < RECOVERY:
        weapon = play.state.weapons[order.weapon]
        had = replace(in_new_hands(weapon), owner=order.unit, location=OFFBOARD)
        play.emit(WeaponChanged(had, f"recovered by {order.unit}"))


def check_transfer(view: GameView, side: Side, order: Transfer) -> None:
    """Raise Illegal if a Weapon may not be handed over (A4.431).

    In the RPh, or before anybody advances. Who was given one in this phase gives none.
    """
    weapon, owner = _weapon(view, side, order.weapon, "A4.431")
    _loose(weapon, "A4.431")
    unit = view.state.units.get(order.to)
    if unit is None or unit.side != side or unit.id == owner.id or unit.vehicle:
        raise Illegal("A4.431", f"you have no other Infantry {order.to}")
    if unit.location != owner.location:
        raise Illegal("A4.431", f"{unit.id} is not in the Location")
    _free(owner, "A4.431")
    _free(unit, "A4.431")
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
        _did(play, order.to, "transfer", f"is given {weapon.id}")
    given = replace(in_new_hands(weapon), owner=order.to)
    play.emit(WeaponChanged(given, f"goes to {order.to}"))


def in_new_hands(weapon: Weapon) -> Weapon:
    """A Weapon that others have: what was acquired and Bore Sighted is lost (C6.4)."""
    return replace(weapon, acquired=None, bored=OFFBOARD)


def check_drop(view: GameView, side: Side, order: DropWeapon) -> None:
    """Raise Illegal if a SW or Gun may not be left behind (A4.43)."""
    weapon, owner = _weapon(view, side, order.weapon, "A4.43")
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
    done = "left" if weapon.gun else "dropped"
    play.emit(WeaponChanged(left, f"{done} by {owner.id}"))


# -- dismantled --------------------------------------------------------------------


def check_assemble(view: GameView, side: Side, order: Assemble) -> None:
    """Raise Illegal if a SW may not be assembled or dismantled now (A9.8)."""
    weapon, owner = _weapon(view, side, order.weapon, "A9.8")
    kind = view.world.counter(weapon.counter)
    if not dismantles(kind):
        raise Illegal("A9.8", f"{weapon.id} cannot be dismantled")
    if weapon.dm == order.dm:
        raise Illegal("A9.8", f"{weapon.id} is {'' if weapon.dm else 'not '}dm already")
    _free(owner, "A9.8")
    if owner.fired or weapon.fired:
        raise Illegal("A9.8", f"{owner.id} or {weapon.id} has fired")
    ground = view.world.ground.terrain(view.world.locate(owner.location))
    if weapon.gun and not order.dm and (owner.crest or ground.name == "marsh"):
        raise Illegal("A9.8", f"{weapon.id} can only be dm here")


@rule("A9.8", "Dismantled SW")
def do_assemble(play: Play, _side: Side, order: Assemble) -> None:
    """A unit assembles or dismantles a SW instead of firing in a fire phase (D-092).

    A mortar of up to 82mm that is a Gun too, whose CA and emplacement are gone then.
    Reading: D-362.
    """
    weapon = play.state.weapons[order.weapon]
    lose_by(play, weapon.owner, "other action")
    owner = play.state.units[weapon.owner]
    mark = MARK.get(play.state.phase or "PFPh", "prep")
    what = "dismantled" if order.dm else "assembled"
    play.emit(UnitChanged(replace(owner, fired=mark), f"has {what} {weapon.id}"))
    if order.dm:
        weapon = in_new_hands(weapon)
    gun = weapon.gun and GunState()
    play.emit(WeaponChanged(replace(weapon, dm=order.dm, fired=mark, gun=gun), what))
