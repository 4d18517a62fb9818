"""A10.532, A10.533: Interdiction on the way, and Failure to Rout."""

from msgspec.structs import replace

from opfor.state.events import UnitRemoved
from opfor.state.units import Unit
from tests.rules.given.phases import phase, unit
from tests.rules.given.routs import rout
from tests.rules.given.world import events

A = {"broken": True, "dm": True}


class TestA10_532Effect:
    """A10.532."""

    UNITS = (unit("a", "tH5", **A), unit("e1", "tK5"))

    def test_failed(self) -> None:
        """A failed NMC reduces a squad, and its HS goes on."""
        game = phase("RtPh", rout("tG5"), units=self.UNITS, dice=["A10.1 DR 6,5"])
        (left,) = [u for u in game.state.units.values() if u.side == "FRIENDLY"]
        assert left.counter == "german/2-4-7"
        assert game.state.move

    def test_passed(self) -> None:
        """A passed NMC lets it go on."""
        game = phase("RtPh", rout("tG5"), units=self.UNITS, dice=["A10.1 DR 1,3"])
        assert game.state.move

    def test_pinned(self) -> None:
        """The highest DR that passes stops it, and it may stay there (D-121)."""
        dice = ["A10.1 DR 3,4"]
        game = phase("RtPh", rout("tG5"), "ends", units=self.UNITS, dice=dice)
        assert game.state.units["a"].location == "tG5"

    def test_exc1_once(self) -> None:
        """Two enemies make one NMC."""
        units = (*self.UNITS, unit("e2", "tK6"))
        game = phase("RtPh", rout("tG5"), units=units, dice=["A10.1 DR 1,3"])
        assert game.state.move


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
