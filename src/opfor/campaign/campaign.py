"""A campaign: the company, what was played, and what is played next."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from opfor.campaign.company import (
    MOST_MISSIONS,
    Company,
    Name,
    Options,
)
from opfor.campaign.result import Order, Outcome
from opfor.core.fact import Fact
from opfor.state.mission import Month

VERSION = 1
"""The version of the file; one of another is refused."""

MOST_NOTES = 300
"""Notes of one Mission that a file may hold."""

Support = Literal["oba", "gun", "tank", "mg", "men", "rest"]
Level = Literal[-2, -1, 0, 1, 2]
"""How much harder than the Mission itself it is."""

Ending = Literal["great victory", "victory", "draw", "defeat", "destroyed"]


class Plan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The next Mission, as far as it is settled.

    Args:
        mission: its id.
        map: boards, as a Mission has them.
        date: its month.
        enemy: the nation of the ENEMY.
        level: how much harder it is.
        bought: support for this Mission (CG.p11).
    """

    mission: Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{1,60}\Z")]
    map: Annotated[str, Meta(max_length=400)]
    date: Month
    enemy: Name
    level: Level = 0
    bought: Annotated[tuple[Support, ...], Meta(max_length=20)] = ()


class Battle(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The game of the Mission that is being played.

    Args:
        game: the name of its save, without a folder.
        sent: who was sent into it.
    """

    game: Name
    sent: Order


class Played(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Mission that was played.

    Args:
        title: the Mission.
        plan: as it was settled.
        game: the name of its save; empty where no game was kept.
        outcome: won, drawn or lost.
        turns: Game Turns that were begun.
        points: support points that it brought.
        notes: what became of the company.
    """

    title: Name
    plan: Plan
    game: str = ""
    outcome: Outcome
    turns: Annotated[int, Meta(ge=0, le=99)] = 0
    points: Annotated[int, Meta(ge=0, le=99)] = 0
    notes: Annotated[tuple[Fact, ...], Meta(max_length=MOST_NOTES)] = ()


class Campaign(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A campaign as its file has it.

    Args:
        version: of the file.
        seed: what its dice follow from.
        options: how it is played.
        company: as it is now.
        points: support points in hand.
        plan: the next Mission, or that which is being played; None at the end.
        battle: the game that is being played.
        history: what was played.
    """

    version: Literal[1] = 1
    seed: Annotated[int, Meta(ge=0, lt=2**53)]
    options: Options = Options()
    company: Company
    points: Annotated[int, Meta(ge=0, le=99)] = 0
    plan: Plan | None = None
    battle: Battle | None = None
    history: Annotated[tuple[Played, ...], Meta(max_length=MOST_MISSIONS)] = ()

    @property
    def number(self) -> int:
        """The number of the next Mission, from 1."""
        return len(self.history) + 1

    @property
    def over(self) -> bool:
        """No Mission comes any more."""
        return self.plan is None
