"""What stops a march of several hexes, and what does not."""

from opfor.core.event import RollMade
from opfor.core.fact import fact
from opfor.state.events import (
    ControlTaken,
    SuspectRemoved,
    UnitChanged,
    WindowChanged,
)
from opfor.state.units import LocationName
from opfor.web.game.room import going_on
from tests.rules.given.fire import unit

SQUAD = unit("467A", "german/4-6-7", "R9")


class TestGoingOn:
    """The events of a step."""

    def test_harmless(self) -> None:
        """A Long Range DR of which nothing comes stops nobody, nor does a lost "?"."""
        roll = fact("long_range_activation_of", suspects=("S4",))
        seen = fact("loses_its_concealment", why=fact("seen_as_it_moves"))
        assert going_on(RollMade(roll, dice=(3, 1)))
        assert going_on(UnitChanged(SQUAD, seen))

    def test_unseen(self) -> None:
        """What the log does not tell stops nobody, nor does Control."""
        assert going_on(WindowChanged(None))
        assert going_on(ControlTaken(LocationName("o1R9"), "FRIENDLY"))

    def test_stops(self) -> None:
        """An Activation does, and so does whatever becomes of a mover."""
        assert not going_on(SuspectRemoved("S4", fact("activated")))
        assert not going_on(RollMade(fact("ac_of"), dice=(3,)))
        assert not going_on(UnitChanged(SQUAD, fact("pinned")))
