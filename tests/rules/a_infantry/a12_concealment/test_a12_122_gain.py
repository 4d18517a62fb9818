"""A12.122: concealment gained at the end of a Player Turn."""

from typing import Any, ClassVar

import pytest

from opfor.rules.a_infantry.a12_concealment.a12_122_gain import drm, gain_concealment
from opfor.state.events import FortificationAdded
from opfor.state.play import Play
from opfor.state.units import Fortification, LocationName
from tests.rules.given.concealment import LONG_FIELD, play_with, tank
from tests.rules.given.world import game

SQUAD, RUSSIAN = "german/4-6-7", "russian/4-4-7"


class TestA12_122Gain:
    """A12.122."""

    KNOWN: ClassVar = {"concealed": False}

    def test_unseen_in_cover(self) -> None:
        """Out of LOS in Concealment Terrain it needs no dr."""
        state = play_with(gain_concealment, at="D5", enemy="", state=self.KNOWN)
        assert state.units["V"].concealed

    @pytest.mark.parametrize(("die", "gained"), [(2, True), (3, False)])
    def test_unseen_in_the_open(self, die: int, gained: bool) -> None:
        """In the open, unseen within 16 hexes of an enemy: a dr of 5 with US# 3."""
        board = LONG_FIELD + "stone building: F4\n"
        state = game(
            f"A12.122 dr {die}",
            board=board,
            units={"V": (SQUAD, "D4")},
            enemies={"R": (RUSSIAN, "H4")},
            run=gain_concealment,
        ).state
        assert state.units["V"].concealed is gained

    def test_exc1_nobody_near(self) -> None:
        """With no unbroken enemy within 16 hexes there is no dr."""
        state = play_with(gain_concealment, at="D4", enemy="", state=self.KNOWN)
        assert state.units["V"].concealed

    @pytest.mark.parametrize(("enemy", "dice"), [("T4", ("A12.122 dr 6",)), ("U4", ())])
    def test_exc1_sixteen_hexes(self, enemy: str, dice: tuple[str, ...]) -> None:
        """Unseen in the open: a dr with an enemy 16 hexes away, none with 17."""
        state = game(
            *dice,
            board=LONG_FIELD + "woods: H3 H4 H5 J3 J4 J5\n",
            units={"V": (SQUAD, "D4")},
            enemies={"R": (RUSSIAN, enemy)},
            run=gain_concealment,
        ).state
        assert state.units["V"].concealed is (not dice)

    @pytest.mark.parametrize(("die", "gained"), [(3, True), (4, False)])
    def test_far_in_woods(self, die: int, gained: bool) -> None:
        """In woods, seen from 17 hexes: 3 for the squad, -1 for the woods."""
        state = play_with(
            gain_concealment, f"A12.122 dr {die}", at="D5", enemy="U4", state=self.KNOWN
        )
        assert state.units["V"].concealed is gained

    @pytest.mark.parametrize("enemy", ["F4", "T4"])
    def test_seen(self, enemy: str) -> None:
        """None within 16 hexes of an unbroken enemy in LOS."""
        state = play_with(gain_concealment, at="D5", enemy=enemy, state=self.KNOWN)
        assert not state.units["V"].concealed

    def test_suspect_denies(self) -> None:
        """A S? denies it as a unit would."""
        state = play_with(
            gain_concealment, at="D5", enemy="", suspect="F4", state=self.KNOWN
        )
        assert not state.units["V"].concealed

    def test_broken_enemy(self) -> None:
        """A broken enemy denies nothing."""
        state = play_with(
            gain_concealment, at="D5", state=self.KNOWN, theirs={"broken": True}
        )
        assert state.units["V"].concealed

    @pytest.mark.parametrize("bad", [{"broken": True}, {"melee": True}])
    def test_not_in_good_order(self, bad: dict[str, Any]) -> None:
        """Who is not in Good Order gains none."""
        state = play_with(gain_concealment, at="D5", enemy="", state=self.KNOWN | bad)
        assert not state.units["V"].concealed

    def test_the_other_side(self) -> None:
        """Only the side whose Player Turn ends."""
        state = play_with(gain_concealment, at="D4", enemy="D7")
        assert not state.units["R"].concealed


class TestA12_122_b1Drm:
    """A12.122/b1."""

    @pytest.mark.parametrize(
        ("at", "counter", "mods"),
        [
            ("D4", SQUAD, {"US#": 3}),
            ("D4", "german/2-4-7", {"US#": 2}),
            ("D4", "german/8-0", {"US#": 1}),
            ("D5", SQUAD, {"US#": 3, "TEM": -1}),
            ("D7", SQUAD, {"US#": 3, "TEM": -3}),
            ("F5", SQUAD, {"US#": 3, "Hindrance": -1}),
            ("D4", "italian/3-4-6", {"US#": 3, "Lax": 1}),
            ("D4", "japanese/4-4-7", {"US#": 3, "Stealthy": -1, "Japanese": -2}),
        ],
    )
    def test_mods(self, at: str, counter: str, mods: dict[str, int]) -> None:
        """Size, TEM, Hindrance, nation."""

        def run(play: Play) -> None:
            found = {mod.name: mod.value for mod in drm(play, play.state.units["V"])}
            assert found == mods

        play_with(run, at=at, counter=counter)

    def test_fortified(self) -> None:
        """The +1 of a Fortified Building is TEM of the Location (B23.9)."""

        def run(play: Play) -> None:
            where = LocationName("D7")
            fort = Fortification(id="f", kind="fortified building", location=where)
            play.emit(FortificationAdded(fort))
            found = {mod.name: mod.value for mod in drm(play, play.state.units["V"])}
            assert found == {"US#": 3, "TEM": -4}

        play_with(run, at="D7")

    def test_leadership(self) -> None:
        """The best other leader helps; a leader does not help himself."""

        def run(play: Play) -> None:
            units = play.state.units
            of = {i: {m.name: m.value for m in drm(play, units[i])} for i in ("V", "L")}
            assert of["V"]["leadership"] == -2
            assert "leadership" not in of["L"]

        game(
            board=LONG_FIELD,
            units={"V": (SQUAD, "D4"), "L": ("german/9-2", "D4")},
            run=run,
        )


class TestA12_122Vehicles:
    """A12.122, for vehicles."""

    def test_unseen_in_cover(self) -> None:
        """Out of LOS in Concealment Terrain it gains a "?"."""
        assert tank(gain_concealment).concealed

    def test_nobody_near(self) -> None:
        """And in the open if no unbroken enemy is within 16 hexes."""
        assert tank(gain_concealment, "tD6").concealed

    def test_no_dr(self) -> None:
        """Where Infantry would make a dr it gains none (D-356)."""
        assert not tank(gain_concealment, "tE4", enemy="tG4").concealed

    def test_seen(self) -> None:
        """Nor in LOS."""
        assert not tank(gain_concealment, "tD4", enemy="tD7").concealed

    @pytest.mark.parametrize("state", [{"motion": True}, {"abandoned": True}])
    def test_not_so(self, state: dict[str, Any]) -> None:
        """Nor in Motion or without its crew."""
        assert not tank(gain_concealment, **state).concealed
