"""A24: SMOKE: how it is placed, disperses and drifts, and what WP does."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.a_infantry.a24_smoke.a24_3_smoke import (
    at_full_strength,
    disperse,
    place_smoke,
    wind_blows,
)
from opfor.state.events import MarkerAdded, ShotFired, UnitChanged, WeatherChanged
from opfor.state.in_progress import Shot, Weather
from opfor.state.play import Play
from opfor.state.units import Marker
from tests.rules.given.ordnance import L, looked, table

FULL: dict[str, Any] = {"phase": "PFPh", "turn": "ENEMY"}


def placed(
    *dice: str, wp: bool = False, weather: Weather | None = None, **given: Any
) -> list[tuple[str, str, int, bool]]:
    """The SMOKE that the ENEMY's ordnance leaves in H5."""

    def run(play: Play) -> None:
        if weather:
            play.emit(WeatherChanged(weather, "as the test says"))
        place_smoke(play, "ENEMY", L("tH5"), wp=wp)

    given.setdefault("target", "tJ5")
    markers = table(run, *dice, **given).state.markers.values()
    return [(m.location, m.kind, m.hindrance, m.dispersed) for m in markers]


def after(run: Callable[[Play], object], *markers: Marker, **given: Any) -> list[Any]:
    """What of some SMOKE is left after something."""

    def once(play: Play) -> None:
        for marker in markers:
            play.emit(MarkerAdded(marker))
        run(play)

    found = table(once, **given).state.markers.values()
    return [(m.id, m.hindrance) for m in found]


def marker(id_: str, **fields: Any) -> Marker:
    """A full-strength SMOKE counter of the ENEMY."""
    given = {"kind": "smoke", "location": L("tH5"), "hindrance": 3, "side": "ENEMY"}
    return Marker(id=id_, **given | fields)


class TestA24_5FullStrength:
    """A24.5."""

    def test_own_pfph(self) -> None:
        """+3 in its own PFPh, +2 later; WP +2 and +1."""
        assert placed(**FULL) == [("tH5", "smoke", 3, False)]
        assert placed() == [("tH5", "smoke", 2, True)]
        assert placed(wp=True, **FULL) == [("tH5", "WP", 2, False)]
        assert placed(wp=True) == [("tH5", "WP", 1, True)]

    def test_after_other_fire(self) -> None:
        """Dispersed once the side has fired anything but SMOKE."""

        def run(play: Play) -> bool:
            unit = replace(play.state.units["R"], fired="prep")
            play.emit(UnitChanged(unit, "has fired"))
            return at_full_strength(play, "ENEMY")

        assert looked(run, **FULL) is False

        def shot(play: Play) -> bool:
            play.emit(ShotFired(Shot("ENEMY", L("tJ5"), firers=("R",))))
            return at_full_strength(play, "ENEMY")

        assert looked(shot, **FULL) is False

    def test_after_other_smoke(self) -> None:
        """Not dispersed by SMOKE that was fired before."""

        def run(play: Play) -> bool:
            play.emit(ShotFired(Shot("ENEMY", L("tJ5"), firers=("w",))))
            return at_full_strength(play, "ENEMY")

        state = {"fired": "prep", "smoked": True}
        found = looked(run, weapon="british/51-mtr", weapon_state=state, **FULL)
        assert found is True


class TestA24_3WpCounters:
    """A24.3 and A24.31."""

    def test_nmc(self) -> None:
        """Whoever is there takes a NMC and loses his "?"."""

        def run(play: Play) -> None:
            place_smoke(play, "ENEMY", L("tH5"), wp=True)

        state = table(run, "A10.1 DR 6,5", theirs={"concealed": True}).state
        assert state.units["V"].broken
        assert not state.units["V"].concealed


class TestA24_31WpAttacksMorale:
    """A24.31."""

    def test_tem_hurts(self) -> None:
        """D-142: +3 in a stone house: a 7 morale fails with a 5."""

        def run(play: Play) -> None:
            place_smoke(play, "ENEMY", L("tH7"), wp=True)

        state = table(run, "A10.1 DR 4,1", target="tH7").state
        assert state.units["V"].broken

    def test_dm(self) -> None:
        """A broken unit comes under DM."""

        def run(play: Play) -> None:
            place_smoke(play, "ENEMY", L("tH5"), wp=True)

        state = table(run, "A10.1 DR 1,2", theirs={"broken": True}).state
        assert state.units["V"].dm


class TestA24_4Dispersal:
    """A24.4."""

    def test_as_its_pfph_begins(self) -> None:
        """Full strength disperses, dispersed SMOKE goes; the other side's stays."""
        left = after(
            disperse,
            marker("a"),
            marker("b", hindrance=2, dispersed=True),
            marker("c", side="FRIENDLY"),
            marker("d", kind="WP", hindrance=2),
            marker("e", hindrance=2, grenade=True),
            **FULL,
        )
        assert left == [("a", 2), ("c", 3), ("d", 1), ("e", 2)]


class TestA24_6Wind:
    """A24.6."""

    @pytest.mark.parametrize("weather", [Weather(wind="heavy"), Weather(gusts=True)])
    def test_blown_away(self, weather: Weather) -> None:
        """In heavy wind and gusts all SMOKE weakens."""

        def run(play: Play) -> None:
            play.emit(WeatherChanged(weather, "as the test says"))
            wind_blows(play)

        left = after(run, marker("a"), marker("b", dispersed=True))
        assert left == [("a", 2)]

    def test_calm(self) -> None:
        """Otherwise nothing happens."""
        assert after(wind_blows, marker("a")) == [("a", 3)]

    def test_exc1_grenades(self) -> None:
        """Grenades are gone."""

        def run(play: Play) -> None:
            play.emit(WeatherChanged(Weather(gusts=True), "as the test says"))
            wind_blows(play)

        assert after(run, marker("e", grenade=True)) == []

    def test_none_in_heavy_wind(self) -> None:
        """None is placed in heavy wind."""
        assert placed(weather=Weather(wind="heavy"), **FULL) == []


class TestA24_61Drift:
    """A24.61."""

    BREEZE = Weather(wind="mild", direction=0)

    def test_downwind(self) -> None:
        """D-142: a dispersed counter in the next hex downwind."""
        assert placed(weather=self.BREEZE, **FULL) == [
            ("tH5", "smoke", 3, False),
            ("tH4", "smoke", 2, True),
        ]

    def test_exc1_dispersed(self) -> None:
        """Dispersed SMOKE does not drift."""
        assert placed(weather=self.BREEZE) == [("tH5", "smoke", 2, True)]

    def test_exc2_grenades(self) -> None:
        """Grenades are not placed by this rule, and do not drift."""
        assert after(disperse, marker("e", grenade=True), **FULL) == [("e", 3)]
