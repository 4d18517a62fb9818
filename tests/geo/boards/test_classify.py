"""Board classes and VPO cards."""

import re
from collections import Counter
from functools import cache
from importlib.resources import as_file, files

import msgspec
import pytest

from opfor.core.errors import OpforError
from opfor.core.packs import load_tables
from opfor.core.table import Table
from opfor.geo.boards.classify import (
    Count,
    board_class,
    count,
    vpo_card,
    vpo_spares,
)
from opfor.geo.boards.vasl import board_names, read_board
from opfor.geo.ground import Ground
from opfor.geo.hexes import Grid
from opfor.geo.hexside_features import Joins
from opfor.geo.map import Map, Placed
from tests.geo.drawing import Drawing
from tests.geo.players_boards import BOARDS
from tests.shared import needs_shared

BARE = Count(hexes=346, built=0, buildings=0, raised=0, trees=0, crops=0)
MIDDLING = Grid(cols=17, rows=10)


def measured(drawing: Drawing) -> tuple[Ground, Joins]:
    """The ground and joins of a drawn board."""
    ground = Ground(drawing.map())
    return ground, Joins(ground.facts)


@cache
def a9() -> Table:
    """Our own table {A9}."""
    with as_file(files("opfor.data") / "divider") as folder:
        return load_tables(folder)["A9"]


class TestClass:
    """A board's class is the first line of table {A9} that it reaches."""

    @pytest.mark.parametrize(
        ("counts", "name", "mark"),
        [
            ({}, "Desert", ""),
            ({"crops": 44}, "Desert", ""),
            ({"trees": 1}, "Rural", ""),
            ({"built": 70, "raised": 100}, "City", "c"),
            ({"built": 69}, "Village", "v"),
            ({"built": 26, "buildings": 5}, "Village", "v"),
            ({"built": 25, "buildings": 18}, "Rural", ""),
            ({"built": 19, "buildings": 19, "raised": 200}, "Village", "v"),
            ({"raised": 50, "trees": 200}, "Hills", ""),
            ({"raised": 49, "trees": 120}, "Rural", "w"),
            ({"trees": 119, "crops": 45}, "Farmland", ""),
            ({"trees": 119, "crops": 44}, "Rural", ""),
        ],
    )
    def test_thresholds(self, counts: dict[str, int], name: str, mark: str) -> None:
        """Each threshold counts from its own figure on."""
        found = board_class(msgspec.structs.replace(BARE, **counts), a9())
        assert (found.name, found.mark) == (name, mark)

    def test_half_a_board(self) -> None:
        """On half a board half as much is enough."""
        half = msgspec.structs.replace(BARE, hexes=173, raised=25)
        assert board_class(half, a9()).name == "Hills"
        fewer = msgspec.structs.replace(half, raised=24)
        assert board_class(fewer, a9()).name == "Rural"

    def test_unknown_measure(self) -> None:
        """A pack's row that counts something unknown is told with its place."""
        row = msgspec.structs.replace(a9().rows[0], result={"class": "X", "of": "cows"})
        table = msgspec.structs.replace(a9(), rows=(row,))
        with pytest.raises(OpforError, match="'cows' cannot be counted; use building"):
            board_class(BARE, table)

    def test_no_row(self) -> None:
        """A table that leaves boards out is told."""
        table = msgspec.structs.replace(a9(), rows=a9().rows[:1])
        with pytest.raises(OpforError, match="no row of table"):
            board_class(BARE, table)

    def test_count(self) -> None:
        """Hexes are counted by what they are in July."""
        drawn = Drawing().hexes("Woods", "B1", "B2").hexes("Brush", "C1")
        drawn.hexes("Grain", "E1").hexes("Orchard", "E2").hexes("Stone Rubble", "F1")
        drawn.road("Stone Building", "D3", "D4", width=10).raised(1, "A1", "A2")
        found = count(*measured(drawn))
        assert found == Count(
            hexes=38, built=3, buildings=2, raised=2, trees=3, crops=2
        )


