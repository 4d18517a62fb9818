"""S4.2 to S4.22: S? that enter the map."""

from collections.abc import Callable

import pytest

from opfor.core.ask import Draw
from opfor.core.game import Game
from opfor.geo.boards.text import text_board
from opfor.geo.edges import Quarter
from opfor.geo.map import Map, Placed
from opfor.rules.s_solitaire.s04_placement.s04_2_entry import (
    boards_along,
    enter_suspects,
    entry_bar,
)
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import OFFBOARD, Suspect, Unit
from tests.geo.players_boards import shared_map
from tests.rules.given.setting import at, flat, played
from tests.rules.given.world import notes
from tests.shared import needs_shared

FLAT = flat()
"""17 hexrows of ten; the FBE of these tests is at the top, north at the right."""


def stacked(*names: str, also: str = "") -> Map:
    """Flat boards one below the other, the first at the FBE."""
    text = "board: {}\nsize: 17x10\n" + also
    return Map([Placed(text_board(text.format(n)), 0, i) for i, n in enumerate(names)])


def entering(
    number: int = 1, quarter: Quarter = "EBE", **how: str
) -> Callable[[Play], object]:
    """A step in which so many S? are to enter along an edge."""
    return lambda play: enter_suspects(play, number, quarter=quarter, **how)  # type: ignore[arg-type] # words of a test


def entries(game: Game[State]) -> list[str]:
    """Beside which hexes the S? wait, in order."""
    return [suspect.enters for suspect in game.state.suspects.values()]


class TestS4_2MapboardEntry:
    """S4.2."""

    def test_they_wait_offboard(self) -> None:
        """An entering S? is nowhere on the map, and has its Attitude and colour."""
        run = entering(colour="white")
        game = played(FLAT, "S4.21 chit G", run=run, fbe="top")
        (suspect,) = game.state.suspects.values()
        assert (suspect.location, suspect.enters) == (OFFBOARD, "tG10")
        assert (suspect.attitude, suspect.colour) == ("Advance", "white")
        assert game.state.suspects_onboard() == []

    def test_every_edge(self) -> None:
        """The EBE and FBE lie along the length here, north and south across it."""
        along: tuple[tuple[Quarter, str, str], ...] = (
            ("FBE", "S4.21 chit C", "tC1"),
            ("north", "S4.22 dr 3", "tQ5"),
            ("south", "S4.22 dr 3", "tA5"),
        )
        for quarter, die, hex_ in along:
            game = played(FLAT, die, run=entering(quarter=quarter), fbe="top")
            assert entries(game) == [hex_]

    def test_an_illegal_hex_is_drawn_again(self) -> None:
        """A pond cannot be entered: the procedure is repeated for that S?."""
        dice = ("S4.21 chit G", "S4.21/exc1 chit H")
        game = played(flat("pond: G10"), *dice, run=entering(), fbe="top")
        assert entries(game) == ["tH10"]
        assert any("water obstacle cannot be entered" in note for note in notes(game))

    def test_no_hex_at_all(self) -> None:
        """Where no hex along the edge can be entered, the S? stays away."""
        board = flat("pond: A10-B10 C10 D10-F10 G10 H10 I10", size="9x10")
        game = played(board, run=entering(2), fbe="top")
        assert game.state.suspects == {}
        assert any("no hex along the EBE" in note for note in notes(game))


class TestS4_2_exc1HumanWave:
    """S4.2 EXC."""

    def test_a_wave_has_hexes_side_by_side(self) -> None:
        """Ordinary S? have a chit each; a wave has two for all of them (S4.31)."""
        run = entering(3)
        game = played(FLAT, *(f"S4.21 chit {c}" for c in "BPF"), run=run, fbe="top")
        assert entries(game) == ["tB10", "tP10", "tF10"]


class TestS4_21AlongTheLength:
    """S4.21."""

    def test_each_has_its_chit_out_of_a_full_cup(self) -> None:
        """Three S?, three draws, each from all 17 chits; a hex may come twice."""
        dice = ("S4.21 chit G", "S4.21 chit B", "S4.21 chit G")
        game = played(FLAT, *dice, run=entering(3), fbe="top")
        assert entries(game) == ["tG10", "tB10", "tG10"]
        draws = [e.asked.request for e in game.journal]
        assert [len(d.chits) for d in draws if isinstance(d, Draw)] == [17] * 3

    def test_two_boards_end_to_end(self) -> None:
        """D-067: a random dr picks the board, then its own chit."""
        text = "board: {}\nsize: 17x10\n"
        boards = [Placed(text_board(text.format(n)), i) for i, n in enumerate("pq")]
        # North is at the right, so board q comes first.
        dice = ("S4.21 dr 2", "S4.21 chit C", "S4.21 dr 6", "S4.21 chit C")
        game = played(Map(boards), *dice, run=entering(2), fbe="top")
        assert entries(game) == ["qC10", "pC10"]

    @needs_shared
    def test_t08_seven_along_board_16(self) -> None:
        """T08: chit G sets the first S? opposite 16G10; all seven find their hexes."""
        board_map = shared_map("r03@0,0 02@0,1 16@0,2")
        chits = ("G", "A", "GG", "G", "Q", "B", "FF")
        dice = [f"S4.21 chit {chit}" for chit in chits]
        game = played(board_map, *dice, run=entering(7), fbe="top")
        found = [f"16{chit}10" for chit in chits]
        assert entries(game) == found


