"""A7.3: how an attack on the IFT is resolved, step by step."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from opfor.core.dice import Rolled, dice_roll, random_selection
from opfor.core.event import Note
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod, breakdown, total
from opfor.core.rule import part_of_rule, rule
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import HALF
from opfor.rules.a_infantry.a07_fire.a07_3_effect_of_the_ift import (
    apply_result,
    leaders_lost,
)
from opfor.rules.a_infantry.a07_fire.a07_7_encirclement import (
    encircle,
    encircles,
    shot_from,
)
from opfor.rules.a_infantry.a07_fire.a07_9_cowering import columns_lost
from opfor.rules.a_infantry.a07_fire.a07_37_incremental_ift import column_of
from opfor.rules.a_infantry.a07_fire.a07_52_drm import cover_of
from opfor.rules.a_infantry.a07_fire.a07_308_dr_at_vehicles import (
    report_vehicles,
    strike_vehicle,
)
from opfor.rules.a_infantry.a07_fire.a07_ift import NO_EFFECT, IftResult, read_ift
from opfor.rules.a_infantry.a07_fire.attack import (
    Attack,
    Participant,
    TargetAttack,
    against,
    column,
)
from opfor.rules.a_infantry.a07_fire.kind_of_fire import kind_of_fire
from opfor.rules.a_infantry.a07_fire.targets import (
    BEST,
    attacked_suspects,
    attacked_units,
    result_for,
)
from opfor.rules.a_infantry.a09_machine_guns.a09_2_multiple_rof import keeps_rof
from opfor.rules.a_infantry.a09_machine_guns.a09_7_malfunction import (
    malfunctions,
    random_destruction,
    wear,
)
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import Loss, by_leadership
from opfor.rules.a_infantry.a10_morale.a10_62_desperation_morale import press
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import (
    after_fire,
    lose_concealment,
    result_costs,
    seen_firing,
)
from opfor.rules.a_infantry.a14_snipers.a14_1_sniper_alert import alert_sniper
from opfor.rules.a_infantry.on_table import on_table, report_units
from opfor.rules.b_terrain.b23_9_fortified_buildings import fortified_tem
from opfor.rules.d_vehicles.d03_fire.d03_51_turret import turn_turrets
from opfor.state.events import ShotFired, UnitChanged, WeaponChanged
from opfor.state.in_progress import Shot
from opfor.state.play import GameView, Play
from opfor.state.units import Fired, Unit, Weapon

OF_THE_SNIPER = ("fire", "FT", "MOL", "DC", "HE", "OVR")
"""Attacks whose IFT DR may alert a Sniper: those that units make (A14.1, D-826)."""

Unveil = Callable[[Play, Attack], object]
"""What is to be done in a Location before a result that costs "?" is applied."""

Critical = Callable[[Attack], Attack]
"""What a Critical Hit makes of an attack in one Location."""


@rule("A7.3", "Resolution of fire attacks", cites=("A7", "A7.4", "A7.9", "A9.2"))
def resolve(
    play: Play,
    made: Attack,
    *,
    unveil: Unveil | None = None,
    critical: Critical | None = None,
) -> Rolled | None:
    """Resolve an attack on the IFT, and do all that it brings about.

    The IFT DR; cowering; ROF and malfunction; S? in the Location; loss of
    concealment; the results, the worst first; SW of those eliminated.

    Args:
        play: the game.
        made: the attack.
        unveil: done before a result that costs "?" is applied in a Location.
        critical: what an Original 2 makes of the attack, if it is a CH then (C1.54).

    Returns:
        The IFT DR; None if the player rolled on his table.
    """
    shot = _record(play, made)
    # A7.7: those Encircled suffer this result already with lower morale
    encircle(play, made)
    # A7.4: the attack
    play.emit(ShotFired(shot))
    play.emit(Note(attack_fact(play, made)))
    if on_table(play, "fire"):
        _report(play, made)
        return None
    # A7.3: the IFT DR
    rolled = _effects_dr(play, made)
    # A14.1: an Original DR equal to the SAN
    if made.source in OF_THE_SNIPER:
        alert_sniper(play, made.side, rolled)
    # A7.9: doubles cower
    shifted = made.cowers if rolled.doubles else 0
    if shifted:
        _tell_column(play, made, shifted)
    # A9.2, A9.7: fire counters, ROF, malfunction
    _after_dr(play, made, rolled, cowered=bool(shifted))
    # A23.1: a dud does nothing
    if made.dud and rolled.original >= made.dud:
        play.emit(Note(fact("it_is_a_dud")))
        return rolled
    firers = [*(arm.id for arm in made.arms), *made.leaders]
    seen = seen_firing(play, firers)
    # C1.54: an Original 2 of a FFE may be a CH
    struck = critical if rolled.original == BEST else None
    for aimed in made.parts:
        hit = struck(aimed) if struck else aimed
        strike(play, hit, rolled, shifted, unveil)
    # A12.14: who fired or directed loses "?"
    after_fire(play, firers, seen=seen)
    return rolled


def _record(view: GameView, made: Attack) -> Shot:
    return Shot(
        side=made.side,
        target=made.target,
        froms=shot_from(view, made),
        firers=tuple(arm.id for arm in made.arms),
        leaders=made.leaders,
        encircles=encircles(view, made),
    )


def _effects_dr(play: Play, made: Attack) -> Rolled:
    """The IFT DR; of a Multiple Hit the better one of two (C3.8)."""
    purpose = fact("fire_at", target=made.target)
    firers = _firers(play, made)
    found = [
        dice_roll(play, purpose, made.drm, side=made.side, meaning=firers)
        for _ in range(2 if made.twice else 1)
    ]
    # C3.8: the better DR of a Multiple Hit
    return min(found, key=lambda rolled: rolled.original)


def _firers(view: GameView, made: Attack) -> Fact | UnsetType:
    """Whose IFT DR it is, with FP and column; unset for what nobody fires."""
    if not made.arms:
        return UNSET
    ids = [*(arm.id for arm in made.arms), *made.leaders]
    numbers = {"fp": float(made.fp), "column": float(column(view, made))}
    return fact("fired_by", firers=ids, **numbers)


def _tell_column(play: Play, made: Attack, shifted: int) -> None:
    """Tell how many columns cowering costs, and which one is left (A7.9)."""
    left = float(column(play, made, shifted=shifted))
    with part_of_rule("A7.9"):
        play.emit(Note(fact("cowering_to_column", lost=shifted, column=left)))


AIMED = ("fire", "FT", "MOL")
"""Sources of attacks that somebody aims, and so of one kind of fire or another."""


def attack_fact(view: GameView, made: Attack) -> Fact:
    """An attack: where, FP and what makes them, column, DRM.

    Of each unit that meets other FP or DRM than those told, what it meets; the DRM told
    are those of the first Location, where several are attacked.
    """
    start = [fact("from_places", places=made.froms)] * bool(made.froms)
    parts = [fact("fp_part", name=share.name, how=share.how) for share in made.shares]
    aimed = made.source in AIMED
    firers = [arm.id for arm in made.arms]
    return fact(
        "attack",
        source=made.source,
        kind=kind_of_fire(view, made.side, firers) if aimed else [],
        start=start,
        at=(made.target, *(part.target for part in made.parts[1:])),
        fp=float(made.fp),
        made_of=[fact("fp_made_of", parts=parts)] * bool(parts),
        column=float(column(view, made)),
        drm=_summed(made.drm),
        apart=[one for part in made.parts for one in _own(view, part, made.drm)],
    )


def _summed(mods: Sequence[Mod]) -> Fact:
    """DRM by their sum and one by one."""
    return fact("drm", sum=total(mods), mods=breakdown(mods))


def _own(view: GameView, made: Attack, told: Sequence[Mod]) -> Iterator[Fact]:
    """The FP and DRM of those in a Location who do not meet what is told of all."""
    alike: dict[TargetAttack, list[str]] = {}
    for unit in attacked_units(view, made):
        alike.setdefault(against(view, made, unit), []).append(unit.id)
    for aim, ids in alike.items():
        own = _apart(aim.mods, told)
        if aim.why_half:
            yield _halved(aim.fp, aim.why_half, ids, own)
        elif own:
            yield fact("attacked_with_drm", drm=_summed(aim.mods), units=ids)
    # A7.23: a S? counts as concealed
    if made.halved and (ids := [s.id for s in attacked_suspects(view, made)]):
        own = _apart(made.drm, told)
        yield _halved(made.fp * HALF, "half_at_a_suspect", ids, own)


def _apart(mods: Sequence[Mod], told: Sequence[Mod]) -> list[Fact]:
    """The DRM of some, if they are not those told of all."""
    return [fact("with_drm", drm=_summed(mods))] * (set(mods) != set(told))


def _halved(fp: Fraction, why: str, ids: list[str], drm: list[Fact]) -> Fact:
    """Half FP at some, and why; with the DRM if they are not their Location's."""
    return fact("attacked_by_half", fp=float(fp), why=fact(why), drm=drm, units=ids)


