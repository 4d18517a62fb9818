"""S9.32, S9.35: where vehicles enter, and which road they take."""

from opfor.rules.s_solitaire.s09_movement.entry import waiting_vehicles
from opfor.rules.s_solitaire.s09_movement.random_direction import NOWHERE
from opfor.rules.s_solitaire.s09_movement.sequence import enters_first, next_move
from opfor.rules.s_solitaire.s09_vehicles.roads import entry_road, road_ahead
from opfor.state.play import Play
from tests.rules.given.drivers import ask, at, squad, tank

BROKEN_ROADS = """
board: t
size: 20x10
road: C1/0 > C1 > C3
  K1/0 > K1 > K6
woods: K8 J7 L7
"""


class TestS9_35Intersections:
    """S9.35."""

    def test_most_direct_road(self) -> None:
        """At the intersection G5 the straight road, not the one by K7 nor back."""
        took = ask(lambda play: road_ahead(play, tank("G5")), tank("G5"))
        assert took == at("G6")

    def test_never_back(self) -> None:
        """Not the hex just left, even where that road is the more direct one."""
        one = tank("G5")
        took = ask(lambda play: road_ahead(play, one, back=at("G6")), one)
        assert took == at("H5")

    def test_road_that_ends(self) -> None:
        """Where the road ends there is no next hex of it."""
        one = tank("Q4")
        took = ask(lambda play: road_ahead(play, one, back=at("Q3")), one)
        assert took == NOWHERE

    def test_nearest_to_the_fbe(self) -> None:
        """If none leads all the way, the one that comes nearest to the FBE."""
        one = tank("Q2")
        assert ask(lambda play: road_ahead(play, one), one) == at("Q3")

    def test_not_into_the_enemy(self) -> None:
        """A road hex with a FRIENDLY unit is none to enter."""
        one = tank("G5")
        took = ask(lambda play: road_ahead(play, one), one, squad("G6"))
        assert took == at("H5")

    def test_who_stands_farther_on(self) -> None:
        """Who stands on the road farther on does not make another road better."""
        one = tank("G5")
        took = ask(lambda play: road_ahead(play, one), one, squad("G8"))
        assert took == at("G6")

    def test_by_the_shorter_way(self) -> None:
        """Of roads that come equally near, that by the more direct path."""
        board = "board: t\nsize: 20x10\nroad: G5 > G8\n  G5 > H5 > H7 > G8\n"
        one = tank("G5")
        took = ask(lambda play: road_ahead(play, one), one, board=board)
        assert took == at("G6")

    def test_exc1_as_the_command_says(self) -> None:
        """EXC: toward the goals that the Move Command names."""
        one, goals = tank("G5"), [at("K10")]
        took = ask(lambda play: road_ahead(play, one, goals=goals), one)
        assert took == at("H5")


class TestS9_32Entry:
    """S9.32."""

    def test_road_all_the_way(self) -> None:
        """By the road hex of the EBE whose road leads to the FBE, along that road."""
        one = tank("")
        found = ask(lambda play: entry_road(play, one), one)
        assert (found.hex, found.through) == (at("G1"), True)
        assert found.way == tuple(at(f"G{n}") for n in range(2, 11))

    def test_road_that_comes_nearest(self) -> None:
        """If none does, by the one that comes nearest; then round the woods."""
        one = tank("")
        found = ask(lambda play: entry_road(play, one), one, board=BROKEN_ROADS)
        assert (found.hex, found.through) == (at("K1"), False)
        assert found.way[:5] == tuple(at(f"K{n}") for n in range(2, 7))
        assert found.way[-1].endswith("10")
        assert not {at("K8"), at("J7"), at("L7")} & set(found.way)
        assert found.rough == 0

    def test_without_a_road(self) -> None:
        """Without a road at the EBE a hex from where the way is clear."""
        one = tank("")
        board = "board: t\nsize: 5x10\nwoods: A3-A5 B3-B5 D3-D5 E3-E5"
        dice = ("S9.32 dr 1",)
        found = ask(lambda play: entry_road(play, one), one, board=board, dice=dice)
        assert found.rough == 0
        assert found.way[-1].endswith("10")


class TestS9_32_orderOfEntry:
    """S9.32/order."""

    def test_random_dr(self) -> None:
        """Vehicles that are to enter at one Location draw lots."""
        units, dice = [tank("", "e1"), tank("", "e2")], ("S9.32/order dr 4",)

        def first(play: Play) -> tuple[str, ...]:
            return enters_first(play, waiting_vehicles(play)).ids

        assert ask(first, *units, dice=dice) == ("e2",)

    def test_in_play(self) -> None:
        """In the MPh it decides who of two that wait offboard moves first."""
        units = [tank("", "e1"), tank("", "e2", counter="russian/t-70")]

        def first(play: Play) -> object:
            assert next_move(play)
            return play.state.course

        course = ask(first, *units, dice=("S9.32/order dr 4",))
        assert course.movers == ("e2",)
