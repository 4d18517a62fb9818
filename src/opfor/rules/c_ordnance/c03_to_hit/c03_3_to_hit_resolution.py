"""C3 in play: shots by ordnance, from the To Hit DR to what a hit does.

Plan (`plan.py`), resolve (the To Hit DR), apply: HE and the like become an attack on
the IFT (`a07_fire/a07_3_resolution.py`), SMOKE a marker (`a24_3_smoke.py`).
"""

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from opfor.core.ask import Adjudicate, Field, Option
from opfor.core.dice import DR, Rolled, dice_roll, die_roll
from opfor.core.errors import Illegal
from opfor.core.event import Note
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod, breakdown, total
from opfor.core.rule import part_of_rule, rule
from opfor.rules.a_infantry.a07_fire.a07_8_pin import pin
from opfor.rules.a_infantry.a07_fire.kind_of_fire import kind_of_fire
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import break_unit
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import after_fire, lose_by
from opfor.rules.a_infantry.a14_snipers.a14_1_sniper_alert import alert_sniper
from opfor.rules.a_infantry.a26_victory.a26_2_victory_points import lose_weapon
from opfor.rules.a_infantry.on_table import on_table, report_units
from opfor.rules.c_ordnance.c03_to_hit.c03_4_vehicle_hits import strike_vehicle
from opfor.rules.c_ordnance.c03_to_hit.c03_8_multiple_hits import twice
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c03_to_hit.c03_74_hits import Unveil, blast, take_effect
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit, Verdict
from opfor.rules.c_ordnance.c03_to_hit.to_hit_dr import (
    drm_rolled,
    effective,
    keeps_rof,
    needs_dr,
    runs_out,
    verdicts,
)
from opfor.rules.c_ordnance.c06_target_drm.c06_5_acquisition import range_in, still
from opfor.rules.c_ordnance.c07_to_kill.to_kill_resolution import ask_strike
from opfor.rules.c_ordnance.c13_light_at_weapons.c13_3_latw import pf_check
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d01_vehicles.d00_8_collateral import collateral, vulnerable
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import afv, changed, turreted
from opfor.rules.d_vehicles.d03_fire.d03_7_malfunction import disable
from opfor.rules.d_vehicles.d06_passengers.d06_2_riders import swept_off
from opfor.state.events import (
    LossesChanged,
    ShotFired,
    UnitChanged,
    WeaponChanged,
)
from opfor.state.in_progress import Shot
from opfor.state.play import GameView, Play
from opfor.state.units import NO_CA, Side, Weapon
from opfor.state.vehicle_weapons import TURNING

TABLE_FATES = (
    Option("miss", "a miss"),
    Option("hit", "a hit"),
    Option("critical", "a CH"),
)


def shoot(play: Play, shot: ToHit, *, unveil: Unveil | None = None) -> Rolled | None:
    """Fire a piece of ordnance, and do all that follows.

    Args:
        play: the game.
        shot: the shot.
        unveil: done in a Location that is hit, before the hit has its effect.

    Returns:
        The To Hit DR; None if there was none: no PF, or the player rolled himself.
    """
    told = shot_fact(play, shot)  # before the PF check marks the unit as having fired
    # C13.31: the PF check
    if not shot.piece.id and not _has_pf(play, shot):
        return None
    announce(play, shot, told)
    if on_table(play, "to hit"):
        with part_of_rule("C3.3"):
            _ask_result(play, shot, unveil)
            _ask_wear(play, shot)
        return None
    # C3.3: the To Hit DR
    rolled, said = to_hit(play, shot)
    follow_up(play, shot, rolled, said, unveil)
    return rolled


def announce(play: Play, shot: ToHit, told: Fact | None = None) -> None:
    """Tell of a shot before it is fired: what `shot_fact` says, unless it is given."""
    with part_of_rule("C3.3"):
        play.emit(ShotFired(_record(shot)))
        play.emit(Note(told or shot_fact(play, shot)))


