"""S6.2: the ENEMY's PFPh, each Action performed at once."""

from opfor.state.units import GunState
from tests.rules.given.enemies import Thing, enemy, friend, played, weapon
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

    def test_not_before_the_gun(self) -> None:
        """D-250: who made his Action DR early fires in his turn, after the Gun there.

        He has a close Target of his own (S6.311), so does not join the FG.
        """
        gun = weapon("g", "45l-at-ptp-obr-32", "e2", gun=GunState(ca=0))
        things: list[Thing] = [
            enemy("e0", "J5"),
            enemy("e1", "J6", "2-3-7"),
            enemy("e2", "J6", "2-2-8"),
            gun,
            friend("V", "K6"),
        ]
        dice = (
            "S6.11 DR 2,3", "S6.11 DR 2,4", "A7.3 DR 6,5",
            "S6.11 DR 2,5", "C3.3 DR 6,5", "A7.3 DR 6,5",
        )  # fmt: skip
        game = played(*dice, things=things)
        assert [s.firers for s in game.state.shots] == [("e0",), ("g",), ("e1",)]

    def test_panic(self) -> None:
        """Who Panics performs nothing."""
        things = [enemy("e1", "J4"), friend("V", "K4")]
        unit = played("S6.11 DR 5,5", things=things).state.units["e1"]
        assert (unit.action, unit.fired) == ("Panic", "")
