"""Infantry's costs from Location to Location."""

import pytest

from opfor.geo.ground import Ground, Location
from opfor.geo.movement.infantry_cost import ALL, DOWN, NA, UP, EntryCost, Moves
from opfor.geo.terrain_chart import MF
from tests.geo.drawing import Drawing
from tests.geo.players_boards import shared_map
from tests.shared import needs_shared


def moves(drawing: Drawing, *, month: int = 7) -> Moves:
    """The moves of a drawn board."""
    return Moves(Ground(drawing.map(), month=month))


def place(of: Moves, name: str) -> Location:
    """The Location called, say, C3 or C3/1."""
    hex_, _, level = name.partition("/")
    return Location(of.ground.map.hex(hex_), int(level or 0))


def entry(of: Moves, start: str, end: str) -> EntryCost:
    """The way from one Location to the next."""
    return of.between(place(of, start), place(of, end))


@pytest.mark.parametrize(
    ("terrain", "mf"),
    [
        ("Open Ground", 1),
        ("Shellholes", 1),
        ("Woods", 2),
        ("Brush", 2),
        ("Orchard", 1),
        ("Grain", 1.5),
        ("Crags", 2),
        ("Graveyard", 1),
        ("Debris", 2),
        ("Wooden Building", 2),
        ("Stone Building, 2 Level", 2),
        ("Lumberyard", 2),
        ("Stone Rubble", 3),
        ("Gully", 2),
        ("Shallow Stream", 3),
        ("Olive Grove", 2),
    ],
)
def test_terrain(terrain: str, mf: float) -> None:
    """Entering a hex costs what the chart says of its terrain."""
    of = moves(Drawing().hexes(terrain, "D3"))
    assert entry(of, "D4", "D3").quarters == mf * MF
    assert entry(of, "D3", "D4").quarters == MF


@pytest.mark.parametrize(
    ("month", "mf"), [(3, 1.0), (4, 1.5), (7, 1.5), (9, 1.5), (10, 1.0)]
)
def test_grain_in_its_seasons(month: int, mf: float) -> None:
    """Grain costs one and a half MF from April to September."""
    of = moves(Drawing().hexes("Grain", "D3"), month=month)
    assert entry(of, "D4", "D3").quarters == mf * MF


def test_marsh_takes_all() -> None:
    """Marsh takes all of a unit's MF."""
    way = entry(moves(Drawing().hexes("Marsh", "D3")), "D4", "D3")
    assert way.quarters == ALL
    assert str(way) == "all MF"


@pytest.mark.parametrize("terrain", ["Water", "Storage Tank"])
def test_cannot_be_entered(terrain: str) -> None:
    """Water is NA."""
    of = moves(Drawing().hexes(terrain, "D3"))
    way = of.entry(place(of, "D4"), 0)
    assert way.quarters == NA
    assert way.bar.endswith(": NA")


@pytest.mark.parametrize(("terrain", "mf"), [("Wall", 1), ("Hedge", 1), ("Bocage", 2)])
def test_hexside(terrain: str, mf: int) -> None:
    """Crossing a wall, hedge or bocage adds to the cost, from both sides."""
    of = moves(Drawing().side(terrain, "D3", 3).hexes("Woods", "D3"))
    assert entry(of, "D4", "D3").quarters == (2 + mf) * MF
    assert entry(of, "D3", "D4").quarters == (1 + mf) * MF
    assert str(entry(of, "D4", "D3")) == f"{terrain.lower()} {mf} + woods 2"


@pytest.mark.parametrize(
    ("terrain", "bar"),
    [("Cliff", "cliff: CLIMB"), ("Rowhouse Wall, 1 Level", "rowhouse wall: NA")],
)
def test_barred_hexside(terrain: str, bar: str) -> None:
    """A cliff must be climbed, a rowhouse wall is not crossed."""
    of = moves(Drawing().side(terrain, "D3", 3))
    assert of.entry(place(of, "D3"), 3).bar == bar
    assert of.entry(place(of, "D4"), 0).quarters == NA


