"""S5.73: generation of leaders."""

import pytest

from opfor.core.event import RollMade
from opfor.core.game import Game
from opfor.state.state import State
from tests.rules.given.generated import generated
from tests.rules.given.world import events


def counters(play: Game[State]) -> list[str]:
    """The counters of the ENEMY's units, in order."""
    return [unit.counter for unit in play.state.units.values()]


def finals(play: Game[State]) -> list[int]:
    """The Final results of all rolls."""
    return [roll.final for roll in events(play, RollMade)]


class TestS5_73LeaderGeneration:
    """S5.73."""

    def test_elite_company(self) -> None:
        """-1 if any accompanying MMC is elite."""
        play = generated("S5.6 DR 4,5", "S5.72 DR 1,1", "S5.73 DR 3,3", "S5.73 dr 4")
        assert counters(play)[1] == "russian/8-0"

    def test_poor_company(self) -> None:
        """+1 if every accompanying MMC is Conscript or Green."""
        play = generated("S5.6 DR 4,5", "S5.72 DR 6,6", "S5.73 DR 3,3", "S5.73 dr 4")
        assert counters(play)[1] == "russian/6+1"

    def test_none(self) -> None:
        """A result of none brings no leader, and no Commissar dr."""
        play = generated("S5.6 DR 4,5", "S5.72 DR 3,3", "S5.73 DR 6,6")
        assert counters(play) == ["russian/4-4-7"]

    @pytest.mark.parametrize(
        ("dr", "leader"), [(2, "russian/9-0-commissar"), (3, "russian/8-0")]
    )
    def test_commissar(self, dr: int, leader: str) -> None:
        """Before 10/42 a subsequent dr may make him a Commissar."""
        play = generated(
            "S5.6 DR 4,5", "S5.72 DR 3,3", "S5.73 DR 2,3", f"S5.73 dr {dr}"
        )
        assert counters(play)[1] == leader

    @pytest.mark.parametrize(("date", "rolls"), [("1942-09", 4), ("1942-10", 3)])
    def test_no_commissar_from_october_1942(self, date: str, rolls: int) -> None:
        """In September 1942 the dr is made, in October it is not."""
        dice = ("S5.6 DR 4,5", "S5.72 DR 4,4", "S5.73 DR 2,3", "S5.73 dr 6")
        assert len(finals(generated(*dice[:rolls], date=date))) == rolls
