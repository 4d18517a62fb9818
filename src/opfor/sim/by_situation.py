"""Dice and choices that follow from the situation they are for.

Two games that differ in one thing are best compared where all else is the same, luck
included (common random numbers). With the usual dice one roll more shifts all that come
after it in its stream. Here each roll has a stream of its own, named by what is rolled
for: Game Turn, phase, whose Player Turn, rule, the units and Locations that it is
about, and the how manieth such roll it is. So as long as two games come to the same
situation the same dice fall in it, whatever happened elsewhere (reading: D-661):

- what a S? is, and whether it is Activated, is its own, whatever the turn: that S? is
  the same in both games;
- a roll that names nobody, such as the SW of a squad or who is hit by a KIA, goes with
  the roll that it follows from;
- ENEMY units are known by type and Location, for their ids follow the order in which
  they came.

For studies alone: a game that is played, saved or told again has the usual dice.
"""

import re
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from msgspec.structs import replace

from opfor.core.ask import Asked, Context, Draw, Port, Roll, Router
from opfor.core.fact import Fact
from opfor.state.state import State

_SUSPECT = re.compile(r"S\d+", re.ASCII)


class BySituation:
    """A router whose ports see, in place of a place in order, the situation."""

    human = False

    def __init__(self, router: Router) -> None:
        self._router = router
        self._seen: Counter[str] = Counter()
        self._causes: tuple[str, ...] = ()
        self._name = ""

    def pick(self, _asked: Asked) -> Port:
        """This port, which asks the one that is meant."""
        return self

    def answer(self, asked: Asked, context: Context) -> object:
        """What the port answers to the request as its situation numbers it."""
        name = self._named(asked, context.state)
        port, request = self._router.pick(asked), asked.request
        if isinstance(request, Roll | Draw):
            asked = replace(asked, request=replace(request, stream=name))
            return port.answer(asked, Context(context.state))
        drawn = blake2b(name.encode(), digest_size=7).digest()
        asked = replace(asked, number=int.from_bytes(drawn, "big"))
        return port.answer(asked, context)

    def _named(self, asked: Asked, state: State) -> str:
        """The situation with its number, which nothing else in the game has."""
        about = list(_about(asked.request.purpose, state))
        what = "|".join((type(asked.request).__name__, asked.rule, *_kinds(asked)))
        if about:
            here = "|".join((_when(state, about), what, *about))
        elif self._causes and asked.causes[: len(self._causes)] == self._causes:
            here = f"{self._name} > {what}"
        else:
            here = "|".join((_when(state), what))
        nth = self._seen[here]
        self._seen[here] += 1
        name = f"{here} {nth}"
        if about:
            self._causes, self._name = asked.causes, name
        return name


def _when(state: State, about: list[str] | None = None) -> str:
    """The moment; none for what is about a S?."""
    if any(map(_SUSPECT.fullmatch, about or ())):
        return "S?"
    return f"{state.turn}|{state.side}|{state.phase}"


def _kinds(asked: Asked) -> Iterator[str]:
    """Whose roll it is, and what for."""
    yield asked.request.side
    purpose = asked.request.purpose
    yield purpose.kind if isinstance(purpose, Fact) else purpose


def _about(purpose: Any, state: State) -> Iterator[str]:
    """The units, Locations and terms that a request names; its numbers may differ."""
    match purpose:
        case Fact(data=data):
            for value in data.values():
                yield from _about(value, state)
        case tuple():
            for value in purpose:
                yield from _about(value, state)
        case str() if isinstance(purpose, str) and purpose:
            yield _known_as(purpose, state)


def _known_as(name: str, state: State) -> str:
    """A name that does not follow from the order in which the ENEMY came."""
    unit = state.units.get(name)
    if unit is not None and unit.side == "ENEMY":
        return f"{unit.counter}@{unit.location}"
    return name
