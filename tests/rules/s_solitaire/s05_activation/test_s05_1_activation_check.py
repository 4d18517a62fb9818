"""S5.1: the Activation Check: its cases and drm, and the AC#."""

import pytest

from opfor.rules.s_solitaire.s05_activation.s05_1_activation_check import (
    ac_drm,
    change_ac_number,
    passes,
    starting_ac_number,
)
from opfor.state.events import UnitAdded
from opfor.state.play import Play
from opfor.state.units import LocationName, Suspect
from tests.rules.given.checks import entering, fates, moving_in_open, on_table
from tests.rules.given.one_turn import played
from tests.rules.given.world import VILLAGE, events, game

FLAT = "board: t\nsize: 24x10\n"


class TestS5_11_trackEnds:
    """S5.11: the AC# Track."""

    @pytest.mark.parametrize(
        ("start", "change", "number"),
        [(3, 1, 4), (5, 1, 5), (1, -1, 1), (4, 9, 5), (3, -9, 1), (3, 0, 3)],
    )
    def test_ends(self, start: int, change: int, number: int) -> None:
        """The AC# moves by events, not past 1 and 5."""
        play = on_table(
            ac=start, run=lambda play: change_ac_number(play, change, "an event")
        )
        assert play.state.ac_number == number


class TestS5_1ActivationCheck:
    """S5.1."""

    @pytest.mark.parametrize("number", range(7))
    @pytest.mark.parametrize("drm", [-3, -1, 0, 1, 3])
    def test_final_dr_against_the_ac_number(self, number: int, drm: int) -> None:
        """T20: 1 always Activates, 6 never, else the Final dr must not exceed it."""
        assert [passes(dr, drm, number) for dr in range(1, 7)] == [
            True,
            *(dr + drm <= number for dr in range(2, 6)),
            False,
        ]

    def test_a_dr_equal_to_the_ac_number_activates(self) -> None:
        """A Final dr of exactly the AC# is a success, one more is not."""
        made = [
            on_table(
                f"S5.1 dr {dr}",
                *(("S5.6 DR 4,3",) if dr == 3 else ()),
                suspects={"S1": "tO6"},
                units={"V": ("german/4-6-7", "tJ6")},
                run=entering("tK6"),
            )
            for dr in (3, 4)
        ]
        assert "Activated" in fates(made[0])["S1"]
        assert "dummy" in fates(made[1])["S1"]

    def test_failure_removes_the_suspect(self) -> None:
        """A S? whose AC fails was a dummy and leaves the map."""
        play = on_table(
            "S5.1 dr 5",
            suspects={"S1": "tO6"},
            units={"V": ("german/4-6-7", "tJ6")},
            run=entering("tK6"),
        )
        assert play.state.suspects == {}
        assert not events(play, UnitAdded)


class TestS5_1_exc1OriginalOne:
    """S5.1 EXC."""

    def test_original_1_succeeds_whatever_the_drm(self) -> None:
        """An Original 1 Activates even at AC# 0 with a positive drm."""
        assert passes(1, 5, 0)


class TestS5_1_exc3LongRange:
    """S5.1 EXC."""

    def test_no_ac(self) -> None:
        """A S? of Long Range Activation has a DR of its own and no AC dr."""
        play = moving_in_open("S5.32 DR 3,4", suspects={"S1": "tN5"})
        assert list(play.state.suspects) == ["S1"]
        assert not fates(play)


class TestS5_1_exc2OriginalSix:
    """S5.1 EXC."""

    def test_original_6_fails_whatever_the_drm(self) -> None:
        """An Original 6 never Activates, even at AC# 6 with a negative drm."""
        assert not passes(6, -5, 6)


