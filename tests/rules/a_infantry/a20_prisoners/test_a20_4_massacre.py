"""A20.4: Guards who massacre their prisoners, and what the other side makes of it."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a19_unit_substitution.a19_1_elr import side_elr
from opfor.rules.a_infantry.a20_prisoners.a20_4_massacre import may_massacre
from opfor.rules.choices.orders import Massacre
from opfor.state.play import Play
from opfor.state.units import Unit
from tests.rules.given.close_combat import held
from tests.rules.given.phases import offered, phase, unit

TAKEN = {"guard": "e1", "unarmed": True}


def asked(ask: Any, *units: Unit) -> Any:
    """What a query gives."""
    found: list[Any] = []
    phase("CCPh", lambda play: found.append(ask(play)), units=units)
    return found[0]


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
