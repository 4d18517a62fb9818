"""The tables of OBA, cell for cell."""

import pytest

from tests.tables.test_ordnance import by_case, cell, listed

PILES = {
    "german": (8, 3),
    "russian": (5, 2),
    "american": (10, 3),
    "british": (8, 2),
    "french": (6, 2),
    "italian": (7, 3),
    "japanese": (5, 2),
    "chinese": (5, 2),
    "axis-minor": (6, 3),
    "allied-minor": (6, 3),
}
"""Black and red chits; those of the Finns go by date."""

FINNISH = {
    "1939-11": (6, 3),
    "1940-12": (6, 3),
    "1941-01": (7, 3),
    "1942-12": (7, 3),
    "1943-01": (8, 3),
    "1944-09": (8, 3),
    "1944-10": (7, 3),
}

RADIO = {
    "german": 8,
    "american": 8,
    "british": 8,
    "italian": 8,
    "japanese": 8,
    "finnish": 8,
    "french": 7,
    "axis-minor": 7,
    "allied-minor": 7,
    "chinese": 7,
}

RUSSIAN = {"1942-06": 6, "1942-07": 7, "1943-06": 7, "1943-07": 8}

ACCURACY = (
    "german 2, american 2, british 2, russian 1, french 1, italian 1, finnish 1, "
    "japanese 1, chinese 1, axis-minor 1, allied-minor 1"
)

FP = {
    60: (8, 2),
    69: (8, 2),
    70: (12, 4),
    79: (12, 4),
    80: (16, 4),
    99: (16, 4),
    100: (20, 6),
    119: (20, 6),
    120: (24, 8),
    149: (24, 8),
    150: (30, 8),
    199: (30, 8),
    200: (36, 12),
}
"""HE Concentration and Harassing Fire by calibre, at each end of a band."""


@pytest.mark.parametrize("nation", PILES)
def test_pile(nation: str) -> None:
    """C1.21: black and red chits."""
    assert cell("C1-pile", nation=nation) == PILES[nation]


@pytest.mark.parametrize("date", FINNISH)
def test_finnish_pile(date: str) -> None:
    """C1.21: those of the Finns."""
    assert cell("C1-pile", nation="finnish", date=date) == FINNISH[date]


@pytest.mark.parametrize("nation", RADIO)
def test_radio(nation: str) -> None:
    """C1.2: Contact numbers."""
    assert cell("C1-radio", nation=nation) == RADIO[nation]


@pytest.mark.parametrize("date", RUSSIAN)
def test_russian_radio(date: str) -> None:
    """C1.2: those of the Russians."""
    assert cell("C1-radio", nation="russian", date=date) == RUSSIAN[date]


def test_accuracy() -> None:
    """C1.31: the highest Accuracy dr."""
    assert listed("C1-accuracy", "nation") == by_case(ACCURACY)


@pytest.mark.parametrize("calibre", FP)
def test_fp(calibre: int) -> None:
    """C1.5: FP by calibre."""
    found = tuple(cell("C1-FP", calibre, fire=fire) for fire in ("HE", "harassing"))
    assert found == FP[calibre]
