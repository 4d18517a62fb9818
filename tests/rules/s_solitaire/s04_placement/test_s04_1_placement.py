"""S4.1 to S4.11: where S? are set up at the start of a Mission."""

import pytest

from opfor.geo.boards.text import text_board
from opfor.geo.map import Map, Placed
from opfor.state.play import Play
from tests.geo.players_boards import shared_map
from tests.rules.given.boards import BUILT_UP
from tests.rules.given.setting import at, flat, placed, played
from tests.shared import needs_shared

LONG_BRIDGE = flat(
    "stream: K1 > K10",
    "  L0 > L10",
    "  M1 > M10",
    "road: J5 > K5 > L4 > M5 > N4",
    "bridge: K5 L4 M5",
)
EVEN, ODD = "S4.1b dr 4", "S4.1b dr 3"


class TestS4_1SuspectPlacement:
    """S4.1."""

    def test_no_more_than_two_a_location(self) -> None:
        """D-014: a case applied three times still leaves two S? in a Location."""
        found = placed(BUILT_UP, cases="aaa")
        assert {found.count(where) for where in found} == {2}

    def test_two_cases_together(self) -> None:
        """A building that is VPO has one S? by case a and one by case c."""
        found = placed(BUILT_UP, cases="ac", vpo=("tL5",))
        assert (found.count("tL5"), found.count("tN3")) == (2, 1)

    def test_suspects_have_the_prevailing_attitude(self) -> None:
        """Each S? starts black, in the Mission's Attitude."""
        play = played(BUILT_UP, placement=("a",), attitude="Advance")
        kinds = {(s.attitude, s.colour) for s in play.state.suspects.values()}
        assert kinds == {("Advance", "black")}

    def test_no_suspect_in_water(self) -> None:
        """Even a VPO Location in a pond gets none."""
        assert placed(flat("pond: J5"), cases="c", vpo=("tJ5",)) == []


class TestS4_1_exc1CaseE:
    """S4.1 EXC."""

    def test_case_e_adds_none_where_a_suspect_is(self) -> None:
        """D-014: what case a filled still has one S? after case e."""
        dice = ("S4.1e dr 1", "S4.1e chit L", "S4.1e dr 3", "S4.1e dr 3")
        board = flat("stone building: L5", "grain: K5 L6 M5")
        assert placed(board, *dice, cases="ae") == ["tK5", "tL5", "tL6", "tM5"]


class TestS4_1aBuiltUp:
    """S4.1 case a."""

    def test_every_building_rubble_and_lumberyard_location(self) -> None:
        """One S? on each level of each, and nowhere else."""
        assert placed(BUILT_UP, cases="a") == sorted(
            [
                *("tH4", "tH4/1", "tH4/2", "tH5", "tH5/1", "tH5/2"),
                *("tL5", "tN3", "tN7"),
            ]
        )

    def test_exc1_near_the_fbe(self) -> None:
        """The building in C5 is within three hexes of the FBE."""
        assert "tC5" not in placed(BUILT_UP, cases="a")


class TestS4_1bWoodsAndBrush:
    """S4.1 case b."""

    @pytest.mark.parametrize(
        ("dr", "hexes"), [(2, ["tJ6", "tL8", "tM8"]), (5, ["tJ7", "tK7", "tM9"])]
    )
    def test_parity_of_the_board(self, dr: int, hexes: list[str]) -> None:
        """An even dr takes even coordinates, an odd one odd coordinates."""
        assert placed(BUILT_UP, f"S4.1b dr {dr}", cases="b") == hexes

    def test_each_board_has_its_own_dr(self) -> None:
        """Woods alike on two boards: even coordinates on one, odd on the other."""
        text = "board: {}\nsize: 17x10\nwoods: J5-J7\n"
        boards = [Placed(text_board(text.format(n)), 0, i) for i, n in enumerate("pq")]
        found = placed(Map(boards), EVEN, ODD, cases="b")
        assert found == ["pJ6", "qJ5", "qJ7"]

    def test_fewer_than_three_connected_get_none(self) -> None:
        """Two connected woods hexes are no group, three are."""
        board = flat("woods: J6 J7", "  M4 M5 N5")
        assert placed(board, EVEN, cases="b") == ["tM4"]

    def test_zero_is_even(self) -> None:
        """A coordinate of 0 counts as even."""
        assert placed(flat("woods: J0 J1 J2"), EVEN, cases="b") == ["tJ0", "tJ2"]

    def test_ten_is_even(self) -> None:
        """A coordinate of 10 counts by its number, not its last digit's word."""
        board = flat("woods: J8 J9 J10")
        assert placed(board, EVEN, cases="b") == ["tJ10", "tJ8"]

    def test_a_small_group_that_reaches_the_ebe(self) -> None:
        """It counts only in a Mission that may activate boards along the EBE."""
        board = flat("woods: P4 Q4", "  J4 J5")
        assert placed(board, EVEN, cases="b") == []
        assert placed(board, EVEN, cases="b", ebe_boards=True) == ["tP4", "tQ4"]

    def test_exc1_near_the_fbe(self) -> None:
        """A group astride the line four hexes off keeps what lies beyond it."""
        assert placed(flat("woods: C4 D4 E4"), EVEN, cases="b") == ["tD4", "tE4"]


