"""A22: Flamethrowers."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a06_los import no_los, sees
from opfor.rules.a_infantry.a07_fire.a07_1_fire_attacks import able
from opfor.rules.a_infantry.a07_fire.a07_1_prep_offers import enemy_locations
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import HALF, Share, area_factors
from opfor.rules.a_infantry.a07_fire.a07_5_fire_groups import check_guard
from opfor.rules.a_infantry.a07_fire.a07_9_cowering import columns_lost
from opfor.rules.a_infantry.a07_fire.a07_35_usage_of_sw import check_usage
from opfor.rules.a_infantry.a07_fire.attack import Attack, Participant, fp_attack
from opfor.rules.a_infantry.a07_fire.fire_group import FireGroup
from opfor.rules.a_infantry.a07_fire.firer import Firer
from opfor.rules.a_infantry.a23_demolition.a23_1_placed import UNFAMILIAR, unfamiliar
from opfor.rules.a_infantry.a24_smoke.a24_8_fire_out_of_smoke import out_of_smoke
from opfor.rules.b_terrain.b30_pillboxes import arc_allows
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of
from opfor.rules.d_vehicles.d03_fire.d03_3_machine_guns import (
    check_mounts,
    own_move,
    standing_of,
)
from opfor.state.counters import SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side, Weapon

REACH = 2
"""Hexes that a FT reaches; the second at half FP."""


def is_ft(view: GameView, order: Fire) -> bool:
    """Whether an order is that of a FT."""
    return any(_ft(view, view.state.weapons.get(id_)) for id_ in order.firers)


def _ft(view: GameView, weapon: Weapon | None) -> SupportWeapon | None:
    piece = view.world.counter(weapon.counter) if weapon else None
    ft = isinstance(piece, SupportWeapon) and piece.kind == "FT"
    return piece if ft and isinstance(piece, SupportWeapon) else None


@rule("A22.1", "Flamethrower attacks", cites=("A22.3", "A7.23", "A7.9"))
def plan_ft(view: GameView, side: Side, order: Fire) -> Attack:
    """24 FP at one hex or its own, 12 at two; no TEM, no leader, no fire group.

    Never doubled, and not halved in the AFPh; Hindrance and CX count; halved again
    two or more levels up or down, and out of a marsh or stream. No Multiple ROF. A
    vehicle's fires in its arc, in its own MPh too, and at half FP in Motion (D-311).

    Errors:
        Illegal: it may not fire so.
    """
    if len(order.firers) != 1 or order.leaders or order.second:
        raise Illegal("A22.1", "a FT fires by itself and is not directed")
    weapon = view.state.weapons[order.firers[0]]
    unit, piece = view.state.units.get(weapon.owner), _ft(view, weapon)
    if unit is None or unit.side != side or piece is None or weapon.malfunctioned:
        raise Illegal("A22.1", f"you man no FT {weapon.id}")
    if bar := able(view, unit):
        raise Illegal("A7.1", bar)
    check_guard(view, unit, order.target, weapon=True)
    if unit.pinned:
        raise Illegal("A22.1", f"{unit.id} is pinned")
    firer = Firer(unit, piece, weapon)
    when = standing_of(view, firer)
    if when.sustained:
        raise Illegal("A22.1", f"{weapon.id} has fired")
    check_usage(view, FireGroup((firer,)))
    check_mounts(view, (firer,), order.target)
    fp = _fp(view, firer, piece, order.target)
    fp *= HALF if state_of(unit).motion else 1
    mods = [Mod("CX", 1, "A4.51")] if unit.cx else []
    mods += out_of_smoke(view, unit.location)
    made = fp_attack(
        view,
        side,
        order.target,
        fp,
        source="FT",
        mods=mods,
        froms=(unit.location,),
        tem=False,
        targets=() if own_move(view, unit) else moving_in(view, order.target),
    )
    removal = piece.removal - UNFAMILIAR * unfamiliar(view, unit, weapon)
    arm = Participant(weapon.id, when.mark, 0, 0, removal)
    share = Share(unit.id, piece.name, fp, str(fp), weapon.id)
    cowers = columns_lost(view, unit)
    return replace(made, arms=(arm,), shares=(share,), cowers=cowers)


def _fp(
    view: GameView, firer: Firer, piece: SupportWeapon, target: LocationName
) -> Fraction:
    world, unit, start = view.world, firer.unit, firer.unit.location
    hexes = world.range(start, target) if target else REACH + 1
    if hexes > REACH:
        raise Illegal("A22.1", f"a FT reaches {REACH} hexes")
    if start != target and not sees(view, start, target):
        raise no_los(view, start, target)
    if not arc_allows(view, unit, target):
        raise Illegal("B30.2", f"{target} is outside the CA of the pillbox")
    fp = Fraction(piece.fp) * (HALF if hexes > piece.range else 1)
    # A7.23: halved as Area Fire is
    for factor, _ in area_factors(view, firer):
        fp *= factor
    return fp * (HALF if abs(world.height(start) - world.height(target)) > 1 else 1)


def moving_in(view: GameView, target: LocationName) -> tuple[str, ...]:
    """Whom First Fire attacks: what moves there, and nothing else."""
    if view.state.phase != "MPh":
        return ()
    movers = view.state.movers()
    if not movers or movers[0].location != target:
        raise Illegal("A8.1", f"nothing spends MF in {target} now")
    return tuple(unit.id for unit in movers)


def ft_offers(view: GameView, side: Side) -> Iterator[Offer]:
    """The attacks that FT of a side can make at enemies."""
    for weapon in view.state.weapons.values():
        unit = view.state.units.get(weapon.owner)
        if unit is None or unit.side != side or _ft(view, weapon) is None:
            continue
        for target in enemy_locations(view, side):
            order = Fire((weapon.id,), target)
            try:
                made = plan_ft(view, side, order)
            except Illegal:
                continue
            label = f"FT of {unit.id} at {target} ({float(made.fp):g} FP)"
            yield Offer(order, label, (target, unit.location))
