"""C3.2: Covered Arcs."""

from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import GunTurn, turn_to
from tests.rules.given.ordnance import L, looked
from tests.rules.given.verdicts import piece


class TestC3_2CoveredArc:
    """C3.2."""

    @staticmethod
    def turn(ca: int, target: str, **fields: object) -> GunTurn:
        """How the Gun in J5 turns to fire at a Location."""
        found: GunTurn = looked(
            lambda play: turn_to(play, piece(**fields), ca, L("tJ5"), L(target))
        )
        return found

    def test_within_the_arc(self) -> None:
        """A target in the CA needs no turn."""
        assert self.turn(1, "tL4").spines == 0

    def test_the_least_turn(self) -> None:
        """What lies behind is three hexspines away, and each is in some CA."""
        found = {self.turn(1, at).spines for at in ("tL4", "tJ8", "tH6", "tJ2", "tH3")}
        assert found <= {0, 1, 2, 3}
        assert self.turn(1, "tJ9").spines == 2
        assert self.turn(1, "tJ9").ca in (3, 4, 5)

    def test_exc1_no_ca(self) -> None:
        """A SW, and a Gun whose CA was not chosen, do not turn."""
        assert self.turn(-1, "tH6").spines == 0
        assert self.turn(1, "tH6", gun=False).spines == 0
