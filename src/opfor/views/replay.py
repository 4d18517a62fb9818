"""A told game as a film: the state after any of its events, found fast."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from msgspec import Struct

from opfor.core.event import Emitted, Note
from opfor.state.events import PhaseBegan
from opfor.state.state import State
from opfor.state.units import Phase, Side
from opfor.views.text.log import NO_NEWS

STRIDE = 64
"""Events from one state that is kept to the next."""


class ReplayPart(Struct, frozen=True):
    """A stretch of a game: the event at which a phase began, and that phase.

    What comes before the first phase is turn 0.
    """

    number: int
    turn: int
    side: Side
    phase: Phase


class Reel:
    """The states of a game that was told; moment n is the one after event n.

    Args:
        begun: the state before the first event.
        events: all of them, in order.
    """

    def __init__(self, begun: State, events: Sequence[Emitted]) -> None:
        self.events = events
        self._kept = [begun]
        state = begun
        for number, emitted in enumerate(events, 1):
            state = _after(state, emitted)
            if number % STRIDE == 0:
                self._kept.append(state)
        self.last = state

    def __len__(self) -> int:
        """The number of events: the last moment."""
        return len(self.events)

    def at(self, moment: int) -> State:
        """The state after so many events."""
        near = moment // STRIDE
        state = self._kept[near]
        for emitted in self.events[near * STRIDE : moment]:
            state = _after(state, emitted)
        return state

    def states(self) -> Iterator[tuple[Emitted, State]]:
        """Each event with the state after it."""
        state = self._kept[0]
        for emitted in self.events:
            state = _after(state, emitted)
            yield emitted, state

    def phases(self) -> list[ReplayPart]:
        """Every phase that began."""
        return [
            ReplayPart(emitted.number, event.turn, event.side, event.phase)
            for emitted in self.events
            if isinstance(event := emitted.event, PhaseBegan)
        ]

    def parts(self) -> list[ReplayPart]:
        """The phases in which something happened."""
        began = self.phases()
        ends = [part.number - 1 for part in began[1:]]
        idle = {
            part.number
            for part, end in zip(began, ends, strict=False)
            if all(isinstance(e.event, NO_NEWS) for e in self.events[part.number : end])
        }
        return [part for part in began if part.number not in idle]

    def part_at(self, moment: int, parts: Sequence[ReplayPart]) -> ReplayPart | None:
        """The one of `parts` that a moment lies in; None before the first."""
        found = bisect_right(parts, moment, key=lambda part: part.number)
        return parts[found - 1] if found else None


def _after(state: State, emitted: Emitted) -> State:
    event = emitted.event
    return state if isinstance(event, Note) else state.apply(event)
