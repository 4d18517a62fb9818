"""S5.72: generation of MMC."""

from opfor.core.game import Game
from opfor.state.state import State
from tests.rules.given.generated import generated


def counters(play: Game[State]) -> list[str]:
    """The counters of the ENEMY's units, in order."""
    return [unit.counter for unit in play.state.units.values()]


class TestS5_72MmcGeneration:
    """S5.72."""

    def test_date_drm(self) -> None:
        """August 1941 has a DRM of +2 for Russian squads."""
        play = generated("S5.6 DR 3,3", "S5.72 DR 4,5")
        assert counters(play) == ["russian/4-2-6"]

    def test_half_squad(self) -> None:
        """A HS is the HS of the squad type rolled."""
        play = generated("S5.6 DR 5,5", "S5.72 DR 3,4", "S5.75 DR 3,4", enemy="german")
        assert counters(play) == ["german/2-4-7"]


class TestS5_72_exc1NoDeployment:
    """S5.72 EXC."""

    def test_a_squad_instead(self) -> None:
        """D-033: Russians may not Deploy, so a HS is a squad."""
        play = generated("S5.6 DR 5,5", "S5.72 DR 3,3", "S5.75 DR 3,4")
        assert counters(play) == ["russian/4-4-7"]
