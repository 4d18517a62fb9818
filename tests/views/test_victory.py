"""Victory conditions in words."""

import pytest

from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo
from opfor.state.events import ControlTaken, PhaseBegan
from opfor.state.mission import Rescue, VictoryCondition
from opfor.state.play import Play
from opfor.views.text.victory import asked, standing
from tests.rules.given.boards import ONE_HOUSE
from tests.rules.given.world import MISSION, game

RESCUE = VictoryCondition(side="FRIENDLY", rescue=Rescue(group="the platoon", number=2))
HOLD = VictoryCondition(side="FRIENDLY", vpo=1, until=4)
NEAR = VictoryCondition(side="FRIENDLY", vpo=2, board=1, at_once=True)
FAR = VictoryCondition(side="FRIENDLY", vpo="all", board=2, at_once=True)
SOON = VictoryCondition(side="ENEMY", exit_vp=9, until=4, at_once=True)


@pytest.mark.parametrize(
    ("aim", "words"),
    [
        (
            RESCUE,
            (
                "have 2 of the platoon unbroken and free, on the map or gone from it, "
                "at the end of turn 6"
            ),
        ),
        (HOLD, "Control 1 VPO Location, at the end of turn 4, which ends the game"),
        (NEAR, "Control 2 VPO Locations of the board at the FBE, at once"),
        (FAR, "Control all VPO Locations of board 2, counted from the FBE, at once"),
        (SOON, "have 9 Exit VP, at once, until the end of turn 4"),
    ],
)
def test_asked(aim: VictoryCondition, words: str) -> None:
    """What is asked for, and when."""
    assert asked(aim, MISSION) == words


@pytest.mark.parametrize(
    ("turn", "now"), [(4, "VPO Locations 0 of 1"), (5, "lost with turn 4")]
)
def test_standing(turn: int, now: str) -> None:
    """How it stands, and that it is lost."""
    found: list[str] = []

    def run(play: Play) -> None:
        play.emit(PhaseBegan(turn, "FRIENDLY", "RPh"))
        found.append(standing(play, HOLD))

    game(board=ONE_HOUSE, run=run, vpo=("O6",))
    assert found == [now]


@pytest.mark.parametrize(
    ("held", "now"),
    [
        (1, "VPO Locations 1 of 1"),
        (3, "VPO Locations 3 (1 needed)"),
    ],
)
def test_more_than_needed(held: int, now: str) -> None:
    """What goes beyond what is needed is not told as a part of it."""
    found: list[str] = []

    def run(play: Play) -> None:
        for at in list(vpo(play))[:held]:
            play.emit(ControlTaken(at, "FRIENDLY"))
        found.append(standing(play, HOLD))

    game(board=ONE_HOUSE, run=run, vpo=("O6", "O7", "P5"))
    assert found == [now]
