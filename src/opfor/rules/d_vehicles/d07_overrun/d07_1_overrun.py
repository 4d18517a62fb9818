"""D7.1: OVR by vehicles: whom, at what cost, and with what FP and DRM."""

from fractions import Fraction
from math import ceil

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import known_to_other_side
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a07_fire.a07_52_drm import cover_of
from opfor.rules.a_infantry.a07_fire.attack import Attack, Participant, fp_attack
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import ordnance, working
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    afv,
    armament,
    needs_ce,
    state_of,
    unserved,
    vehicle,
)
from opfor.rules.d_vehicles.d03_fire.d03_44_armor_leaders import crew_drm
from opfor.rules.d_vehicles.d05_crews.d05_1_inherent_crew import crewed
from opfor.state.counters import Armament, SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit, Weapon

BASE, ARMORED, ARMED = 1, 2, 4
"""FP of an unarmored vehicle, of an AFV, and of one whose gun works."""

MG_TIMES = Fraction(3, 2)
"""What MG have by TPBF and by bounding First Fire."""

SHARE = 4
"""The part of its printed MP that an OVR costs: one in four."""

FAILS = 12
"""The Original DR of an OVR with which a Weapon malfunctions."""


@rule("D7.1", "OVR", cites=("D2.14", "D2.15"))
def check_overrun(view: GameView, unit: Unit, to: LocationName) -> None:
    """Raise Illegal unless a vehicle may overrun what is in a Location.

    Enemies other than AFV, known to be there or only suspected; by a crew that can
    act.
    """
    there = view.state.units_at(to, other(unit.side)) if to else ()
    known = [u for u in there if known_to_other_side(u) or u.concealed]
    suspects = unit.side == "FRIENDLY" and to and view.state.suspects_at(to)
    if not (known or suspects):
        raise Illegal("D7.1", f"there is nothing in {to} to overrun")
    if armored := next((u for u in known if afv(view, u)), None):
        raise Illegal("D7.1", f"{armored.id} is an AFV and is not overrun")
    if not crewed(unit):
        raise Illegal("D7.1", f"the crew of {unit.id} can do nothing")


@rule("D7.1/cost", "MP of an OVR", cites=("D7.1",))
def overrun_cost(view: GameView, unit: Unit) -> int:
    """Quarters of MP beside those for the hex: a quarter of the MP printed, FRU."""
    found = vehicle(view, unit)
    return ceil(found.mp / SHARE) * MF if found else 0


@rule("D7.11", "FP of an OVR", cites=("D3.3", "A7.21", "D1.321", "D5.31"))
def overrun_fp(view: GameView, unit: Unit) -> Fraction:
    """One FP, two of an AFV, four if its gun works; and its MG tripled and halved.

    Half of all that if it cannot move any more as it attacks. An AAMG counts if its
    crew is CE, what is in a RST or 1MT turret if it is BU.
    """
    if not afv(view, unit):
        fp = Fraction(BASE)
    else:
        fp = Fraction(ARMED if _gun(view, unit) else ARMORED)
    fp += sum(_mg_fp(view, weapon) for weapon in machine_guns(view, unit)) * MG_TIMES
    return fp / 2 if _stuck(unit) else fp


def _stuck(unit: Unit) -> bool:
    """Whether it cannot move any more."""
    return state_of(unit).immobile or state_of(unit).bogged or not crewed(unit)


@rule("D7.11/wreck", "OVR of a vehicle that is destroyed first", cites=("D7.11",))
def overrun_of_wreck(view: GameView, unit: Unit) -> Attack:
    """The attack that still follows if fire destroys a vehicle as it overruns: half.

    Args:
        view: the game before that fire.
        unit: the vehicle.
    """
    made = plan_overrun(view, unit)
    return replace(made, fp=made.fp if _stuck(unit) else made.fp / 2, arms=())


def _gun(view: GameView, unit: Unit) -> bool:
    """Whether a gun that is its Main Armament works: no MG, FT, mortar or IFE."""
    for weapon in armament(view, unit):
        piece = ordnance(view, weapon) if weapon.mount == "MA" else None
        if piece is not None and working(weapon):
            fires = not unserved(view, unit, weapon)
            return fires and piece.kind == "MA" and not piece.ife
    return False


def machine_guns(view: GameView, unit: Unit) -> list[Weapon]:
    """Its MG, and its gun's IFE, that work and are manned; but for a RMG."""
    closed = not state_of(unit).ce
    return [
        weapon
        for weapon in armament(view, unit)
        if _mg_fp(view, weapon)
        and working(weapon)
        and weapon.mount != "RMG"
        and not (closed and needs_ce(view, unit, weapon))
        and not unserved(view, unit, weapon)
    ]


def _mg_fp(view: GameView, weapon: Weapon) -> int:
    piece = view.world.counter(weapon.counter)
    if isinstance(piece, Armament):
        return piece.ife
    mg = isinstance(piece, SupportWeapon) and piece.kind == "MG"
    return piece.fp if mg and isinstance(piece, SupportWeapon) else 0


@rule("D7.12", "DRM of an OVR", cites=("A4.6", "D7.11", "A9.7"))
def plan_overrun(view: GameView, unit: Unit) -> Attack:
    """The attack of a vehicle upon all that is in its Location.

    TEM of the Location, -1 against Infantry in the open that nothing protects, +2
    against a vehicle in Motion, and what its crew brings. An Original 12 makes one of
    its Weapons malfunction.
    Reading: D-313.
    """
    world, where = view.world, unit.location
    # D7.12: TEM of the Location, and the -1 in the open
    cover = cover_of(view, (), where, None, side=other(unit.side))
    ground = world.ground.open_ground(world.locate(where))
    bare = Mod("in the open", -1, "D7.12", "FFMO")
    made = fp_attack(
        view,
        unit.side,
        where,
        overrun_fp(view, unit),
        source="OVR",
        mods=crew_drm(view, unit),
        move=None,
    )
    # A9.7: an Original 12 of its DR for one of its Weapons
    arms = tuple(
        Participant(w.id, "prep", breakdown=FAILS) for w in armament(view, unit)
    )
    working_ = tuple(arm for arm in arms if working(view.state.weapons[arm.id]))
    motion = (bare,) if ground and cover.value <= 0 else ()
    return replace(made, arms=working_, motion=motion)
