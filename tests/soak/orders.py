"""Random legal orders of both sides over random Missions, boards, nations and dates."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from opfor.core.ask import Asked, Context, Order, Port, Waiting
from opfor.core.dice import Seeded
from opfor.core.event import Emitted
from opfor.core.game import Game, Past
from opfor.core.journal import Entry, Journal
from opfor.rules.choices.orders import EndPhase, Fire
from opfor.rules.sequence.find_orders import AT
from opfor.rules.sequence.legal_orders import legal, role
from opfor.rules.sequence.s02_turn import program
from opfor.state.check import faults
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.units import Side
from tests.exhaustive.games import game, names
from tests.properties.combined import SIDES, Crews, combined, world_of
from tests.properties.offers import disturbed, refusals
from tests.properties.skirmish import BOARDS, NATIONS, at_war
from tests.soak.seeds import Counts, chance

MOST_UNDONE = 12

TOGETHER = 16
"""Games in a row of the same nations, month and board: LOS is worked out once."""

TRIED, AMONG, AMONG_FIRE = 3, 8, 4
"""Of each kind of order so many are tried beside the one that is played on with, among
so many that are offered first; fire costs more to find."""

ENDS = 0.2
"""How often the end of the part is tried as well."""

DISTURBED = 0.05
"""At how many moments a disturbed State has its offers put to their own check."""

OF_MISSIONS = 32
"""Of so many games one is of a Mission that ships."""


class Table:
    """The dice, and both players as one person who takes his time.

    Args:
        seed: what the dice follow from.
    """

    def __init__(self, seed: int) -> None:
        self._dice, self._person = Seeded(f"soak {seed}"), Waiting()

    def pick(self, asked: Asked) -> Port:
        """The dice, or the person."""
        return self._dice if asked.stream else self._person


class Played:
    """A game by a person who tries out what else he could order before he goes on.

    Args:
        seed: what all of it follows from.
    """

    def __init__(self, seed: int) -> None:
        mission = combined(seed, **setting(seed // TOGETHER))
        self.world = world_of(mission.map, mission.enemy, mission.date)
        self.begin, self.table = State(mission=mission), Table(seed)
        self.game = Game(self.begin, program(self.world), self.table)
        self.game.listen(self._look)
        self._players = {s: Crews(self.world, f"{seed}{s[0]}") for s in SIDES}
        self._chance = chance("tried", seed)
        self._offers = Counter[str]()
        self.tried = self.events = 0

    @property
    def offers(self) -> int:
        """How many were put to their own check where a State was disturbed."""
        return self._offers.total()

    def _look(self, emitted: Emitted) -> None:
        self.events += 1
        wrong = faults(self.game.state)
        assert not wrong, f"event {emitted.number}: {wrong}"

    def play(self) -> None:
        """The whole game."""
        self.game.run()
        while asked := self.game.pending:
            wanted = self._wanted(asked)
            if isinstance(asked.request, Order):
                for other in list(self._others(asked)):
                    self._try(asked, other)
                self._disturb(asked)
            self.game.answer(asked.number, wanted)

    def _wanted(self, asked: Asked) -> Any:
        return self._players[side_of(asked)].answer(
            asked, Context(self.game.state, 0, None)
        )

    def _others(self, asked: Asked) -> Iterator[Any]:
        """Orders of each kind that there is now."""
        view, side = FrozenView(self.game.state, self.world), side_of(asked)
        phase = view.state.phase
        assert phase is not None
        for _, kind in AT.get((phase, role(view.state, side)), ()):
            among = AMONG_FIRE if kind.order is Fire else AMONG
            found = [o.order for o in islice(legal(view, side, kind.order), among)]
            yield from self._chance.sample(found, min(TRIED, len(found)))
        if self._chance.random() < ENDS:
            yield from (offer.order for offer in legal(view, side, EndPhase))

    def _try(self, asked: Asked, order: Any) -> None:
        """Give an order, go on until the next one, and take it back."""
        one = self.game
        length, state, told = len(one.journal), one.state, len(one.events)
        one.answer(asked.number, to_builtins(order))
        while one.pending and not isinstance(one.pending.request, Order):
            one.answer(one.pending.number, self._wanted(one.pending))
        one.back_to(length)
        again = one.run()
        assert again == asked, f"{order} was taken back: {again} is asked"
        assert one.state == state, f"{order} was taken back: the State is another"
        assert len(one.events) == told, f"{order} was taken back, not what it told"
        self.tried += 1

    def _disturb(self, asked: Asked) -> None:
        """Put what is offered in a disturbed State to its own check."""
        if self._chance.random() < DISTURBED:
            state = disturbed(self.game.state, self.world, self._chance)
            side = side_of(asked)
            wrong = list(refusals(state, self.world, side, self._offers))
            assert not wrong, f"order {asked.number}: {wrong[0]}"


def side_of(asked: Asked) -> Side:
    """Who is asked."""
    return "ENEMY" if getattr(asked.request, "side", "") == "ENEMY" else "FRIENDLY"


def setting(nth: int) -> dict[str, Any]:
    """Board, month and nations at war."""
    rng = chance("setting", nth)
    date = f"19{rng.randrange(39, 46)}-{rng.randrange(1, 13):02}"
    sides = [name for name in NATIONS if at_war(name, date)]
    if len(sides) < 2:
        date, sides = "1942-06", [name for name in NATIONS if at_war(name, "1942-06")]
    friendly, enemy = rng.sample(sides, 2)
    return {"boards": rng.choice(BOARDS), "date": date, "sides": (friendly, enemy)}


def sound(seed: int) -> Counts:
    """A game by a person: every State sound, replay and undo the same to the byte."""
    played = Played(seed)
    played.play()
    one = played.game
    end, journal = one.fingerprint(), list(one.journal)
    past = Past[State](Journal(journal))
    again = Game(played.begin, program(played.world), played.table, past=past)
    again.run()
    assert again.fingerprint() == end, "the replay is another game"
    decisions = [entry for entry in journal if entry.decision]
    one.undo(1 + seed % min(MOST_UNDONE, len(decisions)))
    answered(one, journal[len(one.journal) :])
    assert one.fingerprint() == end, "after an undo it is another game"
    return {
        "games": 1,
        "orders": len(decisions) + played.tried,
        "orders taken back": played.tried,
        "events": played.events,
        "offers": played.offers,
    }


def answered(one: Game[State], entries: list[Entry]) -> None:
    """Give the answers of a person once more."""
    asked = one.run()
    for entry in entries:
        if entry.decision:
            assert asked, "after an undo the game ends sooner"
            asked = one.answer(asked.number, entry.answer)


@cache
def missions() -> list[str]:
    """What is played."""
    return names()


def mission(seed: int) -> Counts:
    """A Mission that ships, or a scene, by other nations, months and options."""
    played = game(seed, seed, missions()[seed % len(missions())])
    assert not played.outcome.fault, f"{played.outcome.fault}; {played.again}"
    return {"games": 1, "Missions": 1}


def trial(seed: int, _folder: Path) -> Counts:
    """A game of one of these ways; mostly by a person."""
    return mission(seed) if seed % OF_MISSIONS == OF_MISSIONS - 1 else sound(seed)
