"""S5.76 to S5.762: Guns out of a S?, with their crews."""

import pytest

from tests.rules.given.activated import activated, forts, names, told, units, weapons
from tests.rules.given.generated import BUNKER, GUN


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
