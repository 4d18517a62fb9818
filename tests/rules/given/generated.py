"""The game after a S? was Activated, on a board with buildings."""

from opfor.core.game import Game
from opfor.rules.s_solitaire.s05_activation.s05_6_activation_procedure import activate
from opfor.rules.s_solitaire.s05_activation.s05_32_long_range_activation import (
    activate_long_range,
)
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Suspect
from tests.rules.given.world import game

BOARD = """
board: t
size: 17x10
wooden building: H4
wooden building 1: K4+K5
stone building 2: N4+O4
"""


def generated(
    *dice: str,
    at: str = "tE5",
    attitude: str = "Hold",
    long: bool = False,
    **more: object,
) -> Game[State]:
    """The game after a S? has been Activated."""

    def run(play: Play) -> None:
        suspect = Suspect("S1", LocationName(at), attitude)  # type: ignore[arg-type] # a test's word
        (activate_long_range if long else activate)(play, suspect)

    return game(*dice, board=BOARD, run=run, **more)


GUN = ("S5.6 DR 6,6", "S5.72 DR 3,3")
"""HS, Gun on {A1}: Russians may not Deploy, so a 4-4-7 with a Gun."""

BUNKER = {"a1_drm": 2, "a5_drm": -1}
"""The modifiers of the Bunker Busting Mission."""
