"""S4.1, its cases a and b, and S4.11."""

import pytest

from opfor.rules.s04_placement import place_suspects, too_near
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.world import game, notes

BOARD = """
board: t
size: 17x10
wooden building 2: H4+H5
stone building: L5 C5
wooden rubble: N3
lumberyard: N7
woods: J6 J7 K7
  E3
brush: L8 M8 M9
"""


def placed(*dice: str, cases: tuple[str, ...], board: str = BOARD) -> list[str]:
    """Where S? are after placement by these cases."""
    play = game(*dice, board=board, placement=cases, run=place_suspects)
    return [suspect.location for suspect in play.state.suspects.values()]


class TestS4_1SuspectPlacement:
    """S4.1."""

    def test_no_more_than_two_a_location(self) -> None:
        """D-014: a case applied three times still leaves two S? in a Location."""
        found = placed(cases=("a", "a", "a"))
        assert {found.count(where) for where in found} == {2}

    def test_suspects_have_the_prevailing_attitude(self) -> None:
        """Each S? starts black, in the Mission's Attitude."""
        play = game(
            board=BOARD, placement=("a",), attitude="Advance", run=place_suspects
        )
        kinds = {(s.attitude, s.colour) for s in play.state.suspects.values()}
        assert kinds == {("Advance", "black")}


class TestS4_1aBuiltUp:
    """S4.1 case a."""

    def test_every_building_rubble_and_lumberyard_location(self) -> None:
        """One S? on each level of each, and nowhere else."""
        assert sorted(placed(cases=("a",))) == sorted(
            [
                *("tH4", "tH4/1", "tH4/2", "tH5", "tH5/1", "tH5/2"),
                *("tL5", "tN3", "tN7"),
            ]
        )


class TestS4_1bWoodsAndBrush:
    """S4.1 case b."""

    @pytest.mark.parametrize(
        ("dr", "hexes"), [(2, ["tJ6", "tL8", "tM8"]), (5, ["tJ7", "tK7", "tM9"])]
    )
    def test_parity_of_the_board(self, dr: int, hexes: list[str]) -> None:
        """An even dr takes even coordinates, an odd one odd coordinates."""
        assert placed(f"S4.1b dr {dr}", cases=("b",)) == hexes

    def test_fewer_than_three_connected_get_none(self) -> None:
        """Two connected woods hexes are no group, three are."""
        board = "board: t\nsize: 17x10\nwoods: J6 J7\n  M4 M5 N5\n"
        assert placed("S4.1b dr 4", cases=("b",), board=board) == ["tM4"]

    def test_zero_is_even(self) -> None:
        """A coordinate of 0 counts as even."""
        board = "board: t\nsize: 17x10\nwoods: J0 J1 J2\n"
        found = placed("S4.1b dr 6", cases=("b",), board=board)
        assert found == ["tJ0", "tJ2"]


class TestS4_11ProximityToTheFbe:
    """S4.11."""

    def test_three_hexes_bar_and_four_do_not(self) -> None:
        """With the FBE at the left, columns A to C are within three hexes."""
        found: dict[str, bool] = {}

        def look(play: Play) -> None:
            for hex_ in ("tA5", "tB5", "tC5", "tD5"):
                found[hex_] = too_near(play, LocationName(hex_))

        game(board=BOARD, run=look)
        assert found == {"tA5": True, "tB5": True, "tC5": True, "tD5": False}

    def test_whatever_the_case(self) -> None:
        """A building too near the FBE gets none, and the player is told."""
        play = game(board=BOARD, placement=("a",), run=place_suspects)
        assert "tC5" not in [s.location for s in play.state.suspects.values()]
        assert any("too near the FBE" in note for note in notes(play))
