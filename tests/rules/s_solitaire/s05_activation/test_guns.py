"""S5.76 to S5.762, S5.741, and S5.61 for Guns."""

import pytest

from tests.rules.given.activated import activated, forts, names, told, units, weapons

GUN = ("S5.6 DR 6,6", "S5.72 DR 3,3")
"""HS, Gun on {A1}: Russians may not Deploy, so a 4-4-7 with a Gun."""

BUNKER = {"a1_drm": 2, "a5_drm": -1}
"""The modifiers of the Bunker Busting Mission."""


class TestS5_76GunGeneration:
    """S5.76."""

    def test_crew_and_gun(self) -> None:
        """A Gun comes with the nation's Infantry crew, which possesses it."""
        play = activated(*GUN, "S5.76 DR 3,4")
        assert names(play) == ["russian/4-4-7", "russian/2-2-8"]
        (gun,) = weapons(play)
        assert gun.counter == "russian/45l-at-ptp-obr-32"
        assert gun.owner == units(play)[1].id
        assert play.state.heavy == 1

    def test_no_drm(self) -> None:
        """The DR on x5 has no modifier, whatever the Mission and the date."""
        found = activated(*GUN, "S5.76 DR 5,6")
        assert weapons(found)[0].counter == "russian/120-mtr-pm-obr-38"

    def test_t18(self) -> None:
        """T18: S, F, Gun on a first level: both levels Fortified, a 45L AT, 2-2-8."""
        play = activated(
            "S5.6 DR 6,6",
            "S5.72 DR 3,3",
            "S5.74 dr 4",
            "S5.76 DR 2,3",
            at="tK4/1",
            **BUNKER,
        )
        assert [(f.kind, f.location) for f in forts(play)] == [
            ("fortified building", "tK4/1"),
            ("fortified building", "tK4"),
        ]
        assert names(play) == ["russian/4-4-7", "russian/2-2-8"]
        assert [w.counter for w in weapons(play)] == ["russian/45l-at-ptp-obr-32"]
        assert units(play)[1].location == "tK4/1"

    def test_mission_without_guns(self) -> None:
        """Where the Mission has no (more) Guns, the item is ignored without a DR."""
        play = activated(*GUN, heavy_cap=0)
        assert not weapons(play)
        assert told(play, "ignored") == ["S5.76"]

    def test_no_cap(self) -> None:
        """heavy_cap "none" sets no limit."""
        assert weapons(activated(*GUN, "S5.76 DR 3,4", heavy_cap="none"))


class TestS5_76_exc1Partisans:
    """S5.76 EXC."""

    def test_1_2_7(self) -> None:
        """Partisan Guns are manned by Russian 1-2-7 crews, not by their own HS."""
        play = activated(
            "S5.6 DR 6,6",
            "S5.72 DR 3,3",
            "S5.76 DR 3,4",
            enemy="partisan",
            date="1943-06",
        )
        assert names(play)[-1] == "russian/1-2-7"


class TestS5_761InsideOutside:
    """S5.761."""

    @pytest.mark.parametrize(
        ("at", "gun"),
        [("tH4", "russian/76-inf-pp-obr-27"), ("tE3", "russian/122-art-obr-38")],
    )
    def test_column(self, at: str, gun: str) -> None:
        """In a building the Inside column, elsewhere the Outside one."""
        play = activated(*GUN, "S5.76 DR 1,1", at=at)
        assert [w.counter for w in weapons(play)] == [gun]

    def test_pillbox(self) -> None:
        """A Gun that comes with a pillbox is of the Inside column."""
        play = activated(
            "S5.6 DR 6,6", "S5.72 DR 3,3", "S5.74 dr 2", "S5.76 DR 1,1", **BUNKER
        )
        assert [f.kind for f in forts(play)] == ["pillbox"]
        assert weapons(play)[0].counter == "russian/76-inf-pp-obr-27"

    def test_upper_level_not_fortified(self) -> None:
        """On an upper level that is not Fortified the Gun and crew are forfeit."""
        play = activated(
            "S5.6 DR 6,6",
            "S5.72 DR 3,3",
            "S5.74 dr 6",
            "S5.76 DR 2,3",
            at="tK4/1",
            **BUNKER,
        )
        assert names(play) == ["russian/4-4-7"]
        assert told(play, "forfeit") == ["S5.61"]


class TestS5_762Emplacement:
    """S5.762."""

    def test_hold(self) -> None:
        """From a Hold S? a Gun is Emplaced and not limbered."""
        (gun,) = weapons(activated(*GUN, "S5.76 DR 1,1"))
        assert gun.gun is not None
        assert (gun.gun.emplaced, gun.gun.limbered) == (True, False)

    def test_advance(self) -> None:
        """From an Advance S? it is limbered and never Emplaced."""
        (gun,) = weapons(activated(*GUN, "S5.76 DR 1,1", attitude="Advance"))
        assert gun.gun is not None
        assert (gun.gun.emplaced, gun.gun.limbered) == (False, True)

    @pytest.mark.parametrize("at", ["tC5", "tH4", "tP4"])
    def test_exc1_prohibited_terrain(self, at: str) -> None:
        """EXC: not on a paved road, in a building or in rubble."""
        (gun,) = weapons(activated(*GUN, "S5.76 DR 2,3", at=at))
        assert gun.gun is not None
        assert not gun.gun.emplaced

    def test_exc2_qsu(self) -> None:
        """EXC: a QSU Gun from an Advance S? is not limbered, nor Emplaced."""
        (gun,) = weapons(activated(*GUN, "S5.76 DR 3,4", attitude="Advance"))
        assert gun.gun is not None
        assert (gun.gun.emplaced, gun.gun.limbered) == (False, False)


class TestS5_741GunInTrench:
    """S5.741."""

    def test_t21(self) -> None:
        """T21: an Entrenchment with a Gun to come is a Trench, whatever the dr."""
        play = activated(
            "S5.6 DR 6,6", "S5.72 DR 3,3", "S5.74 dr 5", "S5.76 DR 3,4", **BUNKER
        )
        assert [f.kind for f in forts(play)] == ["trench"]

    def test_without_a_gun(self) -> None:
        """Without one the same dr is a foxhole."""
        play = activated("S5.6 DR 4,4", "S5.72 DR 3,3", "S5.74 dr 4")
        assert [f.kind for f in forts(play)] == ["foxhole"]


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
