"""S4.13: S? on Woods boards."""

import pytest

from tests.rules.given.setting import flat, placed

VILLAGE, CITY, WOODS = {"t": "v"}, {"t": "c"}, {"t": "w"}


class TestS4_13WoodsBoards:
    """S4.13."""

    @pytest.mark.parametrize(("dr", "stays"), [(1, True), (3, True), (4, False)])
    def test_stays_on_three_or_less(self, dr: int, stays: bool) -> None:
        """T07: 3 stays, 4 goes."""
        board = flat("woods: K5")
        found = placed(board, f"S4.13 dr {dr}", cases="d", classes=WOODS, vpo=("tJ5",))
        assert found == (["tJ5", "tK5"] if stays else ["tJ5"])

    def test_each_location_rolls_apart(self) -> None:
        """T07: three woods of case b, three dr."""
        board = flat("woods: L2-L7")
        dice = ("S4.1b dr 2", "S4.13 dr 1", "S4.13 dr 6", "S4.13 dr 3")
        assert placed(board, *dice, cases="b", classes=WOODS) == ["tL2", "tL6"]

    def test_brush_makes_no_dr(self) -> None:
        """Brush on a Woods board keeps its S?."""
        board = flat("brush: L4 L5 L6")
        found = placed(board, "S4.1b dr 4", cases="b", classes=WOODS)
        assert found == ["tL4", "tL6"]

    def test_other_boards_make_no_dr(self) -> None:
        """Woods on a board without the mark w keep theirs."""
        board = flat("woods: L4 L5 L6")
        assert placed(board, "S4.1b dr 4", cases="b") == ["tL4", "tL6"]

    def test_exc1_vpo(self) -> None:
        """T07: woods that are a VPO Location make no dr."""
        board = flat("woods: K5")
        assert placed(board, cases="c", classes=WOODS, vpo=("tK5",)) == ["tK5"]
