"""A7, A7.37: the IFT and the IIFT, cell for cell as players know them."""

from fractions import Fraction
from itertools import pairwise

import pytest
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.rules.a_infantry.a07_fire.ift import (
    IftResult,
    column_of,
    read_cell,
    read_ift,
    vehicle_kill_number,
)
from opfor.state.play import FrozenView
from opfor.state.state import State
from tests.rules.given.world import MISSION, world

IFT = """
FP      1    2    4    6    8   12   16   20   24   30   36
*Veh    3    4    5    6    7    8    9   10   11   12   13
<=0  1KIA 2KIA 2KIA 3KIA 3KIA 3KIA 4KIA 4KIA 5KIA 6KIA 7KIA
1     K/1 1KIA 1KIA 2KIA 2KIA 2KIA 3KIA 3KIA 4KIA 5KIA 6KIA
2     1MC  K/1  K/2 1KIA 1KIA 1KIA 2KIA 2KIA 3KIA 4KIA 5KIA
3     1MC  1MC  2MC  K/2  K/2  K/3 1KIA 1KIA 2KIA 3KIA 4KIA
4     NMC  1MC  1MC  2MC  2MC  3MC  K/3  K/4 1KIA 2KIA 3KIA
5     PTC  NMC  1MC  1MC  2MC  2MC  3MC  4MC  K/4 1KIA 2KIA
6       -  PTC  NMC  1MC  1MC  2MC  2MC  3MC  4MC  K/4 1KIA
7       -    -  PTC  NMC  1MC  1MC  2MC  2MC  3MC  4MC  K/4
8       -    -    -  PTC  NMC  1MC  1MC  2MC  2MC  3MC  4MC
9       -    -    -    -  PTC  NMC  1MC  1MC  2MC  2MC  3MC
10      -    -    -    -    -  PTC  NMC  1MC  1MC  2MC  2MC
11      -    -    -    -    -    -  PTC  NMC  1MC  1MC  2MC
12      -    -    -    -    -    -    -  PTC  NMC  1MC  1MC
13      -    -    -    -    -    -    -    -  PTC  NMC  1MC
14      -    -    -    -    -    -    -    -    -  PTC  NMC
>=15    -    -    -    -    -    -    -    -    -    -  PTC
"""