class TestVpoCard:
    """The six hexes most worth holding."""

    def test_order(self) -> None:
        """Stone, levels, size and junctions score as the design says."""
        drawn = Drawing(MIDDLING).disc("Stone Building, 2 Level", "D5", 12)
        drawn.disc("Wooden Building", "J5", 12).hexes("Woods", "N5")
        drawn.road("Dirt Road", "H0", "H10").road("Dirt Road", "H9", "I9")
        ground, joins = measured(drawn)
        card = vpo_card(ground, joins)
        found = {ground.map.label(vpo.hex): vpo.score for vpo in card}
        assert found == {"D5": 10, "H9": 7, "J5": 5, "N5": 1}
        scores = [vpo.score for vpo in card]
        assert scores == sorted(scores, reverse=True)

    def test_small_building_counts_whole(self) -> None:
        """A building of up to three hexes is VPO as a whole, a larger one is not."""
        drawn = Drawing(MIDDLING).road("Stone Building", "D4", "D6", width=10)
        drawn.road("Stone Building", "J3", "J6", width=10)
        ground, joins = measured(drawn)
        card = vpo_card(ground, joins)
        together = {ground.map.label(v.hex)[0]: len(v.hexes) for v in card}
        assert together == {"D": 3, "J": 1}

    def test_apart(self) -> None:
        """Hexes lie four apart where six such exist."""
        names = ["C3", "C4", "G3", "G8", "K3", "K8", "O5", "O6"]
        ground, joins = measured(Drawing(MIDDLING).hexes("Woods", *names))
        card = [vpo.hex for vpo in vpo_card(ground, joins)]
        gaps = [ground.map.distance(a, b) for a in card for b in card if a < b]
        assert len(card) == 6
        assert min(gaps) >= 4

    def test_closer_if_need_be(self) -> None:
        """With too few, hexes three and two apart fill the card."""
        names = ["G3", "G5", "G7", "K3", "K5", "K7"]
        ground, joins = measured(Drawing(MIDDLING).hexes("Woods", *names))
        assert len(vpo_card(ground, joins)) == 6

    def test_not_on_the_edge(self) -> None:
        """No hex along the board's edge is on the card."""
        ground, joins = measured(Drawing().disc("Stone Building", "C1", 12))
        assert vpo_card(ground, joins) == ()

    def test_summit(self) -> None:
        """Hexes of the highest level score four and two for each level."""
        drawn = Drawing(MIDDLING).raised(1, "D5", "D6").raised(2, "D6")
        ground, joins = measured(drawn)
        (vpo,) = vpo_card(ground, joins)
        assert (ground.map.label(vpo.hex), vpo.score) == ("D6", 8)

    def test_nearer_the_middle_first(self) -> None:
        """Equals stand in the order of their distance from the middle."""
        ground, joins = measured(Drawing(MIDDLING).hexes("Woods", "C5", "I5", "M5"))
        card = [ground.map.label(vpo.hex) for vpo in vpo_card(ground, joins)]
        assert card == ["I5", "M5", "C5"]


class TestVpoSpares:
    """What stands behind a card that is too short."""

    def labels(self, drawing: Drawing) -> list[str]:
        """The spare hexes, in order."""
        ground, joins = measured(drawing)
        return [ground.map.label(hex_) for hex_ in vpo_spares(ground, joins)]

    def test_roads_first(self) -> None:
        """A road goes before open land; all are three hexes apart or more."""
        found = self.labels(Drawing(MIDDLING).road("Dirt Road", "D3", "D4"))
        assert found[0] in ("D3", "D4")
        assert len(found) > 6

    def test_no_water(self) -> None:
        """Nothing that nobody may enter."""
        lake = [f"{col}{row}" for col in "FGHIJKL" for row in range(2, 9)]
        found = self.labels(Drawing(MIDDLING).hexes("Water", *lake))
        assert found
        assert not {*lake} & {*found}


@needs_shared
def test_the_players_boards() -> None:
    """The classes of the geomorphic boards, and a full card on all with terrain."""
    classes: Counter[str] = Counter()
    short = []
    for name in board_names(BOARDS):
        board = read_board(BOARDS, name)
        if not re.fullmatch(r"\d+|[a-z]", name) or len(list(board.grid)) != 346:
            continue
        ground = Ground(Map([Placed(board)]))
        joins = Joins(ground.facts)
        found = board_class(count(ground, joins), a9())
        classes[found.name + found.mark] += 1
        if len(vpo_card(ground, joins)) < 6:
            short.append(name)
    assert classes == {
        "Cityc": 11,
        "Villagev": 25,
        "Hills": 17,
        "Ruralw": 13,
        "Farmland": 17,
        "Rural": 7,
        "Desert": 6,
    }
    assert short == ["00", "26", "27", "28", "29", "30", "31"]
