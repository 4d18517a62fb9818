"""The hex grid: numbers, names, neighbours, range, pixels."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from opfor.core.errors import OpforError
from opfor.geo.hexes import (
    Grid,
    column_letters,
    column_number,
    distance,
    neighbour,
    parse_label,
)

BOARD = Grid(cols=33, rows=10)
grids = st.builds(
    Grid,
    cols=st.integers(1, 40),
    rows=st.integers(1, 24),
    x0=st.sampled_from([0.0, 22.0]),
)
hexes = st.tuples(st.integers(-5, 40), st.integers(-5, 30))


def test_size_of_a_board() -> None:
    """A geomorphic board has 33 hexrows of 10 and 11 hexes: 346."""
    assert BOARD.size == 346
    assert [BOARD.rows_in(col) for col in range(3)] == [10, 11, 10]


@given(grids)
@settings(max_examples=40)
def test_numbers_go_both_ways(grid: Grid) -> None:
    """Hexes are numbered densely in the order of iteration."""
    places = list(grid)
    assert [grid.index(*place) for place in places] == list(range(grid.size))
    assert [grid.coordinates(number) for number in range(grid.size)] == places


@given(grids, hexes)
@settings(max_examples=60)
def test_holds(grid: Grid, place: tuple[int, int]) -> None:
    """A grid holds exactly the hexes it iterates over."""
    assert grid.holds(*place) == (place in set(grid))


@given(grids, st.integers(0, 10**6))
@settings(max_examples=60)
def test_dot_is_in_its_hex(grid: Grid, number: int) -> None:
    """The hex at a hex's dot is that hex."""
    place = grid.coordinates(number % grid.size)
    assert grid.at(*grid.centre(*place)) == place


def test_dots_of_a_board() -> None:
    """A1's dot lies on the left edge, B0's and B10's on the top and bottom."""
    assert BOARD.centre(0, 0) == (0.0, 32.25)
    assert BOARD.centre(1, 0) == (56.25, 0.0)
    assert BOARD.centre(1, 10) == (56.25, 645.0)


def test_off_the_grid() -> None:
    """A pixel far outside has no hex."""
    assert BOARD.at(-500, 30) is None


@given(hexes, st.integers(0, 5))
def test_neighbours_are_mutual(place: tuple[int, int], side: int) -> None:
    """Across a hexside and back is where one started, one hex away."""
    other = neighbour(*place, side)
    assert neighbour(*other, (side + 3) % 6) == place
    assert distance(place, other) == 1


@given(hexes)
def test_six_neighbours(place: tuple[int, int]) -> None:
    """A hex has six different neighbours, in a ring."""
    ring = [neighbour(*place, side) for side in range(6)]
    assert len(set(ring)) == 6
    assert all(distance(ring[i], ring[i - 1]) == 1 for i in range(6))


@given(hexes, hexes, hexes)
def test_range_is_a_distance(
    a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]
) -> None:
    """Range is symmetric, nought only at home, and never longer by a detour."""
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(hexes, hexes)
def test_a_step_nearer(a: tuple[int, int], b: tuple[int, int]) -> None:
    """Some neighbour is one hex nearer: range counts steps."""
    assume(a != b)
    steps = [distance(neighbour(*a, side), b) for side in range(6)]
    assert min(steps) == distance(a, b) - 1


@pytest.mark.parametrize(
    ("a", "b", "range_"),
    [("B3", "N9", 12), ("B3", "O9", 13), ("K6", "O6", 4), ("O9", "P6", 3)],
)
def test_ranges_of_the_examples(a: str, b: str, range_: int) -> None:
    """The ranges that the examples of 5.3 and 5.32 give."""
    places = []
    for label in (a, b):
        letters, number = parse_label(label)
        col = column_number(letters)
        places.append((col, number - 1 + (col & 1)))
    assert distance(*places) == range_


@given(st.integers(0, 40), st.integers(0, 10), st.integers(0, 5))
def test_corners_and_middles(col: int, row: int, side: int) -> None:
    """Hexside n lies between corners n and n + 1, its middle half-way to the next."""
    x, y = BOARD.side_midpoint(col, row, side)
    (ax, ay), (bx, by) = (BOARD.vertices(col, row)[(side + i) % 6] for i in (0, 1))
    assert (x, y) == pytest.approx(((ax + bx) / 2, (ay + by) / 2))
    here, there = BOARD.centre(col, row), BOARD.centre(*neighbour(col, row, side))
    middle = (here[0] + there[0]) / 2, (here[1] + there[1]) / 2
    assert (x, y) == pytest.approx(middle)


@pytest.mark.parametrize(
    ("number", "letters"), [(0, "A"), (25, "Z"), (26, "AA"), (32, "GG"), (51, "ZZ")]
)
def test_letters(number: int, letters: str) -> None:
    """After Z come AA, BB, CC."""
    assert column_letters(number) == letters
    assert column_number(letters) == number


@pytest.mark.parametrize(
    "label", ["", "6Q", "Q", "AB3", "Q123", "q6", "Q-1", "Q6 ", "Q٦", "QQQ3"]
)
def test_not_a_hex(label: str) -> None:
    """What is no coordinate is refused."""
    with pytest.raises(OpforError, match="is not a hex"):
        parse_label(label)
