"""Locations, TEM and Concealment Terrain."""

import pytest

from opfor.core.errors import OpforError
from opfor.geo.ground import Ground, Location
from opfor.geo.movement.infantry_cost import Moves
from opfor.geo.terrain_chart import MF
from tests.geo.drawing import Drawing
from tests.geo.players_boards import shared_map
from tests.shared import needs_shared


def ground(drawing: Drawing, *, month: int = 7) -> Ground:
    """The ground of a drawn board."""
    return Ground(drawing.map(), month=month)


def place(of: Ground, name: str) -> Location:
    """The Location called, say, C3 or C3/1."""
    hex_, _, level = name.partition("/")
    return Location(of.map.hex(hex_), int(level or 0))


class TestLocations:
    """Each hex has its Locations, numbered through the map."""

    def test_upper_levels(self) -> None:
        """A building has a Location for each full level of its height above ground."""
        drawn = Drawing().disc("Stone Building", "B3", 9)
        drawn.disc("Wooden Building, 1 Level", "C3", 9)
        drawn.disc("Stone Building, 2 Level", "D3", 9)
        of = ground(drawn)
        levels = [of.levels(of.map.hex(name)) for name in ("B3", "C3", "D3", "E3")]
        assert levels == [(0,), (0, 1), (0, 1, 2), (0,)]

    def test_beneath_a_bridge(self) -> None:
        """A bridge is at ground level, with a Location of the gully beneath it."""
        drawn = Drawing().road("Gully", "C1", "C5", width=14)
        drawn.road("Dirt Road", "B3", "C3", "D4")
        drawn.disc("Single Hex Stone Bridge", "C3", 14)
        of = ground(drawn)
        assert of.levels(of.map.hex("C3")) == (-1, 0)
        assert of.terrain(place(of, "C3")).name == "bridge"
        assert of.terrain(place(of, "C3/-1")).name == "gully"

    def test_numbers_go_both_ways(self) -> None:
        """Each Location's number leads back to it."""
        drawn = Drawing().disc("Stone Building, 2 Level", "D3", 9)
        of = ground(drawn)
        assert [of.number(p) for p in of.locations] == list(range(len(of.locations)))
        assert len(of.locations) == len(of.map) + 2

    def test_no_such_level(self) -> None:
        """A level that a hex lacks is refused with those it has."""
        of = ground(Drawing().disc("Stone Building, 1 Level", "D3", 9))
        with pytest.raises(OpforError, match="tD3 has no level 2; its levels are 0, 1"):
            of.number(place(of, "D3/2"))

    def test_elevation(self) -> None:
        """A Location's level adds to its hex's Base Level."""
        of = ground(Drawing().disc(42, "D3", 9).raised(2, "D3"))
        assert of.elevation(place(of, "D3/1")) == 3
        assert of.name(place(of, "D3/1")) == "tD3/1"
        assert of.name(place(of, "D3")) == "tD3"


class TestTem:
    """TEM is the chart's for the terrain a Location has."""

    @pytest.mark.parametrize(
        ("terrain", "direct", "indirect"),
        [
            ("Open Ground", 0, 0),
            ("Woods", 1, -1),
            ("Stone Building", 3, 3),
            ("Wooden Building", 2, 2),
            ("Orchard", 0, 0),
            ("Crags", 1, 1),
            ("Stone Rubble", 3, 3),
        ],
    )
    def test_of_a_hex(self, terrain: str, direct: int, indirect: int) -> None:
        """A hex has the TEM of its terrain."""
        of = ground(Drawing().hexes(terrain, "D3"))
        assert of.tem(place(of, "D3")) == direct
        assert of.tem(place(of, "D3"), indirect=True) == indirect

    def test_indirect_fire_and_levels_above(self) -> None:
        """Each level above adds one against Indirect Fire, none against Direct."""
        of = ground(Drawing().disc("Stone Building, 2 Level", "D3", 9))
        found = [of.tem(place(of, f"D3/{n}"), indirect=True) for n in (0, 1, 2)]
        assert found == [5, 4, 3]
        assert {of.tem(place(of, f"D3/{n}")) for n in (0, 1, 2)} == {3}

    @pytest.mark.parametrize(
        ("terrain", "direct", "indirect"),
        [("Wall", 2, 1), ("Hedge", 1, 0), ("Bocage", 2, 1), ("Cliff", 0, 0)],
    )
    def test_of_a_hexside(self, terrain: str, direct: int, indirect: int) -> None:
        """Both hexes of a hexside may claim its TEM."""
        of = ground(Drawing().side(terrain, "D3", 0))
        above, below = of.map.hex("D2"), of.map.hex("D3")
        for hex_, side in ((below, 0), (above, 3)):
            assert of.side_tem(hex_, side) == direct
            assert of.side_tem(hex_, side, indirect=True) == indirect
        assert of.side(below, 1) is None
        assert of.side_tem(below, 1) == 0

    def test_road_through_woods(self) -> None:
        """A woods-road is woods; a road over open ground is Open Ground."""
        drawn = Drawing().hexes("Woods", "C2", "C3").road("Dirt Road", "C2", "C5")
        of = ground(drawn)
        assert of.terrain(place(of, "C3")).name == "woods"
        assert of.tem(place(of, "C3")) == 1
        assert not of.open_ground(place(of, "C3"))
        assert of.terrain(place(of, "C4")).name == "road"
        assert of.open_ground(place(of, "C4"))

    def test_gully_through_woods(self) -> None:
        """A gully takes TEM and concealment from the woods around it."""
        drawn = Drawing().hexes("Woods", "C3").road("Gully", "C2", "C3", "C4")
        of = ground(drawn)
        assert of.terrain(place(of, "C3")).name == "gully"
        assert of.tem(place(of, "C3")) == 1
        assert of.concealment_terrain(place(of, "C3"))
        assert of.tem(place(of, "C2")) == 0
        assert of.open_ground(place(of, "C2"))


