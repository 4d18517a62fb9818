"""One tank on open ground, and a question about it."""

from typing import Any

from opfor.state.play import Play
from tests.rules.given.world import game

OPEN = """
board: t
size: 20x10
"""


def with_tank(check: Any, counter: str = "german/pzkpfw-ivf2", **state: Any) -> Any:
    """What `check(play, tank)` gives for a tank in K5."""
    found: list[Any] = []

    def run(play: Play) -> None:
        found.append(check(play, play.state.units["tank"]))

    game(board=OPEN, vehicles={"tank": (counter, "K5", state)}, run=run)
    return found[0]
