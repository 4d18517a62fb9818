"""C6.8: Case Q, TEM."""

from typing import Any

import pytest

from opfor.core.modifier import Mod
from opfor.rules.c_ordnance.c06_target_drm.c06_1_target_drm import (
    crowd,
    own_drm,
    unknown_drm,
)
from opfor.rules.c_ordnance.c06_target_drm.c06_8_tem import tem
from opfor.state.events import FortificationAdded, UnitChanged
from opfor.state.play import Play
from opfor.state.units import Fortification
from tests.rules.given.ordnance import L, looked


def against(start: str = "tG4", **given: Any) -> dict[str, int]:
    """What V brings to a shot, by name."""

    def run(play: Play) -> dict[str, int]:
        unit = play.state.units["V"]
        found = own_drm(play, unit, L(start), unit.location, None)
        return {mod.name: mod.value for mod in found}

    found: dict[str, int] = looked(run, **given)
    return found


class TestC6_8CaseQ:
    """C6.8."""

    @pytest.mark.parametrize(
        ("start", "target", "wanted"),
        [
            ("tG4", "tH7", {"stone building": 3}),
            ("tG4", "tL7", {"wooden building": 2}),
            ("tI3", "tL5", {"wall": 2}),
            ("tP7", "tL5", {}),
            ("tL3", "tP3", {"Height Advantage": 1}),
        ],
    )
    def test_tem(self, start: str, target: str, wanted: dict[str, int]) -> None:
        """Building, wall towards the firer, height."""
        assert against(start, target=target) == wanted

    def test_indirect(self) -> None:
        """Air bursts in woods are -1 for a mortar's target."""

        def run(play: Play) -> Mod | None:
            unit = play.state.units["V"]
            return tem(play, unit, L("tG4"), unit.location, indirect=True)

        mod = looked(run, target="tD3")
        assert mod.value == -1

    def test_foxhole(self) -> None:
        """What it is inside of counts if it is better."""

        def run(play: Play) -> dict[str, int]:
            hole = Fortification(id="f", kind="foxhole", location=L("tH5"), capacity=1)
            play.emit(FortificationAdded(hole))
            unit = play.state.units["V"]
            sheltered = unit.__class__(
                id="V",
                side="FRIENDLY",
                counter=unit.counter,
                location=unit.location,
                inside="f",
            )
            play.emit(UnitChanged(sheltered, "goes in"))
            found = own_drm(play, sheltered, L("tG4"), L("tH5"), None)
            return {mod.name: mod.value for mod in found}

        assert looked(run) == {"foxhole": 2}

    def test_a_suspect(self) -> None:
        """A S? is concealed, and has the TEM of its Location."""
        found = looked(lambda play: unknown_drm(play, L("tG4"), L("tH7")))
        assert [mod.value for mod in found] == [3, 2]

    def test_overstacked(self) -> None:
        """-1 for each squad more than three."""
        crowded = {f"V{n}": ("german/4-6-7", "tH5") for n in range(3)}
        mod = looked(lambda play: crowd(play, L("tH5"), "FRIENDLY"), units=crowded)
        assert mod.value == -1
        assert looked(lambda play: crowd(play, L("tH5"), "FRIENDLY")) is None
