"""The project's own values of campaigns, and names, ranks and medals by nation."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from opfor.core.table import Source
from opfor.state.nations import Nation

LIKE = "british"
"""Whose names a nation has that has no others."""


class Points(Struct, frozen=True, forbid_unknown_fields=True):
    """Support points by the outcome of a Mission, and the most that are kept."""

    won: int
    drawn: int
    lost: int
    most: int

    def of(self, outcome: str) -> int:
        """The points of a Mission that was won, drawn or lost."""
        return int(getattr(self, outcome))


class End(Struct, frozen=True, forbid_unknown_fields=True):
    """When a company is no more, and what share of Missions makes which end."""

    least_squads: int
    great: float
    won: float
    drawn: float


class Values(Struct, frozen=True, forbid_unknown_fields=True):
    """The values of the clauses, as data/campaign/values.toml explains them."""

    source: Source
    squads: int
    leaders: tuple[str, ...]
    weapons: tuple[str, ...]
    lives: int
    heavy: int
    wound: tuple[int, int, int]
    won: int
    drawn: int
    lost: int
    few: int
    many: int
    regains: int
    most_kills: int
    class_at: tuple[int, ...]
    better: int
    elr_up: float
    elr_down: float
    leader_at: tuple[int, ...]
    promoted: int
    squads_a_leader: int
    new_leader: str
    bravery: int
    valour: int
    found: int
    most_captured: int
    points: Points
    prices: dict[str, int]
    levels: dict[str, int]
    end: End


class Customs(Struct, frozen=True, forbid_unknown_fields=True):
    """What a nation calls its people.

    Args:
        names: family names.
        ranks: two of squad leaders, then four of leaders.
        medals: for wounds, for bravery, for valour.
        like: the nation that has what this one lacks.
    """

    names: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()
    medals: tuple[str, ...] = ()
    like: str = ""


def _data(name: str) -> dict[str, object]:
    return tomllib.loads((files("opfor.data") / "campaign" / name).read_text("utf-8"))


@cache
def values() -> Values:
    """The values of the clauses."""
    return msgspec.convert(_data("values.toml"), Values)


@cache
def all_customs() -> Mapping[str, Customs]:
    """The customs of every nation that has its own."""
    found = _data("nations.toml")
    del found["source"]
    return msgspec.convert(found, dict[str, Customs])


def customs(nation: Nation) -> Customs:
    """The customs of a nation, what it lacks from those that it is like."""
    own = [all_customs()[each] for each in nation.line if each in all_customs()]
    pairs = ((each, all_customs().get(each.like)) for each in own)
    known = [each for pair in pairs for each in pair if each] + [all_customs()[LIKE]]
    return Customs(
        *(
            next(filter(None, (getattr(each, field) for each in known)))
            for field in ("names", "ranks", "medals")
        )
    )
