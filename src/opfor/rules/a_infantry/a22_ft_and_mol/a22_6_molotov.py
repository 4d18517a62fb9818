"""A22.6: Molotov cocktails, which Infantry throws as it fires point blank (D-212)."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec.structs import replace

from opfor.core.dice import die_roll
from opfor.core.errors import Illegal
from opfor.core.event import Note
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod, breakdown
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, onboard, smc
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a05_stacking import crowd_drm
from opfor.rules.a_infantry.a06_los import no_los, sees
from opfor.rules.a_infantry.a07_fire.a07_1_fire_attacks import able
from opfor.rules.a_infantry.a07_fire.a07_1_prep_offers import enemy_locations
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import Share, standing
from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.a_infantry.a07_fire.a07_5_fire_groups import check_guard
from opfor.rules.a_infantry.a07_fire.attack import Attack, Participant, fp_attack
from opfor.rules.a_infantry.a08_first_fire.a08_3_modes import (
    as_marked,
    check_target,
    target_of_window,
)
from opfor.rules.a_infantry.a08_first_fire.offers import check_first_fire
from opfor.rules.a_infantry.a22_ft_and_mol.a22_1_flamethrower import moving_in
from opfor.rules.a_infantry.on_table import on_table
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import afv as is_afv
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Side, Unit

FP = 4
"""What MOL add to an attack, whatever else is doubled or halved."""

THROWN = 3
"""The highest Final dr by which a unit has MOL at hand."""

REACH = 1

BURNS, BREAKS = 1, 6
"""The coloured dice of the attack that set a Location on fire, and break the unit."""

MOL = "MOL"


def with_mol(_look: GameView, order: Fire) -> bool:
    """Whether an order uses MOL."""
    return order.mol


@rule(
    "A22.6",
    "Molotov cocktails",
    exc=("neither SFF nor FPF",),
    cites=("A7.21", "A7.24", "A8.1"),
)
def plan_mol(view: GameView, side: Side, order: Fire) -> Attack:
    """The attack of one unit with its own FP at point blank, before its MOL check.

    A side has MOL if the Mission says so. A SMC without FP throws them alone. Reading:
    D-212.

    EXC: not by Subsequent First Fire nor Final Protective Fire.

    Errors:
        Illegal: it may not.
    """
    if side not in view.state.mission.mol:
        raise Illegal("A22.6", "the Mission gives no MOL")
    unit = view.state.units.get(order.firers[0]) if order.firers else None
    if unit is None or unit.side != side or not unit.location:
        raise Illegal("A22.6", "name first the unit that throws MOL")
    if order.second or order.snap or order.lane:
        raise Illegal("A22.6", "with MOL no Spraying Fire, Snap Shot or Fire Lane")
    own = {weapon.id for weapon in view.state.weapons_of(unit.id)}
    if any(id_ not in own for id_ in order.firers[1:]):
        raise Illegal("A22.6", "MOL add to the fire of one unit alone")
    if not order.target or view.world.range(unit.location, order.target) > REACH:
        raise Illegal("A22.6", f"MOL reach {REACH} hex")
    if standing(view, as_marked(unit, unit)).sustained:
        raise Illegal("A22.6", f"{unit.id} has fired")
    plain = replace(order, mol=False)
    if smc(view, unit) is not None and not _has_fp(view, unit):
        return _by_hand(view, unit, plain)
    first = view.state.phase == "MPh"
    return (
        check_first_fire(view, side, order) if first else plan_attack(view, side, order)
    )


def _has_fp(view: GameView, unit: Unit) -> bool:
    return bool(getattr(view.world.counter(unit.counter), "fp", 0))


def _by_hand(view: GameView, unit: Unit, order: Fire) -> Attack:
    """A SMC throws MOL and nothing else."""
    if bar := able(view, unit):
        raise Illegal("A7.1", bar)
    check_guard(view, unit, order.target, weapon=False)
    if len(order.firers) > 1 or order.leaders:
        raise Illegal("A22.6", f"{unit.id} throws MOL alone")
    here = unit.location
    if here != order.target and not sees(view, here, order.target):
        raise no_los(view, here, order.target)
    first = view.state.phase == "MPh"
    if first:
        check_target(view, order.target)
    mods = [Mod("CX", 1, "A4.51")] if unit.cx else []
    mods += crowd_drm(view, other(unit.side), order.target)
    made = fp_attack(
        view,
        unit.side,
        order.target,
        0,
        source="fire",
        mods=mods,
        froms=(here,),
        move=view.state.move if first else None,
        targets=moving_in(view, order.target),
    )
    return replace(made, arms=(Participant(unit.id, standing(view, unit).mark),))


@rule("A22.611", "MOL check", cites=("A4.51",))
def mol_drm(view: GameView, unit: Unit, *, afv: bool = False) -> list[Mod]:
    """A Final dr of 3 or less; +1 a HS or crew, +2 a SMC, +1 CX, +1 unless at an AFV.

    Args:
        view: the game.
        unit: who throws.
        afv: the target is an AFV.
    """
    found = mmc(view, unit)
    mods = [
        Mod("HS or crew", int(found is not None and found.size != "squad"), "A22.611"),
        Mod("SMC", 2 * int(found is None), "A22.611"),
        Mod("CX", int(unit.cx), "A4.51"),
        Mod("not at an AFV", int(not afv), "A22.611"),
    ]
    return [mod for mod in mods if mod.value]


@rule("A22.611/dr", "The MOL dr", cites=("A22.6", "A22.611"))
def light(play: Play, made: Attack) -> Attack:
    """Roll whether the unit throws MOL; the attack, four FP stronger if it does.

    Who resolves fire on his own table makes this dr there, too.
    """
    id_ = made.arms[0].id
    mods = mol_mods(play, made)
    # A22.611: the dr is made where the fire is resolved
    if on_table(play, "fire"):
        play.emit(Note(_table_check(id_, mods)))
        return made
    # A22.611: the MOL dr
    roll = die_roll(play, fact("mol_of", unit=id_), mods, side=made.side)
    if roll.final > THROWN:
        play.emit(Note(fact("throws_no_mol", unit=id_)))
        if not made.fp:
            _mark(play, made)
        return made
    return lit(made)


def mol_mods(view: GameView, made: Attack) -> list[Mod]:
    """The drm of the MOL check of an attack."""
    unit = view.state.units[made.arms[0].id]
    return mol_drm(view, unit, afv=_at_an_afv(view, made))


def lit(made: Attack) -> Attack:
    """The attack of a unit that throws MOL, four FP stronger."""
    share = Share(made.arms[0].id, MOL, Fraction(FP), str(FP))
    return replace(made, fp=made.fp + FP, shares=(*made.shares, share))


def _at_an_afv(view: GameView, made: Attack) -> bool:
    """Whether an AFV is among those attacked."""
    there = view.state.units_at(made.target, other(made.side))
    return any(
        is_afv(view, u) for u in there if u.id in made.targets or not made.targets
    )


def _table_check(id_: str, mods: Iterable[Mod]) -> Fact:
    """The MOL check that is made on the player's table."""
    return fact(
        "mol_on_the_table",
        unit=id_,
        thrown=THROWN,
        drm=breakdown(mods),
        fp=FP,
        burns=BURNS,
        breaks=BREAKS,
    )