class TestS4_1cVpoAdjacent:
    """S4.1 case c."""

    def test_vpo_and_adjacent_cover(self) -> None:
        """The VPO in the open, woods and brush next to it, nothing farther."""
        board = flat("woods: K5 K6 L5", "brush: I5")
        assert placed(board, cases="c", vpo=("tJ5",)) == ["tI5", "tJ5", "tK5", "tK6"]

    def test_every_location_of_a_vpo_building(self) -> None:
        """Both hexes of a VPO building, each on both levels."""
        board = flat("stone building 1: J5+J6")
        found = placed(board, cases="c", vpo_buildings=("tJ5",))
        assert found == ["tJ5", "tJ5/1", "tJ6", "tJ6/1"]

    def test_adjacent_upstairs(self) -> None:
        """The next level of the hex is ADJACENT by the stairs, the one above is not."""
        board = flat("stone building 2: J5", "stairwell: J5")
        assert placed(board, cases="c", vpo=("tJ5",)) == ["tJ5", "tJ5/1"]

    def test_not_through_a_rowhouse_wall(self) -> None:
        """A rowhouse behind the party wall is next to the VPO, but not ADJACENT."""
        board = flat("stone rowhouse: J5+J6")
        assert placed(board, cases="c", vpo=("tJ5",)) == ["tJ5"]

    def test_between_two_vpo(self) -> None:
        """D-061: cover next to two VPO Locations has one S?."""
        board = flat("woods: K5")
        assert placed(board, cases="c", vpo=("tJ5", "tL5")) == ["tJ5", "tK5", "tL5"]

    def test_grain_in_season_only(self) -> None:
        """Grain is Concealment Terrain in August, not in December."""
        board = flat("grain: K5")
        assert placed(board, cases="c", vpo=("tJ5",)) == ["tJ5", "tK5"]
        assert placed(board, cases="c", vpo=("tJ5",), date="1941-12") == ["tJ5"]

    def test_exc1_multi_hex_bridge(self) -> None:
        """The middle of a three-hex bridge gets none, its ends do."""
        found = placed(LONG_BRIDGE, cases="c", vpo=("tK5", "tL4", "tM5"))
        assert "tL4" not in found
        assert {"tK5", "tM5"} <= set(found)

    def test_exc1_single_hex_bridge(self) -> None:
        """A bridge of one hex is a VPO Location like another."""
        board = flat("stream: K1 > K10", "road: J5 > K5 > L4", "bridge: K5")
        assert "tK5" in placed(board, cases="c", vpo=("tK5",))

    def test_exc2_near_the_fbe(self) -> None:
        """Not even a VPO Location near the FBE gets one."""
        assert placed(flat(), cases="c", vpo=("tC5", "tD5")) == ["tD5"]


class TestS4_1dVpoNear:
    """S4.1 case d."""

    def test_cover_within_two_hexes(self) -> None:
        """Cover two hexes away counts, ADJACENT or not; three hexes away not."""
        board = flat("stone building 1: L5", "woods: J7", "brush: J8")
        found = placed(board, cases="d", vpo=("tJ5",))
        assert found == ["tJ5", "tJ7", "tL5", "tL5/1"]

    def test_exc1_multi_hex_bridge(self) -> None:
        """The middle of a three-hex bridge gets none."""
        assert placed(LONG_BRIDGE, cases="d", vpo=("tL4",)) == []

    def test_exc2_near_the_fbe(self) -> None:
        """Cover near the FBE gets none, though the VPO does."""
        assert placed(flat("woods: C5 F5"), cases="d", vpo=("tD5",)) == ["tD5", "tF5"]


def test_t01_on_two_small_boards() -> None:
    """T01: every level of both boards' buildings, even woods in groups of three."""
    text = (
        "board: {}\nsize: 17x10\nwooden building 1: F2 L8\nlumberyard: H5\n"
        "woods: N4-N7\nbrush: P9 P10\n"
    )
    boards = [Placed(text_board(text.format(n)), 0, i) for i, n in enumerate("pq")]
    found = placed(Map(boards), EVEN, EVEN, cases="ab", fbe="top")
    # Board p lies at the FBE: its F2 is two hexes from it. P10 touches board q.
    assert found == sorted(
        [
            *("pL8", "pL8/1", "pH5", "pN4", "pN6"),
            *("qF2", "qF2/1", "qL8", "qL8/1", "qH5", "qN4", "qN6"),
        ]
    )


@needs_shared
class TestS4_1Examples:
    """The printed example of cases a and b, on boards that A9e does not touch."""

    def test_t01_two_boards(self) -> None:
        """T01: both dr even; every built Location, even woods in groups of three."""
        board_map = shared_map("33@0,0 04@0,1")
        game = played(board_map, EVEN, EVEN, placement=("a", "b"), fbe="top")
        worlds: list[Play] = []
        played(board_map, run=worlds.append, fbe="top")
        world = worlds[0].world
        far = world.compass.from_fbe > 3
        built, woods = set(), set()
        for location in world.ground.locations:
            name, kind = world.name(location), world.ground.terrain(location).name
            if far[location.hex] and (
                world.ground.building[location.hex] or "rubble" in kind
            ):
                built.add(name)
        for hex_, size in enumerate(world.joins.growth_size.tolist()):
            number = int(world.map.name(hex_)[-1])
            if far[hex_] and size >= 3 and number % 2 == 0:
                woods.add(world.map.name(hex_))
        found = [suspect.location for suspect in game.state.suspects.values()]
        assert set(found) == built | woods
        assert len(found) == len(set(found))
        assert len(built) > 20
        assert len(woods) > 10

    def test_t01_the_ebe_does_not_help(self) -> None:
        """T01: woods that touch the EBE need their group of three all the same."""
        alone = placed(shared_map("33"), EVEN, cases="b", fbe="top")
        more = placed(shared_map("33"), EVEN, cases="b", fbe="top", ebe_boards=True)
        assert set(alone) < set(more)


def test_names_without_their_board() -> None:
    """A Mission may leave the board's name out where there is one board."""
    assert placed(flat(), cases="c", vpo=at("J5")) == ["tJ5"]
