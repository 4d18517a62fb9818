"""S6.309: vehicles that stop in Panic."""

from opfor.rules.s_solitaire.s06_actions.s06_309_stop_in_panic import stops_in_panic
from opfor.rules.s_solitaire.s09_vehicles.begin_drive import vehicles_first
from tests.rules.given.drivers import ask, played, tank


class TestS6_309_stopPanic:
    """S6.309/stop."""

    def test_stops(self) -> None:
        """A Panicked vehicle in Motion stops, and does nothing else."""
        one = tank("G5", motion=True, panic=True, ti=True, action="Panic")
        game = played(stops_in_panic, one)
        state = game.state.units["e1"].vehicle
        assert state is not None
        assert not state.motion

    def test_others_do_not(self) -> None:
        """One that has not Panicked goes on, one that is stopped does nothing."""
        assert not ask(stops_in_panic, tank("G5", motion=True))
        assert not ask(stops_in_panic, tank("G5", panic=True))
        assert not ask(vehicles_first, tank("G5"))
