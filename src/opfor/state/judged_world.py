"""The world as the player judges it: his board is right.

A judged hex or hexside is painted into a map of its own, from which all else follows
as from any map; judged LOS stands in the place of what was worked out.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from opfor.geo.judged import (
    JudgedGround,
    code_named,
    hex_words,
    judged_map,
    side_words,
)
from opfor.geo.los.sight import Hindrance, Sight
from opfor.geo.map import Map
from opfor.state.judgement import JudgedHex, JudgedLos, JudgedSide, Judgement
from opfor.state.units import LocationName
from opfor.state.world import BLOCKED, World

YOUR_WORD = "your word"
"""What blocks or hinders LOS where the player says so."""

SHARED = ("los", "spots", "known_sights", "joins", "bocage", "moves", "cards")
"""What worlds on one map share where it was worked out already."""

Pair = tuple[LocationName, LocationName]


def as_judged(world: World, judgements: tuple[Judgement, ...]) -> World:
    """The world with LOS, hexes and hexsides as the player judges them; kept.

    Args:
        world: as drawn, or as judged so far.
        judgements: all of them; what none is about is as drawn.

    Errors:
        OpforError: one names a place or terrain that is not there.
    """
    drawn = world.drawn if isinstance(world, JudgedWorld) else world
    if not judgements:
        return drawn
    return drawn.lasting("as judged", judgements, lambda: _made(drawn, judgements))


def _made(drawn: World, judgements: tuple[Judgement, ...]) -> World:
    """The ground first, kept by itself: LOS is judged more often than it."""
    ground = tuple(j for j in judgements if not isinstance(j, JudgedLos))
    on = drawn
    if ground:
        on = drawn.lasting("judged ground", ground, lambda: _on_ground(drawn, ground))
    los = {(j.a, j.b): j.hindrance for j in judgements if isinstance(j, JudgedLos)}
    if not los:
        return on
    found = JudgedWorld(drawn, on.map)
    found.judged_hexes, found.judged_sides = on.judged_hexes, on.judged_sides
    known = on.__dict__
    found.__dict__.update({key: known[key] for key in SHARED if key in known})
    found.judge(los)
    return found


def _on_ground(drawn: World, judgements: tuple[Judgement, ...]) -> World:
    hexes = {
        drawn.locate(j.hex).hex: _ground(j)
        for j in judgements
        if isinstance(j, JudgedHex)
    }
    sides = dict(_side(drawn, j) for j in judgements if isinstance(j, JudgedSide))
    found = JudgedWorld(drawn, judged_map(drawn.map, hexes, sides))
    found.judged_hexes = frozenset(hexes)
    found.judged_sides = frozenset(
        each for hex_, side in sides for each in _both(drawn.map, hex_, side)
    )
    return found


def _ground(judged: JudgedHex) -> JudgedGround:
    terrain = code_named(hex_words(), judged.terrain) if judged.terrain else -1
    return JudgedGround(terrain, judged.level)


def _side(drawn: World, judged: JudgedSide) -> tuple[tuple[int, int], int]:
    """A judged hexside as hex and hexside, and the code that it holds."""
    here, there = drawn.locate(judged.a).hex, drawn.locate(judged.b).hex
    side = drawn.map.side_towards(here, there)
    return (here, side), code_named(side_words(), judged.terrain)


def _both(board_map: Map, hex_: int, side: int) -> tuple[tuple[int, int], ...]:
    """A hexside from either of its hexes."""
    return (hex_, side), (board_map.neighbours[hex_][side], (side + 3) % 6)


class JudgedWorld(World):
    """A world on a map of the same hexes as the one that is drawn.

    Args:
        drawn: the world as the boards have it.
        board_map: the map as judged.
    """

    def __init__(self, drawn: World, board_map: Map) -> None:
        super().__init__(
            board_map,
            date=drawn.date,
            fbe=drawn.compass.fbe,
            enemy=drawn.enemy,
            classes=drawn.classes,
            orders=drawn.orders,
            readings=drawn.readings,
        )
        self.gates = drawn.gates
        self.drawn = drawn
        self._said: dict[tuple[int, int], int] = {}

    def judge(self, los: Mapping[Pair, int]) -> None:
        """Take LOS as the player says it is, before anybody has asked."""
        for (a, b), hindrance in los.items():
            one, two = (self.spots.index(*self.locate(name)) for name in (a, b))
            self._said[one, two] = self._said[two, one] = hindrance

    def _look(self, here: int, there: int) -> int:
        said = self._said.get((here, there))
        return super()._look(here, there) if said is None else said

    def sights(self, name: LocationName) -> NDArray[np.int8]:
        """As the world drawn has it, but for what is judged."""
        here, row = self.spots.index(*self.locate(name)), super().sights(name)
        said = {two: drm for (one, two), drm in self._said.items() if one == here}
        if said:
            row = row.copy()
            row[[*said]] = [*said.values()]
        return row

    def explain(self, a: LocationName, b: LocationName) -> Sight:
        """LOS between two Locations with its reasons, the player's word among them."""
        said = self._said.get(self._ends(a, b))
        if said is None:
            return super().explain(a, b)
        reach = self.range(a, b)
        if said == BLOCKED:
            return Sight(False, reach, blocked_by=YOUR_WORD)
        found = (Hindrance(self.locate(b).hex, YOUR_WORD, said),) if said else ()
        return Sight(True, reach, said, found)

    def by_word(self, a: LocationName, b: LocationName) -> bool:
        """Whether LOS between two Locations is as the player says."""
        return bool(self._said) and self._ends(a, b) in self._said

    def _ends(self, a: LocationName, b: LocationName) -> Any:
        return tuple(
            self.spots.index(*at) if self.spots.holds(*at) else -1
            for at in (self.locate(a), self.locate(b))
        )
