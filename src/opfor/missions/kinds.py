"""What each kind of rolled Mission is about: places, who comes when, how it is won.

All values are the project's own; what they come to is weighed by playing (`weigh.py`).
"""

from collections.abc import Mapping, Sequence
from math import ceil
from types import MappingProxyType
from typing import Any, NamedTuple

from opfor.core.errors import OpforError
from opfor.missions.chance import Chance
from opfor.missions.lay import Lay, Place
from opfor.missions.wishes import Kind, Length
from opfor.state.mission import Area, Entering, VictoryCondition

HOLDS: tuple[Kind, ...] = ("defence", "waves")
"""Kinds in which the FRIENDLY side is there first."""

WAVES = 2


class Scale(NamedTuple):
    """What a length means.

    Args:
        turns: Game Turns, more where the way is longer.
        squads: of the FRIENDLY side.
        places: VPO Locations.
        reach: hexes from the FBE within which they lie.
        groups: groups of S? that attack, turn by turn.
    """

    turns: int
    squads: int
    places: int
    reach: int
    groups: tuple[int, ...]


SCALES: Mapping[Length, Scale] = MappingProxyType(
    {
        "short": Scale(5, 6, 2, 9, (2, 1)),
        "medium": Scale(7, 8, 3, 12, (2, 2, 1)),
        "long": Scale(9, 10, 4, 18, (3, 2, 1, 1)),
    }
)

FIGHT = 3
"""Turns that are left for fighting when the last place could be reached."""

NO_NEARER = 4
"""Hexes from the FBE that the ENEMY's places lie away: no S? stands nearer (S4.11)."""

SPREAD, APART = 7, 2
"""Hexes from the first place within which the others lie, and from each other."""

BEHIND = 4
"""Hexes from the EBE at which a place lies at the least that is to be held."""

EXIT_SHARE = 0.45
"""Of the FRIENDLY Exit VP so many are to be gained."""

RAID_SHARE = 0.7
"""CVP that a raid is to gain, for each squad that is in it."""

SET_UP = 5
"""Hexes around a place to hold within which the FRIENDLY side sets up."""


class Plan(NamedTuple):
    """A Mission without its OB.

    Args:
        places: what it is about, the first one first.
        turns: Game Turns.
        squads: of the FRIENDLY side.
        keys: values of its file.
    """

    places: Sequence[Place]
    turns: int
    squads: int
    keys: dict[str, Any]


def plan(kind: Kind, length: Length, lay: Lay, chance: Chance) -> Plan:
    """What a Mission of a kind is about on a map.

    Errors:
        OpforError: nothing on the map does for it.
    """
    scale = SCALES[length]
    places = _places(kind, scale, lay, chance)
    way = max(place.turns[0] for place in places)
    if kind == "breakthrough":
        way = lay.crossing
    need = 0 if kind in HOLDS else ceil(way) + FIGHT
    if need > scale.turns + FIGHT:
        raise OpforError("the places are too far from the FBE", lay.world.map.name(0))
    turns = max(scale.turns, need)
    keys = KEYS[kind](places, scale, lay)
    first = "ENEMY" if kind in HOLDS else "FRIENDLY"
    vpo = tuple(place.at for place in places)
    return Plan(places, turns, scale.squads, {"vpo": vpo, "first": first} | keys)


