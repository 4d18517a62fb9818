"""A3: the phases of a Player Turn, whose part each is, and what ends with each."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal, TypeVar

from msgspec.structs import replace

from opfor.core.rule import rule
from opfor.state.events import Tidied
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import (
    FOR_THE_TURN,
    OFFBOARD,
    Deed,
    Fired,
    Marker,
    Phase,
    Side,
    Suspect,
    Unit,
    VehicleState,
    Weapon,
)

T = TypeVar("T")

Role = Literal["attacker", "defender", "window"]
"""Whose part it is; "window": the DEFENDER's, while the ATTACKER moves (A8.1)."""

PARTS: Mapping[Phase, tuple[Role, ...]] = MappingProxyType(
    {
        "RPh": ("attacker", "defender"),
        "PFPh": ("attacker",),
        "MPh": ("attacker",),
        "DFPh": ("defender",),
        "AFPh": ("attacker",),
        "RtPh": ("attacker", "defender"),
        "APh": ("attacker",),
        "CCPh": ("attacker", "defender"),
    }
)
"""The phases in order, and whose parts each has (A3)."""

PHASES: tuple[Phase, ...] = tuple(PARTS)

GONE_AFTER: Mapping[Phase, tuple[Fired, ...]] = MappingProxyType(
    {"DFPh": ("first", "final"), "AFPh": ("prep", "opportunity")}
)
"""Fire counters removed at the end of a phase (A3.4, A3.5)."""


def other(side: Side) -> Side:
    """The other side."""
    return "ENEMY" if side == "FRIENDLY" else "FRIENDLY"


def defender(state: State) -> Side:
    """The side whose Player Turn it is not."""
    return other(state.side)


def role(state: State, side: Side) -> Role:
    """What a side is now."""
    if state.window and state.window.asked and state.window.side == side:
        return "window"
    return "attacker" if side == state.side else "defender"


def acting(state: State) -> Side | None:
    """The side whose order is awaited; None when the phase is over."""
    if state.window and state.window.asked:
        return state.window.side
    for part in PARTS[state.phase] if state.phase else ():
        side = state.side if part == "attacker" else defender(state)
        if side not in state.done:
            return side
    # S6.213: in Panic the ATTACKER attacks only who has attacked him
    if state.phase == "CCPh" and state.done.count(state.side) == 1:
        panicky = (u for u in state.units.values() if u.panic and u.side == state.side)
        if any(attacked_in_cc(state, u) and not u.did("attacked") for u in panicky):
            return state.side
    return None


def attacked_in_cc(state: State, unit: Unit) -> bool:
    """Whether a unit is, or has been, attacked in this CCPh."""
    declared = any(unit.id in clash.defenders for clash in state.clashes)
    return declared or unit.did("defended")


@rule("A3.9", "What is removed as a phase ends", cites=("A3.4", "A3.5", "A4.51"))
def tidy(play: Play) -> None:
    """Remove or turn the counters that do not outlast the phase."""
    state, phase = play.state, play.state.phase
    units = _changed(state.units, lambda unit: tidied_unit(state, unit))
    weapons = _changed(state.weapons, lambda weapon: _tidied_weapon(state, weapon))
    suspects = _changed(state.suspects, lambda s: _tidied_suspect(s, phase))
    gone = tuple(m.id for m in state.markers.values() if _over(m, phase))
    if units or weapons or suspects or gone:
        play.emit(Tidied(units, weapons, suspects, gone))


def _changed(things: Mapping[str, T], tidied: Callable[[T], T]) -> tuple[T, ...]:
    return tuple(new for old in things.values() if (new := tidied(old)) is not old)


def tidied_unit(state: State, unit: Unit) -> Unit:
    """A unit as the phase that ends leaves it."""
    phase, mine = state.phase, unit.side == state.side
    after = unit
    if unit.deeds:
        after = replace(after, deeds=_kept(unit.deeds, phase))
    # A3.4, A3.5: fire counters
    if unit.fired and phase and unit.fired in GONE_AFTER.get(phase, ()):
        after = replace(after, fired="")
    # A4.51: CX goes as its next MPh begins, in which it has no Double Time (D-936)
    if phase == "PFPh" and mine and unit.cx:
        after = replace(after, cx=False, deeds=(*after.deeds, "winded"))
    # A10.62: DM
    if phase == "RPh" and unit.dm and not unit.did("keep DM"):
        after = replace(after, dm=False)
    # A3.8: pin and TI
    if phase == "CCPh" and (unit.pinned or unit.ti or unit.moved or unit.panic):
        after = replace(after, pinned=False, ti=False, moved=False, panic=False)
    # A4.62: a task that costs the turn to the end of it, bailing out for its phase
    if unit.hazardous and (phase == "CCPh" or not unit.ti):
        after = replace(after, hazardous=False)
    if phase == "CCPh" and (unit.afph or unit.action or unit.automatic or unit.command):
        after = replace(after, afph=False, action="", automatic="")
        after = replace(after, command=0, attack_table="")
    if phase == "CCPh" and unit.vehicle:
        still = _after_the_turn(unit.vehicle)
        after = replace(after, vehicle=still) if still != unit.vehicle else after
    # S6.317: a leader remains on his way to broken units.
    if phase == "CCPh" and unit.goal and (unit.vehicle or not unit.good_order):
        after = replace(after, goal=OFFBOARD)
    return after


def _after_the_turn(state: VehicleState) -> VehicleState:
    """A vehicle without what it has only to the end of a Player Turn."""
    return replace(
        state,
        entered=False,
        began_in_motion=False,
        trail=(),
        corners=(),
        discharged=False,
    )


def _tidied_suspect(suspect: Suspect, phase: Phase | Literal[""]) -> Suspect:
    if phase == "CCPh" and (suspect.moved or suspect.advanced):
        return replace(suspect, moved=False, advanced=False)
    return suspect


def _kept(deeds: tuple[Deed, ...], phase: Phase | Literal[""]) -> tuple[Deed, ...]:
    if phase == "CCPh":
        return ()
    return tuple(deed for deed in deeds if deed in FOR_THE_TURN)


def _tidied_weapon(state: State, weapon: Weapon) -> Weapon:
    gone = GONE_AFTER.get(state.phase, ()) if state.phase else ()
    if weapon.rof or (weapon.fired and weapon.fired in gone):
        ended = weapon.fired in gone
        return replace(
            weapon,
            rof=False,
            fired="" if ended else weapon.fired,
            intensive=weapon.intensive and not ended,
            smoked=weapon.smoked and not ended,
        )
    return weapon


def _over(marker: Marker, phase: Phase | Literal[""]) -> bool:
    """Whether a marker ends with the phase: Residual FP, Fire Lanes, grenades' SMOKE.

    Residual FP and SMOKE grenades last for the MPh (A8.2, A24.1), a Fire Lane too
    (A9.22).
    """
    short = marker.grenade or marker.kind in ("residual", "fire lane")
    return phase == "MPh" and short