def _report(play: Play, made: Attack) -> None:
    """The player rolls on his table, and says what came of it."""
    weapons = [arm.id for arm in made.arms if arm.id in play.state.weapons]
    _mark(play, made, None)
    for aimed in made.parts:
        there = attacked_units(play, aimed)
        ids = [unit.id for unit in there if not unit.vehicle]
        report_units(play, ids, f"that fire at {aimed.target}", weapons)
        report_vehicles(play, aimed, [unit for unit in there if unit.vehicle])


# -- the firers --------------------------------------------------------------------


def _after_dr(play: Play, made: Attack, rolled: Rolled, *, cowered: bool) -> None:
    """Mark those who fired; ROF and malfunction of their SW."""
    _mark(play, made, rolled)
    # D3.3: vehicular MG turn the turret
    turn_turrets(play, [arm.id for arm in made.arms], made.target)
    # A7.9: who cowers
    if cowered:
        _cower(play, made)
    # A9.71: of several SW one, by Random Selection
    for id_, what in malfunctions(play, made.arms, rolled).items():
        wear(play, id_, what)


def _mark(play: Play, made: Attack, rolled: Rolled | None) -> None:
    for arm in made.arms:
        kept = rolled is not None and keeps_rof(arm, rolled)
        if arm.id in play.state.weapons:
            _mark_weapon(play, arm, kept)
        elif arm.id in play.state.units:
            _mark_unit(play, arm.id, arm.mark)
    # A7.53: a leader directs once in a phase
    for id_ in made.leaders:
        mark = made.arms[0].mark if made.arms else ""
        leader = play.state.units[id_]
        deeds = leader.deeds if leader.did("direct") else (*leader.deeds, "direct")
        new = replace(leader, deeds=deeds, fired=mark)
        play.emit(UnitChanged(new, fact("directs_fire")))


