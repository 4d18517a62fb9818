"""How the picks of a player went who picks slots, as `opfor.env` has them."""

from collections.abc import Iterable
from typing import NamedTuple


class Picks(NamedTuple):
    """Picks of a game, or of many.

    Args:
        made: how many there were.
        refused: those that had no effect, as nothing stood in the slot.
        by_chance: games that had so many picks that they went on by chance.
    """

    made: int = 0
    refused: int = 0
    by_chance: int = 0


NONE = Picks()
"""Those of a player who answers otherwise, and of a game that a file has."""


def in_all(some: Iterable[Picks]) -> Picks:
    """Those of many games together."""
    return Picks(*map(sum, zip(NONE, *some, strict=True)))


def picks_of(player: object) -> Picks:
    """How the picks of a player went, if he makes any."""
    made = getattr(player, "picks_so_far", NONE)
    return made if isinstance(made, Picks) else NONE
