"""A1 and A.7: what units are, as the other rules ask about them."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from opfor.core.rule import rule
from opfor.rules.a_infantry.a06_los import sees
from opfor.state.counters import DUMMY, MMC, SMC, Counter, Vehicle
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side, Unit

VEHICLE_US, LARGE_US = 4, 5
"""US# of a vehicle, and of a large one (A1.24)."""

SQUAD, HALF = 2, 1
"""Stacking points of a squad, and of a HS or crew, in half-squads (A5.1)."""


def piece(view: GameView, unit: Unit) -> Counter:
    """The counter of a unit."""
    return view.world.counter(unit.counter)


def mmc(view: GameView, unit: Unit) -> MMC | None:
    """Its counter if it is a MMC."""
    found = view.world.counter(unit.counter)
    return found if isinstance(found, MMC) else None


def smc(view: GameView, unit: Unit) -> SMC | None:
    """Its counter if it is a SMC."""
    found = view.world.counter(unit.counter)
    return found if isinstance(found, SMC) else None


def leader(view: GameView, unit: Unit) -> SMC | None:
    """Its counter if it is a leader: any SMC but a hero (A1.3)."""
    found = smc(view, unit)
    return found if found and found.kind != "hero" else None


def heroic(view: GameView, unit: Unit) -> bool:
    """Whether it is a hero, or a heroic leader (A15.2)."""
    found = smc(view, unit)
    return unit.heroic or (found is not None and found.kind == "hero")


def dummy(unit: Unit) -> bool:
    """Whether it is a "?" that stands for nothing."""
    return unit.counter == DUMMY


def infantry(unit: Unit) -> bool:
    """Whether it is Infantry: a MMC or SMC on foot."""
    return unit.vehicle is None


def national(view: GameView, unit: Unit, fact: str) -> Any:
    """A fact of the pack of the nation it fights for, such as "may deploy" (D-200)."""
    return view.world.national(army(view, unit), fact)


def army(view: GameView, unit: Unit) -> str:
    """The nation a unit fights for: its side's, if that is played with its counters.

    ANZAC, for one, have British counters, and Partisans have Russian leaders.
    """
    mission = view.state.mission
    own = mission.friendly if unit.side == "FRIENDLY" else mission.enemy
    made = piece(view, unit).nation
    return own if view.world.national(own, "base") == made else made


@rule("A1.24", "US#")
def us_number(view: GameView, units: Iterable[Unit]) -> int:
    """The US# of some units together: 1 a SMC, 2 a HS or crew, 3 a squad, 4 a vehicle.

    A large vehicle has 5.
    """
    return sum(_us(view, unit) for unit in units)


def _us(view: GameView, unit: Unit) -> int:
    found = piece(view, unit)
    if isinstance(found, Vehicle):
        return LARGE_US if found.size < 0 else VEHICLE_US
    return found.us_number if isinstance(found, MMC | SMC) else 0


def onboard(view: GameView, side: Side) -> list[Unit]:
    """The units of a side that are on the map."""
    units = view.state.units.values()
    return [unit for unit in units if unit.side == side and unit.location]


def armed(unit: Unit) -> bool:
    """Whether it can attack at all: neither unarmed nor a prisoner (A20.5)."""
    return not (unit.unarmed or unit.guard)


def out_of_panic(unit: Unit) -> Unit:
    """The same unit without Panic, and so without the TI that Panic is (S6.211)."""
    return replace(unit, panic=False, ti=False) if unit.panic else unit


def known_to_other_side(unit: Unit) -> bool:
    """Whether the other side knows it: neither concealed nor hidden (A12.1)."""
    return not (unit.concealed or unit.hidden)


def known_enemies(view: GameView, side: Side, where: LocationName) -> list[Unit]:
    """The Known units of the other side that a unit in a Location has LOS to."""
    return [
        unit
        for unit in view.state.units.values()
        if unit.side != side
        and unit.location
        and not unit.guard
        and known_to_other_side(unit)
        and sees(view, where, unit.location)
    ]
