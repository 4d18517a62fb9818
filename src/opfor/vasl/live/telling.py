"""From what has happened to steps: each line of the log with its own table."""

from collections.abc import Sequence
from itertools import islice

from opfor.core.ask import Order
from opfor.core.event import Emitted, Event, RollMade
from opfor.ports.read_answer import question
from opfor.ports.session import Session
from opfor.state.state import State
from opfor.vasl.games.log import dice_line, event_line
from opfor.vasl.live.chat import ChatScreen, says
from opfor.vasl.live.steps import Step, Steps
from opfor.vasl.saves.commands import Command
from opfor.views.text.log import LogLine, lines_in_order
from opfor.views.text.look import status
from opfor.views.text.names import plain

STEP = -1.0
"""The pace at which the player steps through the ENEMY's turn himself."""

Moment = tuple[Emitted, State]
"""An event with the state after it."""


class Telling:
    """Tells a player in VASL what has happened.

    Args:
        session: the game.
        screen: where what is to be said is collected.
        steps: makes the steps.
        moments: each event with the state after it, as the game tells it.

    Attributes:
        pace: seconds between the steps of the ENEMY, or STEP.
    """

    def __init__(
        self,
        session: Session,
        screen: ChatScreen,
        steps: Steps,
        moments: list[Moment],
    ) -> None:
        self.pace = STEP
        self.moments = moments
        self._session = session
        self._screen = screen
        self._steps = steps
        self._told = 0
        self._asked = ""
        self._own: set[int] = set()

    def begin(self) -> None:
        """What happens from now on is news."""
        self.moments.clear()
        self._own.clear()
        self._told = 0

    def tell(self) -> None:
        """Tell of what has happened since this was done last."""
        news = [emitted for emitted, _ in self.moments[self._told :]]
        self._told = len(self.moments)
        self._screen.lines(lines_in_order(self._session.world, news))

    def rolled(self) -> None:
        """The first dice of what has not been told are the player's: he saw them."""
        news = (emitted for emitted, _ in self.moments[self._told :])
        rolls = (e.number for e in news if isinstance(e.event, RollMade))
        self._own |= {*islice(rolls, 1)}

    def shown(self, *, placing: bool = False) -> list[Step]:
        """All that was told, and what is asked now, as steps.

        Args:
            placing: counters lie where the player sets them up: they stay there.
        """
        state_at = {emitted.number: state for emitted, state in self.moments}
        rolls = [
            (e.number, e.event) for e, _ in self.moments if e.number not in self._own
        ]
        waited, played = bool(self._steps.waiting), False
        found: list[Step] = []
        late: list[Command] = []
        for item in self._screen.taken():
            if isinstance(item, str):
                late += says(item)
            elif item.number not in state_at:
                late.append(event_line(item))
            else:
                self._add(found, self._steps.shown_last, late, placing=placing)
                late, said, played = [], _dice(rolls, item), True
                state = state_at[item.number]
                self._add(found, state, [*said, event_line(item)], placing=placing)
        late += self.question()
        state = self._session.game.state
        self._add(found, state, late, placing=placing, played=played)
        if not waited and self._steps.waiting:
            found += self.sent(says(self._steps.waiting_text()))
        return found

    def now(self) -> list[Command]:
        """What is told to a player whose table is new."""
        if self._steps.waiting:
            return [*says(self._steps.waiting_text())]
        return self.question(again=True)

    def sent(self, commands: Sequence[Command]) -> list[Step]:
        """Commands that go out at once, whatever waits."""
        return [Step(tuple(commands), self._steps.shown)] if commands else []

    def question(self, *, again: bool = False) -> list[Command]:
        """What is asked of the player now, if he was not told already."""
        asked, world = self._session.game.pending, self._session.world
        if asked is None:
            text = "the game is over"
        elif isinstance(asked.request, Order):
            text = status(world, self._session.game.state)
        else:
            text = question(asked)
        before, self._asked = self._asked, text
        if text == before and not again:
            return []
        return [*says(plain(world.map, text))]

    def _add(
        self,
        found: list[Step],
        state: State,
        said: Sequence[Command],
        *,
        placing: bool,
        played: bool = True,
    ) -> None:
        """A step more; in the ENEMY's Player Turn the player takes it himself.

        What was not `played`, but set or taken back by him, is so at once.
        """
        steps = self._steps
        if not any(step.log for step in found) and state == steps.shown_last:
            back = [] if placing else steps.put_back()
            found += self.sent([*back, *said])
            return
        enemy = played and state.side == "ENEMY" and not state.over
        step = steps.step(
            state,
            said,
            log=enemy and self.pace == STEP,
            pause=max(0.0, self.pace) * enemy,
        )
        if step is not None:
            found.append(step)


def _dice(rolls: list[tuple[int, Event]], line: LogLine) -> list[Command]:
    """The dice rolled up to a line, which are told then."""
    said: list[Command] = []
    while rolls and rolls[0][0] <= line.number:
        _, event = rolls.pop(0)
        if isinstance(event, RollMade):
            said += dice_line(event)
    return said
