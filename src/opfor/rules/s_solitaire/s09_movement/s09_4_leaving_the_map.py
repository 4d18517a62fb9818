"""S9.4, S9.41: by which edges the ENEMY leaves the map, and the Exit VP of a S?."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.edges import Heading, Quarter, edge_crossed
from opfor.rules.a_infantry.a02_5_entry_and_exit import withdraws
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import end_move_if_done
from opfor.rules.s_solitaire.s09_movement.movers import Mover, at, units_of
from opfor.state.events import LossesChanged, SuspectRemoved
from opfor.state.play import GameView, Play
from opfor.state.units import Suspect


@rule("S9.41", "Exit VP", exc=("4 for a Human Wave S?",), cites=("A26.23", "S4.3"))
def suspect_exits(play: Play, suspect: Suspect) -> None:
    """A S? leaves by the FBE: two Exit VP; units have theirs by A26.23 (D-040).

    EXC: four if it is in a Human Wave.
    """
    # S9.41: two Exit VP, four from a Human Wave (S4.323).
    toll = play.state.toll("ENEMY")
    more = replace(toll, exit_vp=toll.exit_vp + suspect.exit_vp)
    why = fact("exit_vp_for", points=suspect.exit_vp, unit=suspect.id)
    play.emit(LossesChanged("ENEMY", more, why))
    play.emit(SuspectRemoved(suspect.id, fact("left_the_map")))
    end_move_if_done(play)


OPPOSITE: Mapping[str, Quarter] = MappingProxyType(
    {"north": "south", "south": "north", "FBE": "EBE"}
)
"""The edge opposite to the one that a S? entered by; from the EBE it is the FBE."""


@rule(
    "S9.4",
    "Leaving the map",
    exc=("Advance S?, RE or MSR, unarmed MMC and Guards",),
    cites=("S9.26", "S9.41", "S6.302", "S6.303"),
)
def exit_edges(view: GameView, mover: Mover) -> tuple[Quarter, ...]:
    """The edges by which a mover may leave the map: the FBE.

    EXC: those that the Mission names in its place; unarmed MMC and Guards with their
    prisoners, by the EBE; a S? in Advance Attitude that entered by another edge than
    the EBE, by the one opposite to that too (D-235).
    """
    mission = view.state.mission.enemy_exits
    if mover.suspect:
        found = view.state.suspects.get(mover.ids[0])
        other = OPPOSITE.get(found.edge) if found else None
        advances = mover.attitude == "Advance" and other not in (None, *mission)
        return (other, *mission) if other and advances else mission
    units = units_of(view, mover)
    back = units and withdraws(view, units, mover.location)
    return ("EBE", *mission) if back else mission


def may_leave_map(view: GameView, mover: Mover) -> bool:
    """Whether a mover stands at an edge by which it may leave."""
    here = mover.location
    return bool(here) and any(
        view.world.at_edge(here, edge) for edge in exit_edges(view, mover)
    )


def leads_off(view: GameView, mover: Mover, heading: Heading) -> bool:
    """Whether a direction leads a mover over an edge by which it may leave.

    Reading: D-024 in a hex at two edges it is the hexside that tells them apart.
    """
    world, side = view.world, view.world.compass.sides.get(heading)
    if side is None:
        return False
    edge = edge_crossed(world.map, world.locate(at(mover)).hex, side)
    return any(world.compass.edges[own] == edge for own in exit_edges(view, mover))
