"""A14.1: the DR that wakes an enemy Sniper."""

import pytest

from opfor.core.dice import Rolled
from opfor.rules.a_infantry.a14_snipers.a14_1_sniper_alert import alert_sniper
from opfor.rules.a_infantry.a14_snipers.a14_2_snipers import sniper_attacks
from opfor.rules.choices.orders import Deploy
from opfor.state.events import PhaseBegan, SniperAlerted
from opfor.state.play import Play
from opfor.state.units import Phase
from tests.rules.given.ordered import ordered
from tests.rules.given.stack import Stack, mc, stack, unit
from tests.rules.given.world import events

SQUAD: Stack = {"V": "german/4-6-7"}


class TestA14_1Alert:
    """A14.1."""

    @pytest.mark.parametrize(("dice", "alerted"), [("1,3", 1), ("2,3", 0)])
    def test_original(self, dice: str, alerted: int) -> None:
        """An Original MC DR that equals the enemy SAN alerts the enemy Sniper."""
        played = mc(SQUAD, f"A10.1 DR {dice}", number=1, san=4)
        assert len(events(played, SniperAlerted)) == alerted
        assert played.state.snipers == ("ENEMY",) * alerted

    @pytest.mark.parametrize(
        ("phase", "alerted"), [("DFPh", 1), ("RPh", 0), ("CCPh", 0)]
    )
    def test_phases(self, phase: Phase, alerted: int) -> None:
        """Only in the fire phases and the MPh."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "FRIENDLY", phase))
            alert_sniper(play, "FRIENDLY", Rolled((1, 3)))

        played = stack(run, SQUAD, san=4)
        assert len(played.state.snipers) == alerted

    def test_each_acts(self) -> None:
        """Each Sniper that was alerted acts once."""

        def run(play: Play) -> None:
            alert_sniper(play, "FRIENDLY", Rolled((1, 3)))
            alert_sniper(play, "FRIENDLY", Rolled((2, 2)))
            sniper_attacks(play)

        dice = "A14.2 dr 4", "A14.2 dr 2", "A14.2 DR 1,1"
        played = stack(run, SQUAD, *dice, san=4)
        assert unit(played, "V").pinned
        assert played.state.snipers == ()

    def test_not_by_a_deployment(self) -> None:
        """A TC in the RPh alerts nobody."""
        units: Stack = {**SQUAD, "L": "german/8-1"}
        played = ordered(Deploy("V", "L"), units, "A10.1 DR 1,3", san=4)
        assert played.state.snipers == ()
