"""C11.2: emplaced Guns, and what protects their crews."""

from collections.abc import Iterator

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.state.counters import Gun
from opfor.state.play import GameView
from opfor.state.units import GunState, Unit

EMPLACED = 2
"""TEM of an emplacement (C11.2)."""


def guns_manned(view: GameView, unit: Unit) -> Iterator[tuple[Gun, GunState]]:
    """The Guns that a unit possesses, on wheels or in tow too."""
    for weapon in view.state.weapons_of(unit.id):
        piece = view.world.counter(weapon.counter)
        if weapon.gun is not None and isinstance(piece, Gun):
            yield piece, weapon.gun


@rule("C11.2", "Emplacement")
def emplaced(view: GameView, unit: Unit) -> Mod | None:
    """+2 for the crew of an emplaced Gun; it does not add to other TEM."""
    if unit.inside or not any(gun.emplaced for _, gun in guns_manned(view, unit)):
        return None
    return Mod("emplacement", EMPLACED, "C11.2")
