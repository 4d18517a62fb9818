"""LOS, rule by rule, on boards drawn for the purpose.

Most threads run down column 4, (4, 0) to (4, 11), through the middles of hexsides;
`ACROSS` runs along hexsides.
"""

import pytest

from opfor.geo.los.los import Conditions, Veil
from tests.geo.los_sketch import Sketch

COLUMN = 4
WINTER = Conditions.of_month(1)


def down(row: int) -> tuple[int, int]:
    """A hex of the column that the threads run down."""
    return COLUMN, row


class TestObstacles:
    """A6.2: what blocks at the same level."""

    @pytest.mark.parametrize(
        "name", ["Woods", "Stone Building", "Wooden Building, 1 Level", "Lumberyard"]
    )
    def test_obstacle_between_blocks(self, name: str) -> None:
        """An obstacle drawn across the thread blocks it."""
        board = Sketch()
        board.disc(down(3), name)
        sight = board.sight(down(1), down(6))
        assert not sight.clear
        assert sight.blocked_at == board.grid.index(*down(3))
        assert sight.blocked_by == name.lower()

    def test_obstacle_beside_the_thread_does_not(self) -> None:
        """Only the depiction counts, not the hex that holds it (A6.1)."""
        board = Sketch()
        x, y = map(int, board.grid.centre(*down(3)))
        board.terrain[x + 6 : x + 30, y - 20 : y + 20] = 60
        assert board.check(down(1), down(6)) == 0

    def test_ends_own_terrain_does_not_block(self) -> None:
        """Terrain in the hexes of viewer and target is no obstacle between them."""
        board = Sketch()
        board.fill(down(1), "Woods")
        board.fill(down(6), "Woods")
        assert board.check(down(1), down(6)) == 0

    def test_adjacent_hexes_see_each_other(self) -> None:
        """Neighbours see each other whatever they hold."""
        board = Sketch()
        board.fill(down(1), "Woods")
        board.fill(down(2), "Woods")
        assert board.check(down(1), down(2)) == 0

    def test_rubble_blocks_at_its_level_and_makes_no_blind_hexes(self) -> None:
        """A half-level obstacle blocks LOS through it at its own level only."""
        board = Sketch()
        board.fill(down(3), "Stone Rubble")
        board.raise_to(1, [down(0)])
        assert board.check(down(1), down(6)) == -1
        assert board.check(down(0), down(4)) == 0


class TestHindrances:
    """A6.7: what hinders."""

    @pytest.mark.parametrize("name", ["Grain", "Brush", "Marsh"])
    def test_each_hex_hinders_by_one(self, name: str) -> None:
        """+1 for each hex between, none for the ends' own."""
        board = Sketch()
        for row in (1, 2, 3, 4):
            board.disc(down(row), name)
        sight = board.sight(down(1), down(4))
        assert sight.hindrance == 2
        assert [h.terrain for h in sight.hindrances] == [name.lower()] * 2

    def test_six_block(self) -> None:
        """Five hinder, six block (B.10)."""
        board = Sketch()
        for row in range(1, 7):
            board.disc(down(row), "Grain")
        assert board.check(down(1), down(7)) == 5
        assert board.check(down(0), down(7)) == -1
        assert board.sight(down(0), down(7)).blocked_by == "hindrance of 6"

    def test_grain_out_of_season_is_open_ground(self) -> None:
        """Grain hinders from June to September (B15)."""
        board = Sketch()
        board.disc(down(3), "Grain")
        assert board.check(down(1), down(6), Conditions.of_date("1943-09")) == 1
        assert board.check(down(1), down(6), Conditions.of_date("1943-10")) == 0

    def test_no_hindrance_to_a_look_from_above(self) -> None:
        """A half-level hindrance does nothing to LOS that passes over it."""
        board = Sketch()
        board.disc(down(3), "Grain")
        board.raise_to(1, [down(1)])
        assert board.check(down(1), down(5)) == 0

    def test_inherent_terrain_fills_its_hex(self) -> None:
        """The thread may miss what is drawn and still touch the hex (B.6)."""
        board = Sketch()
        board.fill(down(3), "Crags")
        x, y = map(int, board.grid.centre(*down(3)))
        board.terrain[x - 4 : x + 4, y - 40 : y + 40] = 0  # a gap in it
        assert board.check(down(1), down(6)) == 1

    def test_two_hexes_at_one_range_count_once(self) -> None:
        """Along a hexside both hexes are touched, and hinder once (A6.7)."""
        board = Sketch()
        for hex_ in ((3, 4), (3, 5)):
            board.fill(hex_, "Brush")
        assert board.check((2, 4), (4, 4)) == 1

    def test_smoke_is_added_and_counts_at_the_ends(self) -> None:
        """SMOKE hinders where the thread crosses it, and in the ends' own hexes."""
        board = Sketch()
        los = board.los()
        a, b = (los.index(board.grid.index(*down(row))) for row in (1, 6))
        mid, off = board.grid.index(*down(3)), board.grid.index(6, 3)
        assert los.check(a, b, (Veil(mid, 2), Veil(off, 3))) == 2
        end = board.grid.index(*down(1))
        assert los.check(a, b, (Veil(end, 3, in_end=True),)) == 3
        assert los.check(a, b, (Veil(end, 1, name="wreck"),)) == 0

    @pytest.mark.parametrize(
        ("smoke", "row", "drm"),
        [(2, 8, 0), (4, 8, 0), (5, 8, 0), (6, 8, 2), (8, 8, 2), (5, 7, 2)],
    )
    def test_a_viewer_above_smoke(self, smoke: int, row: int, drm: int) -> None:
        """From level 3 SMOKE of two levels hinders to its Blind Hexes alone (A6.4)."""
        board = Sketch()
        board.raise_to(3, [down(1)])
        los = board.los()
        a, b = (los.index(board.grid.index(*down(at))) for at in (1, row))
        veil = Veil(board.grid.index(*down(smoke)), 2, in_end=True)
        assert los.check(a, b, (veil,)) == los.check(b, a, (veil,)) == drm


