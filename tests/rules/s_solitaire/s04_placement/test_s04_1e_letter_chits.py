"""S4.1e: Letter Chits."""

import pytest

from opfor.core.ask import Draw
from opfor.geo.boards.text import text_board
from opfor.geo.map import Map, Placed
from opfor.rules.s_solitaire.s04_placement.s04_1e_letter_chits import (
    behind_wall,
    coordinate,
    letter_chits,
    letters,
)
from opfor.state.play import Play
from opfor.state.units import LocationName, Suspect
from tests.geo.players_boards import shared_board, shared_map
from tests.rules.given.setting import flat, placed, played
from tests.rules.given.world import notes
from tests.shared import needs_shared

ONE = "S4.1e dr 1"
"""The dr for one Letter Chit."""

THE_EXAMPLE = (
    'S4.1e dr 3 "Letter Chits for board 33"',
    "S4.1e chit Q",
    "S4.1e chit S",
    "S4.1e dr 4",
    "S4.1e dr 6",
    'S4.1e dr 6 "radius around 33Q6"',
    'S4.1e dr 4 "radius around 33S8"',
)


def around(dr: int, radius: int, chit: str = "L") -> tuple[str, ...]:
    """One chit, its coordinate's dr and the dr of its radius."""
    return (ONE, f"S4.1e chit {chit}", f"S4.1e dr {dr}", f"S4.1e dr {radius}")


class TestS4_1eLetterChits:
    """S4.1e."""

    def test_cover_within_the_radius(self) -> None:
        """Chit L, dr 3: L5; radius 1 takes L5 to L6 and K5, not L7 two hexes off."""
        board = flat("woods: L5-L7 K5 K6")
        found = placed(board, *around(3, 6), cases="e")
        assert found == ["tK5", "tK6", "tL5", "tL6"]

    def test_radius_two(self) -> None:
        """A dr of 4 on {A6f} reaches two hexes."""
        board = flat("woods: L5-L8")
        assert placed(board, *around(3, 4), cases="e") == ["tL5", "tL6", "tL7"]

    def test_every_level_of_a_building(self) -> None:
        """A building in the placement hex has a S? on each level."""
        board = flat("stone building 2: L5", "stairwell: L5")
        found = placed(board, *around(3, 6), cases="e")
        assert found == ["tL5", "tL5/1", "tL5/2"]

    def test_all_chits_before_all_coordinates_before_each_radius(self) -> None:
        """Three chits are drawn, then three dr made, then the radii; one S? each."""
        board = flat("grain: H2-H9 I2-I9 J2-J9")
        dice = ("S4.1e dr 5", *(f"S4.1e chit {c}" for c in "HIJ"))
        dice += ("S4.1e dr 1", "S4.1e dr 3", "S4.1e dr 6")
        dice += ("S4.1e dr 6", "S4.1e dr 6", "S4.1e dr 6")
        found = placed(board, *dice, cases="e")
        assert {"tH3", "tI5", "tJ8"} <= set(found)
        assert len(found) == len(set(found))

    def test_chits_stay_out_until_the_board_is_done(self) -> None:
        """A drawn chit is not in the cup for the next draw; another board has all."""
        text = "board: {}\nsize: 17x10\ngrain: F1-N10\n"
        board_map = Map(
            [Placed(text_board(text.format(n)), 0, i) for i, n in enumerate("pq")]
        )
        two = ("S4.1e dr 3", "S4.1e chit J", "S4.1e chit K", *["S4.1e dr 3"] * 4)
        game = played(board_map, *two, *two, placement=("e",))
        draws = [e.asked.request for e in game.journal]
        cups = [draw.chits for draw in draws if isinstance(draw, Draw)]
        assert [len(cup) for cup in cups] == [17, 16, 17, 16]
        assert "J" not in cups[1]

    def test_across_the_joint_of_two_boards(self) -> None:
        """The radius does not end at the board's edge."""
        text = "board: {}\nsize: 17x10\ngrain: L{}\n"
        boards = [text.format("p", "8-L9"), text.format("q", "1-L3")]
        board_map = Map([Placed(text_board(t), 0, i) for i, t in enumerate(boards)])
        dice = (*around(6, 1), ONE, "S4.1e chit L", "S4.1e dr 1", "S4.1e dr 6")
        with_joint = placed(board_map, *dice[:4], cases="e", run=on_first_board)
        assert with_joint == ["pL8", "pL9", "qL1"]

    def test_exc1_near_the_fbe(self) -> None:
        """Cover within three hexes of the FBE gets none."""
        board = flat("woods: C5 D5 D6 E5 E6")
        found = placed(board, *around(3, 4, "D"), cases="e")
        assert found == ["tD5", "tD6", "tE5", "tE6"]

    def test_exc1_built_up_and_woods_boards(self) -> None:
        """4.12 and 4.13 come after, and do not make a chit be drawn again (D-011)."""
        board = flat("woods: L5-L7")
        dice = (*around(4, 6), "S4.13 dr 4", "S4.13 dr 5", "S4.13 dr 6")
        assert placed(board, *dice, cases="e", classes={"t": "w"}) == []


