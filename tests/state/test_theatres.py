"""Who met whom."""

from opfor.state.nations import load_all, nations
from opfor.state.theatres import meetings, opponents

FOUND = list(meetings(load_all()))


def test_everybody_met_somebody() -> None:
    """Each nation that has tables was somewhere, on either side."""
    known = set(nations(load_all().tables))
    assert {friendly for _, friendly, _ in FOUND} == known
    assert {enemy for _, _, enemy in FOUND} == known


def test_months_with_tables() -> None:
    """Nobody meets anybody in a month for which he has no tables."""
    loaded = load_all()
    for month, *sides in FOUND:
        assert all(loaded.nation(s).nearest_month(month) == month for s in sides)


def test_partisans() -> None:
    """They are met by garrison troops, never by engineers."""
    foes = {enemy for _, friendly, enemy in FOUND if friendly == "partisan"}
    assert foes == {"german", "romanian", "hungarian"}


def test_opponents() -> None:
    """Whom a nation met in a month; nobody before its war."""
    assert ("russian",) in opponents("finnish", "1941-08")
    assert opponents("american", "1941-08") == []
    assert opponents("finnish", "1940-03") == [("russian",)]
    assert opponents("finnish", "1940-10") == []
