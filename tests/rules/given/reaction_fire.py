"""A tank in Motion on top of a squad (D7.2)."""

from typing import Any

from opfor.core.game import Game
from opfor.rules.orders.vehicles.d07_21_reaction_fire import react
from opfor.state.events import PhaseBegan
from opfor.state.play import Play
from opfor.state.state import State
from tests.rules.given.armor import PZ4, set_unit
from tests.rules.given.world import game


def scene(
    *dice: str,
    run: Any = None,
    choices: tuple[str, ...] = ("0",),
    counter: str = PZ4,
    leader: bool = False,
    date: str = "1941-08",
    **er: Any,
) -> Game[State]:
    """A FRIENDLY tank in Motion in K4 on top of a Russian squad, in its MPh."""

    def once(play: Play) -> None:
        play.emit(PhaseBegan(1, "FRIENDLY", "MPh"))
        if er:
            set_unit(play, "er", **er)
        (run or (lambda p: react(p, "tank")))(play)

    enemies = {"er": ("russian/4-4-7", "tK4")}
    if leader:
        enemies["ez"] = ("russian/9-1", "tK4")
    return game(
        *dice,
        board="\nboard: t\nsize: 20x10\nwoods: B2\n",
        enemies=enemies,
        vehicles={"tank": (counter, "tK4", {"vca": 1, "tca": 1, "motion": True})},
        choices=choices,
        date=date,
        run=once,
    )