def follow_up(
    play: Play,
    shot: ToHit,
    rolled: Rolled,
    said: Mapping[str, Verdict],
    unveil: Unveil | None = None,
) -> None:
    """All that a To Hit DR brings about, for the firer and for the target."""
    # A9.2, A9.7, C8.9: ROF, malfunction, depletion; A12.14/b4: who fires is seen
    _spend(play, shot, rolled)
    _reveal(play, shot, rolled)
    if effective(shot, rolled.pair):
        # C3.4: a hit on a vehicle, or C3.32, C3.33: the Effects DR
        if shot.at:
            _strike_vehicle(play, shot, said[shot.at], rolled.pair)
        else:
            take_effect(
                play,
                shot,
                said,
                unveil,
                twice=twice(shot, rolled.pair),
                dice=rolled.pair,
            )
        # C13.8: Backblast
        blast(play, shot)
        # C6.5/gain: what it has acquired
        range_in(play, shot)


def _strike_vehicle(play: Play, shot: ToHit, verdict: Verdict, dice: DR) -> None:
    """A vehicle is hit, and those who are exposed aboard it with it."""
    unit = play.state.units.get(shot.at)
    open_to = vulnerable(play, unit) if unit else []
    # C7.1: the To Kill DR, D.8: the Collateral Attack
    hit = strike_vehicle(play, shot, verdict, dice)
    if hit and open_to:
        collateral(play, shot, open_to, hit)


def gun_shot(play: Play, side: Side, order: Fire) -> Rolled | None:
    """The shot of ordnance that was just Activated at what moves (S5.3).

    Nothing if the Location is no Target of it.
    """
    try:
        shot = plan_shot(play, side, order, activated=True)
    except Illegal as bar:
        what = fact("does_not_fire", firer=order.firers[0], why=bar.what)
        play.emit(Note(what))
        return None
    return shoot(play, shot)


def shot_fact(view: GameView, shot: ToHit) -> Fact:
    """A shot: what at what, by which number and DRM, and which kind of fire it is."""
    return fact(
        "to_hit_shot",
        piece=shot.piece.name,
        kind=[fact("intensive_fire")]  # C5.6
        if shot.intensive
        else kind_of_fire(view, shot.side, (shot.piece.id or shot.unit,)),
        start=shot.start,
        at=shot.target,
        how=shot_numbers(shot),
    )


def shot_numbers(shot: ToHit) -> Fact:
    """What a shot fires, its number, its DRM, and those of each target."""
    alike: dict[tuple[Mod, ...], list[str | Fact]] = {}
    for aim in shot.aims:
        if aim.mods:
            who = aim.id or fact("what_is_unknown_there")
            alike.setdefault(aim.mods, []).append(who)
    apart = [
        fact("drm_at", drm=_summed(mods), targets=ids) for mods, ids in alike.items()
    ]
    return fact(
        "to_hit_numbers",
        ammo=shot.ammo,
        number=shot.number,
        numbers=breakdown(shot.numbers),
        drm=_summed(shot.mods),
        apart=apart,
    )


def _summed(mods: Sequence[Mod]) -> Fact:
    """DRM by their sum and one by one."""
    return fact("drm", sum=total(mods), mods=breakdown(mods))


def _record(shot: ToHit) -> Shot:
    return Shot(
        side=shot.side,
        target=shot.target,
        froms=(shot.start,),
        firers=(shot.piece.id or shot.unit,),
        leaders=shot.leaders,
    )


# -- before the shot ---------------------------------------------------------------


def _has_pf(play: Play, shot: ToHit) -> bool:
    """Whether the unit finds a PF; it has used its FP in trying (D-885)."""
    unit = play.state.units[shot.unit]
    aimed = play.state.units.get(shot.at)
    said = pf_check(play, unit, afv=aimed is not None and afv(play, aimed))
    looking = replace(unit, fired=shot.mark)
    play.emit(UnitChanged(looking, fact("looks_for_a_pf")))
    if said == "pinned":
        (break_unit if unit.pinned else pin)(play, unit.id)
    if said != "has one":
        play.emit(Note(fact("has_no_pf_at_hand", unit=unit.id)))
        return False
    toll = play.state.toll(shot.side)
    fired = replace(toll, pf=toll.pf + 1)
    play.emit(LossesChanged(shot.side, fired, fact("a_pf_is_fired")))
    return True


