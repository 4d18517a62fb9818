"""Where a game turned: the events by which most was lost or taken.

What an event weighs is the project's own (D-651): CVP as they count, a VPO Location, a
unit that breaks or is reduced. Of a game the heaviest are told, in order.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from opfor.core.event import Emitted, Event
from opfor.core.fact import Fact
from opfor.state import events as ev
from opfor.state.units import LocationName, Phase, Side
from opfor.state.world import World
from opfor.views.text.condensed import story_from_set_up
from opfor.views.text.log import log_lines
from opfor.views.text.story import StoryLine, story_of
from opfor.views.text.words import kind_of

MOST = 3
"""Turning points that are told of a game."""

LEAST = 2.0
"""What an event weighs at least to be one."""

CONTROL, BROKEN, REDUCED = 3.0, 1.0, 1.0
"""What it weighs that a Location changes hands, that a unit breaks or is reduced."""

KEPT = 2.0
"""How often it counts that a Location changes hands for the last time."""


class TurningPoint(Struct, frozen=True, kw_only=True):
    """An event by which a game turned.

    Args:
        moment: its end.
        turn, side, phase: when it was.
        text: it in a sentence.
        good: it was good for the FRIENDLY side.
        weight: how much it weighs.
    """

    moment: int
    turn: int
    side: Side
    phase: Phase
    text: str
    good: bool
    weight: float

    @property
    def when(self) -> str:
        """Turn, side and phase."""
        return f"Turn {self.turn}, {self.side} {self.phase}"


def turning_points(world: World, events: Sequence[Emitted]) -> list[TurningPoint]:
    """The heaviest events of a game, in order."""
    weights = dict(_weights(events))
    return heaviest_of(_all(world, events, weights))


def heaviest_of(found: Iterable[TurningPoint]) -> list[TurningPoint]:
    """Those that weigh most, in order.

    Of equal ones the later: what follows it could turn less.
    """
    heavy = sorted(found, key=lambda point: (-point.weight, -point.moment))[:MOST]
    return sorted((p for p in heavy if p.weight >= LEAST), key=lambda p: p.moment)


def _all(
    world: World, events: Sequence[Emitted], weights: Mapping[int, float]
) -> Iterator[TurningPoint]:
    now: ev.PhaseBegan | None = None
    last = 0
    for line in story_of(world, story_from_set_up(world, events), events):
        begun = next((e for e in _events(line) if isinstance(e, ev.PhaseBegan)), None)
        now = begun or now
        own = range(last + 1, line.number + 1)
        swing = sum(weights.get(n, 0.0) for n in own)
        last = max(last, line.number)
        if now and swing:
            yield TurningPoint(
                moment=line.number,
                turn=now.turn,
                side=now.side,
                phase=now.phase,
                text=_sentence(world, line, heaviest(weights, own), events),
                good=swing > 0,
                weight=abs(swing),
            )


def heaviest(weights: Mapping[int, float], own: Sequence[int]) -> int:
    """The number of the event that weighs most among some."""
    return max(own, key=lambda n: abs(weights.get(n, 0.0)))


def _sentence(
    world: World, line: StoryLine, number: int, events: Sequence[Emitted]
) -> str:
    """A line in a sentence; where that is but the phase, what weighed most in it."""
    if not any(isinstance(event, ev.PhaseBegan) for event in _events(line)):
        return line.text
    own = [emitted for emitted in events if emitted.number == number]
    return next((one.text for one in log_lines(world, own) if one.text), line.text)


def _events(line: StoryLine) -> Iterator[Event]:
    return (one.event for one in line.lines if one.event)


def _weights(events: Iterable[Emitted]) -> Iterator[tuple[int, float]]:
    """What each event weighs, for the FRIENDLY side more than 0."""
    events = tuple(events)
    control = dict(_control(events))
    begun = False
    for emitted in events:
        event = emitted.event
        begun = begun or isinstance(event, ev.PhaseBegan)
        if not begun:
            continue
        match event:
            case ev.ControlTaken(side=side):
                yield emitted.number, _for(side) * control.get(emitted.number, 0.0)
            case ev.LossesChanged(side=side, what=Fact(kind="cvp_for", data=data)):
                yield emitted.number, _for(side) * float(str(data["points"]))
            case ev.UnitChanged(unit=unit, what=what) if kind_of(what) == "broken":
                yield emitted.number, -_for(unit.side) * BROKEN
            case ev.UnitReplaced(units=(unit, *_)):
                yield emitted.number, -_for(unit.side) * REDUCED


def _control(events: Iterable[Emitted]) -> Iterator[tuple[int, float]]:
    """What each taking of a Location weighs: most if it is kept.

    One that is taken back in the same phase turned nothing, nor did the taking back.
    """
    phase = 0
    taken: dict[LocationName, list[tuple[int, int]]] = {}
    for emitted in events:
        phase += isinstance(emitted.event, ev.PhaseBegan)
        if not isinstance(emitted.event, ev.ControlTaken):
            continue
        before = taken.setdefault(emitted.event.location, [])
        if before and before[-1][1] == phase:
            before.pop()
        else:
            before.append((emitted.number, phase))
    for found in taken.values():
        yield from ((number, CONTROL) for number, _ in found[:-1])
        yield from ((number, KEPT * CONTROL) for number, _ in found[-1:])


def _for(side: Side | None) -> int:
    """1 for what the FRIENDLY side gains, -1 for what the ENEMY does."""
    return 1 if side == "FRIENDLY" else -1
