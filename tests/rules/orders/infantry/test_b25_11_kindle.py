"""B25.11: the order to kindle, and the DR."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.choices.orders import Kindle
from opfor.rules.orders.infantry.b25_11_kindle import kindle
from opfor.state.events import WeaponAdded
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from opfor.state.units import LocationName, Weapon
from tests.rules.given.flames import tried, weathered
from tests.rules.given.phases import phase, unit

L = LocationName


CALM = Weather()


class TestB25_11_orderAttempt:
    """B25.11/order."""

    @pytest.mark.parametrize(
        ("at", "dice", "ground", "lit"),
        [
            ("tE5", "4,4", "moderate", True),
            ("tE5", "3,4", "moderate", False),
            ("tE5", "3,4", "dry", True),
            ("tE5", "4,5", "wet", False),
            ("tE5", "5,5", "wet", True),
            ("tH8", "3,3", "moderate", True),
            ("tH8", "2,3", "moderate", False),
        ],
    )
    def test_final(self, at: str, dice: str, ground: Any, lit: bool) -> None:
        """With a 9-1, a Flame one below the Kindling number, with the DRM of EC."""
        rolls = ("A10.1 DR 3,3", f"B25.11 DR {dice}")
        state = tried(*rolls, at=at, weather=Weather(ground=ground))
        found = [(m.kind, m.location) for m in state.markers.values()]
        assert found == [("flame", at)] * lit

    @pytest.mark.parametrize("dice", ["1,1", "6,6"])
    def test_cost(self, dice: str) -> None:
        """Both have Prep Fired, and are concealed no longer where the enemy sees it."""
        for seen_from in ("", "tF5"):
            rolls = ("A10.1 DR 3,3", f"B25.11 DR {dice}")
            after = tried(*rolls, seen_from=seen_from, concealed=True).units
            assert [after[id_].fired for id_ in ("a", "l")] == ["prep", "prep"]
            assert after["a"].concealed is not bool(seen_from)

    @pytest.mark.parametrize(("dice", "passed"), [("4,5", True), ("4,6", False)])
    def test_ntc(self, dice: str, passed: bool) -> None:
        """A leader who fails the NTC has Prep Fired, his squad has not."""
        rolls = [f"A10.1 DR {dice}", *["B25.11 DR 1,1"] * passed]
        after = tried(*rolls).units
        assert [after[id_].fired for id_ in ("a", "l")] == ["prep" * passed, "prep"]

    def test_several(self) -> None:
        """Each has a DR until something burns; all have Prep Fired, SW too."""
        units = [
            *(unit(id_, "tE5") for id_ in ("a", "b", "c")),
            unit("l", "tE5", "german/8-0"),
        ]

        def put(play: Play) -> None:
            play.emit(WeaponAdded(Weapon(id="m", counter="german/lmg", owner="c")))

        order = ("FRIENDLY", Kindle(("a", "b", "c"), "l"))
        dice = ["A10.1 DR 3,3", "B25.11 DR 1,1", "B25.11 DR 5,4"]
        state = phase("PFPh", put, order, units=units, dice=dice).state
        assert len(state.markers) == 1
        assert {state.units[id_].fired for id_ in ("a", "b", "c", "l")} == {"prep"}
        assert state.weapons["m"].fired == "prep"

    def test_once(self) -> None:
        """No second attempt in the Player Turn."""
        orders = [("FRIENDLY", Kindle(("a",), "l"))] * 2
        units = [unit("a", "tE5"), unit("l", "tE5", "german/8-0")]
        dice = ["A10.1 DR 3,3", "B25.11 DR 1,1"]
        with pytest.raises(Illegal, match="has fired"):
            phase("PFPh", *orders, units=units, dice=dice)


class TestB25_11Kindling:
    """B25.11."""

    @pytest.mark.parametrize(("dice", "burns_now"), [("4,4", False), ("4,5", True)])
    def test_number(self, dice: str, burns_now: bool) -> None:
        """The Kindling number of woods is 9."""
        state = weathered(
            CALM, lambda play: kindle(play, L("tD4"), "MOL"), f"B25.11 DR {dice}"
        )
        assert bool(state.markers) is burns_now

    def test_suspects(self) -> None:
        """A S? in the Location is checked when a Flame appears."""
        state = weathered(
            CALM,
            lambda play: kindle(play, L("tD4"), "MOL"),
            "B25.11 DR 6,6",
            "S5.1 dr 6",
            suspects={"S1": "tD4"},
        )
        assert not state.suspects

    def test_exc1_rain(self) -> None:
        """No DR in rain, nor where nothing burns."""
        rain = Weather(sky="rain")
        assert not weathered(rain, lambda play: kindle(play, L("tD4"), "MOL")).markers
        assert not weathered(CALM, lambda play: kindle(play, L("tA1"), "MOL")).markers
