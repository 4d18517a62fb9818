"""A20, A21: surrender, Guards, prisoners; captured Weapons."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.plan import plan_attack
from opfor.rules.a_infantry.a20_prisoners import prisoners as a20
from opfor.rules.a_infantry.a21_captured_weapons import Captured, captured, in_use
from opfor.rules.choices.orders import Fire
from opfor.state.events import LossesChanged, MoveChanged, UnitChanged
from opfor.state.in_progress import Move, SideLosses
from opfor.state.play import Play
from opfor.state.units import (
    LocationName,
    Weapon,
)
from tests.rules.given import fire
from tests.rules.given.phases import phase, unit

A = {"broken": True, "dm": True}
TAKEN = {"guard": "e1", "unarmed": True}
MG = Weapon(id="m", counter="russian/mmg", owner="e1")


def asked(ask: Any, *units: Any, **more: Any) -> Any:
    """What a query gives."""
    found: list[Any] = []
    phase("CCPh", lambda play: found.append(ask(play)), units=units, **more)
    return found[0]


class TestA20_21Surrender:
    """A20.21."""

    @staticmethod
    def may(counter: str = "", **states: bool) -> bool:
        """Whether a broken unit surrenders."""
        a = unit("a", "tG5", counter, **{**A, **states})
        ask = lambda p: a20.may_surrender(p, p.state.units["a"])  # noqa: E731 - short
        return bool(asked(ask, a, date="1943-06"))

    def test_broken(self) -> None:
        """A broken unit may, one that is not broken or in Melee does not."""
        assert self.may()
        assert not self.may(broken=False)
        assert not self.may(melee=True)

    def test_exc1_nations(self) -> None:
        """Japanese, partisans, Gurkhas, commissars and Fanatics never do."""
        assert not self.may("japanese/2-3-8")
        assert not self.may("partisan/3-3-7")
        assert not self.may("russian/9-0-commissar")
        assert not self.may(fanatic=True)

    def test_exc2_no_quarter(self) -> None:
        """Nobody does to a side that gives No Quarter."""

        def ask(play: Play) -> bool:
            play.emit(LossesChanged("FRIENDLY", SideLosses(no_quarter=True), ""))
            return a20.may_surrender(play, play.state.units["a"])

        assert not asked(ask, unit("a", "tG5", **A))

    def test_exc3_ss(self) -> None:
        """SS do not surrender to Russians."""
        assert not self.may("ss/6-5-8")

    def test_captors(self) -> None:
        """The captor is ADJACENT, Known, armed, of Good Order, and has room."""

        def ids(play: Play) -> list[str]:
            return [u.id for u in a20.captors(play, play.state.units["a"])]

        a = unit("a", "tG5", **A)
        squad, half = unit("e1", "tH5"), unit("e2", "tF5", "russian/2-3-7")
        assert asked(ids, a, half, squad) == ["e1", "e2"]
        assert asked(ids, a, replace(squad, concealed=True)) == []
        assert asked(ids, a, unit("e1", "tJ5")) == []
        prisoners = [unit(f"p{n}", "tH5", **TAKEN) for n in range(5)]
        assert asked(ids, a, squad, *prisoners) == []


class TestA20_2Capture:
    """A20.2."""

    def test_disarmed(self) -> None:
        """A prisoner is put beneath its Guard; its SW stays, its own are free."""
        lmg = Weapon(id="l", counter="german/lmg", owner="a")
        a, e = unit("a", "tG5", **A), unit("e1", "tH5")
        held = unit("e2", "tG5", guard="a", unarmed=True)

        def take(play: Play) -> None:
            a20.capture(play, "a", "e1")

        game = phase("CCPh", take, units=[a, e, held], weapons=[lmg])
        taken = game.state.units["a"]
        assert (taken.location, taken.guard, taken.unarmed) == ("tH5", "e1", True)
        assert game.state.weapons["l"].location == "tG5"
        assert game.state.units["e2"].guard == ""


class TestA20_3NoQuarter:
    """A20.3."""

    @pytest.mark.parametrize(
        ("choice", "taken"), [("take", True), ("no quarter", False)]
    )
    def test_choice(self, choice: str, taken: bool) -> None:
        """The captor takes it prisoner or gives No Quarter."""
        found: list[bool] = []
        game = phase(
            "CCPh",
            lambda play: found.append(a20.surrender(play, "a", "e1")),
            units=[unit("a", "tG5", **A), unit("e1", "tH5")],
            choices=(choice,),
        )
        assert found == [taken]
        assert game.state.toll("FRIENDLY").no_quarter != taken


class TestA20_5Guards:
    """A20.5."""

    def test_room(self) -> None:
        """A Guard holds five times his own US#."""
        e, held = unit("e1", "tG5"), unit("a", "tG5", **TAKEN)
        assert asked(lambda p: a20.room(p, p.state.units["e1"]), e, held) == 12

    def test_bound(self) -> None:
        """A HS that guards a squad is busy."""
        half = unit("e1", "tG5", "russian/2-3-7")
        held = unit("a", "tG5", **TAKEN)
        assert asked(lambda p: a20.bound(p, p.state.units["e1"]), half, held)

    def test_exc1_few_prisoners(self) -> None:
        """A squad that guards a squad, or nobody, is not."""
        squad, held = unit("e1", "tG5"), unit("a", "tG5", **TAKEN)
        assert not asked(lambda p: a20.bound(p, p.state.units["e1"]), squad, held)
        assert not asked(lambda p: a20.bound(p, p.state.units["e1"]), squad)