def on_first_board(play: Play) -> None:
    """Case e for the first board alone, as for a board just placed."""
    from opfor.state.events import SuspectPlaced  # noqa: PLC0415 - one test

    for nth, name in enumerate(letter_chits(play, (), boards=(0,))):
        play.emit(SuspectPlaced(Suspect(f"S{nth}", name)))


class TestS4_1e_n1AnotherChit:
    """S4.1e NOTE."""

    def test_two_or_fewer_draw_again(self) -> None:
        """T04: a chit that places two gives way to another chit, dr and radius."""
        board = flat("woods: L5 L6", "grain: H4-H6")
        again = ("chit H", "dr 3", "dr 6")
        dice = (*around(3, 6), *(f"S4.1e/n1 {line}" for line in again))
        assert placed(board, *dice, cases="e") == ["tH4", "tH5", "tH6"]

    def test_three_are_enough(self) -> None:
        """A chit that places three stands."""
        board = flat("woods: L5 L6 L4", "grain: H4-H6")
        assert placed(board, *around(3, 6), cases="e") == ["tL4", "tL5", "tL6"]

    def test_what_an_earlier_chit_placed_does_not_count(self) -> None:
        """D-011: two chits on the same cover; the second has to be drawn again."""
        board = flat("woods: L4 L5 L6", "grain: H4-H6")
        dice = ("S4.1e dr 3", "S4.1e chit L", "S4.1e chit M", *["S4.1e dr 3"] * 2)
        dice += ("S4.1e dr 6", "S4.1e dr 6")
        dice += ("S4.1e/n1 chit H", "S4.1e/n1 dr 3", "S4.1e/n1 dr 6")
        found = placed(board, *dice, cases="e")
        assert found == ["tH4", "tH5", "tH6", "tL4", "tL5", "tL6"]

    def test_a_cup_that_runs_out_is_filled_again(self) -> None:
        """D-011: after all 17 hexrows, the first may come again with another dr."""
        board = flat("woods: L8 L9 L10")
        rest = [c for c in letters(board.boards[0].board) if c != "A"]
        dice = [*around(1, 6, "A")]
        for chit in rest:
            dice += [f"S4.1e/n1 chit {chit}", "S4.1e/n1 dr 1", "S4.1e/n1 dr 6"]
        dice += ["S4.1e/n1 chit L", "S4.1e/n1 dr 6", "S4.1e/n1 dr 3"]
        assert placed(board, *dice, cases="e") == ["tL10", "tL8", "tL9"]

    def test_given_up_where_nothing_can_come(self) -> None:
        """D-011: on a bare board no chit ever places three, so none is drawn again."""
        game = played(flat("woods: L5"), *around(3, 6), placement=("e",))
        assert game.state.suspects == {}
        assert any("is lost" in note for note in notes(game))


