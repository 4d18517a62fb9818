"""A7: an attack on the IFT as it is planned: who fires at what, with what DRM.

`plan_attack` makes an `Attack` of an order; `fp_attack` one of any other FP, such as
Residual FP, a DC or HE. `orders/fire/a07_3_attacks.py` resolves both alike; `against`
says what one target meets.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.modifier import Mod, total
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a04_movement.a04_6_ffmo_ffnam import motion_drm, motion_of
from opfor.rules.a_infantry.a05_stacking import crowd_drm
from opfor.rules.a_infantry.a06_los import hindrance, los_drm
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import FAR, HALF, Share
from opfor.rules.a_infantry.a07_fire.a07_37_incremental_ift import column_of
from opfor.rules.a_infantry.a07_fire.a07_52_drm import cover_of
from opfor.rules.b_terrain.b27_entrenchments.b27_2_entrenchments import Against
from opfor.rules.b_terrain.b30_pillboxes import protection
from opfor.rules.c_ordnance.c11_guns_as_targets.c11_2_emplacement import emplaced
from opfor.rules.c_ordnance.c11_guns_as_targets.c11_5_gunshield import gunshield
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import carrier
from opfor.rules.d_vehicles.d05_crews.d05_31_crew_exposed import ce_drm
from opfor.rules.d_vehicles.d09_cover.d09_3_cover import afv_tem
from opfor.rules.e_miscellaneous.e03_weather import dim
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD, Fired, LocationName, Side, Unit

NO_COVER = Mod("no TEM", 0)

CROWDED = ("FT", "DC", "OBA", "OVR")
"""Attacks that have the -1 of A5.131 at each side that Overstacks the Location (D-921).

Fire and Residual FP have it among their own DRM, HE in its To Hit DR; it is not for
what drives.
"""

CROWD = "A5.131"
"""The rule of that -1."""

HAS_FT = Mod("has a FT", -1, "A22.4")

Source = Literal[
    "fire",
    "residual",
    "fire lane",
    "mines",
    "DC",
    "FT",
    "MOL",
    "HE",
    "OBA",
    "backblast",
    "OVR",
]
"""What an attack on the IFT comes from."""


class Participant(Struct, frozen=True):
    """A unit or SW as it takes part in an attack.

    Args:
        id: its id.
        mark: the fire counter that it gets.
        rof: its ROF number; 0 if it cannot keep it.
        breakdown: the Original DR from which on it malfunctions; 0 for none.
        removal: the Original DR from which on it is removed; 0 for none.
    """

    id: str
    mark: Fired = ""
    rof: int = 0
    breakdown: int = 0
    removal: int = 0


class Attack(Struct, frozen=True, kw_only=True):
    """One attack on the IFT.

    Args:
        side: whose it is.
        target: the Location attacked.
        fp: its FP, not halved for concealment.
        source: what it comes from.
        mods: DRM of firers and LOS: all but TEM and the targets' movement.
        cover: the TEM of the Location, or Height Advantage.
        motion: DRM for the movement of the targets.
        froms: where it comes from; empty if from nowhere.
        shares: who adds what to the FP.
        arms: the units and SW that fire.
        leaders: who directs it.
        cowers: columns to the left on Original doubles (A7.9).
        halved: concealed targets halve it (A7.23).
        sheltered: fortifications in the Location protect from it.
        far: beyond 16 hexes, where Infantry counts as concealed.
        targets: ids of those attacked; empty: all in the Location (A7.4).
        spared: ids of those in the Location who are not attacked (A8.1).
        also: the same DR at the second Location of Spraying Fire (A7.34), or at the
            next Location of a hex that a FFE attacks (C1.5).
        dud: the Original DR from which on it does nothing (A23.1); 0 for none.
        brought: where the DC comes from that is placed or thrown, for the facing of an
            AFV (D-368).
        twice: a Multiple Hit: the better of two Effects DR counts (C3.8).
    """

    side: Side
    target: LocationName
    fp: Fraction
    source: Source = "fire"
    mods: tuple[Mod, ...] = ()
    cover: Mod = NO_COVER
    motion: tuple[Mod, ...] = ()
    froms: tuple[LocationName, ...] = ()
    shares: tuple[Share, ...] = ()
    arms: tuple[Participant, ...] = ()
    leaders: tuple[str, ...] = ()
    cowers: int = 0
    halved: bool = True
    sheltered: bool = True
    far: bool = False
    targets: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()
    also: "Attack | None" = None
    dud: int = 0
    brought: LocationName = OFFBOARD
    twice: bool = False

    @property
    def drm(self) -> tuple[Mod, ...]:
        """All DRM against whoever is in the Location without shelter of his own."""
        cover = (self.cover,) if self.cover.value else ()
        return (*self.mods, *cover, *self.motion)

    @property
    def parts(self) -> "tuple[Attack, ...]":
        """This attack and all that the same DR resolves with it."""
        return (self, *(self.also.parts if self.also else ()))

    @property
    def units(self) -> tuple[str, ...]:
        """The ids of the units that fire, each once; of its SW their users'."""
        return tuple(dict.fromkeys(share.unit for share in self.shares))


