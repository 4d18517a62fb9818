"""What an ENEMY vehicle is armed with, and what could destroy it: for S9.31 to S9.342.

To Kill numbers are those of AP or HEAT at the range, against the AF of the side of the
hull that is turned to the firer (D-241).
"""

from msgspec import Struct

from opfor.geo.hexes import SIDES
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import ordnance
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import covers, shares, vector
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Hit, Kill, to_kill
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    aamg,
    armament,
    needs_ce,
    state_of,
    turreted,
)
from opfor.rules.d_vehicles.d01_vehicles.d01_8_mg_arcs import in_vca_only, never_ahead
from opfor.rules.d_vehicles.d03_fire.d03_2_target_facing import facing
from opfor.rules.s_solitaire.s01_terms.ranges import (
    IN_LOS,
    range_at_armor,
    reach_of_weapon,
)
from opfor.state.counters import Armament, Gun, SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import NO_CA, LocationName, Unit, Weapon
from opfor.state.vehicle_weapons import TURNING

LEAST_KILL = 3
"""The Final TK# that an Original 2 beats (C7.7)."""

AT_KINDS = ("LATW", "ATR", "RCL")
"""SW that hurt armor."""


class VehicleArm(Struct, frozen=True, kw_only=True):
    """One armament of a vehicle.

    Args:
        name: where it is: MA, bow gun, BMG, CMG or AAMG.
        range: in hexes, as far as it looks for Targets.
        pierces: in hexes, as far as a closed AFV is one.
        turret: it turns with the TCA; else it bears where the VCA does.
        all_round: it bears everywhere (AAMG of a CE crew).
        ahead: it bears within the VCA too.
        mg: it is a MG.
    """

    name: str
    range: int
    pierces: int
    turret: bool
    all_round: bool = False
    ahead: bool = True
    mg: bool = True


def arms(view: GameView, unit: Unit, *, opened: bool = False) -> list[VehicleArm]:
    """The functioning armament of a vehicle; what needs a CE crew has one.

    A MG looks for Targets by D-180, a MA as far as it sees (D-531).

    Args:
        view: the game.
        unit: the vehicle.
        opened: as if its crew were CE (D-933).
    """
    shut = not (opened or state_of(unit).ce)
    turns = turreted(view, unit)
    found = []
    for weapon in armament(view, unit):
        mount, kind = weapon.mount, view.world.counter(weapon.counter)
        out = weapon.malfunctioned or weapon.disabled or mount in ("RMG", "side MG")
        around = aamg(view, unit, weapon) and not in_vca_only(view, unit, weapon)
        gun = isinstance(kind, Armament)
        if out or (shut and needs_ce(view, unit, weapon)):
            continue
        found.append(
            VehicleArm(
                name=mount,
                range=IN_LOS if gun else reach_of_weapon(view, weapon),
                pierces=IN_LOS if gun else range_at_armor(view, weapon),
                turret=turns and mount in TURNING and not around,
                all_round=around,
                ahead=not never_ahead(view, unit, weapon),
                mg=not gun,
            )
        )
    return found


def behind(view: GameView, unit: Unit, start: LocationName) -> bool:
    """Whether a Location sees the rear of a vehicle."""
    state = unit.vehicle
    if state is None or state.vca == NO_CA:
        return False
    back = (state.vca + SIDES // 2) % SIDES
    return min(shares(back, vector(view.world, unit.location, start))) > 0


def shows_front(view: GameView, unit: Unit, start: LocationName) -> bool:
    """Whether a vehicle turns its front to a Location."""
    state = unit.vehicle
    way = vector(view.world, unit.location, start)
    return state is None or state.vca == NO_CA or covers(state.vca, way)


# -- To Kill -----------------------------------------------------------------------


def kills(view: GameView, firer: Unit, start: LocationName, target: Unit) -> list[Kill]:
    """The To Kill attempts that hits by a firer's ordnance would bring."""
    found = (
        _kill(view, weapon, start, target)
        for weapon in view.state.weapons_of(firer.id)
        if not (weapon.malfunctioned or weapon.disabled or weapon.dm)
    )
    return [kill for kill in found if kill is not None and kill.possible]


def _kill(
    view: GameView, weapon: Weapon, start: LocationName, target: Unit
) -> Kill | None:
    piece, hexes = ordnance(view, weapon), view.world.range(start, target.location)
    if piece is None or piece.kind == "MTR" or 0 < piece.max_range < hexes:
        return None
    side = "front"
    if start != target.location and target.vehicle and target.vehicle.vca != NO_CA:
        side = facing(view, target, start, turret=False)
    ammo = "HEAT" if piece.no_ap else "AP"
    hit = Hit(piece=piece, ammo=ammo, hexes=hexes, side=side)  # type: ignore[arg-type] # as facing has it
    return to_kill(view, hit, target)


def tk_number(view: GameView, firer: Unit, target: Unit) -> int:
    """The best Basic TK# of a firer where it is against a vehicle; 0 if it has none."""
    found = kills(view, firer, firer.location, target)
    return max((kill.numbers[0].value for kill in found), default=0)


def margin(view: GameView, firer: Unit, start: LocationName, target: Unit) -> int:
    """The best Final TK# of a firer at a Location against a vehicle; 0 without one."""
    found = kills(view, firer, start, target)
    return max((kill.number for kill in found), default=0)


def could_destroy(view: GameView, firer: Unit, target: Unit) -> bool:
    """Whether a hit that is no CH could destroy a vehicle."""
    return margin(view, firer, firer.location, target) >= LEAST_KILL


def has_ordnance(view: GameView, friend: Unit, hexes: int) -> bool:
    """Whether a unit has a functioning A-T Weapon that reaches so far."""
    for weapon in view.state.weapons_of(friend.id):
        kind = view.world.counter(weapon.counter)
        if weapon.malfunctioned or weapon.disabled:
            continue
        if isinstance(kind, Gun | Armament) and not kind.no_ap:
            return True
        if isinstance(kind, SupportWeapon) and kind.kind in AT_KINDS:
            return hexes <= kind.range
    return False
