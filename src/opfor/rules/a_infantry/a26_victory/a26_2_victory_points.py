"""A26.2: Victory Points: casualties, exits, and what a force is worth."""

from collections.abc import Iterable

from msgspec.structs import replace

from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import HALF, SQUAD, mmc, piece
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    Facing,
    armor,
    main_armament,
)
from opfor.state.counters import MMC, SMC, Vehicle
from opfor.state.events import LossesChanged, WeaponRemoved
from opfor.state.play import GameView, Play
from opfor.state.units import Side, Unit

GUN_VP = CREW_VP = 2
HERO_EXIT_VP = 1
FACINGS: tuple[Facing, ...] = ("front", "side")
ARMOR_A_VP = 5
"""Armor Factors, rounded up, for one more VP of a vehicle."""


@rule(
    "A26.2",
    "VP of units",
    exc=("", "a hero is worth nothing"),
    cites=("A1.24",),
)
def victory_points(view: GameView, unit: Unit) -> int:
    """What a unit is worth: squad or crew 2, HS 1, leader 1 and his leadership.

    A vehicle is worth 1, 1 for functioning Main Armament, 1 for each five of its
    strongest AF (FRU), hull or turret, and its Inherent crew as long as that is in it.
    EXC: a hero is worth nothing [EXC: as he leaves the map; A26.23].
    """
    found = piece(view, unit)
    if isinstance(found, MMC):
        return 1 if found.size == "half squad" else 2
    if isinstance(found, SMC):
        return 0 if found.kind == "hero" else 1 + max(0, -found.modifier)
    return _vehicle(view, unit, found) if isinstance(found, Vehicle) else 0


