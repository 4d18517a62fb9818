"""The Terrain Chart as data, against the chart's own cells."""

import pytest

from opfor.geo.terrain import terrain_types
from opfor.geo.terrain_chart import JULY, MF, chart, read_chart, read_cost

# kind: TEM direct/indirect, Infantry MF, AC, fully tracked, halftrack, truck, flags.
# F = FFMO (Open Ground), D = other terrain decides, N = not cumulative,
# C = Concealment Terrain, R = rally bonus.
CELLS = """
open ground    |0/0  |1         |3        |1              |1       |4        |F
shellholes     |1/1  |1 or 2    |2+COT    |COT            |COT     |4+COT    |N
road           |0/0  |1         |1/2 [BU 1]|1/2 [BU 1]    |1/2 [BU 1]|1/2    |FD
sunken road    |0/0  |2 R       |NA R     |NA R           |NA R    |NA R     |F
elevated road  |0/0  |2 R       |NA R     |5 R            |5 R     |NA R     |F
bridge         |0/1  |NA R      |NA R     |NA R           |NA R    |NA R     |F
runway         |0/0  |1 R       |3 R      |1 R            |1 R     |4 R      |F
wall           |2/1  |1+COT     |NA       |1+COT          |NA      |NA       |N
hedge          |1/0  |1+COT     |3+COT B  |1+COT          |2+COT B |NA       |N
bocage         |2/1  |2+COT     |NA       |Z+COT B        |NA      |NA       |N
cliff          |0/0  |CLIMB     |NA       |NA             |NA      |NA       |D
brush          |0/0  |2 R       |4 R      |2 R            |2 R     |6 R      |C
vineyard       |0/0  |2 R       |4 B R    |2 B R          |2 B R   |6 B R    |C
woods          |1/-1 |2 R       |ALL B R  |ALL B or Z B R |ALL B R |ALL B R  |CR
light woods    |1/-1 |2 R       |ALL B R  |ALL B or z R   |ALL B or z|ALL B R|CR
orchard        |0/0  |1         |3 R      |1 R            |1 R     |4 R      |C
olive grove    |1/1  |2 R       |6 R      |2 R            |2 R     |8 R      |C
cactus patch   |1/1  |3 R       |9 R      |3 R            |3 R     |12 R     |C
grain          |0/0  |1.5       |4        |1              |1       |5        |C
marsh          |0/0  |ALL@      |NA       |NA             |NA      |NA       |C
crag           |1/1  |2         |NA       |NA             |NA      |NA       |
graveyard      |1/1  |1         |NA [1]   |Z B [1]        |NA [1]  |NA [1]   |
debris         |1/1  |2         |NA       |zz B           |NA      |NA       |C
gully          |0/0  |2 (+COT)  |4+COT    |2+COT          |3+COT   |6+COT BB |D
dry stream     |0/0  |2 (+COT)  |4+COT BB |2+COT BB       |3+COT BB|6+COT BB |D
shallow stream |0/0  |3 (+COT)  |4+COT BB |2+COT BB       |3+COT BB|6+COT BB |D
deep stream    |0/0  |4 (+COT)  |4+COT BB |2+COT BB       |3+COT BB|6+COT BB |D
water obstacle |0/0  |NA        |NA       |NA             |NA      |NA       |F
ford           |0/0  |ALL@      |NA       |NA             |NA      |NA       |F
wooden building|2/2  |2         |NA       |Z B            |NA      |NA       |CR
stone building |3/3  |2         |NA       |Z B            |NA      |NA       |CR
lumberyard     |2/2  |2         |NA       |NA             |NA      |NA       |C
wooden rubble  |2/2  |3         |NA       |Z B            |NA      |NA       |CR
stone rubble   |3/3  |3         |NA       |Z B            |NA      |NA       |CR
wire           |0/0  |COT       |4+COT B  |2+COT B        |4+COT B |4+COT B  |D
foxhole        |2/4  |COT       |2+COT    |COT            |COT     |4+COT    |N
trench         |2/4  |COT       |NA       |[B]            |NA      |NA       |NR
minefield      |0/0  |COT       |COT      |COT            |COT     |COT      |D
roadblock      |2/1  |1+COT     |NA       |NA             |NA      |NA       |N
tower          |0/0  |1+COT     |NA       |Z B            |NA      |NA       |
wreck          |1/1  |COT       |1+COT    |1+COT          |1+COT   |1+COT    |N
"""

BURNING = {
    "brush": (9, 6),
    "woods": (9, 7),
    "orchard": (11, 9),
    "grain": (10, 6),
    "wooden building": (7, 8),
    "stone building": (8, 9),
    "lumberyard": (7, 8),
}

# The codes that the 174 known boards hold.
ON_BOARDS = [
    *(0, 8, 14, 15, 24, 25, 26, 27, 28, 29, 30, 32, 40, 41, 42, 43, 45, 46, 47, 48),
    *(49, 50, 51, 52, 55, 56, 57, 58, 60, 63, 64, 65, 66, 67, 68, 69, 70, 72, 73, 74),
    *(75, 77, 78, 82, 83, 84, 90, 91, 95, 100, 101, 105, 153, 163, 166, 167, 168),
    *(170, 171, 172, 173),
]


def _rows() -> list[list[str]]:
    return [
        [cell.strip() for cell in line.split("|")] for line in CELLS.strip().split("\n")
    ]


