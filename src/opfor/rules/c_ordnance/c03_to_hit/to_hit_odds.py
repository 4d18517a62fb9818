"""C3: the exact chances of a To Hit DR."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from opfor.core.dice import DR
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit, Verdict
from opfor.rules.c_ordnance.c03_to_hit.to_hit_dr import (
    FACES,
    _fired,
    _verdict,
    reading,
)
from opfor.rules.c_ordnance.c03_to_hit.to_hit_reading import SNAKE_EYES, ToHitReading


class ToHitOdds(Struct, frozen=True):
    """The exact chances of a shot.

    Args:
        hit: by target, of a hit of any kind.
        critical: by target, of a CH.
        rof: that it keeps its ROF.
        fails: that it malfunctions or is removed, and so does nothing.
        depleted: that there is no such ammunition.
    """

    hit: Mapping[str, Fraction]
    critical: Mapping[str, Fraction]
    rof: Fraction
    fails: Fraction
    depleted: Fraction


ROLLS = tuple(DR(a, b) for a in FACES for b in FACES)


def to_hit_odds(shot: ToHit) -> ToHitOdds:
    """The exact chances of a shot, counted over all 36 DR and the dr of a 2."""
    wear = shot.fails, shot.depletion
    found = [(aim.id, *_chances(reading(shot, aim), *wear)) for aim in shot.all_aims]
    rof, fails, depleted = _kept(shot.rof, *wear)
    return ToHitOdds(
        hit={id_: hit for id_, hit, _ in found},
        critical={id_: critical for id_, _, critical in found},
        rof=rof,
        fails=fails,
        depleted=depleted,
    )


@lru_cache(4096)
def _chances(
    read: ToHitReading, fails: int, depletion: int
) -> tuple[Fraction, Fraction]:
    """The chances of a hit of any kind, and of a CH."""
    counts = Counter[Verdict]()  # in shares of 36 DR by 6 dr
    for dice in ROLLS:
        if not _fired(dice.total, fails, depletion):
            continue
        if dice.total == SNAKE_EYES:
            counts.update(_verdict(read, dice, extra) for extra in FACES)
        else:
            counts[_verdict(read, dice, 0)] += len(FACES)
    ways = len(ROLLS) * len(FACES)
    deadly_ = counts["critical"]
    return Fraction(deadly_ + counts["hit"], ways), Fraction(deadly_, ways)


@lru_cache(4096)
def _kept(rof: int, fails: int, depletion: int) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that it keeps its ROF, that it fails, that shells run out."""
    fired = [_fired(dice.total, fails, depletion) for dice in ROLLS]
    return (
        _chance([d.coloured <= rof and f for d, f in zip(ROLLS, fired, strict=True)]),
        _chance([dice.total >= fails for dice in ROLLS]),
        _chance([bool(depletion) and dice.total > depletion for dice in ROLLS]),
    )


def _chance(cases: Sequence[bool]) -> Fraction:
    return Fraction(sum(cases), len(cases))