def _vehicle(view: GameView, unit: Unit, found: Vehicle) -> int:
    strongest = max(
        armor(view, unit, facing, turret=turret)
        for facing in FACINGS
        for turret in (False, True)
    )
    main = main_armament(view, unit)
    gun = found.ma and not found.ma.endswith("MG")
    armament = 1 if gun and not (main and main.malfunctioned) else 0
    crew = crew_points(view, unit)
    return 1 + armament - (-strongest // ARMOR_A_VP) + crew


def crew_points(view: GameView, unit: Unit) -> int:
    """What the Inherent crew of a vehicle is worth as long as it is in it."""
    found = piece(view, unit)
    if not isinstance(found, Vehicle) or not found.cs or found.crewless:
        return 0
    return 0 if unit.vehicle and unit.vehicle.abandoned else CREW_VP


@rule("A26.22", "Casualty VP", exc=("prisoners count double",), cites=("A26.2",))
def casualty(
    play: Play, unit: Unit, by: Side | None = None, *, captured: bool = False
) -> None:
    """Award a side the CVP of a unit that was eliminated or captured.

    Call it before the unit leaves play. One that was a prisoner already has been paid
    for.
    EXC: prisoners count double, from the moment of capture (D-130).
    """
    if unit.guard:
        return
    gainer = by or other(unit.side)
    # A26.22: prisoners count double
    points = victory_points(play, unit) * (2 if captured else 1)
    if points and gainer != unit.side:
        why = fact("unit_captured" if captured else "piece_lost", id=unit.id)
        _gain(play, gainer, points, why)
    toll = play.state.toll(unit.side)
    lost = replace(toll, lost=(*toll.lost, unit.counter))
    play.emit(LossesChanged(unit.side, lost, fact("has_lost", unit=unit.id)))


@rule("A26.22/reduced", "CVP of half a squad", cites=("A7.302",))
def reduced(play: Play, unit: Unit, left: Unit) -> None:
    """Award the other side what a unit is worth less now that it was Reduced.

    Call it after that; a prisoner has been paid for.
    Reading: D-810.
    """
    points = victory_points(play, unit) - victory_points(play, left)
    if points and not unit.guard:
        _gain(play, other(unit.side), points, fact("half_lost", id=unit.id))


@rule("A26.22/crew", "CVP of a vehicle's crew", cites=("D5.6", "C7.42"))
def crew_survived(play: Play, unit: Unit, by: Side | None = None) -> None:
    """Take back the CVP of a crew that survives the loss of its vehicle (D5.6).

    On foot it is worth them again.
    Reading: D-811.
    """
    _crew(play, unit, by, -crew_points(play, unit), "crew_saved")


def crew_lost(play: Play, unit: Unit, by: Side | None = None) -> None:
    """Award the CVP of a crew that is lost before its vehicle is (C7.42)."""
    _crew(play, unit, by, crew_points(play, unit), "crew_is_lost")


def _crew(play: Play, unit: Unit, by: Side | None, points: int, kind: str) -> None:
    gainer = by or other(unit.side)
    if points and gainer != unit.side:
        _gain(play, gainer, points, fact(kind, id=unit.id))


def escaped(play: Play, unit: Unit) -> None:
    """Take back the CVP of a prisoner that is free again (A20.55)."""
    points = 2 * victory_points(play, unit)
    _gain(play, other(unit.side), -points, fact("unit_escaped", id=unit.id))
    toll = play.state.toll(unit.side)
    if unit.counter in toll.lost:
        at = toll.lost.index(unit.counter)
        lost = replace(toll, lost=(*toll.lost[:at], *toll.lost[at + 1 :]))
        play.emit(LossesChanged(unit.side, lost, fact("has_back", unit=unit.id)))


def lose_weapon(play: Play, id_: str, why: Fact, by: Side | None = None) -> None:
    """Take a SW or Gun out of play; a Gun gives CVP to a side, however it is lost.

    Args:
        play: the game.
        id_: the Weapon.
        why: how it is lost.
        by: who gains; the other side than the unit's that possesses it, if left open.
    """
    weapon = play.state.weapons[id_]
    owner = play.state.units.get(weapon.owner)
    gainer = by or (other(owner.side) if owner else None)
    # A26.22: a Gun's CVP
    if gainer and weapon.gun is not None:
        _gain(play, gainer, GUN_VP, fact("piece_lost", id=id_))
    play.emit(WeaponRemoved(id_, why))


def _gain(play: Play, side: Side, points: int, why: Fact) -> None:
    toll = play.state.toll(side)
    after = replace(toll, cvp=toll.cvp + points)
    play.emit(LossesChanged(side, after, fact("cvp_for", points=points, why=why)))


@rule(
    "A26.23",
    "Exit VP",
    exc=("broken units, prisoners, and vehicles under Recall, give none",),
    cites=("A26.2", "D5.341"),
)
def exit_points(play: Play, unit: Unit) -> None:
    """Award a side the Exit VP of its unit that leaves the map, and of its prisoners.

    So does the Gun that it takes along, and a hero, who is worth one (D-492).
    EXC: broken units, prisoners, and vehicles under Recall, give none.
    """
    if unit.guard or unit.broken or (unit.vehicle and unit.vehicle.recalled):
        return
    taken = [u for u in play.state.units.values() if u.guard == unit.id]
    points = sum(_exit_vp(play, one) for one in (unit, *taken))
    points += sum(GUN_VP for w in play.state.weapons_of(unit.id) if w.gun is not None)
    toll = play.state.toll(unit.side)
    exited = toll.exited
    if unit.group:
        gone = exited.get(unit.group, 0) + halves(play, unit)
        exited = exited | {unit.group: gone}
    after = replace(toll, exit_vp=toll.exit_vp + points, exited=exited)
    what = fact("exit_vp_for", points=points, unit=unit.id)
    play.emit(LossesChanged(unit.side, after, what))


def halves(view: GameView, unit: Unit) -> int:
    """What a unit counts among those of its group: two, a HS one."""
    found = mmc(view, unit)
    return HALF if found and found.size == "half squad" else SQUAD


def _exit_vp(view: GameView, unit: Unit) -> int:
    found = piece(view, unit)
    hero = isinstance(found, SMC) and found.kind == "hero"
    return HERO_EXIT_VP if hero else victory_points(view, unit)


def bpv(view: GameView, units: Iterable[Unit]) -> int:
    """The BPV of the MMC among some units together, for balancing a Mission.

    Leaders and SW count nothing: no public source gives their BPV.
    """
    return sum(found.bpv for unit in units if (found := mmc(view, unit)))
