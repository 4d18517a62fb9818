"""S5.74 to S5.7441: fortifications out of a S?, and SMOKE in their place."""

from typing import Any, ClassVar

import pytest

from opfor.rules.s_solitaire.s05_activation.s05_74_fortifications import hidden_from
from opfor.rules.s_solitaire.s05_activation.s05_74_s2_smoke import smoke_bar
from opfor.state.events import WeatherChanged
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.activated import (
    BOARD,
    FORTIFICATION,
    PTO,
    activated,
    forts,
    told,
)
from tests.rules.given.generated import BUNKER, generated
from tests.rules.given.world import game, notes
from tests.rules.s_solitaire.s05_activation.test_s05_74_s2_smoke import (
    TestS5_74_s2Smoke,
)

ENEMY_MPH = ("ENEMY", "MPh")


class TestS5_74_exc1Capacity:
    """S5.74 EXC."""

    def test_as_many_as_mmc(self) -> None:
        """The capacity is the number of MMC, unless 5.743 substitutes a larger one."""
        (hole,) = forts(activated(*FORTIFICATION, "S5.74 dr 3"))
        assert hole.capacity == 1
        (larger,) = forts(
            activated(*FORTIFICATION, "S5.74 dr 3", countermix={"foxhole 1": 0})
        )
        assert larger.capacity == 2

    def test_crew_of_a_gun(self) -> None:
        """A crew that comes with its Gun has room in the pillbox."""
        play = activated(
            "S5.6 DR 6,6",
            "S5.72 DR 3,3",
            "S5.74 dr 2",
            "S5.76 DR 1,1",
            a1_drm=2,
            a5_drm=-1,
        )
        assert [f.capacity for f in forts(play)] == [2]


class TestS5_74_exc2LosLost:
    """S5.74 EXC."""

    @pytest.mark.parametrize(
        ("friend", "kept"),
        [
            ("tB6", False),
            ("tD4", True),
            ("tD5", True),
            ("tD6", False),
            ("tE7", True),
            ("tE3", True),
        ],
    )
    def test_foxhole_behind_a_wall(self, friend: str, kept: bool) -> None:
        """A foxhole that would hide its unit behind a wall is ignored."""
        play = activated(
            *FORTIFICATION,
            "S5.74 dr 3",
            at="tE5",
            by=friend,
            units={"V": ("german/4-6-7", friend)},
        )
        assert bool(forts(play)) == kept
        assert told(play, "is ignored") == ([] if kept else ["S5.74/exc2"])

    def test_one_of_several(self) -> None:
        """One FRIENDLY unit lost from sight is enough."""
        play = activated(
            *FORTIFICATION,
            "S5.74 dr 3",
            at="tE5",
            by="tE7",
            units={"V": ("german/4-6-7", "tE7"), "W": ("german/4-6-7", "tB6")},
        )
        assert not forts(play)

    def test_from_above(self) -> None:
        """A unit on higher ground still sees over the wall."""
        found: list[str] = []
        board = "board: t\nsize: 20x10\nlevel 1: D7-D9\nwall: E5/3\n"

        def run(play: Play) -> None:
            found.append(hidden_from(play, LocationName("tE5")))

        for at in ("tD8", "tE8"):
            game(board=board, units={"V": ("german/4-6-7", at)}, run=run)
        assert found == ["", "V"]


class TestS5_74_exc3NoPanji:
    """S5.74 EXC."""

    PTO: ClassVar[dict[str, Any]] = {"date": "1943-06", "pto": True}

    def test_gun(self) -> None:
        """Not with a Gun: that makes a Trench."""
        play = activated(
            "S5.6 DR 6,6",
            "S5.72 DR 3,3",
            "S5.74 dr 4",
            "S5.76 DR 3,4",
            a1_drm=2,
            enemy="japanese",
            **self.PTO,
        )
        assert [f.kind for f in forts(play)] == ["trench"]

    def test_others(self) -> None:
        """Not for those who are neither Japanese, Partisans nor Commandos."""
        play = activated(*FORTIFICATION, "S5.74 dr 3", enemy="chinese", **self.PTO)
        assert [f.kind for f in forts(play)] == ["foxhole"]

    def test_partisans(self) -> None:
        """Partisans may have panji, without the +1."""
        play = activated(
            *FORTIFICATION,
            "S5.74 dr 3",
            "S5.74/s1 dr 3",
            "S5.74/s5 dr 1",
            enemy="partisan",
            **self.PTO,
        )
        assert play.state.markers


