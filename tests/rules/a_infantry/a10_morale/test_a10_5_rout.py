"""A10.5: who must rout, from what, and what is left behind."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a03_9_phases import tidy
from opfor.rules.a_infantry.a10_morale import a10_5_rout as rout_rules
from opfor.rules.a_infantry.a10_morale import a10_51_rout_paths as rout_paths
from opfor.rules.choices.orders import Rout
from opfor.state.events import (
    FortificationAdded,
    LossesChanged,
    MarkerAdded,
    PhaseBegan,
    UnitChanged,
)
from opfor.state.in_progress import SideLosses
from opfor.state.play import Play
from opfor.state.units import Fortification, LocationName, Marker, Weapon
from tests.rules.given.phases import phase, unit
from tests.rules.given.routs import asked, nothing, own_steps, rout, with_fort

HERE, THERE = LocationName("tG5"), LocationName("tF5")
A = {"broken": True, "dm": True}


def cause(play: Play) -> str:
    """Why unit a must rout."""
    return rout_rules.must_rout(play, play.state.units["a"])


def legal(play: Play) -> bool:
    """Whether unit a may rout."""
    try:
        rout_rules.may_rout(play, play.state.units["a"])
    except Illegal:
        return False
    return True


class TestA10_5Who:
    """A10.5."""

    def test_dm(self) -> None:
        """Under DM a broken unit may rout without danger; otherwise it may not."""
        assert asked(legal, unit("a", "tG5", **A))
        assert not asked(legal, unit("a", "tG5", broken=True))
        assert not asked(legal, unit("a", "tG5"))

    def test_once(self) -> None:
        """No unit routs twice in a phase."""
        assert not asked(legal, unit("a", "tG5", **A, deeds=("routed",)))

    def test_exc1_melee(self) -> None:
        """Neither a unit in Melee nor a prisoner routs."""
        assert not asked(legal, unit("a", "tG5", **A, melee=True))
        assert not asked(legal, unit("a", "tG5", **A, guard="e1"))

    def test_exc2_disrupted(self) -> None:
        """A Disrupted unit stays where it is, unless there is No Quarter."""
        a = unit("a", "tG5", **A, disrupted=True)
        assert not asked(legal, a)

        def no_quarter(play: Play) -> bool:
            play.emit(LossesChanged("FRIENDLY", SideLosses(no_quarter=True), ""))
            return legal(play)

        assert asked(no_quarter, a)


class TestA10_5_mustRout:
    """A10.5/must."""

    def test_adjacent(self) -> None:
        """It may not stay ADJACENT to a Known armed unbroken enemy."""
        a = unit("a", "tE5", **A)
        assert asked(cause, a, unit("e1", "tF5")) == "ADJACENT"
        for harmless in (
            {"broken": True},
            {"concealed": True},
            {"unarmed": True},
        ):
            assert asked(cause, a, unit("e1", "tF5", **harmless)) == ""

    @pytest.mark.parametrize(("at", "why"), [("tK5", "in the open"), ("tL7", "")])
    def test_open(self, at: str, why: str) -> None:
        """In Open Ground it may not stay within normal range and LOS: 4 hexes."""
        assert asked(cause, unit("a", "tG5", **A), unit("e1", at)) == why

    def test_sixteen_hexes(self) -> None:
        """A MG of range 12 reaches farther than its squad, never more than 16."""
        mg = Weapon(id="m", counter="russian/hmg", owner="e1")
        a, e = unit("a", "tA4", **A), unit("e1", "tM4")
        plain = "board: t\nsize: 17x10\n"
        assert asked(cause, a, e, weapons=[mg], board=plain) == "in the open"
        dm = replace(mg, dm=True)
        assert asked(cause, a, e, weapons=[dm], board=plain) == ""

    def test_entrenched(self) -> None:
        """Inside an entrenchment it is not in the open."""

        def dug(play: Play) -> str:
            hole = Fortification(
                id="f", kind="foxhole", location=HERE, capacity=1, side="FRIENDLY"
            )
            play.emit(FortificationAdded(hole))
            inside = replace(play.state.units["a"], inside="f")
            play.emit(UnitChanged(inside, ""))
            return cause(play)

        assert asked(dug, unit("a", "tG5", **A), unit("e1", "tJ5")) == ""

    def test_blaze(self) -> None:
        """A Blaze drives it out."""

        def burning(play: Play) -> str:
            play.emit(MarkerAdded(Marker(id="b", kind="blaze", location=HERE)))
            return cause(play)

        assert asked(burning, unit("a", "tG5", **A)) == "in a Blaze"


class TestA10_5_ipcLeft:
    """A10.5/ipc."""

    def test_heaviest_first(self) -> None:
        """A squad carries three PP on its rout and leaves the heaviest beyond them."""
        hmg = Weapon(id="h", counter="german/hmg", owner="a")
        lmg = Weapon(id="l", counter="german/lmg", owner="a")
        a = unit("a", "tG5", **A)
        game = phase("RtPh", rout("tF5"), units=[a], weapons=[hmg, lmg])
        assert game.state.weapons["h"].owner == ""
        assert game.state.weapons["h"].location == "tG5"
        assert game.state.weapons["l"].owner == "a"

    def test_leader(self) -> None:
        """A leader carries one PP, a wounded one nothing."""

        def left(play: Play) -> list[str]:
            return rout_rules.left_behind(play, play.state.units["a"])

        lmg = Weapon(id="l", counter="german/lmg", owner="a")
        leader = unit("a", "tG5", "german/8-1", **A)
        assert asked(left, leader, weapons=[lmg]) == []
        assert asked(left, replace(leader, wounded=True), weapons=[lmg]) == ["l"]


class TestWhatLiesInTheWay:
    """A10.51 with fortifications, fire and SMOKE."""

    A = unit("a", "tG5", **A)

    @staticmethod
    def costs(found: list[rout_paths.RoutStep], inside: str = "") -> dict[str, int]:
        """MF of the normal steps."""
        return {
            step.to: step.cost // MF
            for step in found
            if not step.low_crawl and step.inside == inside
        }

    def test_out_of_a_foxhole(self) -> None:
        """One MF more, spent together with the first step."""
        ask = with_fort("foxhole", HERE, own_steps, inside=True, capacity=1)
        assert self.costs(asked(ask, self.A))["tF5"] == 2

    def test_into_a_foxhole(self) -> None:
        """One MF more, and nobody Interdicts those inside."""
        ask = with_fort("foxhole", THERE, own_steps, capacity=1)
        assert self.costs(asked(ask, self.A), "f") == {"tF5": 2}
        hole = with_fort("foxhole", THERE, nothing, capacity=1)
        order = "FRIENDLY", Rout("a", THERE, inside="f")
        enemy = unit("e1", "tI5")
        game = phase("RtPh", hole, order, units=[self.A, enemy])
        assert game.state.units["a"].inside == "f"

    def test_full_foxhole(self) -> None:
        """Not into one that is full."""
        ask = with_fort("foxhole", THERE, own_steps)
        assert self.costs(asked(ask, self.A), "f") == {}

    def test_mines(self) -> None:
        """Mines attack those who rout into them, and out of them."""
        dice = ["A7.3 DR 6,5"]
        into = with_fort("minefield", THERE, nothing, fp=6)
        game = phase("RtPh", into, rout("tF5"), units=[self.A], dice=dice)
        assert game.state.units["a"].location == "tF5"
        out = with_fort("minefield", HERE, nothing, fp=6)
        game = phase("RtPh", out, rout("tF5"), units=[self.A], dice=dice)
        assert game.state.units["a"].location == "tF5"

    def test_killed_on_leaving(self) -> None:
        """Who is eliminated by the mines of its Location goes nowhere."""
        out = with_fort("minefield", HERE, nothing, fp=12)
        dice = ["A7.3 DR 1,1", "A7.301 dr 1"]
        game = phase("RtPh", out, rout("tF5"), units=[self.A], dice=dice)
        assert "a" not in game.state.units
        assert game.state.move is None

    def test_blaze(self) -> None:
        """Nobody routs into a Blaze."""

        def burning(play: Play) -> Any:
            play.emit(MarkerAdded(Marker(id="b", kind="blaze", location=THERE)))
            return own_steps(play)

        assert "tF5" not in self.costs(asked(burning, self.A))

    def test_smoke(self) -> None:
        """SMOKE costs one MF more."""

        def smoke(play: Play) -> Any:
            grey = Marker(id="s", kind="smoke", location=THERE, hindrance=2)
            play.emit(MarkerAdded(grey))
            return own_steps(play)

        assert self.costs(asked(smoke, self.A))["tF5"] == 2

    def test_no_residual_fp(self) -> None:
        """Residual FP and Fire Lanes are gone before the RtPh (A8.2, A9.22)."""

        def after(play: Play) -> Any:
            marker = Marker(id="r", kind="residual", location=HERE, fp=4, side="ENEMY")
            play.emit(MarkerAdded(marker))
            play.emit(PhaseBegan(1, "FRIENDLY", "MPh"))
            tidy(play)
            return list(play.state.markers)

        assert asked(after, self.A) == []