# -- the To Hit DR -----------------------------------------------------------------


@rule("C3.3", "To Hit DR", cites=("C3.32", "C3.33", "C3.6", "C3.7", "C5.34", "A14.1"))
def to_hit(play: Play, shot: ToHit) -> tuple[Rolled, Mapping[str, Verdict]]:
    """Make the To Hit DR, and the dr that an Original 2 may need.

    Returns:
        The DR, and what it does to each target by id.
    """
    purpose = fact("to_hit", at=shot.target)
    drm = partial(drm_rolled, shot)
    by = fact("shot_by", unit=shot.unit, piece=shot.piece.name, how=shot_numbers(shot))
    rolled = dice_roll(play, purpose, drm, side=shot.side, meaning=by)
    # A14.1: the Sniper
    alert_sniper(play, shot.side, rolled)
    # C3.6, C3.7: the dr that an Original 2 may need
    extra = 0
    if effective(shot, rolled.pair) and needs_dr(shot, rolled.pair):
        extra = die_roll(play, fact("critical_hit"), side=shot.side).original
    said = verdicts(shot, rolled.pair, extra)
    if effective(shot, rolled.pair):
        parts = [
            fact("verdict", target=id_ or shot.target, verdict=verdict)
            for id_, verdict in said.items()
        ]
        play.emit(Note(fact("verdicts", of=parts)))
    return rolled, said


def _ask_result(play: Play, shot: ToHit, unveil: Unveil | None) -> None:
    """The player rolls on his table; a hit then goes on as usual."""
    if shot.at:
        _mark(play, shot, kept=False)
        _seen(play, shot, 6)
        open_to = vulnerable(play, play.state.units[shot.at])
        ask_strike(play, shot, f"{shot.piece.name} at {shot.at}")
        ids = [unit.id for unit in open_to if unit.aboard == shot.at]
        report_units(play, ids, f"the Collateral Attack aboard {shot.at}")
        range_in(play, shot)
        return
    form = [
        Field(aim.id or "result", f"{aim.id or shot.target}:", "option", TABLE_FATES)
        for aim in shot.all_aims
    ]
    purpose = f"{shot.piece.name} at {shot.target}"
    asked = Adjudicate(purpose=purpose, side="FRIENDLY", form=tuple(form))
    answer = play.ask(asked)
    said = {("" if id_ == "result" else id_): what for id_, what in answer.items()}
    _mark(play, shot, kept=False)
    _seen(play, shot, 6)
    take_effect(play, shot, said, unveil)
    blast(play, shot)
    range_in(play, shot)


def _ask_wear(play: Play, shot: ToHit) -> None:
    """What became of the Weapon by the player's dice: its ROF, or a malfunction."""
    weapon = play.state.weapons.get(shot.piece.id)
    if weapon is None:
        return
    report_units(play, [], f"{weapon.id} after that shot", [weapon.id])
    left = play.state.weapons.get(weapon.id)
    if left and left.rof and play.state.phase == "MPh":
        play.emit(WeaponChanged(replace(left, fired=""), fact("has_fired")))


# -- what it does to the firer -----------------------------------------------------


def _spend(play: Play, shot: ToHit, rolled: Rolled) -> None:
    """Fire counter, ROF, CA, acquisition; malfunction and depletion."""
    dice = rolled.pair
    if runs_out(shot, dice):
        _deplete(play, shot)
    else:
        _mark(play, shot, kept=keeps_rof(shot, dice))
        if shot.depletion == dice.total:
            _deplete(play, shot)
    _wear(play, shot, dice.total)


def _deplete(play: Play, shot: ToHit) -> None:
    """It has no more of it; one that fired nothing may fire something else (C8.9)."""
    weapon = play.state.weapons.get(shot.piece.id)
    if weapon is not None:
        gone = replace(weapon, depleted=(*weapon.depleted, shot.ammo))
        with part_of_rule("C8.9"):
            play.emit(WeaponChanged(gone, fact("has_no_more", ammo=shot.ammo)))


