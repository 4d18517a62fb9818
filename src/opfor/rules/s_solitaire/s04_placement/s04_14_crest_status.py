"""S4.14: S? in Crest status towards the FBE."""

from opfor.core.rule import rule
from opfor.geo.edges import Heading
from opfor.geo.hex_facts import codes_of
from opfor.geo.hexes import SIDES
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName

HEADINGS: tuple[Heading, ...] = ("F", "F-N", "F-S", "N", "S", "B-N", "B-S", "B")
"""Hexsides from those that face the FBE most to those that face it least."""


@rule("S4.14", "Crest status towards the FBE", cites=("B20.9",))
def crest_status(play: Play, location: LocationName) -> tuple[int, ...]:
    """The crest hexsides that a S? in a Depression faces; none for other S?.

    Three neighbouring hexsides are chosen, those with most crest hexsides towards the
    FBE, then with most crest hexsides at all, then the most direct ones.
    Reading: D-062 three neighbouring hexsides; what is faced is stored.
    """
    world, at = play.world, play.world.locate(location)
    if not in_depression(play, location):
        return ()
    crest = world.joins.crest[at.hex].tolist()
    headings = world.compass.headings
    order = sorted(range(SIDES), key=lambda side: HEADINGS.index(headings[side]))

    def worth(middle: int) -> tuple[int, int, int]:
        faced = [side for side in _arc(middle) if crest[side]]
        forward = [side for side in faced if headings[side].startswith("F")]
        return len(forward), len(faced), -order.index(middle)

    best = max(range(SIDES), key=worth)
    return tuple(side for side in _arc(best) if crest[side])


def _arc(middle: int) -> tuple[int, int, int]:
    return (middle - 1) % SIDES, middle, (middle + 1) % SIDES


def in_depression(play: GameView, location: LocationName) -> bool:
    """Whether a Location is a Depression Location, beneath a bridge too."""
    facts, at = play.world.ground.facts, play.world.locate(location)
    if at.level < 0:
        return bool(codes_of("depression")[facts.beneath[at.hex]])
    return at.level == 0 and bool(facts.depression[at.hex])
