"""What a rule gets: the game in hand and the world it is played on."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeVar, overload

from opfor.core.ask import Request
from opfor.core.event import Emitted, Event
from opfor.core.game import Game, Step
from opfor.core.rule import rules_act_by, rules_look_at
from opfor.state.judged_world import as_judged
from opfor.state.state import State
from opfor.state.world import World

A = TypeVar("A")
B = TypeVar("B")


@rules_look_at
class GameView(Protocol):
    """A game to look at: what queries need, which ask nothing and change nothing."""

    @property
    def state(self) -> State:
        """The state now."""
        ...

    @property
    def world(self) -> World:
        """What it is played on."""
        ...


class FrozenView(NamedTuple):
    """A GameView without a game behind it, for bots and views."""

    state: State
    world: World

    @classmethod
    def of(cls, state: State, world: World) -> "FrozenView":
        """A state on its world as the player has judged that by then."""
        return cls(state, as_judged(world, state.judged))


@rules_act_by
class Play:
    """`state` and `world` to read, `ask` and `emit` to act; rules use nothing else."""

    def __init__(self, game: Game[State], world: World) -> None:
        # Plain attributes, for rules read them some million times a game.
        self._game = game
        self.state = game.state
        self.world = as_judged(world, self.state.judged)

    @overload
    def ask(self, request: Request[A], /) -> A: ...
    @overload
    def ask(self, request: Request[A], /, read: Callable[[A], B]) -> B: ...
    def ask(self, request: Any, /, read: Any = None) -> Any:
        """The answer to a request; `read` decodes it and may turn it down."""
        return self._game.ask(request, read)

    def emit(self, event: Event, /) -> Emitted:
        """Let an event happen; `state` follows it."""
        emitted = self._game.emit(event)
        before, self.state = self.state, self._game.state
        if before.judged is not self.state.judged:
            self.world = as_judged(self.world, self.state.judged)
        return emitted


def step(name: str, run: Callable[[Play], None], world: World) -> Step[State]:
    """A step of a program, played on a world."""
    return Step(name, lambda game: run(Play(game, world)))
