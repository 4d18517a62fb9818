"""What there is to say of a LOS: whether it is clear, and what hinders or blocks it.

Apart from `los.py`, whose compiler takes a second to load: rules and views speak of
sights long before any is worked out.
"""

import msgspec
import numpy as np
from numpy.typing import NDArray

from opfor.core.errors import OpforError

LIGHT_WOODS = 175


class Hindrance(msgspec.Struct, frozen=True):
    """What hinders LOS in one hex, and by how much."""

    hex: int
    terrain: str
    drm: int


class Veil(msgspec.Struct, frozen=True):
    """Something that lies in a hex for a time and hinders LOS: SMOKE, fire, wreck.

    Args:
        hex: where it is.
        drm: the hindrance.
        height: levels above the hex's base that it fills.
        name: for the explanation.
        in_end: it counts at the ends of the thread too, as SMOKE does (A24.2).
    """

    hex: int
    drm: int
    height: int = 2
    name: str = "SMOKE"
    in_end: bool = False


class Sight(msgspec.Struct, frozen=True):
    """A LOS and its reasons.

    Args:
        clear: whether there is LOS.
        range: in hexes.
        hindrance: the sum of the hindrance DRM; 0 if blocked by something else.
        hindrances: those that count, nearest to the thread's left end first.
        blocked_at: the hex that blocks, or None.
        blocked_by: what blocks, in words; empty if clear.
    """

    clear: bool
    range: int
    hindrance: int = 0
    hindrances: tuple[Hindrance, ...] = ()
    blocked_at: int | None = None
    blocked_by: str = ""


class Conditions(msgspec.Struct, frozen=True):
    """What the season and the Mission make of the terrain drawn on the boards.

    Args:
        grain: it stands (B15.2: June to September); else it is Open Ground.
        orchard: it is in leaf (B14.2: April to October); else a mere hindrance.
        bocage: hedges are Bocage (SSR).
        light_woods: woods are Light Woods (SSR).
        palms: orchards are palm trees (SSR).
    """

    grain: bool = True
    orchard: bool = True
    bocage: bool = False
    light_woods: bool = False
    palms: bool = False

    @classmethod
    def of_month(cls, month: int) -> "Conditions":
        """The usual ones of a month, 1 to 12."""
        return cls(grain=6 <= month <= 9, orchard=4 <= month <= 10)

    @classmethod
    def of_date(cls, year_month: str) -> "Conditions":
        """The usual ones of a date such as `1943-07`.

        Errors:
            OpforError: not a date of that form.
        """
        _, _, month = year_month.partition("-")
        if not (month[:2].isdigit() and 1 <= int(month[:2]) <= 12):
            raise OpforError(f"{year_month!r} is not a date", do="write it as 1943-07")
        return cls.of_month(int(month[:2]))

    def codes(self) -> NDArray[np.uint8]:
        """For every terrain code the code that it counts as."""
        table = np.arange(256, dtype=np.uint8)
        changes = (
            (not self.grain, 24, 0),
            (not self.orchard, 63, 64),
            (self.palms, 63, 129),
            (self.bocage, 73, 74),
            (self.light_woods, 60, LIGHT_WOODS),
        )
        for applies, old, new in changes:
            if applies:
                table[old] = new
        return table
