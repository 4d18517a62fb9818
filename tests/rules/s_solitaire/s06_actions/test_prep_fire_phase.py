"""S6.2: the ENEMY's PFPh, each Action performed at once."""

from tests.rules.given.enemies import enemy, friend, played
from tests.rules.given.world import notes


class TestOrder:
    """The PFPh as a whole."""

    def test_one_after_the_other(self) -> None:
        """Each group performs its Action before the next one rolls."""
        game = played(
            "S6.11 DR 1,3", "B27.12 DR 6,5", "S6.11 DR 4,6",
            things=[enemy("e1", "J4"), enemy("e2", "J8")],
        )  # fmt: skip
        told = notes(game)
        first = next(n for n, text in enumerate(told) if "Action of e2" in text)
        assert any("entrenches" in text for text in told[:first])

    def test_panic(self) -> None:
        """Who Panics performs nothing."""
        things = [enemy("e1", "J4"), friend("V", "K4")]
        unit = played("S6.11 DR 5,5", things=things).state.units["e1"]
        assert (unit.action, unit.fired) == ("Panic", "")
