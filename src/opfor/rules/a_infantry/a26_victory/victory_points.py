"""A26.2: Victory Points: casualties, exits, and what a force is worth."""

from collections.abc import Iterable

from msgspec.structs import replace

from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_units import mmc, piece
from opfor.rules.a_infantry.a03_phases import other
from opfor.state.counters import MMC, SMC, Vehicle
from opfor.state.events import LossesChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Side, Unit, Weapon

GUN_VP = 2
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

    A vehicle is worth 1, 1 for Main Armament, 1 for each five of its strongest AF
    (FRU), and its Inherent crew.
    EXC: a hero is worth nothing.
    """
    found = piece(view, unit)
    if isinstance(found, MMC):
        return 1 if found.size == "half squad" else 2
    if isinstance(found, SMC):
        return 0 if found.kind == "hero" else 1 + max(0, -found.modifier)
    return _vehicle(found) if isinstance(found, Vehicle) else 0


def _vehicle(found: Vehicle) -> int:
    strongest = max(found.front, found.side)
    armament = 1 if found.ma and not found.ma.endswith("MG") else 0
    crew = 2 if found.cs and not found.crewless else 0
    return 1 + armament - (-strongest // ARMOR_A_VP) + crew


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


def escaped(play: Play, unit: Unit) -> None:
    """Take back the CVP of a prisoner that is free again (A20.55)."""
    points = 2 * victory_points(play, unit)
    _gain(play, other(unit.side), -points, fact("unit_escaped", id=unit.id))
    toll = play.state.toll(unit.side)
    if unit.counter in toll.lost:
        at = toll.lost.index(unit.counter)
        lost = replace(toll, lost=(*toll.lost[:at], *toll.lost[at + 1 :]))
        play.emit(LossesChanged(unit.side, lost, fact("has_back", unit=unit.id)))


def gun_lost(play: Play, weapon: Weapon, by: Side) -> None:
    """Award a side the CVP of a Gun that was destroyed or captured (A26.2)."""
    if weapon.gun is not None:
        _gain(play, by, GUN_VP, fact("piece_lost", id=weapon.id))


def _gain(play: Play, side: Side, points: int, why: Fact) -> None:
    toll = play.state.toll(side)
    after = replace(toll, cvp=toll.cvp + points)
    play.emit(LossesChanged(side, after, fact("cvp_for", points=points, why=why)))


@rule("A26.23", "Exit VP", exc=("broken units give none",), cites=("A26.2",))
def exit_points(play: Play, unit: Unit) -> None:
    """Award a side the Exit VP of its unit that leaves the map; prisoners count too.

    EXC: broken units give none.
    """
    if unit.broken:
        return
    taken = [u for u in play.state.units.values() if u.guard == unit.id]
    points = victory_points(play, unit) + sum(victory_points(play, u) for u in taken)
    toll = play.state.toll(unit.side)
    after = replace(toll, exit_vp=toll.exit_vp + points)
    what = fact("exit_vp_for", points=points, unit=unit.id)
    play.emit(LossesChanged(unit.side, after, what))


def bpv(view: GameView, units: Iterable[Unit]) -> int:
    """The BPV of the MMC among some units together, for balancing a Mission.

    Leaders and SW count nothing: no public source gives their BPV.
    """
    return sum(found.bpv for unit in units if (found := mmc(view, unit)))
