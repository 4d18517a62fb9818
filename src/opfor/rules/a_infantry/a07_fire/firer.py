"""A unit or a SW as it fires."""

from typing import NamedTuple

from opfor.state.counters import MMC, SMC, SupportWeapon
from opfor.state.units import Unit, Weapon


class Firer(NamedTuple):
    """A unit with its inherent FP, or with a SW that it fires.

    Args:
        unit: the unit.
        piece: the counter whose FP counts: its own, or what the SW fires as.
        weapon: the SW; None for inherent FP.
    """

    unit: Unit
    piece: MMC | SMC | SupportWeapon
    weapon: Weapon | None = None

    @property
    def thing(self) -> Unit | Weapon:
        """What is marked with the fire counter."""
        return self.weapon or self.unit

    @property
    def small_arms(self) -> bool:
        """Whether point blank and the like apply: not to a FT (A22.1)."""
        return not isinstance(self.piece, SupportWeapon) or self.piece.kind != "FT"