WhyHalf = Literal[
    "", "concealed_to_the_firer", "hidden_to_the_firer", "too_far_to_be_known"
]
"""Why an attack has half its FP against one target (A7.23); "" if it has all."""


class TargetAttack(Struct, frozen=True):
    """An attack as one target meets it: the FP, every DRM, why the FP are halved."""

    fp: Fraction
    mods: tuple[Mod, ...]
    why_half: WhyHalf = ""

    @property
    def drm(self) -> int:
        """The sum of the DRM."""
        return total(self.mods)


def against(view: GameView, attack: Attack, unit: Unit) -> TargetAttack:
    """What one unit of the Location meets.

    Its fortification's TEM if that is better than the terrain's, and then no FFMO;
    -1 if it has a FT; half the FP if it is concealed, or counts as such.
    """
    cover, motion = attack.cover, motion_of(unit, attack.motion)
    # A7.6: the TEM of its own fortification or Gun, or of an AFV (D9.3), if better
    if attack.sheltered:
        cover = own_cover(view, unit, cover, attack.froms, attack.source)
        if cover is not attack.cover:
            motion = tuple(mod for mod in motion if mod.abbr != "FFMO")
    own, mods = [HAS_FT] if possesses_ft(view, unit) else [], attack.mods
    # A5.131: what fires has it among its DRM
    if attack.source in CROWDED:
        own += crowd_drm(view, unit.side, attack.target)
    # D5.31: a CE crew, neither FFMO nor FFNAM; D-921: nor the -1 of those beside it
    if unit.vehicle or unit.aboard:
        motion, mods = (), tuple(mod for mod in mods if mod.rule != CROWD)
        if state_of(carrier(view, unit)).bypass:
            cover = NO_COVER
        own = [ce] if (ce := ce_drm(view, unit)) else []
    # D7.12: an OVR of a vehicle in Motion
    if attack.source == "OVR" and state_of(unit).motion:
        own.append(Mod("in Motion", 2, "D7.12"))
    parts = (cover,) if cover.value else ()
    # A7.23: half FP if concealed
    why_half = unseen(attack, unit) if attack.halved else ""
    fp = attack.fp * HALF if why_half else attack.fp
    return TargetAttack(fp, (*mods, *parts, *motion, *own), why_half)


def own_cover(
    view: GameView,
    unit: Unit,
    cover: Mod,
    froms: Sequence[LocationName],
    source: Source = "fire",
) -> Mod:
    """The TEM of one unit: its fortification's, its Gun's or an AFV's if better.

    Args:
        view: the game.
        unit: who is attacked.
        cover: the TEM that all in its Location have.
        froms: where the attack comes from.
        source: what it comes from.
    """
    shelter = _shelter(view, unit, froms, source)
    if shelter is not None and shelter.value > cover.value:
        cover = shelter
    # D9.3: the cover of an AFV or wreck
    behind = afv_tem(view, unit, froms) if cover.value <= 0 else None
    return cover if behind is None else behind


