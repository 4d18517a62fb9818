"""S9.332: an AFV without radio that moves by itself."""

import pytest

from opfor.rules.s_solitaire.s09_vehicles.s09_332_radioless_afv import moves_alone
from opfor.state.events import LossesChanged
from opfor.state.in_progress import SideLosses
from opfor.state.play import Play
from tests.rules.given.drivers import ask, at, played, tank


class TestS9_332Radioless:
    """S9.332."""

    @pytest.mark.parametrize(("dice", "goes"), [("4,4", True), ("4,5", False)])
    def test_ntc(self, dice: str, *, goes: bool) -> None:
        """A lone one moves by itself if it passes a NTC: 7 for Russian crews."""
        one = tank("G5")
        took = ask(
            lambda play: moves_alone(play, one), one, dice=(f"S9.332 DR {dice}",)
        )
        assert took == goes

    def test_inexperienced(self) -> None:
        """An Inexperienced Crew has one less (D3.45)."""
        one = tank("G5", inexperienced=True)
        dice = ("S9.332 DR 4,4",)
        assert not ask(lambda play: moves_alone(play, one), one, dice=dice)

    def test_no_dr(self) -> None:
        """None next to another such AFV, none with a radio."""
        pair = tank("G5"), tank("G6", "e2")
        assert ask(lambda play: moves_alone(play, pair[0]), *pair)
        radio = tank("G5", counter="russian/kv-1-m41")
        assert ask(lambda play: moves_alone(play, radio), radio)

    def test_behind_one_that_has_moved(self) -> None:
        """It counts where each of them began its MPh, not how far the lead has come."""
        trail = ((at("G6"), 4), (at("G9"), 12))
        pair = tank("G5"), tank("G9", "e2", trail=trail)
        assert ask(lambda play: moves_alone(play, pair[0]), *pair)

    @pytest.mark.parametrize(("dice", "alerted"), [("1,3", ("FRIENDLY",)), ("1,4", ())])
    def test_a_sniper_hears_it(self, dice: str, alerted: tuple[str, ...]) -> None:
        """Its NTC alerts the FRIENDLY Sniper as any TC does (A14.1)."""
        one = tank("G5")

        def run(play: Play) -> None:
            play.emit(LossesChanged("FRIENDLY", SideLosses(san=4), "as given"))
            moves_alone(play, one)

        game = played(run, one, dice=(f"S9.332 DR {dice}",))
        assert game.state.snipers == alerted
