"""A11.5: Close Combat of Infantry against vehicles, and of vehicles against it."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, NamedTuple

from opfor.core.errors import Illegal
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    armed,
    army,
    known_to_other_side,
    mmc,
    piece,
    smc,
)
from opfor.rules.a_infantry.a19_unit_substitution.a19_3_inexperienced import (
    inexperienced,
)
from opfor.rules.a_infantry.a20_prisoners.a20_5_guards import prisoners
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    afv,
    armament,
    needs_ce,
    state_of,
    turreted,
    unserved,
    vehicle,
)
from opfor.rules.d_vehicles.d01_vehicles.d01_8_mg_arcs import in_vca_only
from opfor.rules.d_vehicles.d05_crews.d05_1_inherent_crew import crewed
from opfor.state.counters import Armament, SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import Unit, Weapon

Foe = Literal["Personnel", "AFV", "unarmored"]
"""Whom a CC attack is against."""

CCV = {"squad": 5, "crew": 4, "half squad": 3}
"""Close Combat Values of MMC."""

SMC_CCV = 2
WITH_SMC = 1
MOST = 2
"""Units that may attack a vehicle together."""

HALF = Fraction(1, 2)


class Atmm(NamedTuple):
    """The ATMM of a nation: since which month, its DRM, and of which classes."""

    since: str
    drm: int
    of: tuple[str, ...] = ()


GERMAN_ATMM = Atmm("1944-01", -3)

ATMM: Mapping[str, Atmm] = MappingProxyType(
    {
        "german": GERMAN_ATMM,
        "ss": GERMAN_ATMM,
        "german-paras": GERMAN_ATMM,
        "romanian": Atmm("1943-07", -2, ("elite", "first")),
    }
)
"""Whose Infantry may have ATMM (C13.7)."""

TRIES = 6


def foe_of(view: GameView, unit: Unit) -> Foe:
    """What a CC attack on a unit is against."""
    if unit.vehicle is None:
        return "Personnel"
    return "AFV" if afv(view, unit) else "unarmored"


# -- who ---------------------------------------------------------------------------


@rule(
    "A11.5",
    "CC between Infantry and vehicles",
    exc=("a SMC may join one other unit",),
    cites=("A11.12",),
)
def check_against(view: GameView, ours: Sequence[Unit], theirs: Sequence[Unit]) -> None:
    """A unit attacks one vehicle, alone; a vehicle may be attacked again by others.

    EXC: a SMC may join it. A vehicle attacks Personnel, and alone.

    Errors:
        Illegal: they cannot.
    """
    vehicles = [unit for unit in theirs if unit.vehicle]
    if any(unit.vehicle for unit in ours):
        if vehicles or len(ours) > 1:
            raise Illegal("A11.5", "a vehicle attacks Personnel in CC, and alone")
        return
    if not vehicles:
        return
    if len(theirs) > 1:
        raise Illegal("A11.5", "a vehicle is attacked apart from all others")
    joined = len(ours) == MOST and any(smc(view, unit) for unit in ours)
    if len(ours) > 1 and not joined:
        raise Illegal("A11.5", "one unit attacks a vehicle, or one and a SMC")


@rule("A11.52", "A vehicle attacks in CC", cites=("D1.321", "D3.5", "C7.4"))
def cc_fp(view: GameView, unit: Unit) -> Fraction:
    """Its CMG, its AAMG if CE, and its IFE; half of them in Motion.

    None that is in a RST or 1MT turret while CE.
    What bears on the VCA alone cannot be brought to bear on who is that close.
    Reading (D-903): the crew of an unarmored vehicle need not be CE for its AAMG.
    """
    if not crewed(unit):
        return Fraction(0)
    fp = Fraction(sum(_bears(view, unit, weapon) for weapon in armament(view, unit)))
    return fp * HALF if state_of(unit).motion else fp


def _bears(view: GameView, unit: Unit, weapon: Weapon) -> int:
    """FP of one Weapon of a vehicle in CC."""
    kind, printed = view.world.counter(weapon.counter), vehicle(view, unit)
    if weapon.malfunctioned or weapon.disabled or printed is None:
        return 0
    aa = weapon.mount == "AAMG" or printed.ma.strip("*") == "AAMG"
    if weapon.mount not in ("MA", "CMG", "AAMG") or printed.ma.strip("*") == "BMG":
        return 0
    manned = _aamg_bears(view, unit, weapon) if aa else turreted(view, unit)
    shut = needs_ce(view, unit, weapon) and not state_of(unit).ce
    if not manned or shut or unserved(view, unit, weapon):
        return 0
    if isinstance(kind, Armament):
        return kind.ife
    if isinstance(kind, SupportWeapon) and kind.kind == "MG":
        return int(kind.fp)
    return 0


def _aamg_bears(view: GameView, unit: Unit, weapon: Weapon) -> bool:
    """Whether an AAMG may be fired in CC: an AFV's by a CE crew (D-903)."""
    manned = state_of(unit).ce or not afv(view, unit)
    return manned and not in_vca_only(view, unit, weapon)


