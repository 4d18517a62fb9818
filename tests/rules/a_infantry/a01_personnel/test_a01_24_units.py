"""A1 and A.7: what units are, as the other rules ask about them."""

from opfor.rules.a_infantry.a01_personnel.a01_24_units import known_enemies, us_number
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.world import game

HERE, THERE = LocationName("tJ6"), LocationName("tO6")


class TestA1_24UsNumber:
    """A1.24."""

    def test_sums(self) -> None:
        """A squad is 3, a HS 2, a SMC 1."""
        units = {
            "V": ("german/4-6-7", "tJ6"),
            "H": ("german/2-4-7", "tJ6"),
            "L": ("german/8-1", "tJ6"),
        }

        def run(play: Play) -> None:
            assert us_number(play, play.state.units.values()) == 6

        game(units=units, run=run)


class TestKnownEnemies:
    """Who is Known to a unit."""

    def test_concealed_ones_are_not(self) -> None:
        """A unit in LOS is Known unless it is concealed."""
        enemies = {"e1": ("russian/4-4-7", "tJ9"), "e2": ("russian/4-4-7", "tT6")}

        def run(play: Play) -> None:
            known = known_enemies(play, "FRIENDLY", HERE)
            assert [unit.id for unit in known] == ["e1"]

        game(enemies=enemies, run=run)
