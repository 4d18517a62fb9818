"""S4.12 to S4.14."""

import pytest

from tests.rules.given.setting import flat, placed

VILLAGE, CITY, WOODS = {"t": "v"}, {"t": "c"}, {"t": "w"}
HOUSE = flat("stone building: L5")
TALL = flat("stone building 2: L5", "stairwell: L5")


class TestS4_12BuiltUpBoards:
    """S4.12."""

    @pytest.mark.parametrize(
        ("dr", "left"),
        [
            (1, ["tL5"]),
            (2, ["tL5", "tL5/1"]),
            (3, []),
            (4, ["tL5/1"]),
            (5, ["tL5/2"]),
            (6, ["tL5"]),
        ],
    )
    def test_levels_of_a_village_building(self, dr: int, left: list[str]) -> None:
        """{A9e} names the levels that keep their S?, without drm in a village."""
        found = placed(TALL, f"S4.12 dr {dr}", cases="a", classes=VILLAGE)
        assert found == left

    def test_city_drm(self) -> None:
        """A City board adds 1: an Original 4 is a 5, Second Level."""
        assert placed(TALL, "S4.12 dr 4", cases="a", classes=CITY) == ["tL5/2"]

    @pytest.mark.parametrize("dr", [3, 5])
    def test_t06_single_story_house(self, dr: int) -> None:
        """T06: "none" and "Second Level" leave nothing in a Single Story House."""
        assert placed(HOUSE, f"S4.12 dr {dr}", cases="a", classes=VILLAGE) == []

    @pytest.mark.parametrize("case", ["a", "c", "d", "e"])
    def test_its_cases(self, case: str) -> None:
        """Cases a, c, d and e are thinned out."""
        board = flat("stone building: L5+L6+L7", "grain: K5")
        dice = ["S4.12 dr 3"] * 3
        if case == "e":
            chits = ("S4.1e dr 1", "S4.1e chit L", "S4.1e dr 4", "S4.1e dr 6")
            dice = [*chits, *dice]
        vpo = ("tM6",) if case in "cd" else ()
        if case == "c":
            dice = dice[:2]  # M6 has only two of the three hexes next to it
        left = placed(board, *dice, cases=case, classes=VILLAGE, vpo=vpo)
        assert not [name for name in left if name.startswith("tL")]

    def test_not_case_b(self) -> None:
        """Woods of case b make no dr on a village board."""
        board = flat("woods: L4 L5 L6")
        found = placed(board, "S4.1b dr 4", cases="b", classes=VILLAGE)
        assert found == ["tL4", "tL6"]

    def test_each_hex_has_its_dr(self) -> None:
        """Two hexes of one building, and two rowhouses, roll apart."""
        for kind in ("stone building", "stone rowhouse"):
            board = flat(f"{kind}: L5+L6")
            dice = ("S4.12 dr 1", "S4.12 dr 3")
            assert placed(board, *dice, cases="a", classes=VILLAGE) == ["tL5"]

    def test_one_dr_for_two_cases(self) -> None:
        """D-060: S? of two cases in one hex stand or fall by one dr."""
        setting = {"classes": VILLAGE, "vpo": ("tN5",)}
        board = flat("stone building: L5")
        assert placed(board, "S4.12 dr 1", cases="aad", **setting) == (
            ["tL5", "tL5", "tN5"]
        )

    def test_lumberyards_make_no_dr(self) -> None:
        """D-013: rubble rolls, a lumberyard keeps its S?."""
        board = flat("lumberyard: L5", "stone rubble: N5")
        found = placed(board, "S4.12 dr 3", cases="a", classes=VILLAGE)
        assert found == ["tL5"]

    def test_other_boards_make_no_dr(self) -> None:
        """Without the mark v or c nothing is rolled."""
        assert placed(HOUSE, cases="a", classes={"t": ""}) == ["tL5"]


class TestS4_12_exc1Vpo:
    """S4.12 EXC."""

    def test_reroll_until_a_vpo_location_has_one(self) -> None:
        """T06: 3 and 4 name no VPO Location of this house, 6 does."""
        dice = ("S4.12 dr 3", "S4.12/exc1 dr 4", "S4.12/exc1 dr 6")
        found = placed(HOUSE, *dice, cases="a", classes=VILLAGE, vpo=("tL5",))
        assert found == ["tL5"]

    def test_one_vpo_location_is_enough(self) -> None:
        """D-013: with all three levels VPO, one level's S? ends the rolling."""
        found = placed(
            TALL, "S4.12 dr 5", cases="c", classes=VILLAGE, vpo_buildings=("tL5",)
        )
        assert found == ["tL5/2"]

    def test_a_level_that_the_table_never_names(self) -> None:
        """D-013: a VPO on the third level keeps its S?, the others roll once."""
        board = flat("stone building 3: L5", "stairwell: L5")
        found = placed(board, "S4.12 dr 1", cases="a", classes=VILLAGE, vpo=("tL5/3",))
        assert found == ["tL5", "tL5/3"]
