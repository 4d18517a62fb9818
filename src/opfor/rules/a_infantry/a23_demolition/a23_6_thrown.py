"""A23.6: Demolition Charges that are thrown."""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.dice import Rolled
from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.rules.a_infantry.a07_fire.a07_1_fire_attacks import able
from opfor.rules.a_infantry.a07_fire.a07_1_prep_offers import enemy_locations
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import Share, standing
from opfor.rules.a_infantry.a07_fire.a07_5_fire_groups import check_guard
from opfor.rules.a_infantry.a07_fire.a07_35_usage_of_sw import check_usage
from opfor.rules.a_infantry.a07_fire.a07_308_dr_at_vehicles import describe_fates
from opfor.rules.a_infantry.a07_fire.attack import (
    Attack,
    Participant,
    fp_attack,
    strengthened,
)
from opfor.rules.a_infantry.a07_fire.fire_group import FireGroup
from opfor.rules.a_infantry.a07_fire.firer import Firer
from opfor.rules.a_infantry.a22_ft_and_mol.a22_1_flamethrower import moving_in
from opfor.rules.a_infantry.a23_demolition.a23_1_placed import FP, blast
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import Fire
from opfor.state.counters import SupportWeapon
from opfor.state.events import UnitChanged, WeaponRemoved
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Side, Unit, Weapon

AT_THE_TARGET, AT_THE_THROWER = 2, 3
"""DRM of the two attacks of a thrown DC."""


def is_thrown(view: GameView, order: Fire) -> bool:
    """Whether an order throws a DC."""
    return any(charge(view, view.state.weapons.get(id_)) for id_ in order.firers)


def charge(view: GameView, weapon: Weapon | None) -> SupportWeapon | None:
    """The counter of a Weapon if it is a DC."""
    piece = view.world.counter(weapon.counter) if weapon else None
    dc = isinstance(piece, SupportWeapon) and piece.kind == "DC"
    return piece if dc and isinstance(piece, SupportWeapon) else None


@rule(
    "A23.6",
    "A thrown DC",
    exc=("no +1 for Opportunity Fire",),
    cites=("A23.1", "A7.351", "A8.1"),
)
def plan_throw(view: GameView, side: Side, order: Fire) -> Attack:
    """30 FP at once at an ADJACENT Location, +2; the thrower's own suffers it at +3.

    Both by one DR, and both +1 in the AFPh. The DC is a SW that its user fires.
    Reading: D-210.

    EXC: no +1 for Opportunity Fire.

    Errors:
        Illegal: it may not be thrown there.
    """
    unit, weapon = _thrower(view, side, order)
    # A23.6: at an ADJACENT Location
    near = order.target and order.target != unit.location
    if not near or not adjacent(view, unit.location, order.target):
        raise Illegal("A23.6", f"{order.target or 'offboard'} is not ADJACENT")
    when = standing(view, weapon)
    # A23.6: +1 in the AFPh
    late = view.state.phase == "AFPh" and weapon.fired != "opportunity"
    afph = [Mod("AFPh", 1, "A23.6")] if late else []
    there = Mod("thrown DC", AT_THE_TARGET, "A23.6")
    made = strengthened(blast(view, unit, weapon, order.target), there, *afph)
    share = Share(unit.id, "DC", made.fp, str(FP), weapon.id)
    return replace(
        made,
        targets=moving_in(view, order.target),
        arms=(Participant(weapon.id, when.mark),),
        shares=(share,),
        also=_at_home(view, unit, made, afph),
    )


def _thrower(view: GameView, side: Side, order: Fire) -> tuple[Unit, Weapon]:
    """Who throws which DC, if he can now."""
    if len(order.firers) != 1 or order.leaders or order.second:
        raise Illegal("A23.6", "a DC is thrown by itself and is not directed")
    weapon = view.state.weapons[order.firers[0]]
    unit, piece = view.state.units.get(weapon.owner), charge(view, weapon)
    if unit is None or unit.side != side or piece is None:
        raise Illegal("A23.6", f"you have no DC {weapon.id}")
    if bar := able(view, unit):
        raise Illegal("A7.1", bar)
    if unit.pinned or unit.berserk or unit.panic:
        raise Illegal("A23.6", f"{unit.id} is pinned, berserk or in Panic")
    if any(marker.of == weapon.id for marker in view.state.markers.values()):
        raise Illegal("A23.6", f"{weapon.id} is placed already")
    check_guard(view, unit, order.target, weapon=True)
    check_usage(view, FireGroup((Firer(unit, piece, weapon),)))
    return unit, weapon


def _at_home(view: GameView, unit: Unit, made: Attack, afph: list[Mod]) -> Attack:
    """What the same DR does where it was thrown from."""
    here = unit.location
    at_home = Mod("thrown DC, own Location", AT_THE_THROWER, "A23.6")
    mods = [mod for mod in made.mods if mod.rule == "A4.51"]
    ids = [one.id for one in view.state.units_at(here, unit.side)]
    home = fp_attack(
        view,
        unit.side,
        here,
        FP,
        source="DC",
        mods=[*mods, at_home, *afph],
        targets=ids,
    )
    return replace(home, brought=here)


def throws(view: GameView, side: Side) -> Iterator[Offer]:
    """Each DC of a side at each ADJACENT Location with enemies."""
    for weapon in view.state.weapons.values():
        unit = view.state.units.get(weapon.owner)
        if unit is None or unit.side != side or not unit.location:
            continue
        if charge(view, weapon) is None:
            continue
        if not unit.location:
            continue
        for target in _near(view, unit):
            order = Fire((weapon.id,), target)
            try:
                made = plan_throw(view, side, order)
            except Illegal:
                continue
            fates = describe_fates(view, made)
            what = f"{FP} FP; {fates}" if fates else f"{FP} FP"
            label = f"{unit.id} throws {weapon.id} at {target} ({what})"
            yield Offer(order, label, (target, unit.location))


def _near(view: GameView, unit: Unit) -> list[LocationName]:
    places = enemy_locations(view, unit.side)
    if unit.side == "FRIENDLY":
        places += [suspect.location for suspect in view.state.suspects_onboard()]
    near = dict.fromkeys(places)
    return [at for at in near if view.world.range(unit.location, at) < 2]


def use_up(play: Play, made: Attack, _rolled: Rolled | None) -> None:
    """A DC that was thrown is gone; its thrower has fired a SW (A7.351)."""
    share = made.shares[0]
    if share.weapon in play.state.weapons:
        play.emit(WeaponRemoved(share.weapon, fact("goes_off")))
    unit = play.state.units.get(share.unit)
    if unit is not None:
        thrown = replace(unit, deeds=(*unit.deeds, "threw"))
        play.emit(UnitChanged(thrown, fact("has_thrown_a_dc")))
