"""A10.6: rallying with a leader or without one, and what the DR brings."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.fact import fact
from opfor.core.modifier import Mod, breakdown, total
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_23_morale_level import morale_level
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, smc
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import (
    casualty_reduction,
    heat,
)
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import modifier
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.a_infantry.a18_leader_creation.a18_2_leader_creation import (
    create_leader,
)
from opfor.rules.a_infantry.a25_commissars import shoot
from opfor.rules.a_infantry.on_table import RALLY_FATES, on_table, report_units
from opfor.rules.choices.orders import Rally
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Deed, Side, Unit

DM_DRM = 4
"""Rally DRM of Desperation Morale (A10.62)."""

FATE, HEAT = 12, 2
"""Original Rally DR with an effect of their own (A10.64, A15.1)."""


SHELTERS = ("trench", "pillbox")
"""Fortifications that help to rally what is in them (A10.61)."""


@rule("A10.61", "Rally DRM", cites=("A10.62", "A10.7", "A25.22"))
def rally_drm(view: GameView, unit: Unit, by: Unit | None) -> list[Mod]:
    """Leadership or Self-Rally, the shelter of the Location, and DM.

    A commissar makes DM count for nothing.
    """
    mods = []
    if by is None:
        mods.append(Mod("Self-Rally", 1, "A10.63"))
    elif drm := modifier(view, by):
        mods.append(Mod(f"leadership of {by.id}", drm, "A10.7"))
    if shelter := rally_terrain(view, unit):
        mods.append(Mod(shelter, -1, "A10.61"))
    if unit.dm and not _commissar(view, by):
        mods.append(Mod("DM", DM_DRM, "A10.62"))
    return mods


def rally_terrain(view: GameView, unit: Unit) -> str:
    """What helps a unit to rally where it is (A10.61); empty if nothing does."""
    inside = view.state.fortifications.get(unit.inside)
    if inside is not None and inside.kind in SHELTERS:
        return inside.kind
    kind = view.world.ground.terrain(view.world.locate(unit.location))
    return kind.name if kind.rally else ""


def _commissar(view: GameView, by: Unit | None) -> bool:
    found = smc(view, by) if by is not None else None
    return found is not None and found.kind == "commissar"


@rule("A10.6", "Rally", cites=("A10.61", "A10.64", "A12.14", "A15.1", "A18.11"))
def do_rally(play: Play, _side: Side, order: Rally) -> None:
    """The Rally DR of a unit, against its broken Morale Level, and what it brings.

    An Original 2 is Heat of Battle with a leader; without one it may bring a MMC a
    new leader.
    """
    by = play.state.units[order.leader] if order.leader else None
    unit = _mark_try(play, order)
    # A10.61: DRM, against the broken Morale Level
    mods, level = rally_drm(play, unit, by), morale_level(play, unit)
    if on_table(play, "rally"):
        asked = describe_rally(unit, level, mods)
        report_units(play, [unit.id], asked, fates=RALLY_FATES)
        return
    purpose = fact("rally_of", unit=unit.id, level=level)
    # A10.6: the Rally DR
    rolled = dice_roll(play, purpose, mods, side=unit.side)
    # A10.64: an Original 12
    if rolled.original == FATE:
        _fate(play, unit, by)
        return
    # A15.1, A18.11: an Original 2
    if rolled.original == HEAT:
        _original_2(play, unit, by)
    now = play.state.units.get(unit.id)
    if now is None or not now.broken or now.disrupted != unit.disrupted or now.guard:
        return
    # A10.6: rallied
    if rolled.final <= level:
        after = replace(now, broken=False, dm=False, disrupted=False)
        play.emit(UnitChanged(after, fact("rallied")))
    # A25.222: the commissar shoots
    elif _commissar(play, by):
        shoot(play, now)


def describe_rally(unit: Unit, level: int, mods: Sequence[Mod]) -> str:
    """A Rally DR for the player who makes it on his table."""
    drm = f"DRM {total(mods):+d} ({breakdown(mods)})"
    return f"Rally of {unit.id} against {level}, {drm}"


def _mark_try(play: Play, order: Rally) -> Unit:
    """Mark the try: the unit's for the turn, the leader's for the phase."""
    unit = play.state.units[order.unit]
    how: tuple[Deed, ...] = ("rally",) if order.leader else ("rally", "self rally")
    unit = replace(unit, deeds=(*unit.deeds, *how))
    play.emit(UnitChanged(unit, fact("tries_to_rally")))
    # A12.14: a leader who rallies is seen
    if order.leader:
        lose_by(play, order.leader, "other action")
        by = play.state.units[order.leader]
        if not by.did("direct"):
            by = replace(by, deeds=(*by.deeds, "direct"))
            play.emit(UnitChanged(by, fact("tries_to_rally_another", unit=unit.id)))
    return unit


def _fate(play: Play, unit: Unit, by: Unit | None) -> None:
    """Casualty Reduction, and the try has failed, under a commissar as any other.

    Reading: D-890.
    """
    for left in casualty_reduction(play, unit.id):
        # A25.222: the commissar shoots who is left
        if _commissar(play, by):
            shoot(play, play.state.units[left])


def _original_2(play: Play, unit: Unit, by: Unit | None) -> None:
    if by is not None:
        heat(play, unit.id)
    elif mmc(play, unit) is not None:
        create_leader(play, unit)