class TestS5_743Substitution:
    """S5.743."""

    @staticmethod
    def came(dr: int, *gone: str) -> tuple[str, int, tuple[int, ...]]:
        """What comes of a dr on {A5} when some counters have run out."""
        lacking = dict.fromkeys(gone, 0)
        (fort,) = forts(activated(*FORTIFICATION, f"S5.74 dr {dr}", countermix=lacking))
        return fort.kind, fort.capacity, fort.defence

    def test_b1_greater_capacity(self) -> None:
        """First the same type with a greater capacity."""
        assert self.came(3, "foxhole 1") == ("foxhole", 2, ())
        assert self.came(1, "pillbox 1+3+5") == ("pillbox", 2, (3, 5))

    def test_b2_another_tem(self) -> None:
        """Then a pillbox of another TEM."""
        gone = [f"pillbox {n}+3+5" for n in (1, 2, 3)]
        assert self.came(1, *gone) == ("pillbox", 1, (5, 7))

    def test_b3_a_trench(self) -> None:
        """Then a trench, for a pillbox and for a foxhole."""
        boxes = [f"pillbox {n}+{t}" for n in (1, 2, 3) for t in ("3+5", "5+7")]
        assert self.came(1, *boxes) == ("trench", 3, ())
        holes = [f"foxhole {n}" for n in (1, 2, 3)]
        assert self.came(3, *holes) == ("trench", 3, ())

    def test_b4_a_foxhole(self) -> None:
        """Last a foxhole."""
        assert self.came(2, "trench") == ("foxhole", 1, ())

    def test_nothing_left(self) -> None:
        """With no counter left at all nothing comes, and it is told."""
        gone = {"trench": 0} | {f"foxhole {n}": 0 for n in (1, 2, 3)}
        play = activated(*FORTIFICATION, "S5.74 dr 3", countermix=gone)
        assert not forts(play)
        assert told(play, "has run out") == ["S5.743"]

    def test_exc1_building(self) -> None:
        """EXC: a Fortified Building Location needs no counter."""
        gone = {"fortified building": 0}
        play = activated(*FORTIFICATION, "S5.74 dr 3", at="tH4", countermix=gone)
        assert [f.kind for f in forts(play)] == ["fortified building"]


class TestS5_744Caves:
    """S5.744."""

    @pytest.mark.parametrize(("dr", "kind"), [(4, "cave"), (5, "pillbox")])
    def test_dr(self, dr: int, kind: str) -> None:
        """C47: a Japanese pillbox is a cave on a dr of 4 or less."""
        play = activated(
            *FORTIFICATION, "S5.74 dr 1", f"S5.744 dr {dr}", by="tQ8", **PTO
        )
        assert [f.kind for f in forts(play)] == [kind]

    def test_not_without_pto(self) -> None:
        """Elsewhere no dr is made."""
        play = activated(
            *FORTIFICATION, "S5.74 dr 1", by="tQ8", **(PTO | {"pto": False})
        )
        assert [f.kind for f in forts(play)] == ["pillbox"]


class TestS5_7441CavePlacement:
    """S5.7441."""

    def test_b1_crest_line(self) -> None:
        """Without a Crest Line toward the cause a pillbox comes instead."""
        play = activated(
            *FORTIFICATION,
            "S5.74 dr 1",
            "S5.744 dr 1",
            by="tP9",
            **(PTO | {"at": "tR8"}),
        )
        assert [f.kind for f in forts(play)] == ["pillbox"]

    def test_b1_ca(self) -> None:
        """The CA of the cave takes in the unit that caused the Activation."""
        play = activated(*FORTIFICATION, "S5.74 dr 1", "S5.744 dr 1", by="tQ8", **PTO)
        (cave,) = forts(play)
        assert cave.ca in (0, 5)

    def test_not_beneath_a_crest(self) -> None:
        """D-072: where nothing can be dug, the pillbox is looked at as usual."""
        play = activated(
            *FORTIFICATION,
            "S5.74 dr 1",
            "S5.744 dr 1",
            by="tQ8",
            crest=(4,),
            **PTO,
        )
        assert forts(play) == []
        assert told(play, "no cave in")


