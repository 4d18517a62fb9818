"""The dice of a campaign: from its seed, or the player's own.

What becomes of a company is worked out in one go from its beginning, so own dice are
given as a list: whoever has too few of them is told which roll comes next, and asks
once more with one roll more. Nothing is kept in between.
"""

from collections.abc import Sequence

from opfor.core.dice import uniform
from opfor.core.errors import OpforError
from opfor.core.fact import Fact


class DiceWanted(OpforError):  # noqa: N818 - a question, not a fault
    """The next roll is the player's."""

    def __init__(self, what: Fact, size: int) -> None:
        """Name what is rolled for, and how many dice."""
        self.wanted, self.size = what, size
        dice = "one die" if size == 1 else f"{size} dice"
        super().__init__(f"{dice} of yours: {what}")


class CampaignDice:
    """Rolls one after another.

    Args:
        seed: what the dice follow from.
        stream: which of the campaign's streams, so that each Mission has its own.
        given: the player's own rolls so far; None: all come from the seed.
    """

    def __init__(
        self, seed: int | str, stream: str, given: Sequence[Sequence[int]] | None = None
    ) -> None:
        self._seed, self._stream, self._given = str(seed), stream, given
        self._rolls, self._drawn = 0, 0

    def dr(self, what: Fact) -> int:
        """One die."""
        return sum(self._roll(what, 1))

    def dice_roll(self, what: Fact) -> int:
        """A DR: two dice."""
        return sum(self._roll(what, 2))

    def draw(self, outcomes: int) -> int:
        """One of 0 … outcomes - 1, always by the seed: names, Missions, boards."""
        self._drawn += 1
        return uniform(self._seed, f"{self._stream} drawn", self._drawn, outcomes)

    def _roll(self, what: Fact, size: int) -> Sequence[int]:
        number = self._rolls
        self._rolls += 1
        if self._given is None:
            stream = f"{self._stream} roll {number}"
            return [1 + uniform(self._seed, stream, n, 6) for n in range(size)]
        if number >= len(self._given):
            raise DiceWanted(what, size)
        dice = self._given[number]
        if len(dice) != size or not all(1 <= die <= 6 for die in dice):
            do = "give one die" if size == 1 else f"give {size} dice, each 1 to 6"
            raise OpforError(f"roll {number + 1} does not fit: {what}", do=do)
        return dice
