"""C13: light A-T weapons, what units carry of them, and backblast."""

from fractions import Fraction
from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance
from opfor.rules.c_ordnance.c03_to_hit.c03_3_to_hit_resolution import shoot
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c13_light_at_weapons.c13_3_latw import (
    inherent,
    left,
    pf_check,
    pf_drm,
    pf_odds,
)
from opfor.rules.choices.orders import Fire
from opfor.state.events import LossesChanged
from opfor.state.in_progress import SideLosses
from opfor.state.play import Play
from opfor.state.state import State
from tests.rules.given.ordnance import L, looked, table
from tests.rules.given.world import notes


class TestC13_3Pf:
    """C13.3."""

    @pytest.mark.parametrize(
        ("date", "hexes"),
        [("1943-10", 1), ("1944-06", 1), ("1944-07", 2), ("1945-01", 3)],
    )
    def test_range(self, date: str, hexes: int) -> None:
        """It reaches one hex, two from July 1944 on, three in 1945."""

        def query(play: Play) -> Ordnance:
            return inherent(play, play.state.units["V"], "PF")

        found = looked(query, date=date)
        assert (found.max_range, found.th) == (hexes, (10, 8, 6, 4)[: hexes + 1])

    @pytest.mark.parametrize(("unit", "date"), [("V", "1943-09"), ("R", "1944-08")])
    def test_none(self, unit: str, date: str) -> None:
        """None before October 1943, none of Russians."""
        with pytest.raises(Illegal, match=r"C13\.3"):
            table(lambda play: inherent(play, play.state.units[unit], "PF"), date=date)

    @pytest.mark.parametrize(
        ("date", "pf"), [("1943-10", 1), ("1944-01", 1), ("1945-01", 2)]
    )
    def test_how_many(self, date: str, pf: int) -> None:
        """One a squad in 1943, one and a half (rounded down) in 1944, two in 1945."""
        assert looked(lambda play: left(play, "FRIENDLY"), date=date) == pf

    def test_none_before(self) -> None:
        """Two squads have none before August 1943."""
        two = {"W": ("german/4-6-7", "tH5")}
        how_many = looked(
            lambda play: left(play, "FRIENDLY"), date="1943-07", units=two
        )
        assert how_many == 0

    def test_when_they_are_gone(self) -> None:
        """PF fired are counted; lost squads had theirs too (D-143)."""

        def once(play: Play) -> None:
            toll = SideLosses(pf=2, lost=("german/4-6-8",))
            play.emit(LossesChanged("FRIENDLY", toll, "as the test says"))
            assert left(play, "FRIENDLY") == 1
            play.emit(LossesChanged("FRIENDLY", SideLosses(pf=2), "as the test says"))
            with pytest.raises(Illegal, match=r"C13\.31"):
                inherent(play, play.state.units["V"], "PF")

        table(once, date="1944-08", units={"W": ("german/2-4-7", "tH5")})
        table(lambda play: None)


class TestC13_31PfCheck:
    """C13.31."""

    @pytest.mark.parametrize(
        ("die", "said"),
        [(1, "has one"), (2, "has one"), (3, "none"), (5, "none"), (6, "pinned")],
    )
    def test_squad(self, die: int, said: str) -> None:
        """A German squad needs 3 with +1 against Personnel; a 6 pins."""
        found: list[str] = []
        table(
            lambda play: found.append(pf_check(play, play.state.units["V"])),
            f"C13.31 dr {die}",
            date="1944-08",
        )
        assert found == [said]

    @pytest.mark.parametrize(
        ("counter", "state", "date", "drm"),
        [
            ("german/4-6-7", {}, "1944-08", 1),
            ("german/4-6-7", {"cx": True}, "1944-08", 2),
            ("german/2-4-7", {}, "1944-08", 2),
            ("german/8-0", {}, "1944-08", 3),
            ("german/4-6-7", {}, "1945-02", 0),
            ("finnish/6-4-8", {}, "1944-08", 2),
        ],
    )
    def test_drm(
        self, counter: str, state: dict[str, Any], date: str, drm: int
    ) -> None:
        """HS and crews +1, SMC +2, CX +1, 1945 -1, others than Germans +1."""
        found = looked(
            lambda play: sum(m.value for m in pf_drm(play, play.state.units["V"])),
            enemy=counter,
            theirs=state,
            date=date,
        )
        assert found == drm

    @pytest.mark.parametrize(("afv", "ways"), [(True, 3), (False, 2)])
    def test_odds(self, afv: bool, ways: int) -> None:
        """At an AFV a squad finds one on 1 to 3, at anything else on 1 or 2."""
        found = looked(
            lambda play: pf_odds(play, play.state.units["V"], afv=afv),
            enemy="german/4-6-7",
            theirs={},
            date="1944-08",
        )
        assert found == Fraction(ways, 6)

    def test_at_an_afv(self) -> None:
        """At an AFV a squad has no drm."""
        found = looked(
            lambda play: pf_drm(play, play.state.units["V"], afv=True),
            enemy="german/4-6-7",
            theirs={},
            date="1944-08",
        )
        assert found == []


class TestC13_31PfInPlay:
    """C13.31 in play."""

    @staticmethod
    def pf(*dice: str, **given: Any) -> Game[State]:
        """The German squad V fires a PF at Russians in the house beside it."""

        def run(play: Play) -> None:
            order = Fire(("V",), L("tH7"), ammo="PF")
            shoot(play, plan_shot(play, "FRIENDLY", order))

        return table(
            run,
            *dice,
            at="tH7",
            target="tH6",
            date="1944-08",
            phase="PFPh",
            **given,
        )

    def test_a_hit(self) -> None:
        """It has one: TH# 8, +3 for the house, -2 at one hex; 16 FP."""
        played = self.pf("C13.31 dr 2", "C3.3 DR 3,4", "A7.3 DR 6,6")
        assert any("16 FP" in note for note in notes(played))
        assert played.state.toll("FRIENDLY").pf == 1
        assert played.state.units["V"].fired == "prep"

    def test_none(self) -> None:
        """Without one nothing is fired, and its FP are used."""
        played = self.pf("C13.31 dr 4")
        assert played.state.toll("FRIENDLY").pf == 0
        assert played.state.units["V"].fired == "prep"

    def test_a_six(self) -> None:
        """A 6 pins it, and breaks it if it is pinned."""
        assert self.pf("C13.31 dr 6").state.units["V"].pinned
        state = self.pf("C13.31 dr 6", theirs={"pinned": True}).state
        assert state.units["V"].broken
