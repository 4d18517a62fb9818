"""A7.308: what an attack on the IFT does to vehicles and their crews."""

import pytest

from opfor.rules.a_infantry.a07_fire import a07_307_vulnerable as vulnerable
from opfor.rules.a_infantry.a07_fire import a07_308_dr_at_vehicles as fire_at_vehicles
from opfor.rules.a_infantry.a07_fire.a07_308_dr_at_vehicles import star_fate
from tests.rules.given.fire_at_vehicle import scene, shoot


class TestA7_308_drUnarmored:
    """A7.308/dr."""

    def test_margins(self) -> None:
        """Half or less burns, less destroys, equal immobilizes, more does nothing."""
        fates = [star_fate(6, final) for final in (3, 4, 5, 6, 7)]
        assert fates == ["burn", "eliminated", "eliminated", "immobilized", "none"]
        assert star_fate(0, -2) == "none"

    def test_thin_skin(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """8 FP next to what has no armor: a low DR destroys it."""
        for module in (vulnerable, fire_at_vehicles):
            monkeypatch.setattr(module, "afv", lambda *_: False)
        played = scene(shoot, "A7.3 DR 3,1", "D5.6 DR 6,6")
        assert "etank" not in played.state.units