@pytest.mark.parametrize("row", _rows(), ids=lambda row: row[0])
def test_each_row_of_the_chart(row: list[str]) -> None:
    """Every cell of a row is the chart's."""
    name, tem, mf, ac, ft, ht, truck, flags = row
    kind = chart().kind(name)
    assert (kind.tem, kind.indirect) == tuple(int(v) for v in tem.split("/"))
    assert kind.mf.printed == mf
    assert kind.mp == (ac, ft, ht, truck)
    assert kind.open_ground == ("F" in flags)
    assert kind.other == ("D" in flags)
    assert kind.alone == ("N" in flags)
    assert kind.concealment == ("C" in flags)
    assert kind.rally == ("R" in flags)


def test_kindling_and_spreading_numbers() -> None:
    """What burns has its two numbers, all else none."""
    found = {k.name: (k.kindling, k.spread) for k in chart().kinds if k.kindling}
    assert found == BURNING


def test_every_code_on_a_board_has_a_kind() -> None:
    """The chart knows all codes that boards hold, and only codes that exist."""
    known = {code for code in range(256) if chart().of_code[code] >= 0}
    assert set(ON_BOARDS) <= known
    assert known <= terrain_types().keys()


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (24, "grain"),
        (32, "shallow stream"),
        (47, "stone building"),
        (51, "wooden building"),
        (62, "woods"),
        (64, "orchard"),
        (68, "sunken road"),
        (74, "bocage"),
        (78, "rowhouse wall"),
        (90, "stone rubble"),
        (91, "wooden rubble"),
    ],
)
def test_code_gives_kind(code: int, name: str) -> None:
    """A plane's code leads to the row a player would look up."""
    assert chart().kinds[chart().of_code[code]].name == name


@pytest.mark.parametrize(
    ("months", "kind"),
    [
        ([10, 11, 12, 1, 2, 3], "open ground"),
        ([4, 5], "plowed field"),
        ([6, 7, 8, 9], "grain"),
    ],
)
def test_seasons_of_grain(months: list[int], kind: str) -> None:
    """Grain stands June to September; before, its field is plowed."""
    rows = chart()
    for month in months:
        assert rows.kinds[rows.seasons[month, rows.number["grain"]]].name == kind


def test_boards_depict_july() -> None:
    """In July every kind is itself."""
    assert (chart().seasons[JULY] == range(len(chart().kinds))).all()


class TestNotation:
    """Infantry costs are read from the chart's notation."""

    def test_half_mf(self) -> None:
        """Grain's one and a half MF are six quarters."""
        assert read_cost("1.5").quarters == 3 * MF // 2

    def test_road(self) -> None:
        """R offers the road's cost."""
        assert read_cost("2 R").road
        assert not read_cost("2").road

    def test_all(self) -> None:
        """ALL takes all MF; @ bars the APh."""
        assert read_cost("ALL@").all
        assert not read_cost("ALL@").advance
        assert read_cost("ALL").advance

    def test_choice(self) -> None:
        """Shellholes cost one MF, or two for those who want their TEM."""
        cost = read_cost("1 or 2")
        assert (cost.quarters, cost.high) == (MF, 2 * MF)

    @pytest.mark.parametrize(
        ("printed", "cot", "quarters"),
        [
            ("COT", "always", 0),
            ("1+COT", "always", MF),
            ("2 (+COT)", "other", 2 * MF),
            ("2", "never", 2 * MF),
        ],
    )
    def test_cost_of_other_terrain(self, printed: str, cot: str, quarters: int) -> None:
        """COT adds the cost of the hex's terrain, in brackets only of real terrain."""
        assert (read_cost(printed).cot, read_cost(printed).quarters) == (cot, quarters)

    @pytest.mark.parametrize("printed", ["NA", "NA R", "CLIMB"])
    def test_not_allowed(self, printed: str) -> None:
        """What cannot be entered says why."""
        assert read_cost(printed).bar == printed.split(maxsplit=1)[0]

    @pytest.mark.parametrize("wrong", ["", "two", "2R", "1/2", "ALL R @", "1.25"])
    def test_refuses_other_text(self, wrong: str) -> None:
        """What is no cost is refused by name."""
        with pytest.raises(ValueError, match="is no MF cost"):
            read_cost(wrong)


class TestBadChart:
    """A chart with a mistake does not load."""

    ROW = '{ kind = "x", mf = "1", ac = "1", ft = "1", ht = "1", truck = "1" %s }'

    def _read(self, *rows: str) -> None:
        read_chart(f'source = "public"\nkinds = [{", ".join(rows)}]')

    def test_kind_twice(self) -> None:
        """Two rows of one name are a mistake."""
        with pytest.raises(ValueError, match="stands twice"):
            self._read(self.ROW % "", self.ROW % "")

    def test_code_twice(self) -> None:
        """A code belongs to one kind."""
        with pytest.raises(ValueError, match="code 3 stands twice"):
            self._read(self.ROW % ", codes = [3, 3]")

    def test_vehicle_notation(self) -> None:
        """Vehicles' costs follow the chart's notation."""
        with pytest.raises(ValueError, match="no MP cost"):
            self._read(self.ROW.replace('ac = "1"', 'ac = "one"') % "")

    def test_unknown_key(self) -> None:
        """A key that means nothing is refused."""
        with pytest.raises(ValueError, match="colour"):
            self._read(self.ROW % ", colour = 3")
