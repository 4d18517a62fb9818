"""A10.6: rallying with a leader or without one, and what the DR brings."""

from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.modifier import Mod, breakdown, total
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_units import mmc, piece, smc
from opfor.rules.a_infantry.a10_morale.effects import (
    casualty_reduction,
    eliminate,
    heat,
)
from opfor.rules.a_infantry.a10_morale.levels import (
    commissar_with,
    leads,
    modifier,
    morale_level,
)
from opfor.rules.a_infantry.a12_concealment.concealment import lose_by
from opfor.rules.a_infantry.a18_leader_creation import create_leader
from opfor.rules.a_infantry.a19_elr import demote
from opfor.rules.a_infantry.on_table import RALLY_FATES, on_table, report_units
from opfor.rules.choices.offer import allows
from opfor.rules.choices.orders import Rally
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Deed, Side, Unit

DM_DRM = 4
"""Rally DRM of Desperation Morale (A10.62)."""

FATE, HEAT = 12, 2
"""Original Rally DR with an effect of their own (A10.64, A15.1)."""

ALONE = 2
"""MMC of the ENEMY that may Self-Rally in its RPh without a boxed level (S7.p2)."""

SHELTERS = ("trench", "pillbox")
"""Fortifications that help to rally what is in them (A10.61)."""


@rule("A10.6/may", "Who may try to rally", cites=("A10.63", "A18.11", "A19.12"))
def may_rally(view: GameView, side: Side, order: Rally) -> None:
    """A broken unit tries once a Player Turn, with a Good Order leader or by itself.

    By itself: SMC and MMC whose broken Morale Level is boxed; and, in its own RPh,
    the MMC of a side that is the first to try. A Disrupted unit needs a leader.

    Errors:
        Illegal: it may not.
    """
    unit = view.state.units.get(order.unit)
    if unit is None or unit.side != side or not unit.location:
        raise Illegal("A10.6", f"you have no unit {order.unit} on the map")
    if not unit.broken or unit.melee or unit.guard:
        raise Illegal("A10.6", f"{unit.id} is not broken, in Melee, or a prisoner")
    if unit.did("rally"):
        raise Illegal("A10.6", f"{unit.id} has tried to rally in this Player Turn")
    if order.leader:
        _may_lead(view, unit, view.state.units.get(order.leader))
    elif unit.disrupted:
        raise Illegal("A19.12", f"{unit.id} is Disrupted and needs a leader")
    elif not self_rally(view, unit):
        raise Illegal("A10.63", f"{unit.id} needs a leader to rally")


def _may_lead(view: GameView, unit: Unit, by: Unit | None) -> None:
    if by is None or by.side != unit.side or by.location != unit.location:
        raise Illegal("A10.6", "that leader is not in the Location")
    if by.id == unit.id or not leads(view, by):
        raise Illegal("A10.6", f"{by.id} is no leader who could rally others now")
    if by.did("deploy"):
        raise Illegal("A1.31", f"{by.id} has Deployed or Recombined units")


@rule(
    "A10.63",
    "Self-Rally",
    exc=("two MMC of the ENEMY, whoever has tried before",),
    cites=("A18.11", "S7.p2"),
)
def self_rally(view: GameView, unit: Unit) -> bool:
    """Whether a unit may rally by itself now.

    SMC and MMC with a boxed broken Morale Level always; any other MMC only as the
    first MMC of its side that tries to rally in its own RPh.

    EXC: two such MMC of the ENEMY, also after leaders have rallied others.
    """
    if has_self_rally(view, unit):
        return True
    if unit.side != view.state.side:
        return False
    if unit.side == "ENEMY":
        return alone(view, unit.side) < ALONE
    return not _tried(view, unit.side)


def has_self_rally(view: GameView, unit: Unit) -> bool:
    """Whether it is a SMC, or a MMC with a boxed broken Morale Level."""
    found = mmc(view, unit)
    return found is None or found.self_rally


