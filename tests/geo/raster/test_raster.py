"""Tests of the rasteriser: the planes say of every hex what the text says."""

from itertools import pairwise

import numpy as np
import pytest

from opfor.geo.boards.plan import AREAS, terrain_of
from opfor.geo.boards.text import parse_plan, text_board
from opfor.geo.generate.noise import mix, noise_plane, seed_of, unit
from opfor.geo.hex_facts import hex_plane
from tests.geo.plan_facts import differences, joint_differences, pixels_of

HEAD = "board: t\nsize: 9x7\n"
PIECES = [
    *(f"{word}: C3 D3 F5" for word in AREAS),
    *(f"{word}: C3-D5 F2 F3\nroad: A3 > D1 > D6\n" for word in AREAS),
    "level 1: B2-G6\nlevel 2: C3-F5\nlevel 3: D4\ncliff: D3/D4 C3/0",
    "level -1: C3-E4\nlevel -2: D4",
    "level 3: D4",
    "gully: B2 > B6  D4 > F3\nwoods: B3 B4",
    "stream: A3 > D4 > H2\nroad: D1 > D6\nbridge: D4",
    "deep stream: D1 > D6\npaved road: A3 > D4 > H2\nwooden bridge: D4",
    "dry stream: D2 > D6\nroad: B3 > D4 > F3\nwooden bridge: D4",
    "sunken road: C1/0 > C1 > C3 > D3 > D6 > D6/3  D4 > E4 > E4/1",
    "elevated road: F1 > F6\nroad: H1 > H6",
    "path: A3 > D4 > H2\nwoods: C3-F5\nroad: F1 > F6",
    "wall: D4/012 B2/345\nhedge: F5/012345\nbocage: D2/25",
    "wall: A3/123 I3/345 C1/012345\nhedge: F0/234 E7/012345",
    *(
        f"{m} building{n}: B3 D2+D3 F3+F4+G4 B5+C6+D5+C5"
        for m in ("stone", "wooden")
        for n in ("", " 1", " 2", " 3", " 4")
    ),
    *(
        f"{m} rowhouse{n}: D2+D3+E3 F5+G5+H4"
        for m in ("stone", "wooden")
        for n in ("", " 1", " 2")
    ),
]


class TestFacts:
    """Planes against text."""

    @pytest.mark.parametrize("piece", PIECES)
    def test_every_hex_and_hexside_is_what_the_text_says(self, piece: str) -> None:
        """Terrain code, base level, hexside, levels and stairs come back."""
        plan = parse_plan(HEAD + piece)
        assert differences(plan) == []
        assert joint_differences(plan) == []


