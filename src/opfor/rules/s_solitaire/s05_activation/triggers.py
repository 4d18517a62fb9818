"""S3.31, S3.32, S5.2 and S5.5: what Activates S? beside a stack that moves.

The rules that bring these things about call in here: fire (an attack with a
concealment-loss result), searching and mopping up, Flames, advances and routs of
FRIENDLY units, and the movement of S? in Advance Attitude.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.event import Note
from opfor.core.modifier import total
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.d_vehicles.d02_movement.bypass_los import in_sight
from opfor.rules.s_solitaire.s05_activation.checks import (
    ActivationThreat,
    ac_drm,
    chance,
    check_and_generate,
    next_group,
    threats,
)
from opfor.rules.s_solitaire.s05_activation.mandatory_attack import mandatory_attack
from opfor.state.events import SuspectRemoved, UnitChanged
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import GameView, Play
from opfor.state.units import (
    OFFBOARD,
    LocationName,
    Suspect,
    Unit,
)

SIGHT = 16
"""Hexes within which a FRIENDLY ground unit Activates a moving S? (S3.32)."""


# -- Hold --------------------------------------------------------------------------


@rule(
    "S3.31a",
    "Hold: an attack that would cost concealment",
    exc=("a S? is no target of a sniper",),
    cites=("S5.1", "S5.5"),
)
def attacked(
    play: Play, where: LocationName, *, by: LocationName, sniper: bool = False
) -> list[str]:
    """Check the S? of a Location attacked with a concealment-loss result.

    What is Activated then suffers that result, with the TEM of its fortification.
    EXC: a S? is never the target of a sniper.
    """
    if sniper:
        return []
    units = check_location(play, where, by)
    if play.state.side == "ENEMY":
        by_defensive_fire(play, units)
    return units


@rule("S3.31c", "Hold: its Location is Searched or Mopped Up", cites=("S5.1", "S5.3"))
def searched(play: Play, where: LocationName, *, by: LocationName) -> list[str]:
    """Check the S? of a Location successfully Searched or Mopped Up.

    In the FRIENDLY MPh what is Activated fires at the stack that moves (S5.3).
    """
    units = check_location(play, where, by)
    if units and (play.state.side, play.state.phase) == ("FRIENDLY", "MPh"):
        mandatory_attack(play, units)
    return units


@rule("S3.31d", "Hold: a Flame in its Location", cites=("S5.1",))
def flame(play: Play, where: LocationName, *, blaze: bool = False) -> list[str]:
    """Check the S? of a Location in which a Flame appears; a Blaze eliminates them."""
    if not blaze:
        return check_location(play, where, OFFBOARD)
    for suspect in play.state.suspects_at(where):
        play.emit(SuspectRemoved(suspect.id, "eliminated by a Blaze"))
    return []


def check_location(play: Play, where: LocationName, by: LocationName) -> list[str]:
    """An AC for each S? of a Location, the likeliest first; the units they bring."""
    found = [_threat(play, s, by) for s in play.state.suspects_at(where)]
    units: list[str] = []
    for threat in sorted(found, key=lambda threat: -threat.chance):
        units += check_and_generate(play, threat)
    return units


def _threat(play: Play, suspect: Suspect, by: LocationName) -> ActivationThreat:
    ac = tuple(ac_drm(play, suspect))
    hexes = play.world.range(suspect.location, by) if by else 0
    odds = chance(total(ac), play.state.ac_number)
    return ActivationThreat(suspect, "", hexes, (), ac, odds, by)


@rule("S5.2/aph", "What advancing or routing units make eligible", cites=("S3.31b",))
def check_advance(play: Play, units: Sequence[str]) -> list[str]:
    """Check each S? that FRIENDLY units make eligible where they advanced or routed.

    They are checked in the order of S5.2 and do not fire now. Neither FFMO nor FFNAM
    counts, and there is no Long Range Activation, which belongs to the MPh.
    """
    activated: list[str] = []
    while eligible := _threats_of_advance(play, units):
        for threat in next_group(play, eligible):
            activated += check_and_generate(play, threat)
    return activated


def _threats_of_advance(play: Play, units: Sequence[str]) -> list[ActivationThreat]:
    """Each eligible S? once, by the closest of the units."""
    closest: dict[str, ActivationThreat] = {}
    for id_ in units:
        unit = play.state.units.get(id_)
        if unit is None:
            continue
        move = Move(units=(id_,), assault=True)
        for threat in threats(play, unit.location, move, moving=False):
            known = closest.get(threat.suspect.id)
            if threat.case != "L" and (known is None or threat.range < known.range):
                closest[threat.suspect.id] = threat
    return list(closest.values())


# -- Defensive Fire ----------------------------------------------------------------


@rule("S5.5", "Activated by FRIENDLY Defensive Fire", cites=("S6.2", "S3.31a"))
def by_defensive_fire(play: Play, units: Sequence[str]) -> None:
    """Mark units that FRIENDLY Defensive Fire Activated: they fire in the AFPh.

    There each makes an Action DR and, barring Panic, has a Fire Command if it has a
    Target (S6.2).
    """
    for id_ in units:
        unit = play.state.units[id_]
        play.emit(UnitChanged(replace(unit, afph=True), "fires in its AFPh"))


def afph_units(play: Play) -> list[Unit]:
    """The ENEMY units that use this AFPh to fire, because of S5.5."""
    return [u for u in play.state.units.values() if u.afph and u.good_order]


# -- Advance -----------------------------------------------------------------------


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
    lost = bool(watchers) and loses_concealment(
        play, suspect, assault=assault, advancing=advancing
    )
    if not lost and not comes_adjacent(play, suspect, watchers):
        return []
    units = check_and_generate(play, _threat(play, suspect, watchers[0].location))
    if lost:
        for new in units:
            unit = replace(play.state.units[new], concealed=False)
            play.emit(UnitChanged(unit, "moved in LOS"))
    elif units:
        play.emit(Note(f"what {id_} brings stays concealed"))
    return units


def seen_by(view: GameView, where: LocationName) -> list[Unit]:
    """The FRIENDLY ground units within 16 hexes in LOS, the closest first."""
    world = view.world
    near = [
        (world.range(where, unit.location), unit)
        for unit in view.state.units.values()
        if unit.side == "FRIENDLY"
        and unit.location
        and world.range(where, unit.location) <= SIGHT
        and in_sight(view, unit, where)
    ]
    return [unit for _, unit in sorted(near, key=lambda found: found[0])]


@rule(
    "S3.32a",
    "Advance: it moves as Infantry that would lose concealment",
    cites=("A12.121",),
)
def loses_concealment(
    play: Play, suspect: Suspect, *, assault: bool, advancing: bool
) -> bool:
    """Whether Infantry would lose its "?" so: no Assault Movement, or Open Ground.

    An advance costs it only in Open Ground (A12.121).
    """
    at = play.world.locate(suspect.location)
    return not (assault or advancing) or play.world.ground.open_ground(at)


@rule("S3.32b", "Advance: it comes ADJACENT to the FRIENDLY side")
def comes_adjacent(play: Play, suspect: Suspect, watchers: Sequence[Unit]) -> bool:
    """Whether a FRIENDLY ground unit in LOS is ADJACENT, whatever the TEM."""
    here = suspect.location
    return any(play.world.adjacent(here, unit.location) for unit in watchers)


def unveil_attacked(play: Play, made: Attack) -> None:
    """S? in the Location are checked; what they bring suffers the result (S3.31a).

    Not by First Fire, which attacks only what moves.
    """
    if made.side == "FRIENDLY" and not made.targets:
        by = made.froms[0] if made.froms else made.target
        attacked(play, made.target, by=by)
