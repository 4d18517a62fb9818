"""S8: how a Human Wave fires."""

from typing import Any

from tests.rules.given.firing_range import FOE
from tests.rules.given.waiting_to_fire import why

V = {"V": (FOE, "J6")}


STILL = {"assault": True, "stopped": True}


class TestS8_p18Wave:
    """S8.p18."""

    @staticmethod
    def wave(where: str, *, fired: str = "", **more: Any) -> str:
        """Why e1, in a Human Wave, wants to fire at V."""
        changes = {"e1": {"wave": "wave1", "fired": fired}, "V": more.pop("V", {})}
        return why(where, changes=changes, **more)

    def test_two_hexes(self) -> None:
        """At a Target within two hexes, whatever the odds."""
        assert self.wave("K6", how=STILL) == "Human Wave: within 2 hexes"
        assert self.wave("J6") == ""

    def test_adjacent(self) -> None:
        """ADJACENT ones too, with a second shot if need be."""
        assert self.wave("L6") == "Human Wave: ADJACENT"
        assert self.wave("L6", fired="first", mf=2) == "Human Wave: ADJACENT"
        assert self.wave("K6", fired="first", mf=2) == ""

    def test_stops(self) -> None:
        """Not at a mover that is pinned."""
        assert self.wave("K6", V={"pinned": True}) == ""