class TestRoads:
    """A road gives its own cost to those who follow it."""

    def test_through_woods(self) -> None:
        """A woods-road costs 1 MF along the road and 2 MF from elsewhere."""
        drawn = Drawing().hexes("Woods", "D2", "D3").road("Dirt Road", "D1", "D4")
        of = moves(drawn)
        assert entry(of, "D4", "D3").quarters == MF
        assert entry(of, "D4", "D3").road == 65
        assert entry(of, "C3", "D3").quarters == 2 * MF
        assert entry(of, "C3", "D3").road == 0

    def test_path(self) -> None:
        """A path does the same for Infantry."""
        of = moves(Drawing().hexes("Woods", "D2", "D3").road("Path", "D1", "D4"))
        assert str(entry(of, "D4", "D3")) == "path 1"

    @pytest.mark.parametrize("terrain", ["Grain", "Crags", "Marsh", "Orchard"])
    def test_through_other_terrain(self, terrain: str) -> None:
        """Along a road any terrain costs 1 MF, beside the dot too."""
        drawn = Drawing().hexes(terrain, "D3").road("Dirt Road", "D1", "D5")
        assert str(entry(moves(drawn.disc(terrain, "D3", 8)), "D4", "D3")) == "road 1"

    def test_across_a_road(self) -> None:
        """To those who do not follow it, a road is Open Ground."""
        of = moves(Drawing().road("Dirt Road", "D1", "D5"))
        assert str(entry(of, "C3", "D3")) == "open ground 1"

    def test_building_beside_the_road(self) -> None:
        """A building costs 2 MF even from a road that leads to it."""
        drawn = (
            Drawing().road("Dirt Road", "D1", "D4").disc("Wooden Building", "D3", 16)
        )
        assert entry(moves(drawn), "D4", "D3").quarters == 2 * MF


class TestElevation:
    """Going up doubles the cost of terrain."""

    def test_up_and_down(self) -> None:
        """One level up doubles, down does not."""
        of = moves(Drawing().hexes("Woods", "D3").raised(1, "D3"))
        assert entry(of, "D4", "D3").quarters == 4 * MF
        assert entry(of, "D3", "D4").quarters == MF
        assert str(entry(of, "D4", "D3")) == "woods 2 + up a level 2"

    def test_wall_does_not_double(self) -> None:
        """The hexside's own cost does not double."""
        of = moves(Drawing().side("Wall", "D3", 3).raised(1, "D3"))
        assert entry(of, "D4", "D3").quarters == 3 * MF

    def test_road_uphill(self) -> None:
        """Up a hill by road costs 2 MF."""
        of = moves(Drawing().raised(1, "D3").road("Dirt Road", "D1", "D5"))
        assert entry(of, "D4", "D3").quarters == 2 * MF
        assert entry(of, "D3", "D4").quarters == MF

    @pytest.mark.parametrize(("levels", "up", "down"), [(2, 4, 2), (3, 6, 3)])
    def test_abrupt(self, levels: int, up: int, down: int) -> None:
        """Each level beyond the first adds 2 MF up, 1 MF down."""
        of = moves(Drawing().raised(levels, "D3"))
        assert entry(of, "D4", "D3").quarters == up * MF
        assert entry(of, "D3", "D4").quarters == down * MF

    def test_out_of_a_gully(self) -> None:
        """Climbing out of a gully doubles the cost of what lies outside."""
        drawn = Drawing().road("Gully", "D1", "D5")
        drawn.elevation[drawn.terrain == 30] = -1
        of = moves(drawn.hexes("Woods", "C3"))
        assert entry(of, "D3", "D4").quarters == 2 * MF
        assert entry(of, "D3", "C3").quarters == 4 * MF
        assert entry(of, "C3", "D3").quarters == 2 * MF

    def test_woods_in_a_gully(self) -> None:
        """A gully through woods costs both."""
        drawn = Drawing().hexes("Woods", "D3").road("Gully", "D1", "D5")
        assert str(entry(moves(drawn), "C3", "D3")) == "gully 2 + woods 2"

    def test_sunken_road(self) -> None:
        """A sunken road costs 1 MF along the road, 2 MF over its bank."""
        drawn = Drawing().road("Sunken Road", "D1", "D5", width=16)
        drawn.elevation[drawn.terrain == 68] = -1
        of = moves(drawn.road("Dirt Road", "D1", "D5", width=5))
        assert entry(of, "D4", "D3").quarters == MF
        assert entry(of, "C3", "D3").quarters == 2 * MF
        assert entry(of, "D3", "C3").quarters == 2 * MF


