"""The months above a column."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opfor.views.sheets.months import months_text, read_months


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("", ("", "")),
        ("1941", ("1941-01", "1941-12")),
        ("41", ("1941-01", "1941-12")),
        ("1942-43", ("1942-01", "1943-12")),
        ("1942 to 1944", ("1942-01", "1944-12")),
        ("6/41", ("1941-06", "1941-06")),
        ("1941-06", ("1941-06", "1941-06")),
        ("6/41-3/42", ("1941-06", "1942-03")),
        ("1941-06 to 1942-03", ("1941-06", "1942-03")),
        ("6/41-", ("1941-06", "")),
        ("-3/42", ("", "1942-03")),
    ],
)
def test_read(text: str, months: tuple[str, str]) -> None:
    """Years, months, spans, and spans open at an end."""
    assert read_months(text) == months


@pytest.mark.parametrize(
    "text", ["soon", "13/41", "0/41", "1/2/3", "1941-42-43", "٦/41"]
)
def test_wrong(text: str) -> None:
    """What is no time is told with what to write."""
    with pytest.raises(ValueError, match="is no time; write 1941"):
        read_months(text)


def test_backwards() -> None:
    """A span runs forward."""
    with pytest.raises(ValueError, match="runs backwards"):
        read_months("6/42-3/41")


MONTHS = st.builds("19{}-{:02d}".format, st.integers(37, 46), st.integers(1, 12))


@given(MONTHS | st.just(""), MONTHS | st.just(""))
def test_there_and_back(since: str, until: str) -> None:
    """What is shown is read as the same months."""
    if since and until and until < since:
        since, until = until, since
    assert read_months(months_text(since, until)) == (since, until)