class TestOutlines:
    """How depictions lie in their hexes."""

    @pytest.mark.parametrize("word", ["woods", "brush", "grain", "marsh", "pond"])
    def test_terrain_stays_clear_of_hexsides_of_other_hexes(self, word: str) -> None:
        """No pixel lies in a hex without the terrain, nor on its hexsides."""
        plan = parse_plan(HEAD + f"{word}: C3 C4 D4 F3 G2-H3\n")
        drawn = pixels_of(plan, word)
        owner = hex_plane(plan.grid, *drawn.shape)
        named = {plan.grid.index(*hex_) for hex_ in plan.areas}
        assert set(np.unique(owner[drawn]).tolist()) == named
        for hex_ in plan.grid:
            if hex_ not in plan.areas:
                for x, y in plan.grid.vertices(*hex_):
                    if 0 <= x < drawn.shape[0] and 0 <= y < drawn.shape[1]:
                        assert not drawn[int(x), int(y)]

    @pytest.mark.parametrize("word", ["woods", "brush", "grain", "marsh", "pond"])
    def test_terrain_crosses_the_hexsides_that_two_of_its_hexes_share(
        self, word: str
    ) -> None:
        """LOS along such a hexside is not free."""
        plan = parse_plan(HEAD + f"{word}: C3 C4 D4\n")
        drawn = pixels_of(plan, word)
        for side in ((2, 2, 3), (2, 3, 2)):
            x, y = plan.grid.side_midpoint(*side)
            assert drawn[int(x), int(y)]

    def test_woods_are_no_hexagons(self) -> None:
        """Two lone woods differ from each other and cover part of their hexes."""
        plan = parse_plan(HEAD + "woods: C3 G3\n")
        drawn = pixels_of(plan, "woods")
        first, second = drawn[75:150, 129:193], drawn[300:375, 129:193]
        assert not np.array_equal(first, second)
        assert 0.4 < first.sum() / (56.25 * 64.5) < 0.8

    def test_hills_are_nested(self) -> None:
        """Level 2 ground is always on level 1 ground: no step of two without cause."""
        board = text_board(HEAD + "level 1: B2-G6\nlevel 2: C3-F5\nlevel 3: D4 E4\n")
        low, high = board.elevation[:-1], board.elevation[1:]
        assert np.abs(low.astype(int) - high).max() == 1

    def test_roads_leave_through_the_middles_of_hexsides(self) -> None:
        """So that a road's hexsides can be told and boards join."""
        plan = parse_plan(HEAD + "road: C1/0 > C1 > C3 > E4 > E7 > E7/3\n")
        drawn = pixels_of(plan, "road")
        width, height = drawn.shape
        for side in plan.lines[0].crossed():
            x, y = plan.grid.side_midpoint(*side)
            assert drawn[min(int(x), width - 1), min(int(y), height - 1)]
        centres = [plan.grid.centre(*hex_) for hex_ in plan.lines[0].hexes]
        assert all(drawn[int(x), int(y)] for x, y in centres)
        assert len(list(pairwise(centres))) == len(centres) - 1

    def test_a_bridge_carries_its_road_over_the_stream(self) -> None:
        """The deck keeps the level of the ground; the water beside it is lower."""
        text = "stream: A3 > D4 > H2\nroad: D1 > D6\nbridge: D4\n"
        board = text_board(HEAD + text)
        x, y = (int(value) for value in board.grid.centre(3, 4))
        assert board.elevation[x, y] == 0
        assert board.elevation[x - 20, y - 10] == -1
        assert (board.terrain == terrain_of("bridge").code).sum() > 100

    def test_hexside_terrain_is_drawn_vertex_to_vertex(self) -> None:
        """A few pixels wide, on both sides of the hexside."""
        plan = parse_plan(HEAD + "wall: D4/0\n")
        drawn = pixels_of(plan, "wall")
        a, b = plan.grid.vertices(3, 4)[:2]
        assert drawn[int(a[0]) : int(b[0]), round(a[1])].all()
        assert 5 <= drawn[int((a[0] + b[0]) / 2)].sum() <= 9

    def test_buildings_leave_their_hexes_only_to_their_own(self) -> None:
        """A building never touches a hex that is not its own."""
        plan = parse_plan(HEAD + "stone building: B3 D2+D3 F3+F4+G4\n")
        drawn = draw_owner(plan.name, HEAD + "stone building: B3 D2+D3 F3+F4+G4\n")
        named = {plan.grid.index(*h) for b in plan.buildings for h in b.hexes}
        assert drawn == named


def draw_owner(name: str, text: str) -> set[int]:
    """The hexes that hold pixels of a stone building."""
    board = text_board(text)
    owner = hex_plane(board.grid, *board.terrain.shape)
    assert board.name == name
    return set(np.unique(owner[board.terrain == 40]).tolist())


class TestNoise:
    """Irregularity that never varies."""

    def test_hashes_never_change(self) -> None:
        """Boards look the same in every release: these values are fixed."""
        assert mix(1, 2, 3) == mix(1, 2, 3) != mix(3, 2, 1)
        assert seed_of("") == 0xCBF29CE484222325
        assert seed_of("a") == 0xAF63DC4C8601EC8C
        assert 0 <= unit(5, -7) < 1

    def test_noise_stays_in_its_bounds_and_is_smooth(self) -> None:
        """From -1 to 1, with small steps from pixel to pixel."""
        noise = noise_plane((200, 100), cell=10, seed=3)
        assert noise.shape == (200, 100)
        assert np.abs(noise).max() <= 1
        assert np.abs(np.diff(noise, axis=0)).max() < 0.35
        assert noise.std() > 0.2

    def test_the_pixels_of_a_known_text_never_change(self) -> None:
        """The same bytes on every machine and Python; change it only on purpose."""
        text = (
            HEAD + "woods: B2 C3 C4\ngrain: F2 F3\nlevel 1: F4-H6\nlevel 2: G5\n"
            "road: A3 > D4 > I2\nstream: E1 > E7\nbridge: E4\nhedge: C5/012\n"
            "stone building 1: H3+H4\nwooden building: B5\npath: G4 > G7\n"
        )
        assert text_board(text).digest == "d5ba98d77cbcfbf2a1c2229bb089a1b1"
