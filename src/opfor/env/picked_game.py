"""A game as its players sit at it: whose pick it is, of what, and what comes of it."""

from operator import index
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from opfor.core.errors import OpforError
from opfor.env.match import KeptGame, Match
from opfor.env.questions import (
    FURTHER,
    SLOTS,
    Page,
    Question,
    page_of,
    question_of,
)
from opfor.state.mission import Mission, load_mission
from opfor.state.units import Side

NOTHING = Page(())

OVER = "the game is over; reset() begins another"
"""Why a pick after the end has no effect."""


class PickedGame:
    """One game after another of a Mission, played by picking slots.

    Args:
        mission: what is played, or its name.
        both: the ENEMY's discretion is a player's, too.

    Errors:
        OpforError: there is no such Mission.
    """

    def __init__(self, mission: Mission | str, *, both: bool = False) -> None:
        named = load_mission(mission) if isinstance(mission, str) else mission
        self.mission: Mission = named
        self._both = both
        self._match: Match | None = None
        self.page = NOTHING
        self.page_number = 0
        self.refused = ""
        """Why the last pick had no effect; empty if it had one."""
        self._question: Question | None = None
        self._picks: tuple[Any, ...] = ()

    @property
    def match(self) -> Match:
        """The game as it is played.

        Errors:
            OpforError: it was not begun.
        """
        if self._match is None:
            raise OpforError("no game is begun", "", "call reset() first")
        return self._match

    def begin(self, seed: str) -> None:
        """A new game; the same seed and picks give the same game."""
        self.take_up(Match(self.mission, seed, both=self._both))

    def restore(self, position: KeptGame, seed: str | None = None) -> None:
        """Go on from a position, with other dice to come if there is a seed.

        Errors:
            OpforError: it is a position of another Mission.
        """
        if position.mark.state.mission != self.mission:
            theirs = position.mark.state.mission.id
            raise OpforError(
                f"this is a position of {theirs}, not of {self.mission.id}"
            )
        dice = position.seed if seed is None else seed
        match = Match(self.mission, dice, both=self._both, position=position)
        self.take_up(match, position.picks)

    def position(self) -> KeptGame:
        """Where the game stands."""
        return self.match.position(self._picks)

    def take_up(self, match: Match, picks: tuple[Any, ...] = ()) -> None:
        """Go on with a match, with what was picked of its open question."""
        self._match, self.refused = match, ""
        self._ask(picks)

    @property
    def side(self) -> Side | None:
        """Who picks; None once the game is over."""
        return self.match.side

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.match.asked is None

    @property
    def kind(self) -> str:
        """What is asked: order, choice, places or form; empty once it is over."""
        return self._question.kind if self._question else ""

    def mask(self) -> NDArray[np.int8]:
        """1 for each action that can be picked now."""
        found = np.zeros(SLOTS, np.int8)
        found[: len(self.page.slots)] = 1
        found[FURTHER] = self.page.turns
        return found

    def pick(self, action: SupportsIndex) -> None:
        """Do what stands in a slot; what nothing stands in has no effect.

        Errors:
            OpforError: there is no such slot.
        """
        slot = slot_of(action)
        self.refused = ""
        if slot == FURTHER and self.page.turns:
            self._turn(0 if self.page.last else self.page_number + 1)
        elif slot < len(self.page.slots):
            self._picked(self.page.slots[slot].value)
        else:
            self.refused = OVER if self.over else "nothing stands in that slot"

    def _picked(self, value: Any) -> None:
        assert self._question is not None  # noqa: S101 - there was something to pick
        picks = (*self._picks, value)
        answer = self._question.answer(picks)
        if answer is not None:
            self.refused, picks = self.match.answer(answer), ()
        self._ask(picks)

    def _ask(self, picks: tuple[Any, ...]) -> None:
        """Lay out what is to be picked next."""
        asked, side = self.match.asked, self.match.side
        if asked is None or side is None:
            self._question, self._picks, self.page = None, (), NOTHING
            return
        self._question = question_of(self.match.view, asked, side)
        self._picks = picks
        self._turn(0)
        if picks and not self.page.slots:  # no room left for the rest: all anew
            self._picks = ()
            self._turn(0)

    def _turn(self, number: int) -> None:
        assert self._question is not None  # noqa: S101 - only what is asked has pages
        self.page_number = number
        self.page = page_of(self._question.slots(self._picks), number)


def slot_of(action: SupportsIndex) -> int:
    """The slot that an action picks.

    Errors:
        OpforError: it is no whole number, or none that a slot has.
    """
    try:
        slot = index(action)
    except TypeError:
        slot = -1
    if not 0 <= slot < SLOTS:
        told = f"an action is an int from 0 to {SLOTS - 1}, not {action!r}"
        raise OpforError(told)
    return slot
