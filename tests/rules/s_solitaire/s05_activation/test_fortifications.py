"""S5.74 to S5.7441: fortifications, SMOKE, panji and caves; S5.7: the countermix."""

from typing import Any, ClassVar

import pytest

from opfor.core.game import Game
from opfor.rules.s_solitaire.s05_activation.fortifications import (
    dischargers,
    hidden_from,
    makes_smoke,
    smoke,
    smoke_bar,
)
from opfor.rules.s_solitaire.s05_activation.generation import (
    activate,
    activate_long_range,
)
from opfor.rules.s_solitaire.s05_activation.group import ActivatedGroup
from opfor.state.events import PhaseBegan, UnitAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Suspect, Unit, VehicleState
from tests.rules.given.activated import BOARD, activated, forts, names, told, units
from tests.rules.given.world import game

DICE = ("S5.6 DR 4,4", "S5.72 DR 3,3")
"""S, F: a 4-4-7 and a fortification."""

ENEMY_MPH = ("ENEMY", "MPh")


class TestS5_74_exc1Capacity:
    """S5.74 EXC."""

    def test_as_many_as_mmc(self) -> None:
        """The capacity is the number of MMC, unless 5.743 substitutes a larger one."""
        (hole,) = forts(activated(*DICE, "S5.74 dr 3"))
        assert hole.capacity == 1
        (larger,) = forts(activated(*DICE, "S5.74 dr 3", countermix={"foxhole 1": 0}))
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
            *DICE,
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
            *DICE,
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


