"""C3.3: what a To Hit DR does to each target."""

from collections.abc import Mapping

from msgspec.structs import replace

from opfor.core.dice import DR
from opfor.core.modifier import Mod, total
from opfor.rules.c_ordnance.c03_to_hit.c03_6_improbable_hit import improbable
from opfor.rules.c_ordnance.c03_to_hit.c03_7_critical_hit import critical
from opfor.rules.c_ordnance.c03_to_hit.c03_32_infantry_target_type import deadly
from opfor.rules.c_ordnance.c03_to_hit.to_hit import Aimed, ToHit, Verdict
from opfor.rules.c_ordnance.c03_to_hit.to_hit_reading import (
    SNAKE_EYES,
    TURRET_DR,
    ToHitReading,
)
from opfor.rules.c_ordnance.c05_firer_drm import UNSTEADY


def verdicts(shot: ToHit, dice: DR, extra: int = 0) -> Mapping[str, Verdict]:
    """What a To Hit DR does to each target, by id.

    Args:
        shot: the shot.
        dice: the Original DR.
        extra: the dr that an Original 2 may need (`needs_dr`).
    """
    said: dict[str, Verdict] = {}
    for aim in shot.all_aims:
        read = reading(shot, aim)
        said[aim.id] = _verdict(read, dice, extra)
        # C3.6: on a vehicle the dr of an Improbable Hit tells where
        if shot.at and read.missed(dice) and extra == TURRET_DR:
            said[aim.id] = "turret hit"
    return said


def reading(shot: ToHit, aim: Aimed) -> ToHitReading:
    """How a To Hit DR of a shot is read against one of its targets."""
    infantry = shot.type == "infantry" and not shot.piece.th
    drm = total(shot.mods) + total(aim.mods)
    bullets = shot.piece.kind == "MG"
    return ToHitReading(shot.number, drm, infantry, shot.unsteady, bullets)


def drm_rolled(shot: ToHit, dice: DR) -> tuple[Mod, ...]:
    """The DRM of a shot once it is rolled: the lower dr again in Case C4 (C5.34)."""
    if not shot.unsteady:
        return shot.mods
    rest = (mod for mod in shot.mods if mod != UNSTEADY)
    return (*rest, replace(UNSTEADY, value=min(dice)))


def _verdict(read: ToHitReading, dice: DR, extra: int) -> Verdict:
    final = read.final(dice)
    if dice.total == SNAKE_EYES:
        if read.missed(dice):
            return improbable(extra)
        return "critical" if critical(read, final, extra) else "hit"
    if read.missed(dice):
        return "miss"
    return "critical" if deadly(read, final) and not read.bullets else "hit"


def needs_dr(shot: ToHit, dice: DR) -> bool:
    """Whether an Original 2 needs a dr to tell what it did (C3.6, C3.7)."""
    if dice.total != SNAKE_EYES:
        return False
    return any(
        len({_verdict(reading(shot, aim), dice, extra) for extra in FACES}) > 1
        for aim in shot.all_aims
    )


FACES = range(1, 7)


def _fired(original: int, fails: int, depletion: int) -> bool:
    return original < fails and not (depletion and original > depletion)


def effective(shot: ToHit, dice: DR) -> bool:
    """Whether the shot was fired: it neither failed (A9.7) nor lacked shells (C8.9)."""
    return _fired(dice.total, shot.fails, shot.depletion)


def runs_out(shot: ToHit, dice: DR) -> bool:
    """Whether a DR above the depletion number shows that there is none (C8.9)."""
    return bool(shot.depletion) and dice.total > shot.depletion


def keeps_rof(shot: ToHit, dice: DR) -> bool:
    """Whether it may fire again in this phase: coloured die no more than its ROF."""
    return dice.coloured <= shot.rof and effective(shot, dice)
