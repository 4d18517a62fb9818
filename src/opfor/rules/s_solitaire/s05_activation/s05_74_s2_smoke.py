"""S5.74: SMOKE in place of a fortification, out of a S? in Advance Attitude."""

import re

from msgspec.structs import replace

from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.rule import part_of_rule, rule
from opfor.rules.a_infantry.a24_smoke.a24_1_smoke_grenades import HINDRANCE
from opfor.rules.a_infantry.a24_smoke.a24_3_smoke import (
    holds_no_smoke,
    place_smoke,
    put,
)
from opfor.rules.s_solitaire.s05_activation.group import ActivatedGroup, type_of
from opfor.rules.s_solitaire.s05_activation.s05_61_prohibited import terrain
from opfor.state.counters import MMC, Vehicle
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit

DISCHARGER = re.compile(r"s[DMNP] ?\d+\*?(?:\^[A-Z]?(\d))?")
"""Smoke Dischargers among a vehicle's capabilities, and the year they come with."""

NO_SMOKE = ("marsh", "water obstacle", "ford", "shallow stream", "deep stream")
"""Terrain in which SMOKE cannot be placed (A24.1)."""


@rule(
    "S5.74/s2",
    "Advance: F is Smoke in its own hex",
    cites=("S5.74", "A24.1", "D13"),
)
def smoke(play: Play, party: ActivatedGroup) -> None:
    """In the ENEMY MPh a unit that can make SMOKE is to have it in its Location.

    Not before the FRIENDLY side could fire at what moved there: `place_owed_smoke`.
    """
    state = play.state
    if (state.side, state.phase) != ("ENEMY", "MPh"):
        return
    # S5.74/s2: a Smoke Placement Exponent or Dischargers
    maker = next((unit for unit in party.units if makes_smoke(play, unit)), "")
    if not maker:
        play.emit(Note(fact("f_is_ignored")))
        return
    unit = state.units[maker]
    owes = replace(unit, deeds=(*unit.deeds, "owes smoke"))
    play.emit(UnitChanged(owes, fact("smoke_after_fire")))
    if state.move is None:
        place_owed_smoke(play)


@rule("S5.74/s4", "The SMOKE comes after Defensive First Fire", cites=("S5.74/s2",))
def place_owed_smoke(play: Play) -> None:
    """Place the SMOKE of who was just Activated, once nobody fires at him any more.

    Without a dr and without MF: a MMC's as by a grenade, a vehicle's as discharged.
    EXC: wind or terrain that allows no SMOKE (S5.74/exc4).
    Reading: D-451 who is no longer in Good Order places none.
    """
    window = play.state.window
    if window and window.asked:
        return
    for unit in list(play.state.units.values()):
        if unit.did("owes smoke"):
            _place(play, unit)


def _place(play: Play, unit: Unit) -> None:
    done = tuple(deed for deed in unit.deeds if deed != "owes smoke")
    after, where = replace(unit, deeds=done), unit.location
    if not unit.good_order:
        play.emit(UnitChanged(after, fact("places_no_smoke")))
        return
    # A24.1: wind and terrain may forbid it
    if bar := smoke_bar(play, where):
        play.emit(UnitChanged(after, fact("places_no_smoke")))
        with part_of_rule("S5.74/exc4"):
            play.emit(Note(fact("no_smoke_in", where=where, bar=bar)))
        return
    play.emit(UnitChanged(after, fact("has_smoke_in", at=where)))
    if unit.vehicle:
        place_smoke(play, unit.side, where)
    else:
        put(play, unit.side, where, HINDRANCE, grenade=True)


def makes_smoke(play: Play, unit: str) -> bool:
    """Whether a unit has a Smoke Placement Exponent or Smoke Dischargers."""
    found = type_of(play, unit)
    if isinstance(found, MMC):
        return found.smoke > 0
    return isinstance(found, Vehicle) and dischargers(found.special, play.world.date)


def dischargers(special: str, date: str) -> bool:
    """Whether a vehicle has Smoke Dischargers by then: sD7, or sN 7^4 from 1944."""
    years = (match[1] for match in DISCHARGER.finditer(special))
    return any(year is None or f"194{year}" <= date[:4] for year in years)


def smoke_bar(view: GameView, where: LocationName) -> str:
    """Why no SMOKE can be placed in a Location now; empty if it can."""
    if holds_no_smoke(view):
        return "no SMOKE holds in this weather"
    name = terrain(view, where)
    return f"it cannot be placed in {name}" if name in NO_SMOKE else ""
