"""LOS from a former time."""

from pathlib import Path

import numpy as np
import pytest

from opfor.core.disk_cache import kept_path
from opfor.geo.boards.library import Library
from opfor.geo.hex_facts import HexFacts
from opfor.geo.los.los import Los
from opfor.geo.los.sight import Conditions
from opfor.geo.los.spots import Spots, keep_sights, known_sights, ship_sights
from opfor.geo.map import parse_map


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own."""
    monkeypatch.setattr(
        "opfor.core.disk_cache.user_cache_path", lambda *a, **k: tmp_path
    )
    return tmp_path


def _spots() -> Spots:
    board_map = parse_map("o1", Library().load)
    return Spots(board_map, HexFacts(board_map))


class TestKnownSights:
    """LOS between every two Locations is found for the same map and season only."""

    def test_found(self) -> None:
        """Each row is what LOS says of that Location."""
        spots = _spots()
        los = Los(spots.map, HexFacts(spots.map))
        rows = np.zeros((len(los), len(los)), np.int8)
        for number in range(len(los)):
            los.fill(rows, number)
        keep_sights(spots, Conditions(), rows)
        found = known_sights(spots, Conditions())
        assert found is not None
        assert (found == los.all_pairs()).all()
        assert (found[40] == los.field(40)).all()

    def test_season(self) -> None:
        """LOS of another season is not taken for it."""
        spots = _spots()
        rows = np.zeros((len(spots), len(spots)), np.int8)
        keep_sights(spots, Conditions(), rows)
        assert known_sights(spots, Conditions(grain=False)) is None

    def test_shipped(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """What comes with opfor is taken where nothing is kept here."""
        monkeypatch.setattr("opfor.geo.los.spots.SHIPPED", tmp_path / "data")
        (tmp_path / "data").mkdir()
        spots = _spots()
        los = Los(spots.map, HexFacts(spots.map))
        assert known_sights(spots, Conditions()) is None
        ship_sights(spots, Conditions(), los.all_pairs(), tmp_path / "data")
        found = known_sights(spots, Conditions())
        assert found is not None
        assert (found == los.all_pairs()).all()
        assert known_sights(spots, Conditions(grain=False)) is None

    def test_spoilt(self, cache: Path) -> None:
        """A file that is no LOS is passed over."""
        spots = _spots()
        keep_sights(spots, Conditions(), np.zeros((3, 3), np.int8))
        assert known_sights(spots, Conditions()) is None
        for path in (cache / "los").iterdir():
            path.write_bytes(b"spoilt")
        assert known_sights(spots, Conditions()) is None
        assert kept_path("los", "none", ".z").parent == cache / "los"