class TestS4_21_exc1AnotherChit:
    """S4.21 EXC."""

    def test_overstacked(self) -> None:
        """D-066: a third S? beside one hex draws again."""
        chits = ("S4.21 chit G",) * 3
        game = played(FLAT, *chits, "S4.21/exc1 chit D", run=entering(3), fbe="top")
        assert entries(game) == ["tG10", "tG10", "tD10"]

    def test_prohibited(self) -> None:
        """A hex with two ENEMY units is Prohibited; with one it is not."""
        units = [
            Unit(id=f"e{n}", side="ENEMY", counter="russian/4-4-7", location=where)
            for n, where in enumerate(at("tG10", "tG10", "tD10"))
        ]
        dice = ("S4.21 chit G", "S4.21/exc1 chit D")
        run = entering()
        game = played(FLAT, *dice, run=run, units=tuple(units), fbe="top")
        assert entries(game) == ["tD10"]

    def test_suspects_are_units(self) -> None:
        """Two S? in the hex make it Prohibited as well."""
        two = tuple(Suspect(f"S{n}", at("tG10")[0]) for n in (1, 2))
        bars: list[str] = []

        def view(play: Play) -> None:
            bars.append(entry_bar(play, play.world.map.hex("tG10")))

        played(FLAT, run=view, suspects=two, fbe="top")
        played(FLAT, run=view, suspects=two[:1], fbe="top")
        assert "3.323" in bars[0]
        assert bars[1] == ""


class TestS4_22AlongTheWidth:
    """S4.22."""

    @pytest.mark.parametrize(("dr", "hex_"), [(1, "tQ3"), (6, "tQ8")])
    def test_one_board_needs_a_dr(self, dr: int, hex_: str) -> None:
        """The dr + 2 is the coordinate."""
        game = played(FLAT, f"S4.22 dr {dr}", run=entering(quarter="north"), fbe="top")
        assert entries(game) == [hex_]

    @pytest.mark.parametrize(
        ("coloured", "board"), [(1, "p"), (2, "p"), (3, "q"), (4, "q"), (5, "r")]
    )
    def test_shares_of_three_boards(self, coloured: int, board: str) -> None:
        """1-2, 3-4, 5-6 from the FBE on; the white dr + 2 is the coordinate."""
        board_map = stacked("p", "q", "r")
        run = entering(quarter="south")
        game = played(board_map, f"S4.22 DR {coloured},4", run=run, fbe="top")
        assert entries(game) == [f"{board}A6"]

    @pytest.mark.parametrize("boards", ["pqrs", "pqrst"])
    def test_a_number_left_over(self, boards: str) -> None:
        """D-015: with four boards 5 and 6 are rolled again, with five a 6."""
        dice = ("S4.22 DR 6,1", "S4.22 DR 4,2")
        run = entering(quarter="north")
        game = played(stacked(*boards), *dice, run=run, fbe="top")
        assert entries(game) == ["sQ4"]

    def test_no_river_board(self) -> None:
        """D-065: the river board between two others has no share."""
        texts = ["board: p\nsize: 17x10\n", RIVER, "board: r\nsize: 17x10\n"]
        boards = [Placed(text_board(text), 0, i) for i, text in enumerate(texts)]
        run = entering(quarter="north")
        game = played(Map(boards), "S4.22 DR 4,1", run=run, fbe="top")
        assert entries(game) == ["rQ3"]

    def test_boards_from_the_fbe_on(self) -> None:
        """Along north and south boards are counted from the FBE."""
        found: list[list[int]] = []

        def view(play: Play) -> None:
            found.append(boards_along(play, "north"))

        for fbe in ("top", "bottom"):
            played(stacked("p", "q"), run=view, fbe=fbe)
        assert found == [[0, 1], [1, 0]]

    @needs_shared
    def test_t09_boards_3_2_and_16(self) -> None:
        """T09: red 5 white 2 is 16GG4; red 2 white 6 is 3A8."""
        board_map = shared_map("r03@0,0 02@0,1 16@0,2")
        dice = ("S4.22 DR 5,2", "S4.22 DR 2,6", "S4.22 DR 1,1", "S4.22 DR 3,1")
        run = entering(5, "north")
        game = played(board_map, *dice, "S4.22 DR 6,6", run=run, fbe="top")
        assert entries(game) == ["16GG4", "3A8", "3A3", "2GG3", "16GG8"]


class TestS4_22_exc1AnotherRoll:
    """S4.22 EXC."""

    def test_overstacked(self) -> None:
        """D-066: a third S? beside one hex rolls again."""
        dice = ("S4.22 dr 2",) * 3
        run = entering(3, "north")
        game = played(FLAT, *dice, "S4.22/exc1 dr 5", run=run, fbe="top")
        assert entries(game) == ["tQ4", "tQ4", "tQ7"]

    def test_prohibited(self) -> None:
        """A pond at the coordinate rolls again."""
        dice = ("S4.22 dr 2", "S4.22/exc1 dr 5")
        run = entering(quarter="north")
        game = played(flat("pond: Q4"), *dice, run=run, fbe="top")
        assert entries(game) == ["tQ7"]


RIVER = (
    "board: q\nsize: 17x10\npond: A6 B5 C6 D5 E6 F5 G6 H5 I6 J5 K6 L5 M6 N5 O6 P5 Q6\n"
)
