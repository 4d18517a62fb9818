"""C3 in play: what a hit by ordnance does: Effects DR, CH, SMOKE, Guns, backblast."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from opfor.core.dice import DR, random_selection
from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a04_movement.a04_6_ffmo_ffnam import motion_drm
from opfor.rules.a_infantry.a06_los import hindrance
from opfor.rules.a_infantry.a07_fire.a07_3_resolution import resolve
from opfor.rules.a_infantry.a07_fire.attack import NO_COVER, Attack, column, fp_attack
from opfor.rules.a_infantry.a07_fire.targets import result_for
from opfor.rules.a_infantry.a08_first_fire.a08_2_residual_fp import Trace, lay
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.a_infantry.a20_prisoners.a20_5_guards import shot_as
from opfor.rules.a_infantry.a24_smoke.a24_3_smoke import place_smoke
from opfor.rules.c_ordnance.c03_to_hit.to_hit import (
    Aimed,
    ToHit,
    Verdict,
)
from opfor.rules.c_ordnance.c03_to_hit.to_hit_dr import reading
from opfor.rules.c_ordnance.c03_to_hit.to_hit_reading import SNAKE_EYES
from opfor.rules.c_ordnance.c06_target_drm.c06_1_target_drm import own_drm
from opfor.rules.c_ordnance.c06_target_drm.c06_8_tem import best_tem, location_tem
from opfor.rules.c_ordnance.c11_guns_as_targets.c11_4_gun_hits import hit_gun
from opfor.rules.e_miscellaneous.e03_weather import low_visibility
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit

Unveil = Callable[[Play, LocationName, LocationName], object]
"""What is done in a Location that is hit from another before the hit has effect."""

BLAST = 1
"""FP of backblast (C13.8)."""

WET = ("marsh",)
"""Terrain that halves HE (B16.31)."""

COLUMN = 36
"""The last FP column; a CH with more has a DRM for each 8 FP above it (C3.74)."""


# -- what it does to the target ----------------------------------------------------


def take_effect(
    play: Play,
    shot: ToHit,
    said: Mapping[str, Verdict],
    unveil: Unveil | None = None,
    *,
    twice: bool = False,
    dice: DR | None = None,
) -> None:
    """What a shot does that hits somebody or something.

    Args:
        play: the game.
        shot: the shot.
        said: what it does to each target.
        unveil: done in a Location that is hit, before the hit has its effect.
        twice: it is a Multiple Hit.
        dice: the To Hit DR; None if the player rolled on his table.
    """
    if all(what == "miss" for what in said.values()):
        return
    if shot.smoke:
        place_smoke(play, shot.side, shot.target, wp=shot.ammo == "WP")
    elif shot.type == "area":
        _area_effect(play, shot, unveil, critical="critical" in said.values())
    else:
        _infantry_effect(play, shot, _unveil_hit(play, shot, said, unveil, dice), twice)


def _infantry_effect(
    play: Play, shot: ToHit, said: Mapping[str, Verdict], twice: bool
) -> None:
    """The Effects DR of the Infantry Target Type, one for CH and other hits (D-141)."""
    hits = [id_ for id_, what in said.items() if what == "hit" and id_]
    # C3.74: one of those for whom it is a CH
    dead = [id_ for id_, what in said.items() if what == "critical" and id_]
    chosen = struck(play, dead)
    hits += [id_ for id_ in dead if id_ not in chosen]
    # A12.14/b5: who is hit is seen
    for id_ in (*hits, *chosen):
        lose_by(play, id_, "hit")
    # A7.3: one Effects DR for all of them
    parts = [critical_attack(play, shot, chosen)] if chosen else []
    parts += [hit_attack(play, shot, hits)] if hits else []
    if parts:
        made = replace(parts[0], twice=twice)
        _strike(play, shot, replace(made, also=parts[1]) if parts[1:] else made, chosen)


def _unveil_hit(
    play: Play,
    shot: ToHit,
    said: Mapping[str, Verdict],
    unveil: Unveil | None,
    dice: DR | None,
) -> Mapping[str, Verdict]:
    """S? that are hit are checked now; what they bring suffers the hit (S3.31a).

    Its fortification may turn the hit into a miss (S5.74).
    """
    if said.get("", "miss") == "miss" or unveil is None:
        return said
    move = play.state.move if play.state.moving_suspects() else None
    new: dict[str, Verdict] = {
        unit.id: said[""] if _still_hits(play, shot, unit, dice, move) else "miss"
        for unit in _come_out(play, shot, unveil)
    }
    return {**said, **new}


def _come_out(play: Play, shot: ToHit, unveil: Unveil) -> list[Unit]:
    """The S? attacked are checked; the units that they bring."""
    before = {unit.id for unit in play.state.units_at(shot.target)}
    unveil(play, shot.target, shot.start)
    there = play.state.units_at(shot.target, other(shot.side))
    return [unit for unit in there if unit.id not in before]


def _still_hits(
    view: GameView, shot: ToHit, unit: Unit, dice: DR | None, move: Move | None
) -> bool:
    """Whether a To Hit DR hits who has come out of a S? since, by his own TEM.

    An Original 2 does, as it did.
    """
    if dice is None or unit.vehicle or dice.total == SNAKE_EYES:
        return True
    mods = own_drm(view, unit, shot.start, shot.target, move)
    read = reading(shot, Aimed(unit.id, tuple(mods)))
    return dice.total + read.drm <= read.number


def _plain(view: GameView, shot: ToHit, ids: Sequence[str]) -> Attack:
    return fp_attack(
        view,
        shot.side,
        shot.target,
        _wet(view, shot),
        source="HE",
        tem=False,
        targets=ids,
        halved=False,
    )


@rule("C3.74", "Whom a Critical Hit strikes", cites=("C3.7",))
def struck(play: Play, ids: Sequence[str]) -> list[str]:
    """One of those for whom the DR is a CH, by Random Selection, ties all.

    Reading: D-141.
    """
    return list(random_selection(play, ids, purpose=fact("who_suffers_the_ch")))


def critical_attack(view: GameView, shot: ToHit, ids: Sequence[str]) -> Attack:
    """The attack of a CH: twice the FP, TEM as a negative DRM; more above 36 FP.

    Of a mortar's it is the TEM against Indirect Fire that is reversed.
    """
    fp = 2 * _wet(view, shot)
    best = _area_cover(view, shot)
    mods = [Mod("CH", -best.value, "C3.74")] if best.value > 0 else []
    over = int((fp - COLUMN) // 8) if fp > COLUMN else 0
    mods += [Mod("CH above 36 FP", -over, "C3.74")] if over else []
    return fp_attack(
        view,
        shot.side,
        shot.target,
        fp,
        source="HE",
        mods=mods,
        tem=False,
        targets=ids,
        halved=False,
    )


def _wet(view: GameView, shot: ToHit) -> Fraction:
    """The FP of a hit, half of it in a marsh (B16.31)."""
    at = view.world.locate(shot.target)
    wet = view.world.ground.terrain(at).name in WET and shot.ammo == "HE"
    return shot.fp / 2 if wet else shot.fp


def _area_effect(
    play: Play, shot: ToHit, unveil: Unveil | None, *, critical: bool
) -> None:
    """The Effects DR of the Area Target Type: TEM and movement count for it (D-140)."""
    still = play.state.phase != "MPh" or shot.side == play.state.side
    moving = bool(play.state.moving_suspects())
    # S3.31a: what waits there, or moves, is checked first
    new: list[Unit] = []
    if unveil and (still or moving) and shot.side == "FRIENDLY":
        new = _come_out(play, shot, unveil)
    # A8.1: of First Fire only what moves
    ids = [unit.id for unit in new] if moving else in_area(play, shot)
    if not ids:
        play.emit(Note(fact("nobody_is_hit_in", at=shot.target)))
        return
    # A12.14/b5: who is hit is seen
    for id_ in ids:
        lose_by(play, id_, "hit")
    if critical:
        _strike(play, shot, critical_attack(play, shot, ids), ids)
        return
    _strike(play, shot, hit_attack(play, shot, ids), ())


def hit_attack(view: GameView, shot: ToHit, ids: Sequence[str]) -> Attack:
    """The attack that a hit, but no CH, makes upon those whom it hits."""
    if shot.type != "area":
        return _plain(view, shot, ids)
    made = fp_attack(
        view,
        shot.side,
        shot.target,
        _wet(view, shot),
        source="HE",
        targets=ids,
        halved=False,
    )
    cover = _area_cover(view, shot)
    return replace(made, cover=cover, motion=_area_motion(view, shot, cover))


def in_area(view: GameView, shot: ToHit) -> list[str]:
    """Whom the Area Target Type hits: all in the Location, or what moves there."""
    here = view.state.units_at(shot.target)
    there = [unit for unit in here if shot_as(view, unit) != shot.side]
    move = view.state.move if shot.side != view.state.side else None
    if view.state.phase != "MPh" or move is None:
        return [unit.id for unit in there]
    return [unit.id for unit in there if unit.id in move.units]


def _area_cover(view: GameView, shot: ToHit) -> Mod:
    """The TEM of the Location; that against Indirect Fire for a mortar's."""
    indirect = shot.piece.kind == "MTR"
    side = other(shot.side)
    found = location_tem(view, side, shot.start, shot.target, indirect=indirect)
    best = best_tem(view, found, shot.start, shot.target, indirect=indirect)
    return best or NO_COVER