def _places(kind: Kind, scale: Scale, lay: Lay, chance: Chance) -> list[Place]:
    """A place to begin with, and others around it on the same board."""
    fit = [place for place in lay.places if _fits(kind, place, scale, lay)]
    owner, locate = lay.world.map.owner, lay.world.locate
    for first in chance.shuffled(fit[: max(4, len(fit) // 3)]):
        chosen = [first]
        for place in fit:
            near = lay.world.range(first.at, place.at) <= SPREAD
            apart = all(lay.world.range(one.at, place.at) >= APART for one in chosen)
            same = owner[locate(first.at).hex] == owner[locate(place.at).hex]
            if near and apart and same and len(chosen) < scale.places:
                chosen.append(place)
        if len(chosen) >= min(2, scale.places):
            return chosen
    raise OpforError(
        f"nothing to fight for in a {kind} is found on this map",
        do="take other boards, or another kind of Mission",
    )


def _fits(kind: Kind, place: Place, scale: Scale, lay: Lay) -> bool:
    """Whether a place lies where a kind of Mission wants it."""
    behind = lay.depth - place.depth
    if kind in HOLDS:
        return behind >= BEHIND and place.depth > 1
    if kind == "meeting":
        return abs(place.turns[0] - place.turns[1]) <= 1 and place.depth >= NO_NEARER
    return NO_NEARER <= place.depth <= scale.reach


# -- what each is about --------------------------------------------------------------


def _most(places: Sequence[Place]) -> int:
    """More than half of some places; both of two."""
    return len(places) // 2 + 1


def _attack(places: Sequence[Place], _scale: Scale, lay: Lay) -> dict[str, Any]:
    cases = ("c", "e") if _cover(places, lay) < len(places) * 3 else ("e", "c")
    return {
        "held_by": "ENEMY",
        "attitude": "Hold",
        "placement": cases,
        "victory": (VictoryCondition(side="FRIENDLY", vpo=_most(places)),),
    }


def _defence(places: Sequence[Place], scale: Scale, lay: Lay) -> dict[str, Any]:
    entering = (
        Entering(turn=turn, groups=groups)
        for turn, groups in enumerate(scale.groups, 1)
    )
    return _held(places, scale, lay) | {"entering": tuple(entering)}


def _waves(places: Sequence[Place], scale: Scale, lay: Lay) -> dict[str, Any]:
    entering = (
        Entering(turn=1, waves=1),
        Entering(turn=2, suspects=scale.squads // 2),
        Entering(turn=4, waves=1),
    )
    return _held(places, scale, lay) | {"entering": entering, "wave_chain": WAVES}


def _held(places: Sequence[Place], scale: Scale, lay: Lay) -> dict[str, Any]:
    """What is common to those who hold: where they set up, what they must keep."""
    world = lay.world
    board = world.map.owner[world.locate(places[0].at).hex]
    nth = 1 + world.boards_from_fbe.index(board)
    keep = VictoryCondition(
        side="FRIENDLY", vpo=_most(places), exits_below=2 * scale.squads
    )
    return {
        "held_by": "FRIENDLY",
        "attitude": "Advance",
        "area": Area(board=nth, vpo=SET_UP),
        "foxholes": scale.squads // 2,
        "victory": (keep,),
    }


def _meeting(places: Sequence[Place], scale: Scale, lay: Lay) -> dict[str, Any]:
    entering = (
        Entering(turn=turn, groups=max(1, groups - (turn == 1)))
        for turn, groups in enumerate(scale.groups, 1)
    )
    return {
        "held_by": "ENEMY",
        "attitude": "Advance",
        "placement": (),
        "entering": tuple(entering),
        "victory": _attack(places, scale, lay)["victory"],
    }


def _breakthrough(places: Sequence[Place], scale: Scale, lay: Lay) -> dict[str, Any]:
    out = ceil(EXIT_SHARE * 2 * scale.squads)
    hold = VictoryCondition(side="FRIENDLY", vpo="all")
    through = VictoryCondition(side="FRIENDLY", exit_vp=out)
    keys = _attack(places, scale, lay)
    return keys | {"exits": ("EBE",), "victory": (through, hold)}


def _raid(places: Sequence[Place], scale: Scale, lay: Lay) -> dict[str, Any]:
    gain = ceil(RAID_SHARE * scale.squads)
    aim = VictoryCondition(side="FRIENDLY", cvp=gain, lost_below=scale.squads // 2)
    return _attack(places, scale, lay) | {"victory": (aim,)}


KEYS = MappingProxyType(
    {
        "attack": _attack,
        "defence": _defence,
        "breakthrough": _breakthrough,
        "meeting": _meeting,
        "waves": _waves,
        "raid": _raid,
    }
)


def _cover(places: Sequence[Place], lay: Lay) -> int:
    """Hexes of Concealment Terrain in and around the places."""
    world = lay.world
    found = {
        hex_
        for place in places
        for hex_ in world.map.within(world.locate(place.at).hex, 1)
        if world.ground.chart.kinds[int(world.ground.beside[hex_])].concealment
    }
    return len(found)
