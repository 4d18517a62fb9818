"""Routes in MF."""

from opfor.geo.ground import Ground, Location
from opfor.geo.movement.infantry_cost import ALL, Moves
from opfor.geo.movement.paths import (
    ASKED,
    FAR,
    adjacent,
    ahead,
    neighbours,
    reach,
    toward,
)
from opfor.geo.terrain_chart import MF
from tests.geo.drawing import Drawing


def moves(drawing: Drawing) -> Moves:
    """The moves of a drawn board."""
    return Moves(Ground(drawing.map()))


def number(of: Moves, name: str) -> int:
    """The number of the Location called, say, C3 or C3/1."""
    hex_, _, level = name.partition("/")
    return of.ground.number(Location(of.ground.map.hex(hex_), int(level or 0)))


def names(of: Moves, route: list[int]) -> list[str]:
    """The Locations of a route by name."""
    return [of.ground.name(of.ground.locations[place])[1:] for place in route]


def test_open_ground_costs_its_hexes() -> None:
    """Over Open Ground the MF are the range."""
    of = moves(Drawing())
    found = reach(of, [number(of, "A1")])
    for hex_ in range(len(of.ground.map)):
        range_ = of.ground.map.distance(of.ground.map.hex("A1"), hex_)
        assert found.spent[hex_] == range_ * MF


def test_round_the_woods() -> None:
    """The route takes least MF, not least hexes."""
    of = moves(Drawing().hexes("Stone Rubble", "D2"))
    found = reach(of, [number(of, "D1")])
    route = found.route(number(of, "D3"))
    assert found.spent[number(of, "D3")] == 3 * MF
    assert len(route) == 4
    assert number(of, "D2") not in route


def test_along_the_road() -> None:
    """A road through woods draws the route onto it."""
    drawn = Drawing().hexes("Woods", *(f"{c}{r}" for c in "BCDEF" for r in range(1, 5)))
    of = moves(drawn.road("Dirt Road", "A3", "B3", "C4", "D4", "E4", "F3", "G3"))
    found = reach(of, [number(of, "A3")])
    assert found.spent[number(of, "F3")] == 5 * MF
    assert names(of, found.route(number(of, "F3"))) == [
        "A3",
        "B3",
        "C4",
        "D4",
        "E4",
        "F3",
    ]


def test_up_the_stairs() -> None:
    """A first level is reached through its hex."""
    of = moves(Drawing().disc("Stone Building, 1 Level", "D3", 12))
    found = reach(of, [number(of, "D4")])
    assert found.spent[number(of, "D3/1")] == 3 * MF
    assert names(of, found.route(number(of, "D3/1"))) == ["D4", "D3", "D3/1"]


def test_out_of_reach() -> None:
    """What water surrounds cannot be reached, and has no route."""
    of = moves(Drawing().hexes("Water", "D2", "C3", "C4", "E3", "E4", "D4"))
    found = reach(of, [number(of, "D3")])
    assert found.spent[number(of, "A1")] == FAR
    assert found.route(number(of, "A1")) == []
    assert found.closest([number(of, "A1")]) == []


def test_limit() -> None:
    """Nothing beyond the limit is reached."""
    of = moves(Drawing())
    found = reach(of, [number(of, "D3")], limit=MF)
    assert len(found.places()) == 7


def test_all_mf() -> None:
    """A way that takes all MF costs the unit's allotment."""
    of = moves(Drawing().hexes("Marsh", "D3"))
    found = reach(of, [number(of, "D4")], allotment=6 * MF)
    assert found.spent[number(of, "D3")] == 6 * MF


def test_closest_keeps_ties() -> None:
    """All Locations of least MF are given."""
    of = moves(Drawing())
    found = reach(of, [number(of, "D3")])
    among = [number(of, name) for name in ("D1", "D5", "G1")]
    assert found.closest(among) == among[:2]


def test_from_several_starts() -> None:
    """Each Location counts from the nearest start."""
    of = moves(Drawing())
    found = reach(of, [number(of, "A1"), number(of, "G1")])
    assert found.spent[number(of, "F1")] == MF
    assert found.spent[number(of, "B1")] == MF


def test_price() -> None:
    """A price can bar a Location, add to a way, and value all MF itself."""
    of = moves(Drawing().hexes("Marsh", "D2"))
    seen: list[int] = []

    def price(_from: int, _way: int, to: int, quarters: int) -> int | None:
        seen.append(quarters)
        return None if to == number(of, "D4") else quarters if quarters == ALL else 5

    found = reach(of, [number(of, "D3")], price=price, limit=16)
    assert found.spent[number(of, "D4")] > 5
    assert found.spent[number(of, "C3")] == 5
    assert ALL in seen


class TestAdjacent:
    """ADJACENT needs a way and LOS."""

    def test_needs_los(self) -> None:
        """Without LOS nothing is ADJACENT."""
        of = moves(Drawing())
        a, b = of.ground.locations[0], of.ground.locations[1]
        assert adjacent(of, a, b, lambda _a, _b: True)
        assert not adjacent(of, a, b, lambda _a, _b: False)

    def test_cliff(self) -> None:
        """Across a cliff nothing is ADJACENT."""
        of = moves(Drawing().side("Cliff", "D3", 0))
        d2, d3 = (of.ground.locations[number(of, n)] for n in ("D2", "D3"))
        assert not adjacent(of, d2, d3, lambda _a, _b: True)

    def test_levels(self) -> None:
        """A stairwell makes levels ADJACENT; a first level and the street are not."""
        of = moves(Drawing().disc("Stone Building, 1 Level", "D3", 12))
        up = of.ground.locations[number(of, "D3/1")]
        d3, d4 = (of.ground.locations[number(of, n)] for n in ("D3", "D4"))
        assert adjacent(of, d3, up, lambda _a, _b: True)
        assert not adjacent(of, d4, up, lambda _a, _b: True)
        assert neighbours(of, number(of, "D3/1")) == [number(of, "D3")]


def test_toward_takes_the_route_of_reach() -> None:
    """Whatever ways cost, the route to the nearest of some Locations is the same."""
    drawn = Drawing().hexes("Woods", "B2", "C3", "C4", "E5").hexes("Water", "D3", "F4")
    of = moves(drawn.road("Dirt Road", "A3", "B3", "C4", "D4", "E4", "F3", "G3"))
    places = range(len(of.to))
    always = [place % 3 for place in places]

    def extra(there: int) -> int:
        return FAR if there % 11 == 7 else always[there] + there % 5

    def price(_here: int, _way: int, there: int, quarters: int) -> int | None:
        more = extra(there)
        cost = 4 * MF if quarters == ALL else quarters
        return None if more == FAR else more + cost

    for start in places[::7]:
        for first in places[1::13]:
            ends = {first, (first * 5 + 3) % len(places)} - {start}
            found = reach(of, [start], price=price, until=ends)
            nearest = found.closest(sorted(ends))
            wanted = found.route(nearest[0]) if nearest else []
            left = ahead(of, ends, always)
            more = [extra(there) if there % 3 else ASKED for there in places]
            assert toward(of, start, ends, left, more, extra) == wanted
