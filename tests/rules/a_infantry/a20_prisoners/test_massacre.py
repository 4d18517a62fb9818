"""A20.4, A20.5: massacres, and prisoners whose Guard becomes other units."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.rules.a_infantry.a10_morale.effects import casualty_reduction
from opfor.rules.a_infantry.a19_elr import side_elr
from opfor.rules.a_infantry.a20_prisoners.massacre import may_massacre
from opfor.rules.a_infantry.a20_prisoners.prisoners import prisoners
from opfor.rules.choices.orders import Deploy, Massacre, Recombine
from opfor.state.play import FrozenView, Play
from opfor.state.state import State
from opfor.state.units import Unit
from tests.rules.given.phases import offered, phase, unit

TAKEN = {"guard": "e1", "unarmed": True}


def held(id_: str, counter: str = "", guard: str = "e1", at: str = "tG5") -> Unit:
    """A prisoner."""
    return unit(id_, at, counter, unarmed=True, guard=guard)


def asked(ask: Any, *units: Unit) -> Any:
    """What a query gives."""
    found: list[Any] = []
    phase("CCPh", lambda play: found.append(ask(play)), units=units)
    return found[0]


def guards(game: Game[State], side: str) -> dict[str, str]:
    """Who guards whom."""
    units = game.state.units.values()
    return {u.id: u.guard for u in units if u.side == side}


class TestA20_4Massacre:
    """A20.4."""

    @staticmethod
    def may(counter: str, *others: Unit, **states: bool) -> bool:
        """Whether a Guard may."""
        guard = unit("e1", "tG5", counter, **states)
        return bool(
            asked(lambda p: may_massacre(p, p.state.units["e1"]), guard, *others)
        )

    def test_nations(self) -> None:
        """Russian Guards may; so may any berserk one."""
        assert self.may("russian/4-4-7", held("a"))
        assert self.may("german/4-6-7", held("a"), berserk=True)

    def test_exc1_others(self) -> None:
        """Others may not, nor a unit that holds nobody."""
        assert not self.may("german/4-6-7", held("a"))
        assert not self.may("russian/4-4-7")


class TestA20_4_orderMassacre:
    """A20.4/order."""

    ORDER = "ENEMY", Massacre("e1")

    def test_in_its_dfph(self) -> None:
        """All prisoners are gone; they surrender no more, and their ELR is higher."""
        units = unit("e1", "tG5"), held("a"), held("b")
        game = phase("DFPh", self.ORDER, units=units, elr={"FRIENDLY": 3})
        assert list(game.state.units) == ["e1"]
        assert game.state.units["e1"].fired == "final"
        toll = game.state.toll("FRIENDLY")
        assert toll.no_quarter
        assert toll.elr == 1

    @pytest.mark.parametrize(("given", "then"), [(3, 4), (5, 5)])
    def test_elr(self, given: int, then: int) -> None:
        """The ELR goes up by one, once, and never beyond 5."""
        found: list[int] = []
        units = unit("e1", "tG5"), held("a"), unit("e2", "tH5"), held("b", guard="e2")
        phase(
            "DFPh",
            self.ORDER,
            ("ENEMY", Massacre("e2")),
            lambda play: found.append(side_elr(play, "FRIENDLY")),
            units=units,
            elr={"FRIENDLY": given},
        )
        assert found == [then]

    def test_in_place_of_fire(self) -> None:
        """Who has fired, or is broken, massacres nobody."""
        for state in ({"fired": "first"}, {"broken": True}, {"ti": True}):
            units = unit("e1", "tG5", **state), held("a")
            with pytest.raises(Illegal, match=r"A20\.4"):
                phase("DFPh", self.ORDER, units=units)

    def test_offered(self) -> None:
        """It is offered to the ATTACKER in the PFPh."""
        found: list[Any] = []

        def view(play: Play) -> None:
            found.extend(offered("ENEMY", Massacre)(play))

        units = unit("e1", "tG5"), held("a")
        phase("PFPh", view, units=units, attacker="ENEMY")
        assert found == [Massacre("e1")]


class TestA20_5_heirsSharing:
    """A20.5/heirs."""

    def test_deployed(self) -> None:
        """HS of a Guard hold ten each: no leader, no check."""
        taken = [held(f"e{n}", guard="a") for n in range(2, 7)]
        game = phase(
            "RPh",
            ("FRIENDLY", Deploy("a")),
            units=[unit("a", "tG5"), *taken],
        )
        by = guards(game, "ENEMY")
        assert sorted(by.values()) == ["247A"] * 3 + ["247B"] * 2

    def test_recombined(self) -> None:
        """A squad guards what its HS did; nobody is free."""
        units = [
            unit("a", "tG5", "german/2-4-7"),
            unit("b", "tG5", "german/2-4-7"),
            unit("l", "tG5", "german/8-0"),
            held("e2", guard="a"),
            held("e3", guard="b"),
        ]
        game = phase(
            "RPh",
            ("FRIENDLY", Recombine(("a", "b"), "l")),
            units=units,
        )
        assert set(guards(game, "ENEMY").values()) == {"467A"}
        assert game.state.toll("FRIENDLY").cvp == 0

    def test_reduced(self) -> None:
        """Whoever is too many for the HS that is left is free."""
        taken = [held(f"e{n}", guard="a") for n in range(2, 7)]
        game = phase(
            "CCPh",
            lambda play: casualty_reduction(play, "a"),
            units=[unit("a", "tG5"), *taken],
        )
        by = guards(game, "ENEMY")
        assert sorted(by.values()) == ["", "", "247A", "247A", "247A"]
        assert prisoners(FrozenView(game.state, None), "247A")  # type: ignore[arg-type] # no world is asked
