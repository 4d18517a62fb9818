"""A S? is worth about as much to every nation: cheap units come more often."""

from fractions import Fraction

import pytest

from opfor.state.nations import load, load_nation, nations
from tests.tables.worth import activation, periods, success, worth

BAND = (Fraction(595, 100), Fraction(934, 100))
"""The least and the most that a checked S? may be worth at the nation's own AC#."""

CASES = [
    (name, date) for name in nations(load()) for date in periods(load_nation(name))
]


@pytest.mark.parametrize(("name", "date"), CASES)
def test_in_the_band(name: str, date: str) -> None:
    """Every nation in every period is within the band."""
    found = worth(load_nation(name), date)
    assert BAND[0] <= found <= BAND[1], float(found)


def test_the_spread_without_the_column() -> None:
    """It is the AC# column that does it: after a passed AC they differ far more."""
    found = [success(load_nation(name), date) for name, date in CASES]
    assert max(found) / min(found) > 2 > BAND[1] / BAND[0]


def test_one_by_hand() -> None:
    """The German one in 1941, as it was reckoned when the tables were made."""
    german = load_nation("german")
    assert activation(german, "1941-08") == Fraction(19, 36)
    assert float(success(german, "1941-08")) == pytest.approx(15.2, abs=0.1)
    assert float(worth(german, "1941-08")) == pytest.approx(8.0, abs=0.1)
