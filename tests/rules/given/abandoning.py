"""A FRIENDLY tank and a crew beneath it, in its MPh."""

from collections.abc import Callable
from typing import Any

from opfor.core.game import Game
from opfor.rules.sequence.legal_orders import carry_out, check
from opfor.state.events import PhaseBegan
from opfor.state.play import Play
from opfor.state.state import State
from tests.rules.given.armor import PZ4, T34
from tests.rules.given.world import game

CREW, HS, SQUAD = "german/1-2-7", "german/2-4-7", "german/4-6-7"


def scene(
    run: Callable[[Play], object],
    *dice: str,
    who: str = CREW,
    enemies: dict[str, tuple[str, str]] | None = None,
    etank: dict[str, Any] | None = None,
    **state: Any,
) -> Game[State]:
    """A FRIENDLY tank in K5 and a crew beneath it, in its MPh."""

    def once(play: Play) -> None:
        play.emit(PhaseBegan(1, "FRIENDLY", "MPh"))
        run(play)

    vehicles = {"tank": (PZ4, "tK5", {"vca": 1, "tca": 1} | state)}
    if etank is not None:
        vehicles["etank"] = (T34, "tK5", {"vca": 1, "tca": 1} | etank)
    return game(
        *dice,
        board="\nboard: t\nsize: 20x10\nwoods: B2\n",
        units={"crew": (who, "tK5")},
        enemies=enemies,
        vehicles=vehicles,
        run=once,
    )


def do(*orders: Any) -> Callable[[Play], None]:
    """What checks and carries out FRIENDLY orders."""

    def run(play: Play) -> None:
        for order in orders:
            check(play, "FRIENDLY", order)
            carry_out(play, "FRIENDLY", order)

    return run


def hulk(played: Game[State]) -> Any:
    """The tank as a vehicle."""
    return played.state.units["tank"].vehicle
