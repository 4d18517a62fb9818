"""C3: a use of ordnance as planned.

A `ToHit` holds its Modified To Hit number, its DRM, and whom it may hit with which
more. `c03_33_plan_of_a_shot.py` plans it, `to_hit_dr.py` reads its DR, `to_hit_odds.py`
its chances.
"""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from opfor.core.modifier import Mod, total
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance
from opfor.rules.c_ordnance.c08_ammunition.c08_9_depletion import Ammo
from opfor.state.units import NO_CA, Fired, LocationName, Side

TargetType = Literal["vehicle", "infantry", "area"]
"""What is aimed at (C3.3)."""

Verdict = Literal["miss", "hit", "turret hit", "critical"]

SHORT = 40


class Aimed(Struct, frozen=True):
    """One possible target of a shot: its id, and the DRM that only it brings."""

    id: str
    mods: tuple[Mod, ...] = ()


class ToHit(Struct, frozen=True, kw_only=True):
    """One use of ordnance.

    Args:
        side: whose it is.
        unit: the id of the unit that fires.
        piece: what it fires.
        start: where it stands.
        target: the Location aimed at.
        type: the Target Type.
        at: the vehicle aimed at by the Vehicle Target Type.
        ammo: what is fired.
        numbers: the parts of the Modified To Hit number, the Basic one first.
        mods: DRM against all targets.
        unsteady: the lower dr of the To Hit DR counts double (Case C4).
        aims: the targets; none for SMOKE and at a Location without Known units.
        fp: FP of a hit on the IFT; 0 for SMOKE.
        rof: the coloured die that keeps its ROF; 0 if it cannot.
        breakdown, removal: the Original DR from which on it fails; 0 for none.
        depletion: the highest Original DR at which it has such ammunition; 0: always.
        mark: the fire counter that it gets.
        ca: its CA after the shot, NO_CA if that does not change.
        intensive: it is Intensive Fire.
        spotter: the unit that sees for it.
        backblast: it brings backblast upon its own Location.
        leaders: who directs it.
    """

    side: Side
    unit: str
    piece: Ordnance
    start: LocationName
    target: LocationName
    type: TargetType
    at: str = ""
    ammo: Ammo
    numbers: tuple[Mod, ...]
    mods: tuple[Mod, ...] = ()
    unsteady: bool = False
    aims: tuple[Aimed, ...] = ()
    fp: Fraction = Fraction(0)
    rof: int = 0
    breakdown: int = 0
    removal: int = 0
    depletion: int = 0
    mark: Fired = ""
    ca: int = NO_CA
    intensive: bool = False
    spotter: str = ""
    backblast: bool = False
    leaders: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """The Modified To Hit number."""
        return total(self.numbers)

    @property
    def smoke(self) -> bool:
        """Whether it places SMOKE."""
        return self.ammo in ("smoke", "WP")

    @property
    def all_aims(self) -> tuple[Aimed, ...]:
        """The targets; for SMOKE and empty Locations the Location itself."""
        return self.aims or (Aimed(""),)

    @property
    def fails(self) -> int:
        """The Original DR from which on it malfunctions or is removed; 13: never."""
        return min((n for n in (self.breakdown, self.removal) if n), default=13)
