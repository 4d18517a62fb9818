"""Random legal orders of both sides over random Missions, boards, nations and dates."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from opfor.core.ask import Asked, Context, Port
from opfor.core.dice import Seeded
from opfor.core.event import Emitted
from opfor.core.game import Game, Past
from opfor.core.journal import Journal
from opfor.rules.sequence.s02_turn import program
from opfor.state.check import faults
from opfor.state.state import State
from opfor.state.world import World
from tests.exhaustive.games import game, names
from tests.properties.combined import Crews, combined, world_of
from tests.properties.offers import inspected
from tests.properties.skirmish import BOARDS, NATIONS, at_war
from tests.soak.seeds import Counts, chance

MOST_UNDONE = 12

TOGETHER = 64
"""Games in a row of the same nations, month and board: LOS is worked out once."""


class Person:
    """Both players as one person, so that each order is a decision to be taken back."""

    human = True

    def __init__(self, seed: int, world: World) -> None:
        self._sides = {
            side: Crews(world, f"{seed}{side[0]}") for side in ("FRIENDLY", "ENEMY")
        }
        self._dice = Seeded(f"soak {seed}")
        self.script: list[Any] = []

    def pick(self, asked: Asked) -> Port:
        """The dice, or himself."""
        return self._dice if asked.stream else self

    def answer(self, asked: Asked, context: Context) -> Any:
        """What was answered before, else what his side orders."""
        if self.script:
            return self.script.pop(0)
        assert context.refused is None, f"{asked}: {context.refused}"
        side = "ENEMY" if asked.request.side == "ENEMY" else "FRIENDLY"
        return self._sides[side].answer(asked, context)


def setting(nth: int) -> dict[str, Any]:
    """Board, month and nations at war."""
    rng = chance("setting", nth)
    date = f"19{rng.randrange(39, 46)}-{rng.randrange(1, 13):02}"
    sides = [name for name in NATIONS if at_war(name, date)]
    if len(sides) < 2:
        date, sides = "1942-06", [name for name in NATIONS if at_war(name, "1942-06")]
    friendly, enemy = rng.sample(sides, 2)
    return {"boards": rng.choice(BOARDS), "date": date, "sides": (friendly, enemy)}


def sound(seed: int, _folder: Path) -> Counts:
    """A game by a person: every State sound, replay and undo the same to the byte."""
    mission = combined(seed, **setting(seed // TOGETHER))
    world = world_of(mission.map, mission.enemy, mission.date)
    person = Person(seed, world)
    one = Game(State(mission=mission), program(world), person)

    def check(emitted: Emitted) -> None:
        wrong = faults(one.state)
        assert not wrong, f"event {emitted.number}: {wrong}"

    one.listen(check)
    one.run()
    end, journal = one.fingerprint(), list(one.journal)
    again = Game(
        State(mission=mission),
        program(world),
        Person(seed, world),
        past=Past(Journal(journal)),
    )
    again.run()
    assert again.fingerprint() == end, "the replay is another game"
    decisions = [entry for entry in journal if entry.decision]
    one.undo(1 + seed % min(MOST_UNDONE, len(decisions)))
    person.script = [e.answer for e in journal[len(one.journal) :] if e.decision]
    one.run()
    assert one.fingerprint() == end, "after an undo it is another game"
    return {"games": 1, "orders": len(decisions), "events": len(one.events)}


def offered(seed: int, _folder: Path) -> Counts:
    """A game in which all that is offered passes its own check, disturbed or not."""
    found = inspected(seed)
    assert not found.refused, found.refused[0]
    return {"games": 1, "offers": sum(found.looked.values())}


@cache
def missions() -> list[str]:
    """What is played."""
    return names()


def mission(seed: int, _folder: Path) -> Counts:
    """A Mission that ships, or a scene, by other nations, months and options."""
    played = game(seed, seed, missions()[seed % len(missions())])
    assert not played.outcome.fault, f"{played.outcome.fault}; {played.again}"
    return {"games": 1, "Missions": 1}


SELDOM: Mapping[int, Callable[[int, Path], Counts]] = MappingProxyType(
    {1: offered, 11: mission, 21: offered}
)
"""Of `CYCLE` games, those that take as long as a hundred others."""

CYCLE = 32


def trial(seed: int, folder: Path) -> Counts:
    """A game of one of these ways; mostly by a person."""
    return SELDOM.get(seed % CYCLE, sound)(seed, folder)
