"""S5.74, S5.7441: who of what was just Activated is inside its fortification."""

from collections.abc import Collection

from msgspec.structs import replace

from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.s_solitaire.s05_activation.group import ActivatedGroup, type_of
from opfor.state.counters import MMC, SMC
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.units import Fortification

SHELTERS = ("foxhole", "trench", "pillbox")
"""What units are inside of; a Fortified Building Location protects all in it."""

SQUAD, HALF = 2, 1
"""Half-squads of room that a squad takes, and a HS or a crew without a Gun."""

MOST_SMC = 4
"""SMC that find room beside the squads."""


def take_shelter(play: Play, party: ActivatedGroup, known: Collection[str]) -> None:
    """Put the units of a party into the fortification that has come with them.

    Args:
        play: the game.
        party: what the S? has brought, all of it.
        known: the ids of the fortifications that were there before.
    """
    for new in tuple(play.state.fortifications.values()):
        if new.id not in known and new.kind == "cave":
            in_cave(play, party, new)
        elif new.id not in known and new.kind in SHELTERS:
            in_fortification(play, party, new)


@rule("S5.74/s3", "Who is in the fortification", cites=("S5.74", "B27.1", "B30.1"))
def in_fortification(play: Play, party: ActivatedGroup, new: Fortification) -> None:
    """The Infantry that comes with a foxhole, trench or pillbox is in it.

    Reading: D-074 who is in it first, and what room each takes.
    """
    _enter(play, party, new)


@rule("S5.7441/b2", "Units beyond a cave's room stay outside", cites=("G11.4",))
def in_cave(play: Play, party: ActivatedGroup, new: Fortification) -> None:
    """Of the Infantry that comes with a cave, what has no room stays in the hex.

    Reading: D-074 who is in it first, and what room each takes.
    """
    _enter(play, party, new)


def _enter(play: Play, party: ActivatedGroup, new: Fortification) -> None:
    room, smc, outside = SQUAD * new.capacity, MOST_SMC, []
    for id_ in party.units:
        # B27.1, B30.1: what room each takes
        needed, leaders = _needs(play, id_)
        if not needed and not leaders:  # a vehicle, which is never inside
            continue
        if needed > room or leaders > smc:
            outside.append(id_)
            continue
        room, smc = room - needed, smc - leaders
        unit = play.state.units[id_]
        play.emit(
            UnitChanged(
                replace(unit, inside=new.id), fact("is_in", fortification=new.id)
            )
        )
    if outside:
        what = fact("outside_without_room", fortification=new.id, units=outside)
        play.emit(Note(what))


def _needs(play: Play, id_: str) -> tuple[int, int]:
    """Half-squads of room, and places for SMC, that a unit takes."""
    found = type_of(play, id_)
    if isinstance(found, SMC):
        return 0, 1
    if not isinstance(found, MMC):
        return 0, 0
    gun = any(weapon.gun is not None for weapon in play.state.weapons_of(id_))
    return (SQUAD if gun or found.size == "squad" else HALF), 0
