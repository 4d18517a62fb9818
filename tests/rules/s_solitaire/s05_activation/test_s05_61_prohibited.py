"""S5.61: what is forfeit because it may not be where the S? stood."""

import pytest

from tests.rules.given.activated import (
    activated,
    brought,
    forts,
    names,
    told,
    units,
    weapons,
)
from tests.rules.given.generated import GUN


class TestS5_61Prohibited:
    """S5.61 and T19 for Guns and fortifications."""

    @pytest.mark.parametrize(
        ("at", "crest", "dr", "kept"),
        [
            ("tD8", (), "3,4", False),
            ("tD8", (), "3,3", True),
            ("tD8", (), "5,6", True),
            ("tF8", (), "3,4", False),
            ("tF8", (), "3,3", True),
            ("tF8", (), "5,6", False),
            ("tR4", (1,), "3,4", False),
            ("tR4", (1,), "3,3", True),
            ("tR4", (), "3,4", True),
        ],
    )
    def test_t19(self, at: str, crest: tuple[int, ...], dr: str, kept: bool) -> None:
        """T19: crag: mortars only; marsh and Crest: dm mortars only, else forfeit."""
        play = activated(*GUN, f"S5.76 DR {dr}", at=at, crest=crest)
        assert bool(weapons(play)) == kept
        assert (len(names(play)) == 2) == kept
        assert bool(told(play, "forfeit")) != kept

    @pytest.mark.parametrize(
        ("at", "crest", "dm"),
        [("tD8", (), False), ("tF8", (), True), ("tR4", (1,), True)],
    )
    def test_dm_mortar(self, at: str, crest: tuple[int, ...], dm: bool) -> None:
        """T19: a mortar is assembled in a crag, dm in marsh or at Crest."""
        (gun,) = weapons(activated(*GUN, "S5.76 DR 3,3", at=at, crest=crest))
        assert gun.dm == dm

    @pytest.mark.parametrize("at", ["tD8", "tF8", "tP4", "tC5"])
    @pytest.mark.parametrize("dr", [1, 2, 3])
    def test_fortifications(self, at: str, dr: int) -> None:
        """No pillbox, trench or foxhole in crag, marsh, rubble or on paved roads."""
        play = activated("S5.6 DR 4,4", "S5.72 DR 3,3", f"S5.74 dr {dr}", at=at)
        assert not forts(play)
        assert told(play, "forfeit") == ["S5.61"]


class TestS5_61Vehicles:
    """S5.61 for vehicles."""

    @pytest.mark.parametrize(
        ("at", "crest", "dr", "kept"),
        [
            ("tD8", (), "3,4", False),
            ("tF8", (), "3,4", False),
            ("tK4/1", (), "3,4", False),
            ("tR4", (2,), "3,4", False),
            ("tR4", (), "3,4", True),
            ("tH4", (), "3,4", True),
            ("tH4", (), "5,5", False),
            ("tP4", (), "5,5", False),
            ("tP8", (), "5,5", False),
            ("tE3", (), "5,5", True),
        ],
    )
    def test_locations(
        self, at: str, crest: tuple[int, ...], dr: str, kept: bool
    ) -> None:
        """Crag, marsh, upper level, Crest: none; buildings: fully tracked only."""
        dice = [f"S5.71 DR {dr}"]
        play = brought(*dice, at=at, crest=crest)
        assert bool(units(play)) == kept
        assert bool(told(play, "forfeit")) != kept

    def test_open_topped_in_a_building(self) -> None:
        """An open-topped AFV cannot be in a building."""
        dice = "S5.71 dr 1", "S5.71 DR 3,4"
        for at, kept in (("tH4", False), ("tE3", True)):
            play = brought(*dice, kind="SPG", at=at, enemy="russian", date="1944-06")
            assert bool(units(play)) == kept