class TestS5_74_s2Smoke:
    """S5.74: F in Advance Attitude."""

    @staticmethod
    def smoked(
        counter: str,
        at: str = "tE3",
        phase: tuple[str, str] = ENEMY_MPH,
        **more: Any,
    ) -> Game[State]:
        """What F brings for a unit in Advance Attitude."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, *phase))  # type: ignore[arg-type] # a test's word
            state = VehicleState() if "/" in counter and "iv" in counter else None
            unit = Unit(
                id="e",
                side="ENEMY",
                counter=counter,
                location=LocationName(at),
                vehicle=state,
            )
            play.emit(UnitAdded(unit))
            suspect = Suspect("S1", LocationName(at), "Advance")
            smoke(play, ActivatedGroup(suspect, ("e",), ("S", "F")))

        return game(board=BOARD, run=run, **more)

    def test_exponent(self) -> None:
        """A MMC with a Smoke Exponent has SMOKE in its Location in the ENEMY MPh."""
        (marker,) = self.smoked("german/4-6-8").state.markers.values()
        assert (marker.kind, marker.location, marker.hindrance) == ("smoke", "tE3", 2)

    def test_no_exponent(self) -> None:
        """T17: without SMOKE capability F is ignored."""
        assert not self.smoked("russian/4-5-8").state.markers

    @pytest.mark.parametrize(
        "phase", [("ENEMY", "APh"), ("FRIENDLY", "MPh"), ("ENEMY", "PFPh")]
    )
    def test_enemy_mph_only(self, phase: tuple[str, str]) -> None:
        """In any other phase nothing comes."""
        assert not self.smoked("german/4-6-8", phase=phase).state.markers

    def test_from_the_table(self) -> None:
        """S, F in Advance: a SMOKE marker and no fortification."""
        play = activated(
            "S5.6 DR 4,4",
            "S5.72 DR 2,3",
            attitude="Advance",
            phase=ENEMY_MPH,
            enemy="german",
        )
        assert names(play) == ["german/4-6-8"]
        assert [m.kind for m in play.state.markers.values()] == ["smoke"]
        assert not forts(play)

    @pytest.mark.parametrize(
        ("special", "date", "has"),
        [
            ("sD7", "1941-08", True),
            ("A4^1; sD7", "1941-08", True),
            ("s8", "1941-08", False),
            ("G; sM8; s8", "1944-09", True),
            ("sN 7^4/8^5", "1943-12", False),
            ("sN 7^4/8^5", "1944-01", True),
            ("sD6*; A5^4/6^5", "1944-03", True),
            ("", "1944-03", False),
        ],
    )
    def test_dischargers(self, special: str, date: str, has: bool) -> None:
        """sD, sM, sN and sP are dischargers, s alone is SMOKE ammunition."""
        assert dischargers(special, date) == has

    def test_leader_makes_none(self) -> None:
        """A leader has no exponent."""
        found: list[bool] = []

        def run(play: Play) -> None:
            found.append(makes_smoke(play, "V"))

        game(board=BOARD, units={"V": ("german/8-0", "tE3")}, run=run)
        assert found == [False]


class TestS5_74_exc4NoSmoke:
    """S5.74 EXC."""

    def test_wind(self) -> None:
        """No SMOKE in heavy wind."""
        play = TestS5_74_s2Smoke.smoked("german/4-6-8", wind="heavy")
        assert not play.state.markers
        assert told(play, "no SMOKE") == ["S5.74/exc4"]

    def test_terrain(self) -> None:
        """No SMOKE in marsh."""
        assert not TestS5_74_s2Smoke.smoked("german/4-6-8", at="tF8").state.markers

    def test_elsewhere(self) -> None:
        """Mild wind and other terrain forbid nothing."""
        found: list[str] = []

        def run(play: Play) -> None:
            found.append(smoke_bar(play, LocationName("tH8")))

        game(board=BOARD, run=run, wind="mild")
        assert found == [""]


class TestS5_74_s1Panji:
    """S5.74 in PTO Terrain."""

    JAPANESE: ClassVar[dict[str, Any]] = {
        "enemy": "japanese",
        "date": "1943-06",
        "pto": True,
    }

    @pytest.mark.parametrize(("dr", "panji"), [(3, True), (4, False)])
    def test_dr(self, dr: int, panji: bool) -> None:
        """C46: a dr of 3 or less makes an Entrenchment panji."""
        play = activated(
            *DICE, "S5.74 dr 3", f"S5.74/s1 dr {dr}", at="tC2", **self.JAPANESE
        )
        assert [m.kind for m in play.state.markers.values()] == ["panji"] * panji
        assert [f.kind for f in forts(play)] == ["foxhole"] * (not panji)

    def test_path(self) -> None:
        """C46: -2 in a path hex, so that a 5 is panji."""
        board = "board: t\nsize: 9x9\npath: E2 > E6\n"
        play = activated(
            *DICE,
            "S5.74 dr 3",
            "S5.74/s1 dr 5",
            at="tE4",
            board=board,
            **self.JAPANESE,
        )
        assert play.state.markers

    def test_not_without_pto(self) -> None:
        """Elsewhere no dr is made."""
        play = activated(*DICE, "S5.74 dr 3", **(self.JAPANESE | {"pto": False}))
        assert [f.kind for f in forts(play)] == ["foxhole"]


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
        play = activated(*DICE, "S5.74 dr 3", enemy="chinese", **self.PTO)
        assert [f.kind for f in forts(play)] == ["foxhole"]

    def test_partisans(self) -> None:
        """Partisans may have panji, without the +1."""
        play = activated(
            *DICE, "S5.74 dr 3", "S5.74/s1 dr 3", enemy="partisan", **self.PTO
        )
        assert play.state.markers


class TestS5_743Substitution:
    """S5.743."""

    @staticmethod
    def came(dr: int, *gone: str) -> tuple[str, int, tuple[int, ...]]:
        """What comes of a dr on {A5} when some counters have run out."""
        lacking = dict.fromkeys(gone, 0)
        (fort,) = forts(activated(*DICE, f"S5.74 dr {dr}", countermix=lacking))
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
        play = activated(*DICE, "S5.74 dr 3", countermix=gone)
        assert not forts(play)
        assert told(play, "has run out") == ["S5.743"]

    def test_exc1_building(self) -> None:
        """EXC: a Fortified Building Location needs no counter."""
        gone = {"fortified building": 0}
        play = activated(*DICE, "S5.74 dr 3", at="tH4", countermix=gone)
        assert [f.kind for f in forts(play)] == ["fortified building"]


class TestS5_744Caves:
    """S5.744."""

    PTO: ClassVar[dict[str, Any]] = {
        "enemy": "japanese",
        "date": "1943-06",
        "pto": True,
        "at": "tS8",
    }

    @pytest.mark.parametrize(("dr", "kind"), [(4, "cave"), (5, "pillbox")])
    def test_dr(self, dr: int, kind: str) -> None:
        """C47: a Japanese pillbox is a cave on a dr of 4 or less."""
        play = activated(*DICE, "S5.74 dr 1", f"S5.744 dr {dr}", by="tQ8", **self.PTO)
        assert [f.kind for f in forts(play)] == [kind]

    def test_not_without_pto(self) -> None:
        """Elsewhere no dr is made."""
        play = activated(*DICE, "S5.74 dr 1", by="tQ8", **(self.PTO | {"pto": False}))
        assert [f.kind for f in forts(play)] == ["pillbox"]


class TestS5_7441CavePlacement:
    """S5.7441."""

    def test_b1_crest_line(self) -> None:
        """Without a Crest Line toward the cause a pillbox comes instead."""
        play = activated(
            *DICE,
            "S5.74 dr 1",
            "S5.744 dr 1",
            by="tP9",
            **(TestS5_744Caves.PTO | {"at": "tR8"}),
        )
        assert [f.kind for f in forts(play)] == ["pillbox"]

    def test_b1_ca(self) -> None:
        """The CA of the cave takes in the unit that caused the Activation."""
        play = activated(
            *DICE, "S5.74 dr 1", "S5.744 dr 1", by="tQ8", **TestS5_744Caves.PTO
        )
        (cave,) = forts(play)
        assert cave.ca in (0, 5)

    def test_not_beneath_a_crest(self) -> None:
        """D-072: where nothing can be dug, the pillbox is looked at as usual."""
        play = activated(
            *DICE,
            "S5.74 dr 1",
            "S5.744 dr 1",
            by="tQ8",
            crest=(4,),
            **TestS5_744Caves.PTO,
        )
        assert forts(play) == []
        assert told(play, "no cave in")


class TestS5_7441_b2Outside:
    """S5.7441 second bullet."""

    SCENE = ("S5.6 DR 1,2", "S5.72 DR 3,3", "S5.72 DR 3,3", "S5.73 DR 3,3")

    def test_a_second_squad(self) -> None:
        """Two squads and a leader: the first squad and the leader are in the cave."""
        play = activated(
            *self.SCENE,
            "S5.74 dr 1",
            "S5.744 dr 1",
            "S5.75 DR 3,4",
            "S5.751 dr 1",
            "S5.751 dr 2",
            by="tQ8",
            **TestS5_744Caves.PTO,
        )
        (cave,) = forts(play)
        assert [unit.inside for unit in units(play)] == [cave.id, "", cave.id]
        assert told(play, "outside caveA") == ["S5.7441/b2"]


class TestS5_7441_b3NoCliff:
    """S5.7441 third bullet."""

    BOARD = "board: t\nsize: 20x10\nlevel 1: S8 T8\ncliff: S8/5\n"

    def test_a_cliff(self) -> None:
        """Over a cliff there is no cave: a pillbox comes."""
        play = activated(
            *DICE,
            "S5.74 dr 1",
            "S5.744 dr 1",
            by="tQ7",
            board=self.BOARD,
            **TestS5_744Caves.PTO,
        )
        assert [f.kind for f in forts(play)] == ["pillbox"]

    def test_each_alone(self) -> None:
        """The same hexside without the cliff has a cave."""
        play = activated(
            *DICE,
            "S5.74 dr 1",
            "S5.744 dr 1",
            by="tQ7",
            board=self.BOARD.replace("cliff: S8/5\n", ""),
            **TestS5_744Caves.PTO,
        )
        assert [f.kind for f in forts(play)] == ["cave"]


class TestS5_74_s3Inside:
    """S5.74: who is in the fortification."""

    def test_all_in_a_foxhole(self) -> None:
        """A squad that comes with a foxhole is in it."""
        play = activated(*DICE, "S5.74 dr 3")
        (hole,) = forts(play)
        assert [unit.inside for unit in units(play)] == [hole.id]

    def test_a_crew_with_its_gun(self) -> None:
        """A crew that comes after the pillbox is in it too, with a squad's room."""
        play = activated(
            "S5.6 DR 6,6",
            "S5.72 DR 3,3",
            "S5.74 dr 2",
            "S5.76 DR 1,1",
            a1_drm=2,
            a5_drm=-1,
        )
        (box,) = forts(play)
        assert [unit.inside for unit in units(play)] == [box.id, box.id]

    def test_a_fortified_building(self) -> None:
        """A Fortified Building Location has no inside of its own."""
        play = activated(*DICE, "S5.74 dr 3", at="tH4")
        assert [unit.inside for unit in units(play)] == [""]

    def test_not_of_those_before(self) -> None:
        """Who comes without a fortification is not in one that was there."""

        def twice(play: Play) -> None:
            for name in ("S1", "S2"):
                activate(play, Suspect(name, LocationName("tE3")), by=LocationName(""))

        dice = (*DICE, "S5.74 dr 3", "S5.6 DR 3,3", "S5.72 DR 3,3")
        played = game(*dice, board=BOARD, run=twice)
        assert [bool(unit.inside) for unit in units(played)] == [True, False]