def alone(view: GameView, side: Side) -> int:
    """The MMC of a side without it that have tried by themselves in this RPh."""
    return sum(
        unit.side == side and unit.did("self rally") and not has_self_rally(view, unit)
        for unit in view.state.units.values()
    )


def _tried(view: GameView, side: Side) -> bool:
    """Whether a MMC of the side has tried to rally in this RPh."""
    return any(
        unit.side == side and unit.did("rally") and mmc(view, unit) is not None
        for unit in view.state.units.values()
    )


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
def rally(play: Play, _side: Side, order: Rally) -> None:
    """The Rally DR of a unit, against its broken Morale Level, and what it brings.

    An Original 2 is Heat of Battle with a leader; without one it may bring a MMC a
    new leader.
    """
    by = play.state.units[order.leader] if order.leader else None
    unit = _trying(play, order)
    mods, level = rally_drm(play, unit, by), morale_level(play, unit)
    purpose = f"Rally of {unit.id} against {level}"
    if on_table(play, "rally"):
        asked = f"{purpose}, DRM {total(mods):+d} ({breakdown(mods)})"
        report_units(play, [unit.id], asked, fates=RALLY_FATES)
        return
    rolled = dice_roll(play, purpose, mods, side=unit.side)
    if rolled.original == FATE:
        casualty_reduction(play, unit.id)
        return
    if rolled.original == HEAT:
        _original_2(play, unit, by)
    now = play.state.units.get(unit.id)
    if now is None or not now.broken or now.disrupted != unit.disrupted or now.guard:
        return
    if rolled.final <= level:
        after = replace(now, broken=False, dm=False, disrupted=False)
        play.emit(UnitChanged(after, "rallied"))
    elif _commissar(play, by):
        shoot(play, now)


def _trying(play: Play, order: Rally) -> Unit:
    """Mark the try: the unit's for the turn, the leader's for the phase."""
    unit = play.state.units[order.unit]
    how: tuple[Deed, ...] = ("rally",) if order.leader else ("rally", "self rally")
    unit = replace(unit, deeds=(*unit.deeds, *how))
    play.emit(UnitChanged(unit, fact("tries_to_rally")))
    if order.leader:
        lose_by(play, order.leader, "other action")
        by = play.state.units[order.leader]
        if not by.did("direct"):
            by = replace(by, deeds=(*by.deeds, "direct"))
            play.emit(UnitChanged(by, f"tries to rally {unit.id}"))
    return unit


def _original_2(play: Play, unit: Unit, by: Unit | None) -> None:
    if by is not None:
        heat(play, unit.id)
    elif mmc(play, unit) is not None:
        create_leader(play, unit)


@rule(
    "A25.221",
    "Who must try to rally under a commissar",
    exc=("a unit that may not rally now",),
    cites=("A10.6",),
)
def must_try(view: GameView, side: Side) -> list[Rally]:
    """The tries that a side still owes in this RPh: broken units with a commissar.

    With him or by themselves, as they may. EXC: not of who may not rally now.
    """
    if view.state.phase != "RPh":
        return []
    found = []
    for unit in view.state.units.values():
        if unit.side == side and unit.broken and unit.location:
            by = None if unit.did("rally") else commissar_with(view, unit)
            order = Rally(unit.id, by.id if by else "")
            if by and allows(view, side, order, may_rally):
                found.append(order)
    return found


@rule("A25.222", "Failing to rally under a commissar", cites=("A19.13",))
def shoot(play: Play, unit: Unit) -> None:
    """The next lower class takes the place of a unit that a commissar did not rally.

    A squad of the lowest is reduced; a HS, crew or SMC of the lowest is eliminated.
    """
    if getattr(piece(play, unit), "replaced_by", ()):
        demote(play, unit)
        return
    found = mmc(play, unit)
    if found is not None and found.size == "squad":
        casualty_reduction(play, unit.id)
    else:
        eliminate(play, unit.id, "eliminated by the commissar")
