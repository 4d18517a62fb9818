"""Events: the only thing that changes a game's state, and the notes beside them."""

from typing import Any, Protocol, TypeVar

from msgspec import Struct

from opfor.core.fact import Fact
from opfor.core.modifier import Mod, breakdown, total

S = TypeVar("S", bound="GameState")


class Event(Struct, frozen=True, tag=True):
    """Something that happened. `State.apply(event)` gives the state after it."""


class Note(Event, frozen=True):
    """Explains a decision and changes nothing; `State.apply` never sees it."""

    fact: Fact


class RollMade(Note, frozen=True):
    """A roll with its dice, and the modifiers that made the Final result.

    Of Random Selection `each` has the candidates, one a die.
    """

    dice: tuple[int, ...] = ()
    mods: tuple[Mod, ...] = ()
    each: tuple[str, ...] = ()

    @property
    def final(self) -> int:
        """The dice and the modifiers together."""
        return sum(self.dice) + total(self.mods)

    def __str__(self) -> str:
        dice = ",".join(map(str, self.dice))
        return f"{self.fact}: {dice} = {self.final} (mods: {breakdown(self.mods)})"


class Emitted(Struct, frozen=True):
    """An event with its number in the game (from 1) and the rules that caused it."""

    number: int
    causes: tuple[str, ...]
    event: Event

    @property
    def rule(self) -> str:
        """The innermost rule that caused it, or an empty text."""
        return self.causes[-1] if self.causes else ""


class GameState(Protocol):
    """What a game needs of its state: immutable, and a new one for each event."""

    def apply(self: S, event: Any, /) -> S:
        """The state after the event; never changes `self`."""
        ...
