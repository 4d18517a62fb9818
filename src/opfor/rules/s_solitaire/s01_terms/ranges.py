"""How far the ENEMY looks for Targets (D-531, D-180)."""

from opfor.state.counters import Gun, SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import Weapon

FAR = 16
"""Hexes beyond which nobody looks for a Target but for his ordnance (project)."""

IN_LOS = 10**3
"""The range of a MA in hexes: as far as it sees (D-531)."""

LONG = 2
"""Times its normal range that small arms reach (A7.22)."""

BULLETS = ("MG", "ATR")
"""Kinds of SW that hurt an AFV at normal range only (A9.61)."""


def reach_of_weapon(view: GameView, weapon: Weapon) -> int:
    """The hexes that a Weapon reaches; 0 if it is malfunctioned or dm."""
    kind = view.world.counter(weapon.counter)
    if weapon.malfunctioned or weapon.dm:
        return 0
    if isinstance(kind, Gun):
        return FAR
    if not isinstance(kind, SupportWeapon):
        return 0
    return min(FAR, kind.range * (LONG if kind.long_range else 1))


def least_of_weapon(view: GameView, weapon: Weapon) -> int:
    """The hexes nearer than which a Weapon cannot fire, as a mortar (C9.1)."""
    kind = view.world.counter(weapon.counter)
    return kind.min_range if isinstance(kind, Gun | SupportWeapon) else 0


def range_at_armor(view: GameView, weapon: Weapon) -> int:
    """The hexes at which a Weapon has something against armor; 0 if out of order.

    A MG or an ATR at normal range (A9.61), any other as far as it reaches (D-822).
    """
    kind, hexes = view.world.counter(weapon.counter), reach_of_weapon(view, weapon)
    if isinstance(kind, SupportWeapon) and kind.kind in BULLETS:
        return min(hexes, kind.range)
    return hexes