class TestOrchard:
    """B14: an obstacle to a look from above, a hindrance beneath."""

    def test_same_level_is_hindered(self) -> None:
        """At ground level an orchard hinders."""
        board = Sketch()
        board.fill(down(3), "Orchard")
        assert board.check(down(1), down(6)) == 1

    def test_from_one_level_up_it_blocks(self) -> None:
        """It is as high as a viewer at level 1, in leaf; out of leaf it hinders."""
        board = Sketch()
        board.fill(down(3), "Orchard")
        board.raise_to(1, [down(1)])
        assert board.check(down(1), down(6)) == -1
        assert board.check(down(1), down(6), WINTER) == 1


class TestBlindHexes:
    """A6.4: how many hexes an obstacle hides from above."""

    @pytest.mark.parametrize(("level", "hidden"), [(2, 3), (3, 2), (4, 1)])
    def test_rulebook_numbers(self, level: int, hidden: int) -> None:
        """A 1.5-level obstacle 12 hexes away hides 3, 2, 1 hexes from 2, 3, 4 up."""
        board = Sketch(rows=20)
        board.raise_to(level, [down(0)])
        board.disc(down(12), "Wooden Building, 1 Level")
        seen = [board.check(down(0), down(12 + n)) == 0 for n in range(1, 7)]
        assert seen == [False] * hidden + [True] * (6 - hidden)

    def test_viewer_must_be_higher_than_the_obstacle(self) -> None:
        """From the obstacle's own height nothing lower behind it is seen."""
        board = Sketch()
        board.raise_to(1, [down(0)])
        board.disc(down(3), "Woods")
        assert all(board.check(down(0), down(row)) == -1 for row in range(4, 12))

    def test_same_level_above_the_obstacle_is_clear(self) -> None:
        """Two Locations as high as a full-level obstacle see over it."""
        board = Sketch()
        board.raise_to(1, [down(0), down(6)])
        board.disc(down(3), "Woods")
        assert board.check(down(0), down(6)) == 0

    def test_half_level_on_top_still_blocks_that_level(self) -> None:
        """A 1.5-level obstacle blocks LOS between two Locations at level 1."""
        board = Sketch()
        board.raise_to(1, [down(0), down(6)])
        board.disc(down(3), "Stone Building, 1 Level")
        assert board.check(down(0), down(6)) == -1


