"""B25.4: who stays in a Blaze."""

from opfor.rules.orders.infantry.b25_4_burnt import burnt
from opfor.state.events import MarkerAdded
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from tests.rules.given.flames import fire, weathered

CALM = Weather()


class TestB25_4Burnt:
    """B25.4."""

    def run(self, play: Play) -> None:
        """Both sides are in a Blaze at the end of a FRIENDLY APh."""
        play.emit(MarkerAdded(fire("blaze", "tD4")))
        burnt(play)

    def test_lost(self) -> None:
        """The ATTACKER's units there are lost."""
        state = weathered(CALM, self.run, units={"V": ("german/4-6-7", "tD4")})
        assert not state.units
        assert state.toll("ENEMY").cvp == 2

    def test_with_a_leader(self) -> None:
        """Who is lost, or becomes another, over the leader's loss burns no less."""
        units = {
            "L": ("german/9-2", "tD4"),
            "H": ("german/2-4-7", "tD4"),
            "V": ("german/4-6-7", "tD4"),
        }
        dice = ("A10.1 DR 6,6", "A10.1 DR 6,6")
        state = weathered(CALM, self.run, *dice, units=units)
        assert not state.units

    def test_exc1_other_side(self) -> None:
        """The other side has time, and so has who is elsewhere."""
        state = weathered(
            CALM,
            self.run,
            units={"V": ("german/4-6-7", "tD5")},
            enemies={"R": ("russian/4-4-7", "tD4")},
        )
        assert set(state.units) == {"V", "R"}