class TestS5_1_drmCumulative:
    """The AC drm of table x1."""

    @staticmethod
    def drm(
        where: str,
        *,
        board: str = VILLAGE,
        attitude: str = "Hold",
        classes: dict[str, str] | None = None,
        enemies: dict[str, tuple[str, str]] | None = None,
        **mission: object,
    ) -> dict[str, int]:
        """The AC drm of a S? in a Location, by name."""
        found: dict[str, int] = {}

        def view(play: Play) -> None:
            play.world.classes = classes or {}
            suspect = Suspect("S1", LocationName(where), attitude)  # type: ignore[arg-type] # a test's word
            found.update({mod.name: mod.value for mod in ac_drm(play, suspect)})

        on_table(board=board, enemies=enemies, run=view, **mission)
        return found

    def test_one_for_each_level(self) -> None:
        """-1 for each level above the Base Level of the hex."""
        board = "board: t\nsize: 20x10\nwooden building 2: D4+E4\n"
        found = [self.drm(f"tD4{level}", board=board) for level in ("", "/1", "/2")]
        assert found == [{}, {"level": -1}, {"level": -2}]

    def test_beneath_a_bridge_is_no_level_above(self) -> None:
        """A S? beneath a bridge is not above its Base Level, and has no drm for it."""
        board = "board: t\nsize: 9x9\nstream: D1 > D9\nroad: C5 > D4 > E5\nbridge: D4\n"
        assert self.drm("tD4/-1", board=board) == {}

    def test_stone_building(self) -> None:
        """-1 in a stone building, none in a wooden one."""
        board = "board: t\nsize: 9x9\nstone building: D4\nwooden building: F4\n"
        assert self.drm("tD4", board=board) == {"stone building": -1}
        assert self.drm("tF4", board=board) == {}

    @pytest.mark.parametrize(("where", "value"), [("tO6", -1), ("tO5", -1), ("tO4", 0)])
    def test_vpo(self, where: str, value: int) -> None:
        """-1 in or ADJACENT to a VPO Location, not two hexes off."""
        assert sum(self.drm(where, vpo=(LocationName("tO6"),)).values()) == value

    @pytest.mark.parametrize(("hexes", "counts"), [("tE4", 1), ("tF4", 1), ("tG4", 0)])
    def test_activated_neighbour(self, hexes: str, counts: int) -> None:
        """-1 with an Activated ENEMY unit within two hexes."""
        found = self.drm("tD4", board=FLAT, enemies={"e447A": ("russian/4-4-7", hexes)})
        assert found == ({"Activated neighbour": -1} if counts else {})

    def test_activated_in_the_same_building(self) -> None:
        """-1 with one in the same building, however far away in it."""
        board = "board: t\nsize: 20x10\nwooden building: D4+D5+D6+D7+D8\n"
        found = self.drm(
            "tD4", board=board, enemies={"e447A": ("russian/4-4-7", "tD8")}
        )
        assert found == {"Activated neighbour": -1}

    @pytest.mark.parametrize(("letter", "value"), [("v", 1), ("c", 2), ("w", 0)])
    def test_village_and_city(self, letter: str, value: int) -> None:
        """+1 on a Village and +2 on a City board, in Hold Attitude."""
        assert sum(self.drm("tD4", classes={"t": letter}).values()) == value

    def test_t35(self) -> None:
        """T35: village, Hold, level 2, stone: -2; in Advance there is no +1: -3."""
        board = "board: t\nsize: 9x9\nstone building 2: D4+E4\n"
        found = [
            sum(self.drm("tD4/2", board=board, attitude=a, classes={"t": "v"}).values())
            for a in ("Hold", "Advance")
        ]
        assert found == [-2, -3]


class TestS5_1_drm_exc1Advance:
    """S5.1 drm EXC."""

    @pytest.mark.parametrize("letter", ["v", "c"])
    def test_boards_do_not_count_in_advance(self, letter: str) -> None:
        """A Village or City board gives no drm to a S? in Advance Attitude."""
        found = TestS5_1_drmCumulative.drm(
            "tD4", attitude="Advance", classes={"t": letter}
        )
        assert found == {}


class TestS5_11MarkingTheAcNumber:
    """S5.11."""

    def test_a_number(self) -> None:
        """A Mission may name the starting AC#."""
        assert played().state.ac_number == 3

    @pytest.mark.parametrize(("dr", "number"), [(1, 3), (3, 4), (6, 5)])
    def test_a_table(self, dr: int, number: int) -> None:
        """Or the table that a dr is made on, by the ENEMY's column."""
        play = game(f"S5.11 dr {dr}", ac="AC-start", run=starting_ac_number)
        assert play.state.ac_number == number
