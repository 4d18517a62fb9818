"""What there is to say of a LOS: whether it is clear, and what hinders or blocks it.

Apart from `los.py`, whose compiler takes a second to load: rules and views speak of
sights long before any is worked out.
"""

import msgspec


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