def _shelter(
    view: GameView, unit: Unit, froms: Sequence[LocationName], source: Source
) -> Mod | None:
    """The TEM of what a unit is inside of: the best against any of the firers.

    Of what is inside of nothing, that of its Gun: emplacement or gunshield.
    """
    if not unit.inside:
        return emplaced(view, unit) or gunshield(view, unit, froms)
    places = froms or (unit.location,)
    kind: Against = source if source in ("OBA", "OVR") else "fire"
    found = [protection(view, unit, at, against=kind) for at in places]
    return max(filter(None, found), key=lambda mod: mod.value, default=None)


def unseen(attack: Attack, unit: Unit) -> WhyHalf:
    """Why a target counts as concealed: it is, or it is too far away; "" if not."""
    if unit.hidden:
        return "hidden_to_the_firer"
    if unit.concealed:
        return "concealed_to_the_firer"
    counts = attack.far and not (unit.broken or unit.berserk)
    return "too_far_to_be_known" if counts else ""


def possesses_ft(view: GameView, unit: Unit) -> bool:
    """Whether a unit possesses a FT, for which fire at it has -1 (A22.4)."""
    return any(
        getattr(view.world.counter(weapon.counter), "kind", "") == "FT"
        for weapon in view.state.weapons_of(unit.id)
    )


def column(
    view: GameView, attack: Attack, fp: Fraction | None = None, *, shifted: int = 0
) -> Fraction:
    """The IFT column of an attack, or of other FP of it; 0 if it is too weak."""
    return column_of(view, attack.fp if fp is None else fp, shifted=shifted)


# -- attacks without an order ------------------------------------------------------


def fp_attack(  # noqa: PLR0913 - each is part of some attack, most by keyword
    view: GameView,
    side: Side,
    target: LocationName,
    fp: Fraction | int,
    *,
    source: Source,
    mods: Sequence[Mod] = (),
    froms: Sequence[LocationName] = (),
    tem: bool = True,
    move: Move | None = None,
    targets: Sequence[str] = (),
    halved: bool = True,
    cowers: int = 0,
) -> Attack:
    """An attack with so many FP that no Fire order made: Residual FP, HE, a DC.

    Args:
        view: the game.
        side: whose attack it is.
        target: the Location attacked.
        fp: its FP.
        source: what it comes from.
        mods: DRM beside those that follow from the rest.
        froms: where it comes from, for Hindrance and hexside TEM; empty: neither.
        tem: TEM protects from it.
        move: how the targets move, if FFMO and FFNAM are to count.
        targets: who is attacked; empty: all in the Location.
        halved: concealed targets halve it.
        cowers: columns it loses on Original doubles.
    """
    drm = max((hindrance(view, at, target) for at in froms), default=0)
    los = los_drm(view, drm, froms, target)
    los += dim(view, froms, target)
    cover = cover_of(view, froms, target, move, side=other(side)) if tem else NO_COVER
    motion = motion_drm(view, target, move, open_=not los and cover.value <= 0)
    return Attack(
        side=side,
        target=target,
        fp=Fraction(fp),
        source=source,
        mods=(*los, *mods),
        cover=cover,
        motion=tuple(motion),
        froms=tuple(froms),
        halved=halved,
        sheltered=tem,
        far=any(view.world.range(at, target) > FAR for at in froms),
        targets=tuple(targets),
        cowers=cowers,
    )


def strengthened(attack: Attack, *mods: Mod) -> Attack:
    """The same attack with more DRM."""
    return replace(attack, mods=(*attack.mods, *mods))
