"""A10.51: what stops a rout on its way."""

from typing import Any

from opfor.geo.terrain_chart import MF
from opfor.state.events import MoveChanged, UnitRemoved
from opfor.state.in_progress import Move
from tests.rules.given.phases import phase, unit
from tests.rules.given.routs import rout
from tests.rules.given.world import events, notes

A = {"broken": True, "dm": True}


class TestA10_51_backForcedBack:
    """A10.51/back."""

    def test_concealed(self) -> None:
        """A concealed enemy is revealed, the MF are spent, the unit stays."""
        units = unit("a", "tG5", **A), unit("e1", "tF5", concealed=True)
        game = phase("RtPh", rout("tF5"), units=units)
        assert not game.state.units["e1"].concealed
        assert game.state.units["a"].location == "tG5"

    def test_suspect(self) -> None:
        """A S? in the Location is checked first; a dummy lets it pass."""
        game = phase(
            "RtPh",
            rout("tF5"),
            units=[unit("a", "tG5", **A)],
            suspects={"S1": "tF5"},
            dice=["S5.1 dr 6"],
        )
        assert game.state.units["a"].location == "tF5"
        assert any("AC of S1" in note for note in notes(game))


class TestA10_51_woundedOnTheWay:
    """A10.51/wounded."""

    LEADER = unit("a", "tH5", "german/8-1", **A)
    DICE = ("A10.1 DR 6,5", "A17.11 dr 2")

    def after(self, spent: int, *what: Any, at: str = "tK5") -> Any:
        """The game after he has spent MF, routs into the open and is wounded."""
        move = Move(units=("a",), allotment=6 * MF, spent=spent * MF, steps=1)
        moving: Any = lambda play: play.emit(MoveChanged(move))  # noqa: E731
        orders = (moving, rout("tG5"), *what)
        return phase(
            "RtPh", *orders, units=(self.LEADER, unit("e1", at)), dice=self.DICE
        )

    def test_he_has_three_mf(self) -> None:
        """Having spent one more he has one left, and woods two away are too far."""
        move = self.after(1).state.move
        assert move is not None
        assert move.allotment - move.spent == MF
        assert move.goals == ()

    def test_none_left(self) -> None:
        """Having spent three he stops, and fails to rout if he may not stay."""
        game = self.after(2, "ends")
        assert [event.id for event in events(game, UnitRemoved)] == ["a"]

    def test_pinned(self) -> None:
        """Having spent four he is pinned, and may stay."""
        game = self.after(3, "ends")
        assert game.state.units["a"].location == "tG5"
        assert game.state.units["a"].wounded