class TestS4_1eOpenGround:
    """S4.1e: OG behind a wall, hedge or bocage toward the FBE."""

    BOARD = flat(
        "woods: L6 K7 L7",
        "wall: L5/5",
        "hedge: M5/4",
        "bocage: M6/1",
        "stone building: N5",
    )

    @pytest.mark.parametrize(
        ("name", "counts"),
        [
            ("tL5", True),  # a wall on the hexside that faces the FBE at the left
            ("tM5", True),  # a hedge does as well
            ("tM6", False),  # bocage on the far side does not
            ("tK4", False),  # the wall is L5's; from K4 it lies on the far side
            ("tL9", False),  # plain Open Ground
            ("tN5", False),  # not Open Ground
        ],
    )
    def test_which_hexes(self, name: str, counts: bool) -> None:
        """Only OG with such a hexside between it and the FBE."""
        found: list[bool] = []
        played(
            self.BOARD,
            run=lambda play: found.append(behind_wall(play, LocationName(name))),
        )
        assert found == [counts]

    def test_it_is_cover_for_case_e(self) -> None:
        """Two woods and the OG behind the wall make three."""
        board = flat("woods: L6 K6", "wall: L5/5")
        assert placed(board, *around(3, 6), cases="e") == ["tK6", "tL5", "tL6"]


class TestD_063OtherBoards:
    """Boards whose hexrows are not A to GG, or have not ten coordinates."""

    @pytest.mark.parametrize("dr", range(1, 7))
    def test_ten_coordinates(self, dr: int) -> None:
        """On a geomorphic board the coordinate is dr + 2."""
        assert coordinate(text_board("board: t\nsize: 33x10\n"), dr) == dr + 2

    @pytest.mark.parametrize(
        ("rows", "found"), [(5, [2, 2, 3, 3, 4, 4]), (20, [6, 8, 10, 12, 14, 16])]
    )
    def test_the_same_share_of_other_hexrows(self, rows: int, found: list[int]) -> None:
        """Five coordinates or twenty: the middle six tenths of the hexrow."""
        board = text_board(f"board: t\nsize: 15x{rows}\n")
        assert [coordinate(board, dr) for dr in range(1, 7)] == found

    @needs_shared
    @pytest.mark.parametrize(
        ("name", "first", "last", "coordinates"),
        [
            ("1b", "Q", "GG", [6, 16]),
            ("a", "A", "O", [2, 4]),
            ("BFPDW1b", "A", "GG", [13, 18]),
        ],
    )
    def test_printed_boards(
        self, name: str, first: str, last: str, coordinates: list[int]
    ) -> None:
        """A b board has chits Q to GG, a deluxe one A to O; labels may begin later."""
        board = shared_board(name)
        cup = letters(board)
        assert (cup[0], cup[-1]) == (first, last)
        assert [coordinate(board, dr) for dr in (1, 6)] == coordinates


@needs_shared
class TestS4_1eExample:
    """T02 and T03: the printed example on board 33."""

    BOTH = ("33P5", "33P6", "33Q7", "33R6", "33R6/1", "33R7", "33R7/1")

    def test_t02_fbe_at_a1(self) -> None:
        """T02: everything the example lists; besides that only Q8 (D-064)."""
        found = placed(shared_map("33"), *THE_EXAMPLE, cases="e", fbe="top")
        listed = {*self.BOTH, "33R8", "33S8", "33U8", "33U9", "33T6", "33U7"}
        assert set(found) == {*listed, "33Q8"}
        assert len(found) == len(set(found))

    def test_t02_out_of_season(self) -> None:
        """T02: without Grain neither T6 nor U7."""
        setting = {"fbe": "top", "date": "1941-12"}
        found = placed(shared_map("33"), *THE_EXAMPLE, cases="e", **setting)
        listed = {*self.BOTH, "33R8", "33S8", "33U8", "33U9"}
        assert set(found) == {*listed, "33Q8"}

    @pytest.mark.parametrize("date", ["1941-08", "1941-12"])
    def test_t03_fbe_at_a10(self, date: str) -> None:
        """T03: none in R8, S8, U8, U9; U7 in any season; besides that Q6 (D-064)."""
        setting = {"fbe": "bottom", "date": date}
        found = placed(shared_map("33"), *THE_EXAMPLE, cases="e", **setting)
        grain = {"33T6"} if date == "1941-08" else set()
        assert set(found) == {*self.BOTH, "33U7", "33Q6", *grain}
