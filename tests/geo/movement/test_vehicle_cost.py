"""What it costs vehicles to go from hex to hex."""

import pytest

from opfor.geo.ground import Ground
from opfor.geo.movement.infantry_cost import Moves
from opfor.geo.movement.vehicle_cost import (
    COLUMNS,
    Movement,
    Rate,
    VehicleCost,
    VehicleTraits,
    drives,
    read_mp,
)
from opfor.geo.terrain_chart import MF, chart
from tests.geo.drawing import Drawing
from tests.geo.movement.test_infantry_cost import place


def ways(
    drawing: Drawing,
    start: str,
    end: str,
    movement: Movement = "tracked",
    *,
    mp: int = 13,
    by_road: bool = True,
) -> tuple[VehicleCost, ...]:
    """The ways of a vehicle from one hex to the next."""
    moves = Moves(Ground(drawing.map(), month=7))
    here, there = place(moves, start), place(moves, end)
    side = moves.ground.map.side_towards(here.hex, there.hex)
    return drives(moves.lists, here, side, VehicleTraits(movement, mp), by_road=by_road)


def cost(terrain: str, movement: Movement) -> list[float | str]:
    """What it costs to enter a hex of that terrain, by each way."""
    found = ways(Drawing().hexes(terrain, "D4"), "C4", "D4", movement)
    return [way.bar or ("all" if way.all else way.quarters / MF) for way in found]


class TestReadMp:
    """The notation of the chart."""

    @pytest.mark.parametrize(
        ("printed", "rates"),
        [
            ("3", (Rate(12),)),
            ("1/2 [BU 1]", (Rate(2),)),
            ("1+COT", (Rate(4, cot=True),)),
            ("NA", ()),
            ("ALL B or Z B R", (Rate(all=True, bog=1), Rate(share=2, bog=1))),
            ("6+COT BB", (Rate(24, cot=True, bog=2),)),
            ("[B]", (Rate(cot=True, bog=1),)),
        ],
    )
    def test_rates(self, printed: str, rates: tuple[Rate, ...]) -> None:
        """Numbers, shares, all, other terrain, Bog."""
        assert read_mp(printed).rates == rates

    def test_on_road(self) -> None:
        """`[1]` is the cost along a road, `[BU 1]` is not."""
        assert read_mp("Z B [1]").on_road == MF
        assert read_mp("1/2 [BU 1]").on_road == 0

    @pytest.mark.parametrize("kind", chart().kinds, ids=lambda kind: kind.name)
    def test_whole_chart(self, kind: object) -> None:
        """Every cost of the chart reads."""
        for printed in kind.mp:  # type: ignore[attr-defined] # a Kind
            assert read_mp(printed) is not None

    def test_wrong(self) -> None:
        """Anything else is refused."""
        with pytest.raises(ValueError, match="no MP cost"):
            read_mp("much")


class TestTerrain:
    """The cost of a hex, column by column."""

    @pytest.mark.parametrize(
        ("terrain", "costs"),
        [
            ("Open Ground", (3, 1, 1, 4)),
            ("Brush", (4, 2, 2, 6)),
            ("Orchard", (3, 1, 1, 4)),
            ("Grain", (4, 1, 1, 5)),
            ("Shellholes", (5, 1, 1, 8)),
        ],
    )
    def test_numbers(self, terrain: str, costs: tuple[float, ...]) -> None:
        """Plain numbers, shellholes with Open Ground."""
        found = tuple(cost(terrain, column)[-1] for column in COLUMNS)  # type: ignore[arg-type] # its own columns
        assert found == costs

    def test_woods(self) -> None:
        """All MP, or half of the printed ones, FRU, for a fully tracked vehicle."""
        assert cost("Woods", "tracked") == ["all", 7]
        assert cost("Woods", "truck") == ["all"]

    def test_building(self) -> None:
        """Half of the MP for a fully tracked vehicle, others not at all."""
        assert cost("Wooden Building", "tracked") == [7]
        assert cost("Wooden Building", "halftrack") == ["wooden building: NA"]

    def test_bog(self) -> None:
        """What asks for a Bog DR, and how it was paid."""
        found = ways(Drawing().hexes("Woods", "D4"), "C4", "D4")
        assert [way.bog for way in found] == [(("woods", "B"),), (("woods", "Z"),)]

    def test_marsh(self) -> None:
        """Not allowed."""
        assert cost("Marsh", "tracked") == ["marsh: NA"]


class TestRoad:
    """Along a road."""

    ROAD = "Dirt Road"

    def drawn(self, terrain: str) -> Drawing:
        """A road from C4 into D4."""
        return Drawing().hexes(terrain, "D4").road(self.ROAD, "C4", "D4", "E4")

    def test_half(self) -> None:
        """Half a MP, whatever the terrain, and no Bog DR."""
        (way,) = ways(self.drawn("Woods"), "C4", "D4")
        assert (way.quarters, way.bog, way.road) == (MF // 2, (), True)

    def test_not_by_road(self) -> None:
        """Beside it the terrain counts."""
        found = ways(self.drawn("Brush"), "C4", "D4", by_road=False)
        assert found[-1].quarters == 2 * MF

    def test_graveyard(self) -> None:
        """One MP by the road through a graveyard."""
        (way,) = ways(self.drawn("Graveyard"), "C4", "D4")
        assert way.quarters == MF


class TestLevels:
    """Up and down."""

    def test_up(self) -> None:
        """Four MP more for each level up, nothing down."""
        drawing = Drawing().raised(1, "D4")
        assert ways(drawing, "C4", "D4")[-1].quarters == 5 * MF
        assert ways(drawing, "D4", "C4")[-1].quarters == MF

    def test_up_by_road(self) -> None:
        """Two by a road."""
        drawing = Drawing().raised(1, "D4").road("Dirt Road", "C4", "D4", "E4")
        (way,) = ways(drawing, "C4", "D4")
        assert way.quarters == 2 * MF + MF // 2


class TestHexsides:
    """What lies on the hexside."""

    def test_wall(self) -> None:
        """One MP and the terrain for a tank, not for others."""
        drawing = Drawing().side("Wall", "C4", 1).side("Wall", "C4", 2)
        found = ways(drawing, "C4", "D4")
        assert found[-1].quarters == 2 * MF
        assert ways(drawing, "C4", "D4", "truck")[0].bar == "wall: NA"

    def test_hedge_bogs_wheels(self) -> None:
        """A hedge asks an armored car for a Bog DR."""
        drawing = Drawing().side("Hedge", "C4", 1).side("Hedge", "C4", 2)
        found = ways(drawing, "C4", "D4", "armored car")
        assert found[-1].bog == (("hedge", "B"),)
