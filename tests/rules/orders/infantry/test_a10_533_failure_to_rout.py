"""A10.533: who should have routed and has not."""

from msgspec.structs import replace

from opfor.state.events import UnitRemoved
from opfor.state.units import Unit
from tests.rules.given.phases import phase, unit
from tests.rules.given.world import events

A = {"broken": True, "dm": True}


class TestA10_533FailureToRout:
    """A10.533."""

    @staticmethod
    def gone(*units: Unit) -> list[str]:
        """Who is eliminated at the end of a RtPh in which nobody orders."""
        game = phase("RtPh", "ends", units=units)
        return [event.id for event in events(game, UnitRemoved)]

    def test_eliminated(self) -> None:
        """Who should have left the open is eliminated, of both sides."""
        assert self.gone(unit("a", "tG5", **A), unit("e1", "tJ5")) == ["a"]
        assert self.gone(unit("e1", "tG5", **A), unit("a", "tJ5")) == ["e1"]
        assert self.gone(unit("a", "tE5", **A), unit("e1", "tJ5")) == []

    def test_adjacent_without_surrender(self) -> None:
        """Next to an enemy it could have left, it does not surrender but is lost."""
        assert self.gone(unit("a", "tE5", **A), unit("e1", "tF5")) == ["a"]

    def test_exc1_low_crawl(self) -> None:
        """After Low Crawl it may be in the open, but not ADJACENT."""
        crawled = unit("a", "tG5", **A, deeds=("routed", "low crawl"))
        assert self.gone(crawled, unit("e1", "tJ5")) == []
        fanatic = replace(crawled, fanatic=True)
        assert self.gone(fanatic, unit("e1", "tH5")) == ["a"]

    def test_exc2_pinned(self) -> None:
        """So it may after it was pinned by Interdiction, and if it is Disrupted."""
        pinned = unit("a", "tG5", **A, deeds=("routed", "interdicted"))
        assert self.gone(pinned, unit("e1", "tJ5")) == []
        assert self.gone(unit("a", "tG5", **A, disrupted=True), unit("e1", "tJ5")) == []
