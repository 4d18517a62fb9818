"""C6.4: Case M, Bore Sighted Locations."""

from collections.abc import Sequence

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.state.counters import SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import LocationName, Weapon

BORED = -2
"""The DRM at a Bore Sighted Location."""


BORED_REACH = 16
"""Hexes up to which a Location can be Bore Sighted."""


BORING = ("MMG", "HMG", ".50")
"""How the names of MG begin that can Bore Sight, beside Guns and light mortars."""


@rule("C6.4", "Case M: Bore Sighted Location", cites=("C6.5",))
def bored(view: GameView, weapon: Weapon | None, target: LocationName) -> Mod | None:
    """-2 at the one Location, within 16 hexes, that a Gun, MMG, HMG or mortar knows.

    By To Hit and on the IFT, until the Weapon moves. It does not add to Case N.
    Reading: D-361.
    """
    if weapon is None or not weapon.bored or weapon.bored != target:
        return None
    piece, owner = (
        view.world.counter(weapon.counter),
        view.state.units.get(weapon.owner),
    )
    able = weapon.gun is not None or (
        isinstance(piece, SupportWeapon)
        and (piece.kind == "MTR" or piece.name.startswith(BORING))
    )
    near = owner and view.world.range(owner.location, target) <= BORED_REACH
    return Mod("Case M: Bore Sighted", BORED, "C6.4") if able and near else None


def all_bored(
    view: GameView, weapons: Sequence[Weapon | None], target: LocationName
) -> list[Mod]:
    """Case M on the IFT, if it counts for all that fire."""
    found = [bored(view, weapon, target) for weapon in weapons]
    return [found[0]] if found and all(found) and found[0] else []