def _mark(play: Play, made: Attack) -> None:
    """A SMC without MOL has spent his fire."""
    unit = play.state.units[made.arms[0].id]
    spent = replace(unit, fired=made.arms[0].mark)
    play.emit(UnitChanged(spent, fact("has_fired")))


def thrown(made: Attack) -> bool:
    """Whether MOL are part of an attack."""
    return any(share.name == MOL for share in made.shares)


def mol_offers(view: GameView, side: Side) -> Iterator[Offer]:
    """MOL of each unit that has not fired, at what is next to it."""
    if side not in view.state.mission.mol:
        return
    targets = _targets(view, side)
    for unit in onboard(view, side):
        if unit.fired or unit.broken:
            continue
        near = (at for at in targets if view.world.range(unit.location, at) <= REACH)
        for target in near:
            order = Fire((unit.id,), target, mol=True)
            try:
                plan_mol(view, side, order)
            except Illegal:
                continue
            label = f"{unit.id} with MOL at {target}"
            yield Offer(order, label, (target, unit.location))


def _targets(view: GameView, side: Side) -> list[LocationName]:
    if view.state.phase == "MPh":
        moving = target_of_window(view)
        return [moving] if moving else []
    found = enemy_locations(view, side)
    if side == "FRIENDLY":
        found += [suspect.location for suspect in view.state.suspects_onboard()]
    return list(dict.fromkeys(found))
