"""B26.4: routing out from above wire."""

from typing import Any

from msgspec.structs import replace

from opfor.geo.terrain_chart import MF
from opfor.state.units import LocationName
from tests.rules.given.phases import phase, unit
from tests.rules.given.routs import nothing, rout, with_fort

HERE, THERE = LocationName("tG5"), LocationName("tF5")


A = {"broken": True, "dm": True}


class TestB26_4_rtphWire:
    """B26.4/rtph."""

    A = unit("a", "tG5", **A)

    def gone(self, *dice: str, order: Any = None, **states: bool) -> Any:
        """A rout of unit a from above wire in G5."""
        above = with_fort("wire", HERE, nothing, inside=True)
        units = [replace(self.A, **states)]
        return phase("RtPh", above, order or rout("tF5"), units=units, dice=dice)

    def test_dr(self) -> None:
        """The dr is what it costs, and the rout goes on with the rest."""
        state = self.gone("B26.4/rtph dr 2").state
        assert (state.units["a"].location, state.units["a"].inside) == ("tF5", "")
        assert state.move
        assert state.move.spent == 3 * MF

    def test_all_mf(self) -> None:
        """A dr of all that it has brings it beneath, and no farther."""
        state = self.gone("B26.4/rtph dr 6").state
        assert (state.units["a"].location, state.units["a"].inside) == ("tG5", "")
        assert state.move is None

    def test_hung_up(self) -> None:
        """A dr beyond its MF leaves it above the wire, and its rout is over."""
        state = self.gone("B26.4/rtph dr 4", wounded=True).state
        assert (state.units["a"].location, state.units["a"].inside) == ("tG5", "f")
        assert state.move is None

    def test_goals_anew(self) -> None:
        """What it makes for is found with the MF left: out of reach it is free."""
        state = self.gone("B26.4/rtph dr 5").state
        assert state.units["a"].location == "tF5"
        assert not state.move or state.move.goals == ()

    def test_into_wire(self) -> None:
        """Who routs into a wire Location is above it, and needs a dr to go on."""
        wire = with_fort("wire", THERE, nothing)
        dice = ["B26.4/rtph dr 1"]
        orders = rout("tF5"), rout("tE5")
        game = phase("RtPh", wire, orders[0], units=[self.A])
        assert game.state.units["a"].inside == "f"
        game = phase("RtPh", wire, *orders, units=[self.A], dice=dice)
        assert game.state.units["a"].location == "tE5"
