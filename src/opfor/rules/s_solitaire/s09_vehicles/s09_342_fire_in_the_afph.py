"""S9.342: Bounding Fire in the AFPh."""

from opfor.core.rule import rule
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    armament,
    commander_serves,
    mobile,
    state_of,
)
from opfor.rules.s_solitaire.s09_vehicles.armament import arms
from opfor.rules.s_solitaire.s09_vehicles.s09_34_ca_and_targets import (
    bearing_arms,
    seen_from,
)
from opfor.rules.s_solitaire.s09_vehicles.steps import kind_of
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit
from opfor.state.vehicle_weapons import mounted

WORN = 10
"""The B# up to which no Bounding Fire is made in the AFPh (S9.342)."""


@rule(
    "S9.342",
    "Bounding Fire in the AFPh",
    exc=("a breakdown number of 10 or less",),
    cites=("D1.321", "D3.3", "D3.32", "D3.51"),
)
def fires_in_afph(view: GameView, unit: Unit) -> bool:
    """Whether a vehicle makes Bounding Fire in the AFPh: if it can and has a Target.

    EXC: not with a B#, or X#, of 10 or less of its MA; that of what it carries besides,
    such as a flamethrower, does not count (D-241).
    Reading (D-874): a gun without a turret turns the vehicle to what it fires at.
    """
    if _worn(view, unit) or unit.fired or not unit.good_order or not arms(view, unit):
        return False
    if all(weapon.fired for weapon in armament(view, unit)):
        return False
    # D1.321: not its turret, while the commander who serves it is CE
    silent = state_of(unit).ce and commander_serves(view, unit)
    return any(
        any(not (silent and arm.turret) for arm in bearing_arms(view, unit, at))
        or _turns_to(view, unit, at)
        for at in seen_from(view, unit, known=False)
    )


def _turns_to(view: GameView, unit: Unit, at: LocationName) -> bool:
    """Whether a vehicle that can move has a gun that would turn it to a Location."""
    hexes = view.world.range(unit.location, at)
    guns = (arm for arm in arms(view, unit) if not (arm.mg or arm.turret))
    return mobile(unit) and any(hexes <= gun.range for gun in guns)


def _worn(view: GameView, unit: Unit) -> bool:
    """Whether the B#, or X#, of a vehicle's MA is 10 or less."""
    main = mounted(kind_of(view, unit)).get("MA")
    return main is not None and 0 < (main.removal or main.breakdown) <= WORN