class TestBuildings:
    """Upper levels are reached by stairwells and left within the building."""

    def two_hexes(self) -> Drawing:
        """A two-storey house in D3 and D4."""
        return Drawing().road("Stone Building, 1 Level", "D3", "D4", width=10)

    def test_stairs(self) -> None:
        """A level up or down an Inherent stairwell costs 1 MF."""
        of = moves(self.two_hexes())
        up = of.entry(place(of, "D3"), UP)
        assert up.quarters == MF
        assert of.ground.locations[up.to] == place(of, "D3/1")
        assert of.entry(place(of, "D3/1"), DOWN).quarters == MF
        assert of.entry(place(of, "D3/1"), UP).bar == "no such level"

    def test_no_stairwell(self) -> None:
        """A multi-storey building has none but the printed ones."""
        drawn = Drawing().road("Stone Building, 2 Level", "D3", "D4", width=10)
        of = moves(drawn.stairwell("D4"))
        assert of.entry(place(of, "D3"), UP).bar == "no stairwell"
        assert of.entry(place(of, "D4/1"), UP).quarters == MF

    def test_along_an_upper_level(self) -> None:
        """The first levels of one building join at 2 MF."""
        of = moves(self.two_hexes())
        assert entry(of, "D3/1", "D4/1").quarters == 2 * MF

    def test_no_way_out_of_an_upper_level(self) -> None:
        """From an upper level nothing leads out of the building."""
        of = moves(self.two_hexes())
        assert of.entry(place(of, "D3/1"), 0).quarters == NA
        assert entry(of, "D3/1", "D4").bar == "not adjacent"

    def test_factory(self) -> None:
        """From one Factory hex to the next costs 1 MF, from outside 2 MF."""
        drawn = Drawing().road("Stone Factory, 1.5 Level", "D3", "D4", width=10)
        of = moves(drawn)
        assert str(entry(of, "D3", "D4")) == "factory 1"
        assert entry(of, "D2", "D3").quarters == 2 * MF


class TestBridges:
    """A bridge is for those on its road; all others pass beneath."""

    def bridge(self) -> Moves:
        """A bridge over a gully in D3, its road from C3 to E3."""
        drawn = Drawing().road("Gully", "D1", "D5", width=14)
        drawn.elevation[drawn.terrain == 30] = -1
        drawn.disc("Single Hex Stone Bridge", "D3", 14)
        drawn.elevation[drawn.terrain == 82] = 0
        return moves(drawn.road("Dirt Road", "C3", "D3", "E3", width=5))

    def test_over_it(self) -> None:
        """Along the road a bridge costs 1 MF."""
        of = self.bridge()
        assert entry(of, "C3", "D3").quarters == MF
        assert entry(of, "D3", "E3").quarters == MF

    def test_beneath_it(self) -> None:
        """Along the gully one comes beneath the bridge."""
        of = self.bridge()
        assert str(entry(of, "D4", "D3/-1")) == "gully 2"
        assert entry(of, "D3/-1", "D2").quarters == 2 * MF
        assert of.entry(place(of, "D3"), 0).bar == "a bridge is left along its road"

    def test_no_stairs(self) -> None:
        """Nothing leads from beneath a bridge onto it."""
        of = self.bridge()
        assert of.entry(place(of, "D3/-1"), UP).quarters == NA


def test_arrays_hold_the_entries() -> None:
    """The arrays are the entries, and the edge of the map is the end."""
    of = moves(Drawing().hexes("Woods", "D3").disc(42, "C3", 9))
    for number, location in enumerate(of.ground.locations):
        for way in range(8):
            found = of.entry(location, way)
            assert of.cost[number, way] == found.quarters
            assert of.to[number, way] == found.to
    assert of.entry(place(of, "A1"), 5).bar == "off the map"


@needs_shared
class TestBoard24:
    """The costs of the example of 9.24."""

    @pytest.mark.parametrize(
        ("start", "end", "mf"),
        [
            ("AA6", "AA7", 1.0),
            ("AA7", "Z7", 2.0),
            ("Z7", "Y8", 2.0),
            ("Z7", "Z8", 1.5),
            ("Z7", "AA8", 1.5),
            ("CC5", "DD5", 2.0),
            ("DD5", "DD6", 1.0),
            ("DD6", "CC7", 1.0),
            ("DD6", "DD7", 2.0),
        ],
    )
    def test_cost(self, start: str, end: str, mf: float) -> None:
        """Grain in season, the costs are those the example counts with."""
        of = Moves(Ground(shared_map("24")))
        assert entry(of, start, end).quarters == mf * MF
