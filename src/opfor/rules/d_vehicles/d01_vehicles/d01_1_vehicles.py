"""D1: what a vehicle is, as the other rules ask about it.

Reading: D-306, what no source confirms.
"""

from typing import Literal

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import Fact
from opfor.core.modifier import Mod
from opfor.core.policy import DEFAULT
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import piece
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import covers, vector
from opfor.rules.choices.switches import way
from opfor.rules.d_vehicles.d05_crews.d05_1_inherent_crew import crewed
from opfor.state.counters import Upper, Vehicle
from opfor.state.events import UnitChanged, WeaponAdded
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit, VehicleState, Weapon
from opfor.state.vehicle_weapons import TURNING, mounts

Facing = Literal["front", "side", "rear"]

SCALE = (0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 26)
"""Armor Factors, weakest first (D1.6)."""

BETTER: dict[Upper, int] = {"worse": -1, "same": 0, "better": 1}

SERVED = ("RST", "1MT")
"""Turrets in which nobody but the commander serves the gun."""

NOT_IN_TURRET = ("B", "AAMG")
"""How a Main Armament is printed that is in the bow, or out on the roof."""

SHUT = "CE FP NA"
"""What is printed on an open-topped AFV that does not fire while CE."""

OPEN = "BU FP NA"
"""What is printed on one of which the turret does not fire while BU."""


def vehicle(view: GameView, unit: Unit) -> Vehicle | None:
    """Its counter if it is a vehicle."""
    found = piece(view, unit) if unit.vehicle is not None else None
    return found if isinstance(found, Vehicle) else None


def state_of(unit: Unit) -> VehicleState:
    """What a vehicle has as one; a plain stopped vehicle for anything else."""
    return unit.vehicle or VehicleState()


@rule("D1.2", "AFV and unarmored vehicles")
def afv(view: GameView, unit: Unit) -> bool:
    """Whether it is an AFV: a vehicle that has any AF."""
    found = vehicle(view, unit)
    return found is not None and not found.unarmored


@rule("D1.31", "Turrets")
def turreted(view: GameView, unit: Unit) -> bool:
    """Whether its Main Armament turns without the vehicle."""
    found = vehicle(view, unit)
    return found is not None and found.turret != "NT"


def mobile(unit: Unit) -> bool:
    """Whether a vehicle can move at all: neither immobile, bogged nor without crew."""
    state = unit.vehicle
    return state is not None and not (
        state.immobile or state.bogged or state.abandoned or not crewed(unit)
    )


def changed(play: Play, unit: Unit, what: Fact, **fields: object) -> Unit:
    """Change what a vehicle has as a vehicle; returns it as it is then."""
    new = replace(unit, vehicle=replace(state_of(unit), **fields))
    play.emit(UnitChanged(new, what))
    return new


# -- turrets that the commander serves ---------------------------------------------


def commander_serves(view: GameView, unit: Unit) -> bool:
    """Whether a vehicle's turret is silent as long as its crew is CE (D1.321)."""
    found = vehicle(view, unit)
    if found is None or found.turret not in SERVED or not _closed(found):
        return False
    return way(view, "D1.321 turrets") == DEFAULT


def _closed(found: Vehicle) -> bool:
    """An AFV with a roof, or one of which its counter says so."""
    return not found.unarmored and (not found.open_topped or SHUT in found.special)


@rule(
    "D1.321",
    "RST and 1MT turrets while CE",
    exc=("an open-topped AFV",),
    cites=("D1.322", "D5.31"),
)
def unserved(view: GameView, unit: Unit, weapon: Weapon) -> bool:
    """Whether nobody can fire a Weapon in a RST or 1MT turret, as the crew is CE.

    Its MA, CMG and a second gun in it; not what is in the bow or the rear, nor an AAMG.
    EXC: not those of an open-topped AFV, unless its counter says that it does not fire
    while CE.
    Reading: D-897.
    """
    if not state_of(unit).ce or weapon.mount not in TURNING:
        return False
    if not commander_serves(view, unit):
        return False
    found = vehicle(view, unit)
    main = found.ma.lstrip("*") if found and weapon.mount == "MA" else ""
    return not main.startswith(NOT_IN_TURRET)