class TestHills:
    """B10: crest lines."""

    def test_first_crest_is_seen_from_below_but_not_behind_it(self) -> None:
        """From below only the first hex of a plateau is seen."""
        board = Sketch()
        board.raise_to(1, [down(row) for row in range(5, 12)])
        assert board.check(down(1), down(5)) == 0
        assert board.check(down(1), down(6)) == -1

    def test_plateau_sees_itself(self) -> None:
        """Hexes of one level see each other over ground no higher."""
        board = Sketch()
        board.raise_to(1, [down(1), down(2), down(7), down(8)])
        assert board.check(down(1), down(8)) == 0

    def test_hill_between_blocks(self) -> None:
        """Ground higher than both ends blocks."""
        board = Sketch()
        board.raise_to(1, [down(4)])
        sight = board.sight(down(1), down(8))
        assert (sight.clear, sight.blocked_by) == (False, "higher ground")

    @pytest.mark.parametrize(("crest", "hidden"), [(4, 0), (5, 1), (9, 1), (10, 2)])
    def test_crest_line_hides_by_range(self, crest: int, hidden: int) -> None:
        """A crest one level down hides 0 hexes to range 4, 1 to 9, 2 to 14."""
        board = Sketch(rows=20)
        board.raise_to(2, [down(0)])
        board.raise_to(1, [down(row) for row in range(1, crest + 1)])
        seen = [board.check(down(0), down(crest + n)) == 0 for n in range(1, 5)]
        assert seen == [False] * hidden + [True] * (4 - hidden)

    def test_cliff_hides_what_lies_beneath(self) -> None:
        """A cliff's crest line hides at least one hex, like an obstacle (B11)."""
        board = Sketch()
        board.raise_to(3, [down(0)])
        board.raise_to(2, [down(row) for row in range(1, 4)])
        assert board.check(down(0), down(5)) == 0
        board.edge(down(3), 3, "Cliff")
        assert board.check(down(0), down(4)) == -1


class TestDepressions:
    """A6.3: gullies, streams, sunken roads."""

    def gully(self, *rows: int) -> Sketch:
        """A gully down the column, drawn from hexside to hexside."""
        board = Sketch()
        x, _ = map(int, board.grid.centre(*down(0)))
        for row in rows:
            _, y = board.grid.centre(*down(row))
            top, bottom = int(y - 32.25), int(y + 32.25)
            board.terrain[x - 8 : x + 8, top:bottom] = 30
            board.elevation[x - 8 : x + 8, top:bottom] = -1
        return board

    def test_seen_along_the_gully(self) -> None:
        """The thread that stays in the gully sees along it."""
        assert self.gully(*range(2, 9)).check(down(2), down(8)) == 0

    def test_seen_from_the_rim_only(self) -> None:
        """From level 0 a gully hex is seen from beside it, not from farther off."""
        board = self.gully(4, 5, 6)
        assert board.check((3, 5), down(5)) == 0
        assert board.check((2, 6), down(5)) == -1
        assert board.sight((2, 6), down(5)).blocked_by == "depression"

    def test_seen_from_above_within_as_many_hexes_as_levels(self) -> None:
        """Each hex of range takes a level of height."""
        board = self.gully(4, 5, 6)
        board.raise_to(2, [(1, 4)])
        board.raise_to(1, [(2, 4)])
        assert board.check((1, 4), down(5)) == 0
        board.raise_to(1, [(1, 4)])
        assert board.check((1, 4), down(5)) == -1

    def test_two_gullies_do_not_see_each_other(self) -> None:
        """The ground between is higher than both."""
        assert self.gully(2, 8).check(down(2), down(8)) == -1


class TestHexsides:
    """B9: walls and hedges; bocage."""

    def test_wall_between_blocks(self) -> None:
        """A wall that neither end is beside blocks."""
        board = Sketch()
        board.edge(down(4), 3, "Wall")
        assert board.check(down(1), down(8)) == -1

    def test_own_wall_does_not_block(self) -> None:
        """A side of the viewer's or target's own hex does not."""
        board = Sketch()
        board.edge(down(1), 3, "Wall")
        board.edge(down(8), 0, "Hedge")
        assert board.check(down(1), down(8)) == 0

    def test_own_hexspine_does_not_block(self) -> None:
        """Nor a hexside that ends at a corner of its hex (B9.2)."""
        board = Sketch()
        board.edge((3, 5), 0, "Wall")  # the spine from (2, 4) to (4, 4)
        assert board.check((2, 4), (4, 4)) == 0
        assert board.check((2, 4), (8, 4)) == 0

    def test_hexspine_of_neither_blocks(self) -> None:
        """Along a hexside farther off a wall blocks."""
        board = Sketch()
        board.edge((5, 5), 0, "Wall")
        assert board.check((2, 4), (8, 4)) == -1

    def test_wall_is_seen_over_from_above(self) -> None:
        """A half-level hexside makes no blind hexes."""
        board = Sketch()
        board.raise_to(1, [down(1)])
        board.edge(down(4), 3, "Wall")
        assert board.check(down(1), down(5)) == 0

    def test_bocage_is_one_level_high(self) -> None:
        """It blocks level with its top and makes blind hexes; hedges may be Bocage."""
        board = Sketch()
        board.raise_to(1, [down(1)])
        board.edge(down(4), 3, "Hedge")
        assert board.check(down(1), down(8)) == 0
        assert board.check(down(1), down(8), Conditions(bocage=True)) == -1


