"""S3.32: what Activates S? in Advance Attitude: that they are seen as they move."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import in_sight
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import (
    check_and_generate,
    threat_by,
)
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Suspect, Unit

SIGHT = 16
"""Hexes within which a FRIENDLY ground unit Activates a moving S? (S3.32)."""


@rule("S3.32", "S? in Advance Attitude", cites=("S3.32a", "S3.32b", "S5.1"))
def suspect_moved(
    play: Play, id_: str, *, assault: bool = False, advancing: bool = False
) -> list[str]:
    """Check a S? that moved or advanced into its Location; the units it brings.

    They stay concealed unless the way they moved would have cost Infantry its "?".

    Args:
        play: the game.
        id_: the S?, where it is now.
        assault: it moved by Assault Movement.
        advancing: it advanced.
    """
    suspect = play.state.suspects[id_]
    watchers = seen_by(play, suspect.location)
    lost = loses_concealment(
        play, suspect, watchers, assault=assault, advancing=advancing
    )
    if not lost and not comes_adjacent(play, suspect, watchers):
        return []
    units = check_and_generate(play, threat_by(play, suspect, watchers[0].location))
    if lost:
        for new in units:
            unit = replace(play.state.units[new], concealed=False)
            play.emit(UnitChanged(unit, fact("moved_in_los")))
    elif units:
        play.emit(Note(fact("what_it_brings_stays_concealed", unit=id_)))
    return units


def seen_by(view: GameView, where: LocationName) -> list[Unit]:
    """The FRIENDLY ground units within 16 hexes in LOS, the closest first.

    Prisoners are none: they do nothing for their side.
    """
    world = view.world
    near = [
        (world.range(where, unit.location), unit)
        for unit in view.state.units.values()
        if unit.side == "FRIENDLY"
        and unit.location
        and not unit.guard
        and world.range(where, unit.location) <= SIGHT
        and in_sight(view, unit, where)
    ]
    return [unit for _, unit in sorted(near, key=lambda found: found[0])]


@rule(
    "S3.32a",
    "Advance: it moves as Infantry that would lose concealment",
    cites=("A12.121", "A12.14"),
)
def loses_concealment(
    play: Play,
    suspect: Suspect,
    watchers: Sequence[Unit],
    *,
    assault: bool,
    advancing: bool,
) -> bool:
    """Whether Infantry would lose its "?" so: no Assault Movement, or Open Ground.

    An advance costs it only in Open Ground (A12.121). It takes a Good Order unit that
    sees it: neither a broken one nor one in Melee, nor one that is hidden (D-132).
    """
    if not any(unit.good_order and not unit.hidden for unit in watchers):
        return False
    at = play.world.locate(suspect.location)
    return not (assault or advancing) or play.world.ground.open_ground(at)


@rule("S3.32b", "Advance: it comes ADJACENT to the FRIENDLY side")
def comes_adjacent(play: Play, suspect: Suspect, watchers: Sequence[Unit]) -> bool:
    """Whether a FRIENDLY ground unit in LOS is ADJACENT, whatever the TEM."""
    here = suspect.location
    return any(play.world.adjacent(here, unit.location) for unit in watchers)
