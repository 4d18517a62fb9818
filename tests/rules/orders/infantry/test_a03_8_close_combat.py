"""A11 in play: the orders of the CCPh, and how CC ends in each Location."""

from typing import Any

from opfor.rules.choices.orders import CloseCombat
from tests.rules.given.close_combat import cc, ccph, gone, pair
from tests.rules.given.phases import offered, unit

OPEN, WOODS = "tG5", "tE5"


class TestA3_8CloseCombatPhase:
    """A3.8."""

    def test_declared(self) -> None:
        """An attack waits for the end of the phase."""
        game = ccph(cc("a", "e1"), units=pair())
        assert [clash.attackers for clash in game.state.clashes] == [("a",)]

    def test_ambusher_at_once(self) -> None:
        """An ambusher's attack does not."""
        units = [unit("a", OPEN, deeds=("ambusher",)), unit("e1", OPEN)]
        game = ccph(cc("a", "e1"), units=units, dice=["A11.31 DR 1,2"])
        assert gone(game) == ["e1"]

    def test_offers(self) -> None:
        """All against all and each against each, with capture; withdrawal apart."""
        found: list[Any] = []
        units = [*pair(), unit("b", OPEN)]
        ccph(lambda p: found.extend(offered("FRIENDLY", CloseCombat)(p)), units=units)
        assert len(found) == 6
        assert CloseCombat(("a", "b"), ("e1",)) in found

    def test_escape(self) -> None:
        """A prisoner of a broken Guard is offered his escape."""
        units = [unit("a", OPEN, guard="e1", unarmed=True)]
        units.append(unit("e1", OPEN, broken=True))
        found: list[Any] = []
        ccph(lambda p: found.extend(offered("FRIENDLY", CloseCombat)(p)), units=units)
        assert found == [CloseCombat(("a",), ("e1",))]
