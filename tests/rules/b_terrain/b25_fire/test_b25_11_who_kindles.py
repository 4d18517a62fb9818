"""B25.11: who tries to set his Location on fire, who directs it, with what DRM."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.core.modifier import total
from opfor.rules.b_terrain.b25_fire.b25_1_flames import BURNING
from opfor.rules.b_terrain.b25_fire.b25_11_who_kindles import kindling_drm, may_kindle
from opfor.rules.choices.orders import Kindle
from opfor.state.events import WeaponAdded, WeatherChanged
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from opfor.state.units import Weapon
from tests.rules.given.flames import tried
from tests.rules.given.phases import offered, phase, unit


class TestB25_11_whoKindles:
    """B25.11/who."""

    @pytest.mark.parametrize(
        "states",
        [
            {"broken": True},
            {"berserk": True},
            {"melee": True},
            {"guard": "g"},
            {"unarmed": True},
            {"pinned": True},
            {"ti": True},
            {"fired": "prep"},
            {"fired": "opportunity"},
            {"deeds": ("direct",)},
        ],
    )
    def test_who(self, states: dict[str, Any]) -> None:
        """Good Order Infantry that is not pinned and has done nothing else."""
        with pytest.raises(Illegal, match=r"B25\.11"):
            tried(**states)

    def test_aboard(self) -> None:
        """Nobody kindles from a vehicle."""
        with pytest.raises(Illegal, match=r"D6\.1"):
            tried(aboard="tank", rides=True)

    def test_where(self) -> None:
        """Not in Open Ground, nor where a Flame or a Blaze is."""
        with pytest.raises(Illegal, match="can burn"):
            tried(at="tA1")
        for there in BURNING:
            with pytest.raises(Illegal, match="burns already"):
                tried(burns_there=there)

    @pytest.mark.parametrize("sky", ["rain", "heavy rain"])
    def test_rain(self, sky: Any) -> None:
        """Not in rain."""
        with pytest.raises(Illegal, match=r"B25\.5"):
            tried(weather=Weather(sky=sky))

    def test_sw(self) -> None:
        """Nor whose SW has fired."""
        fired = Weapon(id="m", counter="german/lmg", owner="a", fired="prep")

        def put(play: Play) -> None:
            play.emit(WeaponAdded(fired))
            with pytest.raises(Illegal, match="has fired"):
                may_kindle(play, play.state.units["a"])

        phase("PFPh", put, units=[unit("a", "tE5")])

    def test_offered(self) -> None:
        """To a leader in woods, and to squads with him; in their own PFPh alone."""
        units = [
            unit("a", "tE5"),
            unit("b", "tE5"),
            unit("p", "tE5", pinned=True),
            unit("c", "tE6"),
            unit("d", "tA1"),
            unit("l", "tE5", "german/8-1"),
            unit("e1", "tI2"),
        ]
        found: dict[str, list[Any]] = {}
        for name in ("PFPh", "AFPh"):
            ask = offered("FRIENDLY", Kindle)
            phase(name, lambda p, n=name, a=ask: found.update({n: a(p)}), units=units)
        alone = [Kindle(("l",)), Kindle(("a",), "l"), Kindle(("b",), "l")]
        assert found == {"PFPh": [*alone, Kindle(("a", "b"), "l")], "AFPh": []}


class TestB25_11_leader:
    """B25.11/leader."""

    @pytest.mark.parametrize(
        ("order", "why"),
        [
            (Kindle(("a",)), "no leader directs a"),
            (Kindle(("a",), "b"), "no leader directs a"),
            (Kindle(("a",), "e1"), "no leader directs a"),
            (Kindle(("a",), "far"), "not with a"),
            (Kindle(("a",), "p"), "pinned or TI"),
            (Kindle(("a", "far")), "of one Location"),
            (Kindle(("a", "l")), "of one Location"),
            (Kindle(("a", "a"), "l"), "once"),
        ],
    )
    def test_directed(self, order: Kindle, why: str) -> None:
        """MMC need a leader who is with them and free to act."""
        units = [
            unit("a", "tE5"),
            unit("b", "tE5"),
            unit("l", "tE5", "german/8-1"),
            unit("p", "tE5", "german/8-0", pinned=True),
            unit("far", "tE6", "german/9-1"),
            unit("e1", "tI2"),
        ]
        with pytest.raises(Illegal, match=why):
            phase("PFPh", ("FRIENDLY", order), units=units)

    def test_smc(self) -> None:
        """A SMC by himself, with nobody beside or over him."""
        units = [unit("l", "tE5", "german/8-1"), unit("m", "tE5", "german/9-1")]
        for order in (Kindle(("l",), "m"), Kindle(("l", "m"))):
            with pytest.raises(Illegal, match="by himself"):
                phase("PFPh", ("FRIENDLY", order), units=units)
        dice = ["A10.1 DR 3,3", "B25.11 DR 5,6"]
        done = phase("PFPh", ("FRIENDLY", Kindle(("l",))), units=units, dice=dice)
        assert done.state.markers


class TestB25_11_drm:
    """B25.11/drm."""

    def test_who(self) -> None:
        """A SMC -2, a HS or crew -1; a 9-1 gives +1, a 6+1 takes one; and EC."""
        units = [
            unit("a", "tE5"),
            unit("h", "tE5", "german/2-4-7"),
            unit("c", "tE5", "german/2-2-8"),
            unit("l", "tE5", "german/9-1"),
            unit("m", "tE5", "german/6+1"),
        ]

        def run(play: Play) -> None:
            def drm(who: str, led: str) -> int:
                of = play.state.units
                return total(kindling_drm(play, of[who], of[led]))

            found = [drm(who, "l") for who in ("a", "h", "c", "l")]
            assert found == [1, 0, 0, -2]
            assert drm("a", "m") == -1
            play.emit(WeatherChanged(Weather(ground="wet"), "so"))
            assert drm("a", "l") == -1

        phase("PFPh", run, units=units)
