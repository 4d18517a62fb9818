"""A7.2: the FP that units and SW add to an attack, and what changes it."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil
from types import MappingProxyType
from typing import Literal, NamedTuple

from msgspec import Struct

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, smc
from opfor.rules.a_infantry.a07_fire.a07_36_assault_fire import assault_fire
from opfor.rules.a_infantry.a07_fire.firer import Firer
from opfor.rules.a_infantry.a17_wounds import fires_with
from opfor.state.counters import SupportWeapon, slug
from opfor.state.play import GameView
from opfor.state.units import Fired, LocationName, Unit, Weapon

HALF = Fraction(1, 2)
SPRAY = 3
"""Hexes within which a squad may use Spraying Fire (A7.34)."""

FAR = 16
"""Hexes beyond which a MG needs direction, and Infantry counts as concealed."""

WET = ("marsh", "shallow stream", "deep stream")
"""Terrain out of which fire is Area Fire (B16.32, B20.7)."""

ON_THE_IFT = ("MG", "ATR")
"""Kinds of SW that add FP to an attack on the IFT as small arms do (A9.1)."""

Factor = tuple[Fraction, str]
"""What FP is multiplied by, and why."""


class Share(Struct, frozen=True):
    """What one unit or SW adds to an attack's FP.

    Args:
        unit: the id of the unit that fires, its own FP or the SW.
        name: the counter's name.
        fp: what it adds.
        how: how that comes about, such as 4 × 2 (PBF).
        weapon: the id of the SW; empty for the unit's inherent FP.
    """

    unit: str
    name: str
    fp: Fraction
    how: str
    weapon: str = ""


def fires_as(view: GameView, weapon: Weapon) -> SupportWeapon | None:
    """The SW as it can fire on the IFT now; None if it cannot (A9.8)."""
    sw = view.world.counter(weapon.counter)
    if weapon.dm and isinstance(sw, SupportWeapon):
        if not sw.dm_as:
            return None
        sw = view.world.counter(f"{sw.nation}/{slug(sw.dm_as)}")
    if weapon.malfunctioned or not isinstance(sw, SupportWeapon) or not sw.fp:
        return None
    return sw


# -- range -------------------------------------------------------------------------


@rule(
    "A7.21",
    "Point blank and triple point blank fire",
    exc=("a Location more than one level higher", "a FT"),
)
def point_blank(
    view: GameView, firer: LocationName, target: LocationName
) -> Factor | None:
    """×3 within a Location (TPBF), ×2 at an adjacent hex or Location (PBF).

    EXC: an adjacent Location more than one level higher is out of PBF; lower ones are
    in it. A FT is never doubled.
    """
    if firer == target:
        return Fraction(3), "TPBF"
    if view.world.range(firer, target) > 1:
        return None
    rise = view.world.height(target) - view.world.height(firer)
    return (Fraction(2), "PBF") if rise <= 1 else None


@rule("A7.22", "Long Range fire", exc=("SW that have no Long Range",))
def range_factor(
    view: GameView, firer: Firer, target: LocationName
) -> tuple[Fraction, str] | None:
    """What range makes of FP; None out of reach.

    Beyond Normal Range, up to twice as far, FP are halved.
    EXC: a SW that has no Long Range, such as an ATR.
    """
    piece, where = firer.piece, firer.unit.location
    if firer.small_arms and (close := point_blank(view, where, target)):
        return close
    hexes = view.world.range(where, target)
    if hexes <= piece.range:
        return Fraction(1), ""
    far = not isinstance(piece, SupportWeapon) or piece.long_range
    if far and hexes <= 2 * piece.range:
        return HALF, "long range"
    return None


# -- Area Fire and the rest --------------------------------------------------------


@rule("A7.23", "Area Fire", cites=("A7.8", "A7.34", "A9.12", "B16.32"))
def area_factors(view: GameView, firer: Firer, *, alone: bool = False) -> list[Factor]:
    """Each ×1/2 that the firer's own state brings; all are cumulative.

    Pinned; aboard a vehicle; a SMC who mans a MG alone; fire out of a marsh or stream.
    Concealed targets halve it once more as the attack is resolved.

    Args:
        view: the game.
        firer: who fires.
        alone: a SMC other than a hero mans the SW without another SMC.
    """
    found = []
    if firer.unit.pinned:
        found.append((HALF, "pinned"))
    if firer.unit.aboard:
        found.append((HALF, "aboard a vehicle"))
    if alone:
        found.append((HALF, "one SMC"))
    at = view.world.locate(firer.unit.location)
    if view.world.ground.terrain(at).name in WET:
        found.append((HALF, "out of water or marsh"))
    return found


def share_of(
    view: GameView, firer: Firer, target: LocationName, factors: Iterable[Factor] = ()
) -> Share | None:
    """What a firer adds to an attack on a Location; None if that is out of reach.

    Every factor multiplies, and fractions are kept for the sum of the whole attack.
    """
    # A7.21, A7.22: PBF, TPBF, Long Range
    by_range = range_factor(view, firer, target)
    if by_range is None:
        return None
    piece = firer.piece
    fp, parts = Fraction(piece.fp), [str(piece.fp)]
    # A7.2: all factors multiply
    for factor, why in (by_range, *factors):
        if factor != 1:
            fp *= factor
            parts.append(f"× {_shown(factor)} ({why})")
    # A7.36: after all else, and then rounded up
    if assault_fire(view, firer, target):
        fp = Fraction(ceil(fp + 1))
        parts.append("+ 1 (Assault Fire)")
    id_ = firer.weapon.id if firer.weapon else ""
    return Share(firer.unit.id, piece.name, fp, " ".join(parts), id_)


def _shown(factor: Fraction) -> str:
    return "½" if factor == HALF else str(factor)


@rule("A7.2", "Firepower", cites=("A7.21", "A7.22", "A7.23", "A7.36"))
def firepower(view: GameView, firers: list[Unit], target: LocationName) -> list[Share]:
    """What the units of one Location could add to an attack with all they have.

    Inherent FP of MMC and heroes, and every SW that fires on the IFT. Nothing for those
    that cannot reach the target.
    """
    shares = []
    for unit in firers:
        # A15.2: a hero has FP of his own, a leader has none.
        piece = mmc(view, unit) or smc(view, unit)
        if piece and piece.fp:
            shares.append(share_of(view, Firer(unit, fires_with(unit, piece)), target))
        for weapon in view.state.weapons_of(unit.id):
            sw = fires_as(view, weapon)
            if sw is not None and sw.kind in (*ON_THE_IFT, "FT"):
                shares.append(share_of(view, Firer(unit, sw, weapon), target))
    return [share for share in shares if share is not None]


# -- when --------------------------------------------------------------------------


class FireStatus(NamedTuple):
    """What the fire counter and the phase make of a firer.

    Args:
        factors: what its FP are multiplied by.
        mark: the fire counter that it gets.
        rof: it can keep its Multiple ROF.
        sustained: a MG uses Sustained Fire (A9.3).
        reach: the most hexes to the target; -1 for no limit.
    """

    factors: tuple[Factor, ...]
    mark: Fired
    rof: bool = True
    sustained: bool = False
    reach: int = -1


FULL_PREP = FireStatus((), "prep")
FULL_FINAL = FireStatus((), "final")
FIRST = FireStatus((), "first")
ADVANCING = FireStatus(((HALF, "AFPh"),), "prep", rof=False)
AGAIN_FINAL = FireStatus(((HALF, "has fired"),), "final", False, True, 1)
SUBSEQUENT = FireStatus(((HALF, "SFF"),), "final", rof=False, sustained=True)
PROTECTIVE = FireStatus(((HALF, "FPF"),), "final", False, True, 1)


@rule("A7.24", "Fire in the AFPh", exc=("Opportunity Fire",), cites=("A7.25", "A8.4"))
def standing(view: GameView, thing: Unit | Weapon) -> FireStatus:
    """How a unit or SW may fire in this phase, by the counter it lies under.

    In the AFPh at half FP, without ROF. A SW that kept its ROF fires as before.
    EXC: Opportunity Fire, at full FP.

    Errors:
        Illegal: it may not fire (again).
    """
    fired: Fired | Literal["again"] = thing.fired
    if isinstance(thing, Weapon) and thing.rof:
        fired = "again"
    if found := _STANDINGS.get((view.state.phase, fired)):
        return found
    raise Illegal("A7.24", f"{thing.id} has fired, or is not to fire now")


_STANDINGS: Mapping[tuple[str, str], FireStatus] = MappingProxyType(
    {
        ("PFPh", ""): FULL_PREP,
        ("PFPh", "again"): FULL_PREP,
        ("MPh", ""): FIRST,
        ("MPh", "again"): FIRST,
        ("MPh", "first"): SUBSEQUENT,
        ("MPh", "final"): PROTECTIVE,
        ("DFPh", ""): FULL_FINAL,
        ("DFPh", "again"): FULL_FINAL,
        ("DFPh", "first"): AGAIN_FINAL,
        ("AFPh", ""): ADVANCING,
        ("AFPh", "again"): FULL_PREP,
        ("AFPh", "opportunity"): FULL_PREP,
    }
)
"""How what lies under a fire counter may fire in a phase."""