class TestGuardsFire:
    """A20.5: who guards too many fires within his Location alone."""

    @staticmethod
    def order(*firers: str, at: str) -> None:
        """A HS that guards a squad, fires."""
        half = fire.unit("e1", "russian/2-3-7", "tC5")
        held = fire.unit("a", "german/4-6-7", "tC5", **TAKEN)
        other = fire.unit("b", "german/4-6-7", "tC5")
        view = fire.scene(half, held, other, fire.sw("m", "russian/lmg", "e1"))
        plan_attack(view, "ENEMY", Fire(firers, LocationName(at)))

    def test_elsewhere(self) -> None:
        """Not elsewhere."""
        with pytest.raises(Illegal, match=r"A20\.5"):
            self.order("e1", at="tE5")

    def test_sw(self) -> None:
        """Not with a SW."""
        with pytest.raises(Illegal, match=r"A20\.5"):
            self.order("m", at="tC5")

    def test_here(self) -> None:
        """But in his own Location."""
        self.order("e1", at="tC5")


class TestFollow:
    """Prisoners go where their Guard goes, in one event (A20.53)."""

    def test_with_the_guard(self) -> None:
        """Prisoners are where their Guard is now."""

        def go(play: Play) -> None:
            there = replace(play.state.units["e1"], location=LocationName("tH5"))
            play.emit(UnitChanged(there, ""))

        game = phase("CCPh", go, units=[unit("e1", "tG5"), unit("a", "tG5", **TAKEN)])
        assert game.state.units["a"].location == "tH5"


class TestA20_54Free:
    """A20.54."""

    def test_unarmed(self) -> None:
        """They are unarmed units of their side again."""

        def let_go(play: Play) -> None:
            a20.free(play, "e1")

        units = [unit("e1", "tG5"), unit("a", "tG5", **TAKEN)]
        now = phase("CCPh", let_go, units=units).state.units["a"]
        assert (now.guard, now.unarmed) == ("", True)

    def test_goes_no_further_with_its_guard(self) -> None:
        """Who is freed as its Guard moves is in no part of that move any more."""

        def let_go(play: Play) -> None:
            behind = Move(units=("x", "a"))
            play.emit(MoveChanged(Move(units=("e1", "a"), behind=(behind,))))
            a20.free(play, "e1")

        units = [unit("e1", "tG5"), unit("x", "tG5"), unit("a", "tG5", **TAKEN)]
        move = phase("MPh", let_go, units=units).state.move
        assert move
        assert [part.units for part in move.parts] == [("e1",), ("x",)]


class TestA20_55Escape:
    """A20.55."""

    @staticmethod
    def may(**guard: bool) -> bool:
        """Whether a prisoner may attack its Guard."""
        units = unit("e1", "tG5", **guard), unit("a", "tG5", **TAKEN)
        return bool(asked(lambda p: a20.may_escape(p, p.state.units["a"]), *units))

    def test_broken_guard(self) -> None:
        """If the Guard is broken, or there is a Melee."""
        assert self.may(broken=True)
        assert self.may(melee=True)

    def test_exc1_good_order(self) -> None:
        """Not from a Good Order Guard outside Melee."""
        assert not self.may()
        loose = unit("a", "tG5", unarmed=True)
        assert not asked(lambda p: a20.may_escape(p, p.state.units["a"]), loose)


class TestA20_551Rearm:
    """A20.551."""

    def test_conscripts(self) -> None:
        """A squad that wins arms comes back as Conscripts."""
        a = unit("a", "tG5", unarmed=True)
        game = phase("CCPh", lambda play: a20.rearm(play, "a"), units=[a])
        (now,) = game.state.units.values()
        assert (now.counter, now.unarmed) == ("german/4-3-6", False)

    def test_exc1_leader(self) -> None:
        """A leader comes back as he was."""
        a = unit("a", "tG5", "german/8-1", unarmed=True)
        game = phase("CCPh", lambda play: a20.rearm(play, "a"), units=[a])
        assert game.state.units["a"].counter == "german/8-1"
        assert not game.state.units["a"].unarmed


class TestA21_1Captured:
    """A21.1."""

    def test_other_side(self) -> None:
        """A Russian MG is captured to Germans, and no Russian's."""
        a, e = unit("a", "tG5"), unit("e1", "tH5")
        assert asked(lambda p: captured(p, MG, p.state.units["a"]), a, e)
        assert not asked(lambda p: captured(p, MG, p.state.units["e1"]), a, e)
        ours = replace(MG, side="FRIENDLY")
        assert not asked(lambda p: captured(p, ours, p.state.units["a"]), a, e)

    def test_exc1_shared_counters(self) -> None:
        """SS use German MG as their own."""
        german = replace(MG, counter="german/mmg")
        a = unit("a", "tG5", "ss/6-5-8")
        assert not asked(lambda p: captured(p, german, p.state.units["a"]), a)


class TestA21_11InUse:
    """A21.11."""

    def test_penalties(self) -> None:
        """B# falls by two and the old one is X#; ROF falls by one."""
        a, e = unit("a", "tG5"), unit("e1", "tH5")
        own = asked(lambda p: in_use(p, MG, p.state.units["e1"]), a, e)
        taken = asked(lambda p: in_use(p, MG, p.state.units["a"]), a, e)
        assert own == Captured(11, 0, 2)
        assert taken == Captured(9, 11, 1)

    def test_removal(self) -> None:
        """X# falls by two where there is no B#."""
        ft = Weapon(id="f", counter="russian/ft", owner="e1")
        a = unit("a", "tG5")
        assert asked(lambda p: in_use(p, ft, p.state.units["a"]), a).removal == 8
