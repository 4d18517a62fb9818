"""The steps that opfor sends to the player's table, and those that he has yet to take.

A step of the ENEMY's goes as a log: nothing moves until he presses his step key, and
each step that he takes comes back as plain commands. So two tables are held: his, and
the one that all steps lead to. While none waits they are the same.
"""

from collections import deque
from collections.abc import Sequence

from msgspec import Struct

from opfor.state.state import State
from opfor.vasl.live.showing import Showing
from opfor.vasl.saves.commands import Chat, Command, Log, Node, Other, tree

UNDO = "UNDO\t"
"""What frames the commands that take something back at the player's table."""


class Step(Struct, frozen=True):
    """Commands that are sent as one message.

    Args:
        commands: in order.
        state: the game before them.
        log: they wait for the player's step key.
        pause: seconds to wait after them.
    """

    commands: tuple[Command, ...]
    state: State
    log: bool = False
    pause: float = 0.0

    def node(self) -> Node:
        """The message for the player."""
        each = [Log(command) for command in self.commands]
        return tree(each if self.log else self.commands)

    def plain(self) -> Node:
        """The message for who looks on, when it is done."""
        return tree(self.commands)


class Steps:
    """Makes steps toward moments of the game, and follows those that are taken.

    Args:
        showing: the player's table, showing `state`.
        state: the game.
    """

    def __init__(self, showing: Showing, state: State) -> None:
        self.his = showing
        self._ahead = showing
        self._state = state
        self._waiting: deque[Step] = deque()
        self._taken: list[Step] = []

    @property
    def waiting(self) -> Sequence[Step]:
        """Those that wait for the step key."""
        return self._waiting

    def waiting_text(self) -> str:
        """How many wait, and what to do."""
        count = len(self._waiting)
        wait = "1 step waits" if count == 1 else f"{count} steps wait"
        return f"{wait} for your Step button (Page Down); `skip` shows all at once"

    @property
    def shown(self) -> State:
        """What the player's table shows now."""
        return self._waiting[0].state if self._waiting else self._state

    @property
    def shown_last(self) -> State:
        """What it shows when all of them are taken."""
        return self._state

    def begin(self, state: State) -> None:
        """The player has the whole game anew; nothing waits."""
        self.his.begin(state)
        self._ahead, self._state = self.his, state
        self._waiting.clear()
        self._taken.clear()

    def step(
        self,
        state: State,
        said: Sequence[Command] = (),
        *,
        log: bool = False,
        pause: float = 0.0,
    ) -> Step | None:
        """The step to a moment of the game, with what is said; None if it is empty.

        While others wait it waits too.
        """
        log = log or bool(self._waiting)
        if log and not self._waiting:
            self._ahead = self.his.copy()
        commands = (*self._ahead.toward(state), *said)
        before, self._state = self._state, state
        if not commands:
            return None
        made = Step(commands, before, log, pause)
        if log:
            self._waiting.append(made)
        else:
            self._taken.clear()
        return made

    def skip(self) -> list[Command]:
        """Take all that wait at once; what they say."""
        said = [c for step in self._waiting for c in step.commands]
        self.his.table = self._ahead.table
        self._ahead = self.his
        self._waiting.clear()
        self._taken.clear()
        return [command for command in said if isinstance(command, Chat)]

    def put_back(self) -> list[Command]:
        """What brings the player's table back to what it should show now."""
        return self.his.toward(self.shown)

    def taken(self, commands: Sequence[Command]) -> Step | None:
        """The step that these commands are, if the player has taken it just now."""
        if not self._waiting:
            return None
        step = self._waiting[0]
        if _marks(commands) != _marks(step.commands):
            return None
        self._waiting.popleft()
        self._taken.append(step)
        self.his.do(step.commands)
        if not self._waiting:
            self._ahead = self.his
        return step

    def taken_back(self, commands: Sequence[Command]) -> Step | None:
        """The step that the player has gone back; he can take it again."""
        if not (is_undo(commands) and self._taken):
            return None
        step = self._taken[-1]
        if {*_ids(commands)} != {*_ids(step.commands)}:
            return None
        if not self._waiting:
            self._ahead = self.his.copy()
        self._taken.pop()
        self._waiting.appendleft(step)
        self.his.do(commands)
        return step


def is_undo(commands: Sequence[Command]) -> bool:
    """Whether the player has pressed VASL's own undo."""
    return any(isinstance(c, Other) and c.text.startswith(UNDO) for c in commands)


def _ids(commands: Sequence[Command]) -> list[str]:
    return [found for c in commands if (found := getattr(c, "id", ""))]


def _marks(commands: Sequence[Command]) -> list[tuple[str, str]]:
    """By what a step is known again: newer engines word it otherwise."""
    return [
        (type(c).__name__, c.text if isinstance(c, Chat) else getattr(c, "id", ""))
        for c in commands
        if not (isinstance(c, Other) and not c.text)
    ]
