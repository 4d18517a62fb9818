"""C3, C4: To Hit numbers, Covered Arcs of Guns, and what a To Hit DR does.

A `ToHit` is one use of ordnance as planned: its Modified To Hit number, its DRM, and
whom it may hit with which more. `plan.py` plans it; `verdicts` reads its DR.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct

from opfor.core.dice import DR
from opfor.core.modifier import Mod, total
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.rules.c_ordnance.c02_ordnance.ordnance import Ordnance
from opfor.rules.c_ordnance.c03_to_hit.covered_arc import in_arc
from opfor.rules.c_ordnance.c08_depletion import Ammo
from opfor.state.play import GameView
from opfor.state.units import NO_CA, Fired, LocationName, Side

TargetType = Literal["vehicle", "infantry", "area"]
"""What is aimed at (C3.3)."""

Verdict = Literal["miss", "hit", "critical"]

SHORT = 40


class Aimed(Struct, frozen=True):
    """One possible target of a shot: its id, and the DRM that only it brings."""

    id: str
    mods: tuple[Mod, ...] = ()


class ToHit(Struct, frozen=True, kw_only=True):
    """One use of ordnance.

    Args:
        side: whose it is.
        unit: the id of the unit that fires.
        piece: what it fires.
        start: where it stands.
        target: the Location aimed at.
        type: the Target Type.
        at: the vehicle aimed at by the Vehicle Target Type.
        ammo: what is fired.
        numbers: the parts of the Modified To Hit number, the Basic one first.
        mods: DRM against all targets.
        aims: the targets; none for SMOKE and at a Location without Known units.
        fp: FP of a hit on the IFT; 0 for SMOKE.
        rof: the coloured die that keeps its ROF; 0 if it cannot.
        breakdown, removal: the Original DR from which on it fails; 0 for none.
        depletion: the highest Original DR at which it has such ammunition; 0: always.
        mark: the fire counter that it gets.
        ca: its CA after the shot, NO_CA if that does not change.
        intensive: it is Intensive Fire.
        spotter: the unit that sees for it.
        backblast: it brings backblast upon its own Location.
        leaders: who directs it.
    """

    side: Side
    unit: str
    piece: Ordnance
    start: LocationName
    target: LocationName
    type: TargetType
    at: str = ""
    ammo: Ammo
    numbers: tuple[Mod, ...]
    mods: tuple[Mod, ...] = ()
    aims: tuple[Aimed, ...] = ()
    fp: Fraction = Fraction(0)
    rof: int = 0
    breakdown: int = 0
    removal: int = 0
    depletion: int = 0
    mark: Fired = ""
    ca: int = NO_CA
    intensive: bool = False
    spotter: str = ""
    backblast: bool = False
    leaders: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """The Modified To Hit number."""
        return total(self.numbers)

    @property
    def smoke(self) -> bool:
        """Whether it places SMOKE."""
        return self.ammo in ("smoke", "WP")

    @property
    def all_aims(self) -> tuple[Aimed, ...]:
        """The targets; for SMOKE and empty Locations the Location itself."""
        return self.aims or (Aimed(""),)

    @property
    def fails(self) -> int:
        """The Original DR from which on it malfunctions or is removed; 13: never."""
        return min((n for n in (self.breakdown, self.removal) if n), default=13)


# -- numbers -----------------------------------------------------------------------


def red_numbers(view: GameView, piece: Ordnance, *, captured: bool) -> bool:
    """Whether ordnance uses red To Hit numbers: by its nation, or captured (C5.8).

    A note on its counter goes before its nation; French vehicles have red ones.
    """
    if piece.kind in ("MG", "ATR"):
        return captured
    if piece.notes.red is not None:
        return captured or piece.notes.red
    table = view.world.enemy.table("C3-colour")
    nation = piece.nation
    if nation not in table.axes["nation"]:
        nation = str(view.world.enemy.other(nation).fact("base"))
    colour = table.look_up(date=view.world.date, nation=nation).result
    vehicle = piece.mounted and nation == "french"
    return captured or vehicle or colour == "red"


# -- CA ----------------------------------------------------------------------------


class GunTurn(NamedTuple):
    """How a Gun must turn to fire: its new CA, and by how many hexspines."""

    ca: int
    spines: int


@rule(
    "C3.2",
    "Covered Arc of a Gun",
    exc=("a SW and a Gun without a CA",),
)
def turn_to(
    view: GameView, piece: Ordnance, ca: int, start: LocationName, target: LocationName
) -> GunTurn:
    """The least turn of a Gun that brings a Location into its CA.

    Of two as short as each other the clockwise one.
    EXC: a SW, and a Gun whose CA was not chosen yet, need no turn.
    """
    if not (piece.gun or piece.mounted) or ca == NO_CA:
        return GunTurn(NO_CA, 0)
    return least_turn(view, ca, start, target)


def least_turn(
    view: GameView, ca: int, start: LocationName, target: LocationName
) -> GunTurn:
    """The least turn of a CA that brings a Location into it."""
    if ca == NO_CA:
        return GunTurn(NO_CA, 0)
    spines = [(ca + step) % SIDES for step in (0, 1, -1, 2, -2, 3)]
    for ahead in spines:
        if in_arc(view.world, start, ahead, target):
            off = (ahead - ca) % SIDES
            return GunTurn(ahead, min(off, SIDES - off))
    return GunTurn(ca, 0)


# -- the DR ------------------------------------------------------------------------


def verdicts(shot: ToHit, dice: DR, extra: int = 0) -> Mapping[str, Verdict]:
    """What a To Hit DR does to each target, by id.

    Args:
        shot: the shot.
        dice: the Original DR.
        extra: the dr that an Original 2 may need (`needs_dr`).
    """
    return {
        aim.id: _verdict(reading(shot, aim), dice.total, extra) for aim in shot.all_aims
    }


class ToHitReading(NamedTuple):
    """All that a To Hit DR against one target is read by.

    Args:
        number: the Modified To Hit number.
        drm: to the DR.
        infantry: the Infantry Target Type, and no LATW.
    """

    number: int
    drm: int
    infantry: bool


def reading(shot: ToHit, aim: Aimed) -> ToHitReading:
    """How a To Hit DR of a shot is read against one of its targets."""
    infantry = shot.type == "infantry" and not shot.piece.th
    return ToHitReading(shot.number, total(shot.mods) + total(aim.mods), infantry)


def _verdict(read: ToHitReading, original: int, extra: int) -> Verdict:
    final = original + read.drm
    if original == SNAKE_EYES:
        if final > read.number:
            return improbable(extra)
        return "critical" if critical(read, final, extra) else "hit"
    if final > read.number:
        return "miss"
    return "critical" if deadly(read, final) else "hit"


SNAKE_EYES = 2
"""The Original DR that may be a CH."""


@rule("C3.6", "Improbable Hit")
def improbable(extra: int) -> Verdict:
    """An Original 2 that misses hits on a dr of 1 to 3 after all; 1 is a CH."""
    return "critical" if extra == 1 else "hit" if extra <= 3 else "miss"


@rule("C3.7", "Critical Hit", cites=("C3.32",))
def critical(read: ToHitReading, final: int, extra: int) -> bool:
    """Whether a hit with an Original 2 is a CH.

    With the Area and the Vehicle Target Type and LATW always, but if nothing else could
    hit only on a dr of 1. With the Infantry Target Type on a Final DR below half of the
    To Hit number, or on a dr of no more than that half, or of 1.
    """
    if not read.infantry:
        return extra == 1 if final == read.number else True
    return deadly(read, final) or extra == 1 or 2 * extra <= read.number


@rule("C3.9", "Hit location", cites=("D4.2",))
def hits_turret(dice: DR) -> bool:
    """Whether a hit on a vehicle is on its turret: the coloured die is the lower one.

    Otherwise the hull is hit, which a hull down vehicle does not show.
    """
    return dice.coloured < dice.white


@rule("C3.32", "Infantry Target Type")
def deadly(read: ToHitReading, final: int) -> bool:
    """Whether a Final DR is below half of the To Hit number, which is a CH."""
    return read.infantry and 2 * final < read.number


@rule("C3.8", "Multiple Hits", cites=("C3.31", "C3.32"))
def twice(shot: ToHit, dice: DR) -> bool:
    """Whether a Gun of 15 to 40mm hits twice: with Original doubles.

    Not with the Area Target Type. Two Effects or To Kill DR follow, of which the
    better one counts.
    """
    gun = shot.type != "area" and not shot.piece.th
    return gun and SMALL <= shot.piece.calibre <= SHORT and dice.doubles


def to_kill_drs(shot: ToHit, dice: DR) -> int:
    """How many To Kill DR a hit makes, of which one counts (C3.8, D-375)."""
    return max(2 if twice(shot, dice) else 1, shot.piece.notes.to_kill_dr)


SMALL = 15
"""Calibre in mm from which on a Gun can hit twice; up to that of SHORT."""


def needs_dr(shot: ToHit, dice: DR) -> bool:
    """Whether an Original 2 needs a dr to tell what it did (C3.6, C3.7)."""
    if dice.total != SNAKE_EYES:
        return False
    return any(
        len({_verdict(reading(shot, aim), SNAKE_EYES, extra) for extra in FACES}) > 1
        for aim in shot.all_aims
    )


# -- odds --------------------------------------------------------------------------


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


FACES = range(1, 7)
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
            counts.update(_verdict(read, dice.total, extra) for extra in FACES)
        else:
            counts[_verdict(read, dice.total, 0)] += len(FACES)
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
