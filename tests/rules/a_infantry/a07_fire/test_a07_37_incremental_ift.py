"""A7.37: the column of the IFT or IIFT that an attack uses."""

from fractions import Fraction

import pytest

from opfor.rules.a_infantry.a07_fire.a07_37_incremental_ift import column_of
from tests.rules.given.ift_columns import IFT, IIFT, columns, view


class TestA7_37Iift:
    """A7.37."""

    @pytest.mark.parametrize(
        ("fp", "ift", "iift"),
        [
            ("1/2", "0", "0"),
            ("1", "1", "1"),
            ("3/2", "1", "3/2"),
            ("2", "2", "2"),
            ("9/4", "2", "2"),
            ("5/2", "2", "5/2"),
            ("4", "4", "4"),
            ("7", "6", "7"),
            ("15/2", "6", "7"),
            ("47/4", "8", "11"),
            ("12", "12", "12"),
            ("36", "36", "36"),
            ("90", "36", "36"),
        ],
    )
    def test_columns(self, fp: str, ift: str, iift: str) -> None:
        """FP between two columns use the lower one; fractions count to the last."""
        assert column_of(view(), Fraction(fp)) == Fraction(ift)
        assert column_of(view(iift=True), Fraction(fp)) == Fraction(iift)

    @pytest.mark.parametrize(
        ("fp", "columns", "to"),
        [("12", 1, "8"), ("14", 1, "8"), ("12", 2, "6"), ("1", 1, "0"), ("2", 2, "0")],
    )
    def test_shifts(self, fp: str, columns: int, to: str) -> None:
        """D-080: a shift goes by the IFT's columns, off its left edge to none."""
        for iift in (False, True):
            game = view(iift=iift)
            assert column_of(game, Fraction(fp), shifted=columns) == Fraction(to)

    def test_where_both_have_a_column_they_agree(self) -> None:
        """The IIFT's standard columns are the IFT's."""
        both = columns(IIFT)
        assert {fp: both[fp] for fp in columns(IFT)} == columns(IFT)