class TestS5_7441_b3NoCliff:
    """S5.7441 third bullet."""

    BOARD = "board: t\nsize: 20x10\nlevel 1: S8 T8\ncliff: S8/5\n"

    def test_a_cliff(self) -> None:
        """Over a cliff there is no cave: a pillbox comes."""
        play = activated(
            *FORTIFICATION,
            "S5.74 dr 1",
            "S5.744 dr 1",
            by="tQ7",
            board=self.BOARD,
            **PTO,
        )
        assert [f.kind for f in forts(play)] == ["pillbox"]

    def test_each_alone(self) -> None:
        """The same hexside without the cliff has a cave."""
        play = activated(
            *FORTIFICATION,
            "S5.74 dr 1",
            "S5.744 dr 1",
            by="tQ7",
            board=self.BOARD.replace("cliff: S8/5\n", ""),
            **PTO,
        )
        assert [f.kind for f in forts(play)] == ["cave"]


class TestS5_74Fortification:
    """S5.74."""

    FORTIFICATION = ("S5.6 DR 4,4", "S5.72 DR 3,3")

    @pytest.mark.parametrize(
        ("dr", "kinds"), [(3, ["foxhole"]), (2, ["trench"]), (1, ["pillbox"]), (5, [])]
    )
    def test_outside(self, dr: int, kinds: list[str]) -> None:
        """In the open: by table A5, for as many squads as MMC came."""
        play = generated(*FORTIFICATION, f"S5.74 dr {dr}")
        found = list(play.state.fortifications.values())
        assert [f.kind for f in found] == kinds
        # A trench comes in one size.
        assert [f.capacity for f in found] == [3 if dr == 2 else 1 for _ in kinds]

    def test_mission_drm(self) -> None:
        """C16: a Mission drm of -1 makes an Original 5 a success."""
        play = generated(*FORTIFICATION, "S5.74 dr 5", a5_drm=-1)
        assert [f.kind for f in play.state.fortifications.values()] == ["foxhole"]

    def test_advance(self) -> None:
        """In Advance no dr is made: F is SMOKE."""
        play = generated(*FORTIFICATION, attitude="Advance")
        assert not play.state.fortifications
        assert any("F is SMOKE" in note for note in notes(play))


class TestS5_742FortifiedBuilding:
    """S5.742."""

    @pytest.mark.parametrize(("dr", "levels"), [(4, 3), (5, 0)])
    def test_each_level_beneath(self, dr: int, levels: int) -> None:
        """C15: on 4 or less the Location and each beneath it are Fortified."""
        play = generated("S5.6 DR 4,4", "S5.72 DR 3,3", f"S5.74 dr {dr}", at="tN4/2")
        found = [f.location for f in play.state.fortifications.values()]
        assert found == ["tN4/2", "tN4/1", "tN4"][:levels]


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


class TestS5_74_exc4NoSmoke:
    """S5.74 EXC."""

    @pytest.mark.parametrize(
        "weather", [Weather(wind="heavy"), Weather(sky="heavy rain")]
    )
    def test_wind(self, weather: Weather) -> None:
        """No SMOKE in heavy wind or rain as they are now, whatever the Mission says."""
        play = TestS5_74_s2Smoke.smoked("german/4-6-8", weather=weather)
        assert not play.state.markers
        assert told(play, "no SMOKE") == ["S5.74/exc4"]

    def test_terrain(self) -> None:
        """No SMOKE in marsh."""
        assert not TestS5_74_s2Smoke.smoked("german/4-6-8", at="tF8").state.markers

    def test_elsewhere(self) -> None:
        """Mild wind and other terrain forbid nothing."""
        found: list[str] = []

        def run(play: Play) -> None:
            play.emit(WeatherChanged(Weather(wind="mild"), "as given"))  # type: ignore[arg-type] # a test's word
            found.append(smoke_bar(play, LocationName("tH8")))

        game(board=BOARD, run=run)
        assert found == [""]
