"""S6.313: Heavy Weapons."""

from collections.abc import Iterable

from msgspec.structs import replace

from opfor.core.rule import rule
from opfor.rules.s_solitaire.s01_terms.s01_terms import could_fire, friend_places
from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import heavy
from opfor.state.counters import Gun, SupportWeapon
from opfor.state.play import FrozenView, GameView
from opfor.state.units import Fortification, LocationName, Unit, Weapon


@rule("S6.313", "Heavy Weapons", cites=("S6.3131", "A9.8"))
def heavy_weapons(view: GameView, unit: Unit) -> Automatic | None:
    """A unit that could assemble or fire a HW for a Target does so.

    Otherwise it has the Action of its DR. At which Target, its Fire Command says.
    Reading (D-030): it goes before a Move in the PFPh, and applies in the DFPh and
    AFPh.
    """
    if not unit.good_order or unit.vehicle:
        return None
    uses = to_assemble(view, unit) or hw_with_target(view, unit)
    return Automatic("S6.313", "Fire") if uses else None


def heavies(view: GameView, unit: Unit) -> list[Weapon]:
    """The functioning HW that a unit possesses."""
    found = view.state.weapons_of(unit.id)
    return [sw for sw in found if heavy(view, sw) and not sw.malfunctioned]


def to_assemble(view: GameView, unit: Unit) -> Weapon | None:
    """The dm HW of a unit that would have a Target once assembled.

    Not whether it could be fired in this phase: it is not, whatever its unit has done.
    """
    for weapon in heavies(view, unit):
        if weapon.dm and _target_of(_assembled(view, unit, weapon), weapon.id):
            return weapon
    return None


def _assembled(view: GameView, unit: Unit, weapon: Weapon) -> FrozenView:
    """The game as it would be with a HW assembled by a unit that has not moved."""
    state, still = view.state, replace(unit, moved=False)
    ready = replace(weapon, dm=False)
    state = replace(
        state,
        weapons=state.weapons | {weapon.id: ready},
        units=state.units | {unit.id: still},
    )
    return FrozenView(state, view.world)


def hw_with_target(view: GameView, unit: Unit) -> Weapon | None:
    """An assembled HW of a unit that has a Target."""
    ready = (weapon for weapon in heavies(view, unit) if not weapon.dm)
    return next((weapon for weapon in ready if _target_of(view, weapon.id)), None)


def _target_of(view: GameView, weapon: str) -> bool:
    places = friend_places(view)
    return any(could_fire(view, (weapon,), at) for at in places)


ROOFED = ("pillbox", "cave")
"""Fortifications from under whose roof no mortar fires (C9.2)."""


@rule("S6.3131", "No entry where the HW could not fire", cites=("C9.2", "S5.753"))
def bars_heavy(
    view: GameView,
    units: Iterable[Unit],
    to: LocationName,
    fort: Fortification | None = None,
) -> str:
    """Why units with a HW do not enter a Location: it could not fire from there.

    A mortar does not fire in a building, nor in a pillbox or cave, if that is what
    they would enter; a Gun not in marsh. Empty if nothing is against it.
    Reading: D-411 a Human Wave and a rout go on all the same.
    """
    found = guns_and_mortars(view, units)
    if not found:
        return ""
    roof = view.world.in_building(to) or (fort is not None and fort.kind in ROOFED)
    marsh = view.world.ground.terrain(view.world.locate(to)).name == "marsh"
    for weapon in found:
        kind = view.world.counter(weapon.counter)
        if roof and is_mortar(kind):
            return f"{weapon.id} could not fire under a roof"
        if marsh and isinstance(kind, Gun):
            return f"{weapon.id} could not fire in marsh"
    return ""


def guns_and_mortars(view: GameView, units: Iterable[Unit]) -> list[Weapon]:
    """The HW of Infantry that cannot fire everywhere: mortars and Guns (S6.3131)."""
    return [
        weapon
        for unit in units
        if not (unit.vehicle or unit.wave)
        for weapon in view.state.weapons_of(unit.id)
        if heavy(view, weapon)
        and (
            is_mortar(kind := view.world.counter(weapon.counter))
            or isinstance(kind, Gun)
        )
    ]


def is_mortar(kind: object) -> bool:
    """Whether a Gun or SW is a mortar."""
    return isinstance(kind, Gun | SupportWeapon) and kind.kind == "MTR"
