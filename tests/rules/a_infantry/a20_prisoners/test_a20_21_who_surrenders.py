"""A20.21: who surrenders in the RtPh."""

from msgspec.structs import replace

from opfor.rules.a_infantry.a20_prisoners.a20_21_who_surrenders import (
    captors,
    may_surrender,
)
from opfor.state.events import LossesChanged
from opfor.state.in_progress import SideLosses
from opfor.state.play import Play
from tests.rules.given.close_combat import asked
from tests.rules.given.phases import unit

A = {"broken": True, "dm": True}


TAKEN = {"guard": "e1", "unarmed": True}


class TestA20_21Surrender:
    """A20.21."""

    @staticmethod
    def may(counter: str = "", **states: bool) -> bool:
        """Whether a broken unit surrenders."""
        a = unit("a", "tG5", counter, **{**A, **states})
        ask = lambda p: may_surrender(p, p.state.units["a"])  # noqa: E731 - short
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
            return may_surrender(play, play.state.units["a"])

        assert not asked(ask, unit("a", "tG5", **A))

    def test_exc3_ss(self) -> None:
        """SS do not surrender to Russians."""
        assert not self.may("ss/6-5-8")

    def test_captors(self) -> None:
        """The captor is ADJACENT, Known, armed, of Good Order, and has room."""

        def ids(play: Play) -> list[str]:
            return [u.id for u in captors(play, play.state.units["a"])]

        a = unit("a", "tG5", **A)
        squad, half = unit("e1", "tH5"), unit("e2", "tF5", "russian/2-3-7")
        assert asked(ids, a, half, squad) == ["e1", "e2"]
        assert asked(ids, a, replace(squad, concealed=True)) == []
        assert asked(ids, a, unit("e1", "tJ5")) == []
        prisoners = [unit(f"p{n}", "tH5", **TAKEN) for n in range(5)]
        assert asked(ids, a, squad, *prisoners) == []
