"""A7, A7.37: the IFT and the IIFT, cell for cell as players know them."""

from itertools import pairwise

import pytest

from opfor.core.errors import OpforError
from opfor.rules.a_infantry.a07_fire.a07_ift import IftResult, read_cell, read_ift
from tests.rules.given.ift_columns import IFT, IIFT, columns, view


class TestA7Ift:
    """A7."""

    @pytest.mark.parametrize(("text", "iift"), [(IFT, False), (IIFT, True)])
    def test_cell_for_cell(self, text: str, iift: bool) -> None:
        """Every cell of the table is as printed."""
        game = view(iift=iift)
        for fp, lines in columns(text).items():
            for line, cell in lines.items():
                if line != "*Veh":
                    final = int(line.lstrip("<>="))
                    assert read_ift(game, fp, final) == read_cell(cell), (fp, line)

    @pytest.mark.parametrize(("low", "high"), [(-7, 0), (22, 15)])
    def test_beyond_the_ends(self, low: int, high: int) -> None:
        """A Final DR below 0 reads line 0, one above 15 line 15."""
        assert read_ift(view(), 36, low) == read_ift(view(), 36, high)

    def test_no_column(self) -> None:
        """An attack without a column has no effect."""
        assert read_ift(view(), 0, 2) == IftResult("none")

    def test_unknown_column(self) -> None:
        """5 FP is no column of the IFT."""
        with pytest.raises(OpforError, match="A7"):
            read_ift(view(), 5, 2)

    @pytest.mark.parametrize(("text", "iift"), [(IFT, False), (IIFT, True)])
    def test_monotone(self, text: str, iift: bool) -> None:
        """A lower DR and more FP are never worse for the firer."""
        game, heads = view(iift=iift), list(columns(text))
        for less, more in pairwise(heads):
            for final in range(15):
                here = read_ift(game, less, final).severity
                assert here <= read_ift(game, more, final).severity
                assert here >= read_ift(game, less, final + 1).severity

    def test_words(self) -> None:
        """Results are told as they are printed."""
        cells = ("PTC", "NMC", "3MC", "K/2", "5KIA")
        assert tuple(str(read_cell(cell)) for cell in cells) == cells
        assert str(read_cell("-")) == "no effect"