def _mark_weapon(play: Play, arm: Participant, kept: bool) -> None:
    """What keeps its ROF in the MPh is not marked at all (A9.2, D3.3)."""
    weapon = play.state.weapons[arm.id]
    mark: Fired = "" if kept and play.state.phase == "MPh" else arm.mark
    new = replace(weapon, fired=mark, rof=kept)
    play.emit(WeaponChanged(new, fact("keeps_its_rof" if kept else "has_fired")))
    owner = play.state.units.get(weapon.owner)
    if weapon.mount:
        return
    # A7.351: whoever has fired what SW he can has fired
    if owner is not None and mark and not _squad_with_fp_left(play, owner):
        _mark_unit(play, owner.id, mark)


def _squad_with_fp_left(view: GameView, unit: Unit) -> bool:
    """Whether it is a squad that has fired one SW only in this phase."""
    piece = view.world.counter(unit.counter)
    if getattr(piece, "size", "") != "squad":
        return False
    own = {weapon.id for weapon in view.state.weapons_of(unit.id)}
    return len({i for s in view.state.shots for i in s.firers if i in own}) < 2


def _mark_unit(play: Play, id_: str, mark: Fired) -> None:
    unit = play.state.units[id_]
    if unit.fired != mark:
        play.emit(UnitChanged(replace(unit, fired=mark), fact("has_fired")))


def _cower(play: Play, made: Attack) -> None:
    """One of those who cower, by Random Selection, can fire no more this phase."""
    ids = [id_ for id_ in made.units if columns_lost(play, play.state.units[id_])]
    mark: Fired = "prep" if play.state.phase in ("PFPh", "AFPh") else "final"
    for id_ in random_selection(play, ids, purpose=fact("who_cowers")):
        _mark_unit(play, id_, mark)
        for weapon in play.state.weapons_of(id_):
            new = replace(weapon, fired=mark, rof=False)
            play.emit(WeaponChanged(new, fact("can_fire_no_more_its_user_cowers")))


# -- the targets -------------------------------------------------------------------