def test_ssr() -> None:
    """A Mission may turn hedges into Bocage, for TEM and for costs."""
    drawn = Drawing().side("Hedge", "D3", 0)
    of = Ground(drawn.map(), ssr={73: 74})
    d3 = of.map.hex("D3")
    assert of.side_tem(d3, 0) == 2
    assert Moves(of).entry(Location(d3), 0).quarters == 3 * MF
    assert ground(drawn).side_tem(d3, 0) == 1


class TestConcealmentTerrain:
    """Concealment Terrain follows the chart and the season."""

    @pytest.mark.parametrize("month", range(1, 13))
    def test_grain(self, month: int) -> None:
        """Grain conceals from June to September."""
        of = ground(Drawing().hexes("Grain", "D3"), month=month)
        assert of.concealment_terrain(place(of, "D3")) == (6 <= month <= 9)

    def test_upper_levels_conceal(self) -> None:
        """Every level of a building is Concealment Terrain."""
        of = ground(Drawing().disc("Wooden Building, 1 Level", "D3", 9))
        assert of.concealment_terrain(place(of, "D3/1"))

    def test_open_ground_does_not(self) -> None:
        """Open Ground is not."""
        of = ground(Drawing())
        assert not of.concealment_terrain(place(of, "D3"))

    def test_no_such_month(self) -> None:
        """A month is 1 to 12."""
        with pytest.raises(OpforError, match="13 is not a month"):
            ground(Drawing(), month=13)


@needs_shared
class TestBoard33:
    """Board 33 as the example of 4.1e describes it."""

    def test_concealment_terrain_of_the_example(self) -> None:
        """P5, P6, R6, R7, R8, S8 conceal in every season; T6 and U7 if grain stands."""
        always = ("P5", "P6", "R6", "R6/1", "R7", "R7/1", "R8", "S8")
        for month in (1, 7):
            of = Ground(shared_map("33"), month=month)
            assert all(of.concealment_terrain(place(of, name)) for name in always)
            for grain in ("T6", "U7"):
                assert of.concealment_terrain(place(of, grain)) == (month == 7)
            for name in ("Q7", "U8", "U9"):
                assert not of.concealment_terrain(place(of, name))

    def test_levels_of_the_example(self) -> None:
        """R6 and R7 have a first level, R8 and S8 only ground level."""
        of = Ground(shared_map("33"))
        levels = [of.levels(of.map.hex(name)) for name in ("R6", "R7", "R8", "S8")]
        assert levels == [(0, 1), (0, 1), (0,), (0,)]

    @pytest.mark.parametrize(
        ("upper", "lower", "terrain"),
        [("Q6", "Q7", "wall"), ("U7", "U8", "hedge"), ("U8", "U9", "hedge")],
    )
    def test_hexsides_of_the_example(
        self, upper: str, lower: str, terrain: str
    ) -> None:
        """The example's wall and hedges lie where it says."""
        of = Ground(shared_map("33"))
        side = of.map.side_towards(of.map.hex(lower), of.map.hex(upper))
        kind = of.side(of.map.hex(lower), side)
        assert kind is not None
        assert kind.name == terrain