class TestBuildings:
    """B23: levels, A6.8, black bars, Factories."""

    def test_single_storey_has_no_upper_location(self) -> None:
        """A one-level house has ground level only."""
        board = Sketch()
        board.disc(down(3), "Stone Building")
        assert board.los().facts.levels[board.grid.index(*down(3))] == 0

    def test_levels_of_a_hex_need_a_stairwell(self) -> None:
        """Within a hex LOS goes one level up, where there is a stairwell."""
        board = Sketch()
        board.disc(down(3), "Stone Building, 2 Level")
        assert board.check((*down(3), 0), (*down(3), 1)) == -1
        board.stairs.add(down(3))
        assert board.check((*down(3), 0), (*down(3), 1)) == 0
        assert board.check((*down(3), 0), (*down(3), 2)) == -1

    def test_upper_level_sees_over_a_lower_house(self) -> None:
        """Level 2 sees over a one-level house, but for the blind hex behind it."""
        board = Sketch()
        board.disc(down(1), "Stone Building, 2 Level")
        board.disc(down(3), "Wooden Building")
        assert board.check((*down(1), 2), down(4)) == -1
        assert board.check((*down(1), 2), down(5)) == 0
        assert board.check((*down(1), 1), down(5)) == -1

    def test_other_levels_are_not_seen_through_the_own_building(self) -> None:
        """The thread must leave the building within its hex (A6.8)."""
        board = Sketch()
        for row in (3, 4):
            board.fill(down(row), "Stone Building, 1 Level")
        assert board.check((*down(3), 1), (*down(4), 0)) == -1
        assert board.check((*down(3), 1), (*down(4), 1)) == 0

    def test_black_bar_blocks_between_rowhouses(self) -> None:
        """Rowhouses side by side do not see each other through the bar (B23.71)."""
        board = Sketch()
        for row in (3, 4):
            board.fill(down(row), "Stone Building, 1 Level")
        board.edge(down(3), 3, "Rowhouse Wall, 1 Level")
        assert board.check(down(3), down(4)) == -1

    def test_factory_hexes_hinder_inside(self) -> None:
        """Within a Factory each hex between hinders by one; outside is blocked off."""
        board = Sketch()
        for row in (3, 4, 5):
            board.fill(down(row), "Stone Factory, 1.5 Level")
        assert board.check(down(3), down(5)) == 1
        board.edge(down(3), 0, "Stone Factory Wall, 1.5 Level")
        assert board.check(down(1), down(5)) == -1

    def test_market_place_is_open_beneath(self) -> None:
        """Its ground level is open to LOS at that level, its upper one blocks."""
        board = Sketch()
        board.fill(down(4), "Stone Market Place")
        assert board.check(down(1), down(7)) == 0
        board.raise_to(1, [down(1)])
        assert board.check(down(1), down(7)) == -1


class TestHillocks:
    """F6: half-level hillocks."""

    def test_hides_ground_level_but_not_another_hillock(self) -> None:
        """It blocks between ground levels, not from its own group or another."""
        board = Sketch()
        board.fill(down(4), "Hillock")
        assert board.check(down(1), down(7)) == -1
        board.fill(down(5), "Hillock")
        assert board.check(down(5), down(1)) == 0
        board.fill(down(1), "Hillock")
        board.fill(down(8), "Hillock")
        assert board.check(down(1), down(8)) == 0


class TestThread:
    """A6.1, A6.5: where the thread runs."""

    def test_crossed_hexes_by_range(self) -> None:
        """The hexes between, nearest first; both where it runs along a hexside."""
        board = Sketch()
        los = board.los()
        index = board.grid.index
        straight = los.crossed(los.index(index(*down(2))), los.index(index(*down(5))))
        assert straight == ((index(*down(3)),), (index(*down(4)),))
        beside = los.crossed(los.index(index(2, 4)), los.index(index(4, 4)))
        assert beside == ((index(3, 4), index(3, 5)),)

    def test_sight_line_runs_from_dot_to_dot(self) -> None:
        """The drawn thread ends at the dots."""
        board = Sketch()
        los = board.los()
        a, b = (los.index(board.grid.index(*down(row))) for row in (1, 5))
        (x1, y1), (x2, y2) = los.sight_line(a, b)
        assert (x1, x2) == (225, 225)
        assert abs(y2 - y1 - 4 * 64.5) < 1


class TestOverHindrances:
    """What rises a level and only hinders."""

    def test_orchard_out_of_leaf_hinders_where_it_would_hide(self) -> None:
        """From two levels up it hinders into its blind hexes, and no farther (B14)."""
        board = Sketch()
        board.fill(down(3), "Orchard")
        board.raise_to(2, [down(0)])
        assert [board.check(down(0), down(row), WINTER) for row in (4, 5)] == [1, 0]
        assert [board.check(down(0), down(row)) for row in (4, 5)] == [-1, 0]