def _area_motion(view: GameView, shot: ToHit, cover: Mod) -> tuple[Mod, ...]:
    """FFMO and FFNAM of who moves: TEM and Hindrance of the shot cancel FFMO (A4.6)."""
    if shot.side == view.state.side:
        return ()
    spotter = view.state.units.get(shot.spotter)
    eyes = spotter.location if spotter else shot.start
    hidden = hindrance(view, eyes, shot.target) or low_visibility(
        view, eyes, shot.target
    )
    open_ = cover.value <= 0 and not hidden
    return tuple(motion_drm(view, shot.target, view.state.move, open_=open_))


def _strike(play: Play, shot: ToHit, made: Attack, critical: Sequence[str]) -> None:
    """Resolve the attack, destroy Guns that are hit, leave Residual FP."""
    targets = (*made.targets, *(made.also.targets if made.also else ()))
    guns = [
        (weapon, unit)
        for id_ in targets
        if (unit := play.state.units.get(id_))
        for weapon in play.state.weapons_of(id_)
        if weapon.gun is not None
    ]
    parts = [part for part in (made, made.also) if part is not None]
    movers = play.state.movers()
    rolled = resolve(play, made)
    # C11.4: what it does to Guns
    if rolled is not None:
        for weapon, unit in guns:
            part = next(part for part in parts if unit.id in part.targets)
            result = result_for(play, part, unit, rolled.original)
            hit_gun(play, weapon, unit, result, critical=unit.id in critical)
    # A8.2: Residual FP
    _leave_residual(play, shot, made, movers)


def _leave_residual(
    play: Play, shot: ToHit, made: Attack, movers: Sequence[Unit]
) -> None:
    """HE that hits by First Fire leaves Residual FP (A8.2).

    Not AP, Intensive Fire, a PF, or what keeps its ROF.
    """
    weapon = play.state.weapons.get(shot.piece.id)
    if play.state.phase != "MPh" or play.state.side == shot.side:
        return
    if weapon is None or weapon.rof:
        return
    if shot.ammo == "AP" or shot.intensive or weapon.malfunctioned:
        return
    fp = shot.fp if shot.type == "infantry" else made.fp
    used = int(column(play, made, fp))
    lay(play, Trace(shot.side, shot.target, used, shot.mods), movers)


# -- backblast ---------------------------------------------------------------------


def blast(play: Play, shot: ToHit) -> None:
    """Backblast attacks everybody in the Location of the firer with 1 FP (C13.8)."""
    if not shot.backblast:
        return
    ids = [unit.id for unit in play.state.units_at(shot.start)]
    made = fp_attack(
        play,
        shot.side,
        shot.start,
        BLAST,
        source="backblast",
        tem=False,
        targets=ids,
        halved=False,
    )
    resolve(play, made)
