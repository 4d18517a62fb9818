"""B28.p1: panji, an obstacle of the project's. Worked examples: b28-panji.toml."""

from opfor.rules.b_terrain.b28_mines.b28_p1_panji import panji_between
from opfor.state.events import MarkerAdded
from opfor.state.play import Play
from opfor.state.units import LocationName, Marker
from tests.rules.given.world import game

BOARD = "board: t\nsize: 12x12\nwooden building 1: E6\n"


class TestB28_p1Panji:
    """B28.p1."""

    @staticmethod
    def between(start: str, to: str) -> bool:
        """Whether panji on the two upper hexsides of E6 lie between two Locations."""
        found: list[bool] = []

        def run(play: Play) -> None:
            where = LocationName("tE6")
            laid = Marker(id="P", kind="panji", location=where, sides=(0, 1))
            play.emit(MarkerAdded(laid))
            ends = (LocationName(start), LocationName(to))
            found.append(panji_between(play, *ends) is not None)

        game(board=BOARD, run=run)
        return found[0]

    def test_either_way(self) -> None:
        """Its hexsides count for who enters and for who leaves."""
        assert self.between("tE5", "tE6")
        assert self.between("tE6", "tE5")

    def test_other_hexsides(self) -> None:
        """The others do not."""
        assert not self.between("tE7", "tE6")
        assert not self.between("tD5", "tE6")

    def test_from_off_the_map(self) -> None:
        """Nor does what enters the map there, or climbs in the hex."""
        assert not self.between("", "tE6")
        assert not self.between("tE6", "tE6/1")
