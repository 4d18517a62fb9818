"""What two readings say about the faults that are left."""

import pytest

from opfor.views.second_reading import (
    HEADINGS,
    TwoReadings,
    load_readings,
    reading_rows,
)


@pytest.mark.parametrize(
    ("first", "second", "both", "found", "there_were"),
    [(8, 6, 4, 10, 11.6), (2, 3, 2, 3, 3), (5, 5, 5, 5, 5), (4, 4, 0, 8, 24)],
)
def test_estimate(
    first: int, second: int, both: int, found: int, there_were: float
) -> None:
    """The fewer are found twice, the more were there; none is left if all were."""
    read = TwoReadings(cases=9, faults=1, first=first, second=second, both=both)
    assert read.found == found
    assert read.there_were == pytest.approx(there_were)


def test_sections() -> None:
    """Each section that was read twice, its counts in order."""
    readings = load_readings()
    assert list(readings) == ["S4", "S5", "S6", "S9"]
    for read in readings.values():
        assert read.both <= min(read.first, read.second)
        assert read.faults <= read.cases
    assert [len(row) for row in reading_rows()] == [len(HEADINGS)] * len(readings)
    assert [row[-1] for row in reading_rows()] == ["0.0", "0.4", "1.6", "1.0"]