# -- CCV and DRM -------------------------------------------------------------------


@rule("A11.51", "Close Combat Value", cites=("A19.3", "A11.14", "A12.15"))
def ccv(view: GameView, unit: Unit, target: Unit | None = None) -> int:
    """A squad 5, a crew 4, a HS 3, a SMC 2; one less if Inexperienced.

    One less for each halving: pinned, a Guard, or an attack on a concealed vehicle;
    and for who has fired in that MPh already (D7.213).
    """
    found = mmc(view, unit)
    value = CCV.get(found.size, SMC_CCV) if found else SMC_CCV
    engineers = found is not None and "engineers" in piece(view, unit).nation
    halvings = (
        unit.pinned,
        bool(prisoners(view, unit.id)),
        target is not None and not known_to_other_side(target),
    )
    spent = target is not None and _has_fired(view, unit)
    less = int(inexperienced(view, unit)) + int(spent) + sum(halvings)
    return value + int(engineers) - less


def _has_fired(view: GameView, unit: Unit) -> bool:
    """Whether a unit or what it mans is marked First or Final Fire, in the MPh."""
    if view.state.phase != "MPh":
        return False
    marks = [weapon.fired for weapon in view.state.weapons_of(unit.id)]
    return any(mark in ("first", "final") for mark in (unit.fired, *marks))


def joint_ccv(view: GameView, ours: Sequence[Unit], target: Unit) -> int:
    """The CCV of an attack: the better unit's, and one more for a SMC with it."""
    best = max(ccv(view, unit, target) for unit in ours)
    return best + WITH_SMC * (len(ours) - 1)


@rule("A11.5/drm", "DRM against a vehicle", cites=("A11.5", "D5.4"))
def against_vehicle(view: GameView, target: Unit) -> list[Mod]:
    """What a vehicle is and does, and who of its side is with it.

    Reading: D-331 on escorts; no usable MG has who has no crew for it.
    """
    found, state = vehicle(view, target), state_of(target)
    open_ = found is not None and found.open_topped and not found.unarmored
    exposed = afv(view, target) and not open_ and (state.ce or state.abandoned)
    mods = [
        Mod("vs moving vehicle", 2 * int(state.motion), "A11.5"),
        Mod("vs unarmored", -3 * int(not afv(view, target)), "A11.5"),
        Mod("vs no usable MG", -int(not _has_mg(view, target)), "A11.5"),
        Mod("escorts", _escorts(view, target), "A11.5"),
        Mod("vs open-topped AFV", -2 * int(open_), "A11.5"),
        Mod("vs CE or Abandoned", -int(exposed), "A11.5"),
        Mod("vs immobile", -int(_stuck(target) and afv(view, target)), "A11.5"),
    ]
    return [mod for mod in mods if mod.value]


def _stuck(target: Unit) -> bool:
    state = state_of(target)
    return state.immobile or state.bogged or state.mired


def _has_mg(view: GameView, target: Unit) -> bool:
    """Whether a crew mans a MG of the vehicle that works."""
    kinds = (
        view.world.counter(weapon.counter)
        for weapon in armament(view, target)
        if not (weapon.malfunctioned or weapon.disabled)
    )
    guns = (isinstance(kind, SupportWeapon) and kind.kind == "MG" for kind in kinds)
    return crewed(target) and any(guns)


def _escorts(view: GameView, target: Unit) -> int:
    """+1 for each HS or crew of its side that could defend it, +2 for a squad."""
    sizes = [
        found.size
        for unit in view.state.units_at(target.location, target.side)
        if (found := mmc(view, unit)) and armed(unit)
        if not (unit.broken or unit.pinned or unit.guard)
    ]
    return sum(2 if size == "squad" else 1 for size in sizes)


# -- ATMM --------------------------------------------------------------------------


def atmm_of(view: GameView, unit: Unit) -> Atmm | None:
    """The ATMM that a unit may have: Germans from 1944 on, and good Romanian MMC.

    Reading: D-389 the Romanian side is one played as `romanian`.
    """
    found = ATMM.get(army(view, unit)) or ATMM.get(piece(view, unit).nation)
    if found is None or unit.unarmed or view.world.date < found.since:
        return None
    squad = mmc(view, unit)
    fit = not found.of or (squad is not None and squad.quality in found.of)
    return found if fit else None


def has_atmm(view: GameView, unit: Unit) -> bool:
    """Whether a unit may have an ATMM."""
    return atmm_of(view, unit) is not None


def may_use_atmm(view: GameView, unit: Unit) -> None:
    """Raise Illegal if a unit can have no ATMM."""
    if not has_atmm(view, unit):
        raise Illegal("C13.7", f"{unit.id} has no ATMM on this date")