def check_served(view: GameView, unit: Unit, weapon: Weapon) -> None:
    """Raise Illegal if nobody serves that Weapon of a vehicle."""
    if unserved(view, unit, weapon):
        found = vehicle(view, unit)
        turret = found.turret if found else ""
        why = f"the commander serves a {turret} turret, so {unit.id} must be BU"
        number = "D1.322" if turret == "1MT" else "D1.321"
        raise Illegal(number, f"{why} to fire its {weapon.mount}")


# -- armor and facing --------------------------------------------------------------


@rule("D1.6", "Armor Factors", exc=("the turret's rear is as its side",))
def armor(view: GameView, unit: Unit, side: Facing, *, turret: bool) -> int:
    """AF of a facing; the turret's is a step better or worse where so printed.

    The rear has the AF of the side; that it is easier to kill is in the To Kill DRM.
    """
    found = vehicle(view, unit)
    if found is None:
        return 0
    hull = found.front if side == "front" else found.side
    upper = found.front_upper if side == "front" else found.side_upper
    if not turret or hull not in SCALE:
        return hull
    step = SCALE.index(hull) + BETTER[upper]
    return SCALE[max(0, min(step, len(SCALE) - 1))]


def in_vca(view: GameView, unit: Unit, target: LocationName) -> bool:
    """Whether a Location is in the VCA of a vehicle."""
    way = vector(view.world, unit.location, target)
    return covers(state_of(unit).vca, way)


def in_tca(view: GameView, unit: Unit, target: LocationName) -> bool:
    """Whether a Location is in the TCA of a vehicle, or the VCA without a turret."""
    if not turreted(view, unit):
        return in_vca(view, unit, target)
    return covers(state_of(unit).tca, vector(view.world, unit.location, target))


# -- armament ----------------------------------------------------------------------


def armament(view: GameView, unit: Unit) -> list[Weapon]:
    """The Weapons that a vehicle is armed with, working or not."""
    return [weapon for weapon in view.state.weapons_of(unit.id) if weapon.mount]


def main_armament(view: GameView, unit: Unit) -> Weapon | None:
    """Its Main Armament, if it has any left."""
    return next((w for w in armament(view, unit) if w.mount == "MA"), None)


def aamg(view: GameView, unit: Unit, weapon: Weapon) -> bool:
    """Whether a Weapon of a vehicle is an AAMG, be it its Main Armament (D-903)."""
    if weapon.mount != "MA":
        return weapon.mount == "AAMG"
    found = vehicle(view, unit)
    return found is not None and found.ma.partition(";")[0].strip("* ") == "AAMG"


def needs_ce(view: GameView, unit: Unit, weapon: Weapon) -> bool:
    """Whether only a CE crew can fire a Weapon of an AFV (D1.8, D-903).

    An AAMG, and what is in a turret of which the counter says BU FP NA.
    """
    found = vehicle(view, unit)
    if found is None or found.unarmored:
        return False
    opened = OPEN in found.special and weapon.mount in TURNING
    return opened or aamg(view, unit, weapon)


def silent_while_bu(view: GameView, unit: Unit) -> bool:
    """Whether a BU crew cannot fire the Main Armament of an AFV."""
    main = main_armament(view, unit)
    return main is not None and needs_ce(view, unit, main)


@rule("D1.3", "Armament", cites=("D1.8",))
def arm(play: Play, unit: Unit) -> None:
    """Give a vehicle that comes into play its Weapons, each possessed by it."""
    found = vehicle(play, unit)
    for mount, counter in mounts(found) if found else ():
        id_ = f"{unit.id}.{mount.lower().replace(' ', '')}"
        weapon = Weapon(id=id_, counter=counter, owner=unit.id, mount=mount)
        play.emit(WeaponAdded(weapon))


@rule("D1.7", "Target size of vehicles", cites=("C6.7",))
def size_drm(view: GameView, unit: Unit) -> Mod | None:
    """To Hit DRM of a vehicle's size."""
    found = vehicle(view, unit)
    return Mod("size", found.size, "D1.7") if found and found.size else None


@rule("D1.1", "MP allotment", cites=("D5.341",))
def allotment(view: GameView, unit: Unit) -> int:
    """Quarters of MP that a vehicle has in a MPh: what is printed."""
    found = vehicle(view, unit)
    return found.mp * MF if found else 0
