"""The way to the orders of the Player Turn, for rules that stand below it.

What a side may order, and what comes of it, is put together in `rules/sequence`, above
all other rules. The ENEMY's rules give orders like anyone; so the sequence is handed to
them with the World, and they need not import it.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

from opfor.state.units import Side

if TYPE_CHECKING:
    from opfor.state.play import GameView, Play


class Orders(Protocol):
    """The orders of both sides, as `rules/sequence/legal_orders.py` has them."""

    def legal(self, view: "GameView", side: Side, /, *only: type[Any]) -> Iterator[Any]:
        """Every legal order of a side now, as an Offer; of some kinds only."""
        ...

    def allows(self, view: "GameView", side: Side, order: Any, /) -> bool:
        """Whether a side may order that now."""
        ...

    def check(self, view: "GameView", side: Side, order: Any, /) -> None:
        """Raise Illegal, naming the rule, if a side may not order that now."""
        ...

    def carry_out(self, play: "Play", side: Side, order: Any, /) -> None:
        """Do what a checked order says."""
        ...
