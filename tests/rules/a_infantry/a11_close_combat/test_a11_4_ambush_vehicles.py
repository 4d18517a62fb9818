"""A11.4: Ambush where vehicles are."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.a_infantry.a11_close_combat import a11_4_ambush as ambush
from opfor.state.units import LocationName
from tests.rules.given.phases import unit
from tests.rules.given.vehicles_in_close_combat import ccph, seen, tank

HERE, LATE = "tG5", "1944-06"


class TestA11_4WithVehicles:
    """A11.4, with vehicles."""

    WOODS = "tE5"

    def test_surprised(self) -> None:
        """Who advances upon a tank in woods may ambush it; it is BU, and a vehicle."""
        units = (
            unit("a", self.WOODS, deeds=("advanced",)),
            replace(tank(), location=LocationName(self.WOODS)),
        )
        game = ccph(units=units, dice=["A11.4 dr 3", "A11.4 dr 3"])
        assert game.state.units["a"].did("ambusher")

    def test_abandoned(self) -> None:
        """Nobody is there to be surprised in an Abandoned vehicle."""
        units = (
            unit("a", HERE, deeds=("advanced",), concealed=True),
            tank(abandoned=True),
        )
        assert not ccph(units=units).state.units["a"].did("ambusher")

    @pytest.mark.parametrize(
        ("states", "drm"),
        [
            ({}, {"BU": 1, "vehicle": 2}),
            ({"ce": True}, {"vehicle": 2}),
            ({"stunned": True}, {"BU": 1, "Stunned": 1, "vehicle": 2}),
            ({"counter": "russian/gaz-mm"}, {"vehicle": 2}),
        ],
    )
    def test_drm(self, states: dict[str, Any], drm: dict[str, int]) -> None:
        """+2 for a vehicle, +1 if BU, +1 if its crew can do nothing."""
        ask = lambda p: ambush.ambush_drm(p, list(p.state.units.values()))  # noqa: E731
        found = seen(ask, tank(**states))
        assert {mod.name: mod.value for mod in found} == drm
