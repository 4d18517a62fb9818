"""S5.5: what FRIENDLY Defensive Fire Activates."""

import pytest

from opfor.rules.a_infantry.a03_9_phases import tidy
from opfor.rules.s_solitaire.s05_activation.s05_5_defensive_fire import afph_units
from opfor.state.events import PhaseBegan
from opfor.state.play import Play
from tests.rules.given.activated import units
from tests.rules.given.checks import LIVE, after, attack_h5


class TestS5_5DefensiveFire:
    """S5.5."""

    @pytest.mark.parametrize(("side", "marked"), [("ENEMY", True), ("FRIENDLY", False)])
    def test_marked(self, side: str, marked: bool) -> None:
        """Activated by fire in the ENEMY Player Turn: it fires in the AFPh."""
        found: list[str] = []

        def run(play: Play) -> None:
            attack_h5(play)
            found.extend(unit.id for unit in afph_units(play))

        play = after(*LIVE, do=run, phase=(side, "MPh"))
        assert found == ([units(play)[0].id] if marked else [])

    def test_gone_next_turn(self) -> None:
        """The mark goes with the Player Turn."""

        def run(play: Play) -> None:
            attack_h5(play)
            play.emit(PhaseBegan(1, "ENEMY", "CCPh"))
            tidy(play)

        play = after(*LIVE, do=run, phase=("ENEMY", "DFPh"))
        assert not units(play)[0].afph
