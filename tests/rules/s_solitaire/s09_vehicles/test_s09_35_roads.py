"""S9.35: the roads that the ENEMY's vehicles take toward the FBE."""

from opfor.rules.s_solitaire.s09_movement.movers import NOWHERE
from opfor.rules.s_solitaire.s09_vehicles.s09_35_roads import road_ahead
from tests.rules.given.drivers import ask, at, squad, tank


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
