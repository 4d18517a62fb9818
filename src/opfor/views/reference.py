"""How often the reference player wins each Mission, as far as it was played."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

FILE = "reference.toml"

LEVELS = (0.62, 0.52, 0.44)
"""Winning rates below each of which a Mission is one dot harder (D-652)."""


class Odds(Struct, frozen=True):
    """Games of the reference player, and those that he won.

    Attributes:
        rate: the share of them, in whole per cent.
        level: how hard the Mission is, from 1 to 4.
    """

    games: int
    won: int

    @property
    def rate(self) -> int:
        """Whole per cent."""
        return round(100 * self.won / self.games)

    @property
    def level(self) -> int:
        """1 (easy) to 4."""
        return 1 + sum(self.won / self.games < least for least in LEVELS)


def odds_of(mission: str) -> Odds | None:
    """The odds of a Mission by its id; None if it was never played so."""
    return all_odds().get(mission)


@cache
def all_odds() -> Mapping[str, Odds]:
    """The odds by Mission."""
    text = files("opfor.data").joinpath(FILE).read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Odds])


def as_shown(mission: str) -> dict[str, int] | None:
    """The odds of a Mission for a page."""
    odds = odds_of(mission)
    if odds is None:
        return None
    return {"games": odds.games, "rate": odds.rate, "level": odds.level}
