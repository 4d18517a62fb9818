"""The game behind an environment: played to the next question, kept, taken up again."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from opfor.core.ask import Asked, Port, Waiting
from opfor.core.errors import OpforError
from opfor.core.event import Emitted
from opfor.core.fact import Fact
from opfor.core.game import Game, Mark, Past
from opfor.core.journal import Entry, Journal
from opfor.ports.program_players import Random
from opfor.ports.session import Setup, build_world
from opfor.ports.write_game import write_game
from opfor.rules.sequence.s02_turn import program
from opfor.sim.run import ProgramRouter
from opfor.state.mission import Mission
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.units import Side
from opfor.state.world import World

WORLDS = 32
"""Worlds that a process keeps: all environments of a Mission share one."""


class KeptGame(NamedTuple):
    """A game at one moment, to be taken up again any number of times.

    Args:
        seed: what its dice follow from.
        entries: the answers so far.
        kept: luck that was taken back and comes out again.
        events: what was told before the step in hand.
        mark: the start of the step in hand.
        picks: what was picked of the open question so far.
    """

    seed: str
    entries: tuple[Entry, ...]
    kept: dict[str, list[int | str]]
    events: tuple[Emitted, ...]
    mark: Mark[State]
    picks: tuple[Any, ...] = ()


class Match:
    """One game that waits wherever somebody outside is to decide.

    Args:
        mission: what is played.
        seed: what the dice follow from.
        both: the ENEMY's discretion is asked for too, not decided by its policies.
        position: where to go on; None: from the beginning.
    """

    def __init__(
        self,
        mission: Mission,
        seed: str,
        *,
        both: bool = False,
        position: KeptGame | None = None,
    ) -> None:
        self.seed = seed
        self._drawn = world_of(mission)
        router = _Router(self._drawn, seed, both=both)
        past = None
        if position is not None:
            journal = Journal(position.entries, position.kept)
            past = Past(journal, position.events, [position.mark])
        begin = State(mission=mission)
        self._game = Game(begin, program(self._drawn), router, past=past)
        self._game.run()

    @property
    def state(self) -> State:
        """The whole state, with what is hidden."""
        return self._game.state

    @property
    def view(self) -> FrozenView:
        """The state on its World, for the rules' queries."""
        return FrozenView.of(self._game.state, self._drawn)

    @property
    def asked(self) -> Asked | None:
        """The open question; None once the game is over."""
        return self._game.pending

    @property
    def side(self) -> Side | None:
        """Who is asked; None once the game is over."""
        if self.asked is None:
            return None
        return "ENEMY" if self.asked.request.side == "ENEMY" else "FRIENDLY"

    @property
    def winner(self) -> Side | None:
        """Who has won; None while nobody has, and for a draw."""
        over = self.state.over
        if isinstance(over, Fact) and over.kind == "side_wins":
            return "ENEMY" if over.data["side"] == "ENEMY" else "FRIENDLY"
        return None

    def answer(self, value: object) -> str:
        """Answer the open question and play on to the next.

        Returns:
            Why the answer was refused, and nothing has changed; else nothing.
        """
        assert self.asked is not None  # noqa: S101 - a caller looks first
        try:
            self._game.answer(self.asked.number, value)
        except OpforError as error:
            if self._game.pending is None:  # taken back: to the question again
                self._game.run()
            return str(error)
        return ""

    def position(self, picks: tuple[Any, ...] = ()) -> KeptGame:
        """This moment, to be taken up again."""
        game = self._game
        return KeptGame(
            self.seed,
            tuple(game.journal),
            {stream: [*luck] for stream, luck in game.journal.kept.items()},
            tuple(game.events[: game.mark.events]),
            game.mark,
            picks,
        )

    def write(self, path: Path) -> None:
        """The game so far as a save, for `opfor replay` and its like.

        Errors:
            OpforError: the file exists already, or cannot be written.
        """
        setup = Setup(mission=self.state.mission, seed=int(self.seed))
        write_game(setup, self._game, path)


class Held(Match):
    """One question of a game that is played elsewhere: an answer is only held.

    Args:
        view: the game as it is asked.
        asked: the question.

    Attributes:
        value: the answer; None until there is one.
    """

    def __init__(self, view: FrozenView, asked: Asked) -> None:
        self._view = view
        self._asked: Asked | None = asked
        self.value: object = None

    @property
    def state(self) -> State:
        """The whole state, with what is hidden."""
        return self._view.state

    @property
    def view(self) -> FrozenView:
        """The state on its World."""
        return self._view

    @property
    def asked(self) -> Asked | None:
        """The question; None once it is answered."""
        return self._asked

    def answer(self, value: object) -> str:
        """Hold the answer for who asked."""
        self.value, self._asked = value, None
        return ""


class _Router(ProgramRouter):
    """Dice from the seed; FRIENDLY waits, and the ENEMY too where `both`."""

    def __init__(self, world: World, seed: str, *, both: bool) -> None:
        enemy: Port = Waiting() if both else Random(world, f"{seed}E", thorough=True)
        self._waits = enemy if both else None
        players: Mapping[Side, Port] = {"FRIENDLY": Waiting(), "ENEMY": enemy}
        super().__init__(seed, players, world.readings)

    def pick(self, asked: Asked) -> Port:
        """The dice, who waits, or the policies."""
        if self._waits and not asked.stream and asked.request.side == "ENEMY":
            return self._waits
        return super().pick(asked)


def world_of(mission: Mission) -> World:
    """The World of a Mission, built once in a process.

    Errors:
        OpforError: the Mission cannot be played.
    """
    return _world(msgspec.json.encode(mission))


@lru_cache(WORLDS)
def _world(mission: bytes) -> World:
    read = msgspec.json.decode(mission, type=Mission)
    return build_world(Setup(mission=read, seed=0))