def strike(
    play: Play,
    made: Attack,
    rolled: Rolled,
    shifted: int = 0,
    unveil: Unveil | None = None,
) -> None:
    """Apply a DR to everybody in one Location, the worst results first."""
    # A7.23: half FP against what is concealed
    unknown = made.fp * HALF if made.halved else made.fp
    half = column_of(play, unknown, shifted=shifted)
    final = rolled.original + total(made.drm)
    # S3.31a: S? are checked before a result that costs a "?"
    if unveil and read_ift(play, half, final) != NO_EFFECT:
        made = _unveiled(play, made, unveil)
    # A7.3: each target by its own FP and DRM
    results: dict[IftResult, list[str]] = {}
    there = attacked_units(play, made)
    vehicles = [unit for unit in there if unit.vehicle]
    for unit in there:
        if unit.vehicle:
            continue
        result = result_for(play, made, unit, rolled.original, shifted)
        results.setdefault(result, []).append(unit.id)
    if results or not vehicles:
        play.emit(Note(results_fact(play, made, results)))
    # A10.62: broken units come under DM
    press(play, made)
    # A7.3: the results, the worst first; A10.2: then LLMC and LLTC
    losses: list[Loss] = []
    for result, ids in _in_turn(play, results):
        _suffer(play, made, result, ids, shifted, losses)
    leaders_lost(play, losses)
    # A7.308: the Star Vehicle line, and CE crews
    for unit in vehicles:
        strike_vehicle(play, made, unit, rolled, shifted)


def _in_turn(
    play: Play, results: dict[IftResult, list[str]]
) -> Iterator[tuple[IftResult, list[str]]]:
    """Who suffers what, the worst first; of MC and PTC leaders first (A10.2, D-083)."""
    worst = sorted(results, key=lambda result: result.severity, reverse=True)
    checks = [result for result in worst if result.kind in ("MC", "PTC")]
    for result in worst:
        if result.kind in ("KIA", "K"):
            yield result, results[result]
    told = on_table(play, "morale")
    if told or len(checks) < 2:
        yield from ((result, results[result]) for result in checks)
        return
    own = {id_: result for result in checks for id_ in results[result]}
    alive = [id_ for id_ in own if id_ in play.state.units]
    for result, ids in groupby(by_leadership(play, alive), own.__getitem__):
        yield result, list(ids)


def _unveiled(play: Play, made: Attack, unveil: Unveil) -> Attack:
    """The attack after S? have been checked: the building may be Fortified now.

    What is Activated then meets the better TEM (S5.74, S5.742).
    """
    before = fortified_tem(play, made.target)
    unveil(play, made)
    if before or not made.sheltered or not fortified_tem(play, made.target):
        return made
    cover = cover_of(play, made.froms, made.target, side=other(made.side))
    return replace(made, cover=cover)


def results_fact(
    view: GameView, made: Attack, results: dict[IftResult, list[str]]
) -> Fact:
    """Who suffers which result."""
    if not results:
        return fact("nobody_is_there")
    found = []
    for result, ids in results.items():
        units = [_named(view, made, id_) for id_ in ids]
        found.append(fact("result_for", units=units, result=str(result)))
    return fact("results_for", results=found)


def _named(view: GameView, made: Attack, id_: str) -> Fact | str:
    """A target, with the cover of an AFV or wreck that it alone has (D9.3)."""
    mods = against(view, made, view.state.units[id_]).mods
    cover = [mod for mod in mods if mod.rule == "D9.3"]
    return fact("unit_in_cover", unit=id_, mods=breakdown(cover)) if cover else id_


def _suffer(
    play: Play,
    made: Attack,
    result: IftResult,
    ids: Sequence[str],
    shifted: int,
    losses: list[Loss],
) -> None:
    """Those with one result lose their "?", and then suffer it."""
    # A12.14: a PTC or more costs the "?" first
    if result_costs(result.kind, made.source):
        for id_ in ids:
            lose_concealment(play, id_, fact("attacked_with_a", result=str(result)))
    carried = {i: [w.id for w in _at_random(play, made, i)] for i in ids}
    # A7.301 to A7.305: what the result does
    apply_result(play, result, ids, losses=losses)
    # A9.74: SW of those eliminated by a KIA
    if result.kind == "KIA":
        dead = [i for i in ids if i not in play.state.units]
        lost = [weapon for i in dead for weapon in carried[i]]
        fp: Fraction = column_of(play, made.fp, shifted=shifted)
        random_destruction(play, fp, lost, made.side)


def _at_random(view: GameView, made: Attack, id_: str) -> list[Weapon]:
    """What a KIA destroys by a dr only: not a Gun that HE has hit (C11.4)."""
    direct = made.source == "HE"
    return [w for w in view.state.weapons_of(id_) if not (direct and w.gun)]