IIFT = """
FP      1  1.5    2  2.5    3  3.5    4  4.5    5    6    7    8    9   10
*Veh    3    3    4    4    4    4    5    5    5    6    6    7    7    7
<=0  1KIA 1KIA 2KIA 2KIA 2KIA 2KIA 2KIA 2KIA 2KIA 3KIA 3KIA 3KIA 3KIA 3KIA
1     K/1  K/1 1KIA 1KIA 1KIA 1KIA 1KIA 1KIA 1KIA 2KIA 2KIA 2KIA 2KIA 2KIA
2     1MC  K/1  K/1  K/2  K/2  K/2  K/2  K/2  K/2 1KIA 1KIA 1KIA 1KIA 1KIA
3     1MC  1MC  1MC  2MC  2MC  2MC  2MC  2MC  2MC  K/2  K/2  K/2  K/3  K/3
4     NMC  NMC  1MC  1MC  1MC  1MC  1MC  2MC  2MC  2MC  2MC  2MC  3MC  3MC
5     PTC  PTC  NMC  NMC  NMC  NMC  1MC  1MC  1MC  1MC  2MC  2MC  2MC  2MC
6       -    -  PTC  PTC  PTC  NMC  NMC  NMC  NMC  1MC  1MC  1MC  1MC  1MC
7       -    -    -    -  PTC  PTC  PTC  PTC  PTC  NMC  NMC  1MC  1MC  1MC
8       -    -    -    -    -    -    -    -  PTC  PTC  PTC  NMC  NMC  NMC
9       -    -    -    -    -    -    -    -    -    -  PTC  PTC  PTC  PTC
10      -    -    -    -    -    -    -    -    -    -    -    -    -  PTC
11      -    -    -    -    -    -    -    -    -    -    -    -    -    -
12      -    -    -    -    -    -    -    -    -    -    -    -    -    -
13      -    -    -    -    -    -    -    -    -    -    -    -    -    -
14      -    -    -    -    -    -    -    -    -    -    -    -    -    -
>=15    -    -    -    -    -    -    -    -    -    -    -    -    -    -

FP     11   12   13   14   15   16   17   18   19   20   21   22   23   24
*Veh    7    8    8    8    8    9    9    9    9   10   10   10   10   11
<=0  3KIA 3KIA 3KIA 3KIA 4KIA 4KIA 4KIA 4KIA 4KIA 4KIA 4KIA 4KIA 5KIA 5KIA
1    2KIA 2KIA 2KIA 2KIA 3KIA 3KIA 3KIA 3KIA 3KIA 3KIA 3KIA 3KIA 4KIA 4KIA
2    1KIA 1KIA 1KIA 1KIA 2KIA 2KIA 2KIA 2KIA 2KIA 2KIA 2KIA 2KIA 3KIA 3KIA
3     K/3  K/3  K/3  K/3 1KIA 1KIA 1KIA 1KIA 1KIA 1KIA 1KIA 1KIA 2KIA 2KIA
4     3MC  3MC  3MC  3MC  K/3  K/3  K/3  K/4  K/4  K/4  K/4 1KIA 1KIA 1KIA
5     2MC  2MC  3MC  3MC  3MC  3MC  3MC  4MC  4MC  4MC  4MC  K/4  K/4  K/4
6     1MC  2MC  2MC  2MC  2MC  2MC  2MC  3MC  3MC  3MC  3MC  4MC  4MC  4MC
7     1MC  1MC  1MC  2MC  2MC  2MC  2MC  2MC  2MC  2MC  3MC  3MC  3MC  3MC
8     1MC  1MC  1MC  1MC  1MC  1MC  2MC  2MC  2MC  2MC  2MC  2MC  2MC  2MC
9     NMC  NMC  NMC  NMC  NMC  1MC  1MC  1MC  1MC  1MC  2MC  2MC  2MC  2MC
10    PTC  PTC  PTC  PTC  PTC  NMC  NMC  NMC  NMC  1MC  1MC  1MC  1MC  1MC
11      -    -    -    -  PTC  PTC  PTC  PTC  NMC  NMC  NMC  NMC  NMC  1MC
12      -    -    -    -    -    -    -    -  PTC  PTC  PTC  PTC  PTC  NMC
13      -    -    -    -    -    -    -    -    -    -    -    -    -  PTC
14      -    -    -    -    -    -    -    -    -    -    -    -    -    -
>=15    -    -    -    -    -    -    -    -    -    -    -    -    -    -

FP     25   26   27   28   29   30   31   32   33   34   35   36
*Veh   11   11   11   11   11   12   12   12   12   12   13   13
<=0  5KIA 5KIA 5KIA 5KIA 5KIA 6KIA 6KIA 6KIA 6KIA 6KIA 6KIA 7KIA
1    4KIA 4KIA 4KIA 4KIA 4KIA 5KIA 5KIA 5KIA 5KIA 5KIA 5KIA 6KIA
2    3KIA 3KIA 3KIA 3KIA 4KIA 4KIA 4KIA 4KIA 4KIA 4KIA 4KIA 5KIA
3    2KIA 2KIA 2KIA 2KIA 3KIA 3KIA 3KIA 3KIA 3KIA 3KIA 3KIA 4KIA
4    1KIA 1KIA 1KIA 1KIA 2KIA 2KIA 2KIA 2KIA 2KIA 2KIA 3KIA 3KIA
5     K/4  K/4  K/4  K/4 1KIA 1KIA 1KIA 1KIA 1KIA 1KIA 2KIA 2KIA
6     4MC  4MC  4MC  K/4  K/4  K/4  K/4  K/4  K/4  K/4 1KIA 1KIA
7     3MC  3MC  4MC  4MC  4MC  4MC  4MC  4MC  4MC  K/4  K/4  K/4
8     2MC  3MC  3MC  3MC  3MC  3MC  3MC  3MC  4MC  4MC  4MC  4MC
9     2MC  2MC  2MC  2MC  2MC  2MC  2MC  3MC  3MC  3MC  3MC  3MC
10    2MC  2MC  2MC  2MC  2MC  2MC  2MC  2MC  2MC  2MC  2MC  2MC
11    1MC  1MC  1MC  1MC  1MC  1MC  1MC  2MC  2MC  2MC  2MC  2MC
12    NMC  NMC  NMC  NMC  NMC  1MC  1MC  1MC  1MC  1MC  1MC  1MC
13    PTC  PTC  PTC  NMC  NMC  NMC  NMC  NMC  NMC  1MC  1MC  1MC
14      -    -  PTC  PTC  PTC  PTC  PTC  PTC  NMC  NMC  NMC  NMC
>=15    -    -    -    -    -    -  PTC  PTC  PTC  PTC  PTC  PTC
"""


MISSION_OF = {False: MISSION, True: replace(MISSION, iift=True)}
SCENERY = world("board: t\nsize: 3x3\n", MISSION)


def view(*, iift: bool = False) -> FrozenView:
    """An empty game on one of the tables."""
    mission = MISSION_OF[iift]
    return FrozenView(State(mission=mission), SCENERY)


def columns(text: str) -> dict[Fraction, dict[str, str]]:
    """A printed table by column and line."""
    found: dict[Fraction, dict[str, str]] = {}
    for part in text.strip("\n").split("\n\n"):
        head, *lines = (line.split() for line in part.splitlines())
        for at, fp in enumerate(head[1:], 1):
            found[Fraction(fp)] = {line[0]: line[at] for line in lines}
    return found


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


class TestA7_308StarVehicle:
    """A7.308."""

    @pytest.mark.parametrize(("text", "iift"), [(IFT, False), (IIFT, True)])
    def test_kill_numbers(self, text: str, iift: bool) -> None:
        """The Kill Number of each column against unarmored vehicles."""
        for fp, lines in columns(text).items():
            assert vehicle_kill_number(view(iift=iift), fp) == int(lines["*Veh"])

    def test_no_column(self) -> None:
        """Without a column there is none."""
        assert vehicle_kill_number(view(), 0) == 0
