"""A stopped tank with two squads that may ride it."""

from typing import Any

from opfor.rules.sequence.legal_orders import carry_out, check
from opfor.state.play import Play
from tests.rules.given.armor import PZ4
from tests.rules.given.world import game

SQUAD, HS = "german/4-6-7", "german/2-4-7"


def scene(
    run: Any, *dice: str, counter: str = PZ4, date: str = "1943-06", **state: Any
) -> Any:
    """A Stopped FRIENDLY tank in K5 with two squads, in its MPh."""
    return game(
        *dice,
        board="\nboard: t\nsize: 20x10\nwoods: L4\n",
        units={"sq": (SQUAD, "tK5"), "hs": (HS, "tK5"), "s2": (SQUAD, "tK5")},
        vehicles={"tank": (counter, "tK5", {"vca": 1, "tca": 1} | state)},
        date=date,
        run=run,
    )


def do(play: Play, *orders: Any) -> None:
    """Check and carry out some FRIENDLY orders."""
    for order in orders:
        check(play, "FRIENDLY", order)
        carry_out(play, "FRIENDLY", order)