def _mark(play: Play, shot: ToHit, *, kept: bool) -> None:
    weapon = play.state.weapons.get(shot.piece.id)
    if weapon is not None:
        _mark_weapon(play, shot, weapon, kept=kept)
    if shot.spotter:
        _mark_unit(play, shot.spotter, shot)
    for id_ in shot.leaders:
        leader = play.state.units[id_]
        deeds = leader.deeds if leader.did("direct") else (*leader.deeds, "direct")
        new = replace(leader, deeds=deeds, fired=shot.mark)
        play.emit(UnitChanged(new, fact("directs_fire")))


def _mark_weapon(play: Play, shot: ToHit, weapon: Weapon, *, kept: bool) -> None:
    gun = weapon.gun
    if gun is not None and shot.ca >= 0:
        gun = replace(gun, ca=shot.ca)
    if shot.piece.mounted and shot.ca >= 0:
        _turn_vehicle(play, shot, weapon)
    new = replace(
        weapon,
        fired="" if kept and play.state.phase == "MPh" else shot.mark,
        rof=kept,
        gun=gun,
        acquired=still(weapon, shot),
        intensive=weapon.intensive or shot.intensive,
        smoked=shot.smoke and (weapon.smoked or not weapon.fired),
    )
    with part_of_rule("A9.2"):
        play.emit(WeaponChanged(new, fact("keeps_its_rof" if kept else "has_fired")))
    if new.fired and not weapon.mount and not _free_squad(play, shot):
        _mark_unit(play, shot.unit, shot)


def _turn_vehicle(play: Play, shot: ToHit, weapon: Weapon) -> None:
    """The turret, or the vehicle without one, has turned to what it fires at."""
    unit = play.state.units[shot.unit]
    if weapon.mount in TURNING and turreted(play, unit):
        swept_off(play, unit, shot.ca)
        with part_of_rule("D3.12"):
            changed(play, unit, fact("turns_its_turret"), tca=shot.ca)
    else:
        with part_of_rule("D3.51"):
            changed(play, unit, fact("turns"), vca=shot.ca, tca=shot.ca)


def _free_squad(view: GameView, shot: ToHit) -> bool:
    """Whether a squad has fired only one SW, and may still use its own FP (A7.351)."""
    unit = view.state.units[shot.unit]
    if getattr(view.world.counter(unit.counter), "size", "") != "squad":
        return False
    own = {weapon.id for weapon in view.state.weapons_of(unit.id)}
    return len({i for s in view.state.shots for i in s.firers if i in own}) < 2


def _mark_unit(play: Play, id_: str, shot: ToHit) -> None:
    unit = play.state.units[id_]
    if unit.fired != shot.mark:
        play.emit(UnitChanged(replace(unit, fired=shot.mark), fact("has_fired")))


def _wear(play: Play, shot: ToHit, original: int) -> None:
    """Malfunction, or removal by an X#, by the Original DR (A9.7)."""
    weapon = play.state.weapons.get(shot.piece.id)
    if weapon is None:
        return
    if shot.removal and original >= shot.removal and weapon.mount:
        disable(play, weapon)
    elif shot.removal and original >= shot.removal:
        lose_weapon(play, weapon.id, fact("breaks_down_for_good"))
    elif shot.breakdown and original >= shot.breakdown:
        broken = replace(weapon, malfunctioned=True, rof=False, acquired=None)
        with part_of_rule("A9.7"):
            play.emit(WeaponChanged(broken, fact("malfunctions")))


def _reveal(play: Play, shot: ToHit, rolled: Rolled) -> None:
    """Whoever fires is seen (A12.14); of a Gun the coloured die tells (A12.34)."""
    if runs_out(shot, rolled.pair):
        return
    _seen(play, shot, rolled.pair.coloured)


def _seen(play: Play, shot: ToHit, coloured: int) -> None:
    """Fire, and the turn of a Gun to it, may cost the "?"."""
    hexes = play.world.range(shot.start, shot.target)
    if shot.piece.gun and shot.ca != NO_CA:
        lose_by(play, shot.unit, "changes CA")
    after_fire(play, [shot.unit, *shot.leaders], coloured=coloured, hexes=hexes)