class TestS5_7Countermix:
    """S5.7."""

    def test_reroll(self) -> None:
        """A unit that has run out is rolled again on the same table."""
        play = activated(
            "S5.6 DR 3,3", "S5.72 DR 3,3", "S5.72 DR 1,1", countermix={"4-4-7": 0}
        )
        assert names(play) == ["russian/4-5-8"]

    def test_reroll_of_weapons(self) -> None:
        """So is a SW, a leader, a Gun and a vehicle."""
        play = activated(
            "S5.6 DR 5,5",
            "S5.72 DR 3,3",
            "S5.75 DR 3,4",
            "S5.75 DR 1,2",
            countermix={"LMG": 0},
        )
        assert [w.counter for w in play.state.weapons.values()] == ["russian/50-mtr"]

    def test_exc1_long_range(self) -> None:
        """EXC: Long Range Activation has its own list, and no DR on {A1}."""

        def run(play: Play) -> None:
            activate_long_range(play, Suspect("S1", LocationName("tE5"), "Advance"))

        dice = [f"S5.32/generation {roll}" for roll in ("DR 2,2", "dr 4", "dr 4")]
        played = game("S5.72 DR 2,2", *dice, board=BOARD, run=run)
        assert names(played)[0] == "russian/5-2-7"
        assert len(names(played)) == 2

    def test_none_shipped(self) -> None:
        """Without a table of limits nothing runs out."""
        units = {f"V{n}": ("german/4-6-7", "tA1") for n in range(30)}
        play = activated("S5.6 DR 3,3", "S5.72 DR 3,3", units=units)
        assert names(play) == ["russian/4-4-7"]

    def test_all_gone(self) -> None:
        """A table with nothing left brings nothing, and it is told."""
        gone = dict.fromkeys(("6-2-8", "4-5-8", "5-2-7", "4-4-7", "4-2-6"), 0)
        play = activated("S5.6 DR 3,3", *["S5.72 DR 3,3"] * 60, countermix=gone)
        assert names(play) == []
        assert told(play, "nothing of this table")


class TestS5_7_exc2NamedType:
    """S5.7 EXC."""

    def test_named_type(self) -> None:
        """S? of a group of one type bring that type without a DR."""
        play = activated("S5.6 DR 3,3", mmc="6-2-8")
        assert names(play) == ["russian/6-2-8"]

    def test_two_half_squads(self) -> None:
        """Out of that squad, two HS of the same type."""
        play = activated(
            "S5.6 DR 3,3", mmc="4-6-8", enemy="german", countermix={"4-6-8": 0}
        )
        assert names(play) == ["german/2-4-8"] * 2

    def test_no_half_squads_either(self) -> None:
        """With one HS left nothing comes."""
        play = activated(
            "S5.6 DR 3,3",
            mmc="4-6-8",
            enemy="german",
            countermix={"4-6-8": 0, "2-4-8": 1},
        )
        assert names(play) == []
