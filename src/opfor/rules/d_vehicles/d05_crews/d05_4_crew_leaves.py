"""D5.4: Inherent crews that leave their vehicle."""

from msgspec.structs import replace

from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    changed,
    state_of,
    vehicle,
)
from opfor.state.counter_lists import unlisted
from opfor.state.counters import MMC
from opfor.state.events import UnitAdded
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import Unit


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


@rule("D5.4", "Abandoning a vehicle", cites=("D5.42",))
def abandon(play: Play, unit: Unit) -> str:
    """Its crew leaves it and is on foot in its Location; returns the crew's id."""
    left = {"abandoned": True, "motion": False, "ce": False}
    changed(play, replace(unit, moved=True), fact("is_abandoned"), **left)
    return bail_out(play, unit)
