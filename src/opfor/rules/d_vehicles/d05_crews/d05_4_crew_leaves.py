"""D5.4 to D5.6: Inherent crews that leave their vehicle, or survive its loss."""

from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.event import Note
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import eliminate
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    afv,
    changed,
    state_of,
    vehicle,
)
from opfor.rules.d_vehicles.d05_crews.d05_1_crew_check import crew_check
from opfor.rules.d_vehicles.d06_passengers.d06_9_survival import WEAKENED, one_survives
from opfor.state.counter_lists import unlisted
from opfor.state.counters import MMC
from opfor.state.events import UnitAdded, UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import Unit


def survive(
    play: Play, unit: Unit, aboard: list[Unit], *, burning: bool, in_cc: bool
) -> None:
    """The crew and those aboard try to survive, each by a DR of its own."""
    # D6.9: each of those aboard by a DR of its own
    for carried in aboard:
        if burning or in_cc or not one_survives(play, unit, carried):
            eliminate(play, carried.id, fact("lost_with", unit=unit.id))
        else:
            now = play.state.units[carried.id]
            out = replace(now, aboard="", rides=False, moved=True, hazardous=True)
            play.emit(UnitChanged(out, fact("survives_the_wreck")))
    state = state_of(unit)
    if burning or in_cc or state.abandoned or not has_crew(play, unit):
        return
    # D5.6: the Inherent crew by its CS#
    if survives(play, unit, fact("the_crew_of", unit=unit.id)):
        bail_out(play, unit)


@rule("D5.6", "Crew Survival DR", exc=("a burning wreck, or a loss in CC",))
def survives(play: Play, unit: Unit, who: Fact) -> bool:
    """Whether they survive: a Final DR of no more than the CS#.

    +1 if the crew was Stunned or Shocked before.
    EXC: nobody survives a burning wreck or a loss in CC (whoever calls sees to it).
    """
    found, state = vehicle(play, unit), state_of(unit)
    number = found.cs if found else 0
    weak = state.shaken or state.stunned or bool(state.shock)
    mods = [Mod("Stunned or Shocked", WEAKENED, "D5.6")] if weak else []
    purpose = fact("crew_survival", who=who, number=number)
    return dice_roll(play, purpose, mods).final <= number


def has_crew(view: GameView, unit: Unit) -> bool:
    """Whether a crew of its own mans it that could leave it as a counter.

    Not where the cs# is in small letters, as of most trucks and carriers.
    """
    found = vehicle(view, unit)
    return found is not None and not found.crewless and bool(crew_counter(view, unit))


def crew_counter(view: GameView, unit: Unit) -> MMC | None:
    """The vehicle crew of its nation, or of the nation that it is based on.

    Who mans it in place of its own crew is that unit again (A21.22).
    """
    found = vehicle(view, unit)
    if found is None:
        return None
    instead = view.world.counter(code) if (code := state_of(unit).manned) else None
    if isinstance(instead, MMC):
        return instead
    base = view.world.root(found.nation)
    crews = [
        piece
        for piece in unlisted(view.world.enemy.counters).values()
        if isinstance(piece, MMC) and piece.vehicle_crew
    ]
    for nation in (found.nation, base):
        for crew in crews:
            if crew.nation == nation:
                return crew
    return None


def bail_out(play: Play, unit: Unit) -> str:
    """Put the crew of a vehicle in its Location, on foot; returns its id."""
    crew = crew_counter(play, unit)
    if crew is None:
        return ""
    id_ = fresh_id(play.state, f"{'e' if unit.side == 'ENEMY' else ''}crew")
    made = Unit(
        id=id_,
        side=unit.side,
        counter=crew.id,
        location=unit.location,
        attitude=unit.attitude,
        moved=True,
        hazardous=True,
    )
    play.emit(UnitAdded(made))
    leader = state_of(unit).leader
    if leader:
        play.emit(Note(fact("the_armor_leader_is_with", leader=leader, crew=id_)))
    return id_


@rule("D5.5", "Immobilization Task Check", exc=("an unarmored vehicle's crew",))
def immobilization_check(play: Play, unit: Unit) -> None:
    """The Inherent crew takes a NTC and Abandons the vehicle if it fails.

    EXC: not the crew of an unarmored vehicle.
    """
    state = state_of(unit)
    if state.abandoned or not afv(play, unit) or not has_crew(play, unit):
        return
    if not crew_check(play, unit, fact("immobilized")):
        abandon(play, unit)


@rule("D5.4", "Abandoning a vehicle", cites=("D5.42",))
def abandon(play: Play, unit: Unit) -> str:
    """Its crew leaves it and is on foot in its Location; returns the crew's id."""
    left = {"abandoned": True, "motion": False, "ce": False}
    changed(play, replace(unit, moved=True), fact("is_abandoned"), **left)
    return bail_out(play, unit)
