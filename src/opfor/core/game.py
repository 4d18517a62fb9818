"""The game loop: steps of a program, asked and answered, told as events.

A program looks at the state alone and names the next step. A step runs rules, which
ask and emit. If it asks something that nobody has answered yet, the game waits at
that point; with the answer, the step is run again from its start, where each earlier
request of the step gets the answer it had. So a step needs no memory of its own.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, overload

from msgspec.structs import replace

from opfor.core.ask import (
    Asked,
    Context,
    Pending,
    Request,
    Roll,
    Router,
    same_question,
)
from opfor.core.codec import digest
from opfor.core.errors import Divergence, Illegal, OpforError
from opfor.core.event import Emitted, Event, GameState, Note
from opfor.core.journal import Entry, Journal
from opfor.core.rule import causes, rules_act_by

S = TypeVar("S", bound=GameState)
A = TypeVar("A")
B = TypeVar("B")


class Step(NamedTuple, Generic[S]):
    """A named piece of the game that is run as a whole."""

    name: str
    run: Callable[["Game[S]"], None]


Program = Callable[[S], Step[S] | None]
Listener = Callable[[Emitted], None]


class Mark(NamedTuple, Generic[S]):
    """A moment between two steps: answers used, events told, and the state."""

    answers: int
    events: int
    state: S


class Past(NamedTuple, Generic[S]):
    """What has been played already.

    Answers in the journal are given again to the requests they belong to, from the
    last of `marks` on; its events are taken over. The first `floor` answers cannot be
    undone.
    """

    journal: Journal
    events: Sequence[Emitted] = ()
    marks: Sequence[Mark[S]] = ()
    floor: int = 0


class Undone(NamedTuple):
    """What an undo took back, in the order in which it had happened."""

    answers: tuple[Entry, ...]
    events: tuple[Emitted, ...]


class Recorder(Protocol):
    """Keeps a game somewhere safe (see save.py)."""

    def keep(self, game: "Game[Any]", /) -> None:
        """Make all so far last that is new; returns when it does."""
        ...

    def cut(self, game: "Game[Any]", /) -> None:
        """Forget what the game has just taken back."""
        ...


@rules_act_by
class Game(Generic[S]):
    """A game in play. Rules read `state` and use `ask` and `emit`; nothing else."""

    def __init__(
        self,
        state: S,
        program: Program[S],
        router: Router,
        *,
        past: Past[S] | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        """Start at `state`, or go on with what has been played in the past."""
        past = past if past is not None else Past(Journal())
        self._marks: list[Mark[S]] = [Mark(0, 0, state), *past.marks]
        self._mark = self._marks[-1]  # the start of the step in hand
        #: The state now; while the game waits, the state at the open request. Only to
        #: read: `emit` alone gives the game another one.
        self.state: S = self._mark.state
        self._events: list[Emitted] = list(past.events[: self._mark.events])
        self._told = len(self._events)  # listeners have heard so many
        # The answers before the cursor are used up; those after it are given again.
        self._cursor = self._mark.answers
        self._program = program
        self._router = router
        self._recorder = recorder
        self._unkept = False  # whether something was answered since the last rest
        self._floor = past.floor
        self._offer: tuple[object, ...] = ()
        self._listeners: list[Listener] = []
        self.journal = past.journal
        self.pending: Asked | None = None
        self.step = ""

    @property
    def events(self) -> Sequence[Emitted]:
        """All events so far."""
        return self._events

    @property
    def mark(self) -> Mark[S]:
        """The start of the step in hand: what a snapshot holds."""
        return self._mark

    @property
    def marks(self) -> Sequence[Mark[S]]:
        """The moments that undo can start from, oldest first."""
        return self._marks

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` once with each new event, as soon as it happens.

        Returns:
            What ends it.
        """
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    @property
    def token(self) -> str:
        """A short name for the past of this moment: another past, another token."""
        return self.journal.fingerprint(self._cursor)[:8]

    def fingerprint(self) -> str:
        """A digest of answers, events and state: equal games, equal fingerprints."""
        return digest(self.journal.fingerprint(), self._events, self.state)

    # -- what rules do ---------------------------------------------------------

    def emit(self, event: Event) -> Emitted:
        """Let an event happen: the state follows it, and listeners hear of it."""
        emitted = Emitted(len(self._events) + 1, causes(), event)
        # The only line in the project that gives a game another state.
        if not isinstance(event, Note):
            self.state = self.state.apply(event)
        self._events.append(emitted)
        if emitted.number > self._told:  # a step run again tells nothing twice
            self._told = emitted.number
            for listener in self._listeners:
                listener(emitted)
        return emitted

    @overload
    def ask(self, request: Request[A], /) -> A: ...
    @overload
    def ask(self, request: Request[A], /, read: Callable[[A], B]) -> B: ...
    def ask(self, request: Any, /, read: Callable[[Any], Any] | None = None) -> Any:
        """The answer to the request, from the journal or from a port.

        `read` decodes the answer and checks it against the rules. What it raises
        turns the answer down before the journal has it: nothing has changed.
        """
        asked = Asked(self._cursor + 1, causes(), len(self._events), request)
        if self._cursor < len(self.journal):
            value = self._again(asked, read)
        else:
            value = self._anew(asked, read)
        self._cursor += 1
        return value

    def _again(self, asked: Asked, read: Callable[[Any], Any] | None) -> Any:
        # Checked each time, also within one game: a rule that looks at a clock or at
        # the order of a set is found at its next request, not in somebody's save.
        entry = self.journal[self._cursor]
        if not same_question(entry.asked, asked):
            raise Divergence(asked.number, *_difference(entry.asked, asked))
        try:
            value = asked.request.validate(entry.answer)
            return value if read is None else read(value)
        except OpforError as error:
            raise Divergence(asked.number, f"{entry.answer!r}", str(error)) from error

    def _anew(self, asked: Asked, read: Callable[[Any], Any] | None) -> Any:
        kept = self.journal.kept_for(asked)
        wanted = _without(asked, kept)
        human, again = False, False
        refused: OpforError | None = None
        while True:
            raw: object = ()
            if wanted is not None:
                raw, human, again = self._fetch(wanted, refused)
            try:
                value = _joined(asked, kept, wanted, raw)
                result = value if read is None else read(value)
                break
            except OpforError as error:
                refused = error
                if not again:
                    self.pending = wanted
                    raise
        # Only now: while the game waited for the rest, the kept dice had to stay kept.
        self.journal.spend(asked.stream, kept)
        self._write(Entry(asked, value, human))
        return result

    def _fetch(
        self, asked: Asked, refused: OpforError | None
    ) -> tuple[object, bool, bool]:
        """A raw answer, whether a person gave it, and whether he can be asked again."""
        if self._offer:
            (raw,), self._offer = self._offer, ()
            return raw, True, False
        port = self._router.pick(asked)
        # The dice that come out again count as drawn, although not yet written.
        drawn = self.journal.drawn(asked.stream) if asked.stream else 0
        raw = port.answer(asked, Context(self.state, drawn, refused))
        return raw, port.human, port.human

    def _write(self, entry: Entry) -> None:
        self.journal.append(entry)
        self._unkept = True
        # Undo never goes to the middle of automatic play, so no other marks are kept:
        # a simulation, in which nobody decides, holds on to no old state.
        if entry.decision and self._marks[-1].answers < self._mark.answers:
            self._marks.append(self._mark)
        if entry.human and self._recorder is not None:
            try:
                self._recorder.keep(self)
            except OpforError:  # not written is not answered
                self.journal.cut(len(self.journal) - 1)
                self.pending = entry.asked
                raise

    # -- what front ends do ----------------------------------------------------

    def run(self) -> Asked | None:
        """Play on to the next open request and return it, or None at the end.

        Raises:
            Divergence: the journal holds other requests than the game came to.
            OpforError: an answer was refused; `pending` is the request it was for.
        """
        # What a waiting game shows is the middle of a step; only now does it go back.
        self._rewind()
        try:
            while (step := self._program(self.state)) is not None:
                self.step = step.name
                step.run(self)
                self._end_step()
        except Pending as waiting:
            self.pending = waiting.asked
        except Illegal:
            if self.pending is None:  # found out only after it was written
                self._take_back()
            raise
        finally:
            self._offer = ()  # an answer is for one request, whatever became of it
        if self.pending is None and self._cursor < len(self.journal):
            left = self.journal[self._cursor].asked
            raise Divergence(left.number, str(left), "the end of the game")
        self._keep_what_followed()
        return self.pending

    def answer(self, number: int, value: object, token: str = "") -> Asked | None:
        """Give the answer to the open request of that number and play on.

        After an undo a number comes again. A front end that may be late gives back
        the `token` it saw with the request, and an answer to another past is refused.

        Raises:
            OpforError: no such request is open, or the answer does not fit it;
                the game still waits where it did.
        """
        if self.pending is None or self.pending.number != number:
            now = self.pending.number if self.pending else "none"
            raise OpforError(
                f"request {number} is not open, {now} is",
                do="look at the open request and answer that one",
            )
        if token and token != self.token:
            raise OpforError(
                f"the answer to request {number} comes late, after an undo",
                do="look at the open request and answer that one",
            )
        self._offer = (value,)
        return self.run()

    def undo(self, n: int = 1) -> Undone:
        """Take back the last `n` decisions of a person; then call `run`.

        Dice and chits drawn since are kept and come out again in the same order, so
        that undo is no way to roll again. Dice a person rolled are no decision.
        """
        decisions = [at for at in self.journal.decisions() if at >= self._floor]
        if not 1 <= n <= len(decisions):
            left = f"no more than {len(decisions)}" if decisions else "nothing"
            raise OpforError(f"there is {left} to take back")
        return self.back_to(decisions[-n])

    def last_dice(self, mine: Callable[[Asked], bool]) -> int | None:
        """The index of the last dice or chit of a person, if no decision came since.

        Args:
            mine: whether what is asked is his to roll.
        """
        for at in range(len(self.journal) - 1, self._floor - 1, -1):
            entry = self.journal[at]
            if entry.decision:
                return None
            if entry.luck and (entry.human or mine(entry.asked)):
                return at
        return None

    def take_back_dice(self, mine: Callable[[Asked], bool]) -> Undone:
        """Take back the last dice of a person, to be told anew; then call `run`.

        He may have mistyped them (reading: D-816), so neither they nor what came after
        them in their stream come again; other luck does.

        Raises:
            OpforError: a decision came after them, or there are none.
        """
        last = self.last_dice(mine)
        if last is None:
            do = "after an order `undo` comes first"
            raise OpforError("no dice of yours came last", do=do)
        return self.back_to(last, forget=True)

    def back_to(self, length: int, *, forget: bool = False) -> Undone:
        """Cut the journal to its first `length` answers; then call `run`.

        `forget`: the luck in the stream of the first that goes does not come again.

        Raises:
            OpforError: it could not be written down; the game is where it was.
        """
        lists = {"_events": list(self._events), "_marks": list(self._marks)}
        before, journal = vars(self) | lists, self.journal.copy()
        cuts = length < len(self.journal)
        after = self.journal[length].asked.after if cuts else len(self._events)
        events = tuple(self._events[after:])
        gone = self.journal.cut(length, forget=forget)
        while self._marks[-1].answers > length:
            self._marks.pop()
        if self._mark.answers > length:
            self._mark = self._marks[-1]
        self._told = min(self._told, after)
        self._rewind()
        if self._recorder is not None:
            try:
                self._recorder.cut(self)
            except OpforError:  # not written is not taken back
                vars(self).update(before)
                self.journal.become(journal)
                raise
        return Undone(tuple(gone), events)

    def _take_back(self) -> None:
        """Undo the last decision of the step in hand, if there is one."""
        decisions = self.journal.decisions()
        if decisions and decisions[-1] >= self._mark.answers:
            self.back_to(decisions[-1])

    def _keep_what_followed(self) -> None:
        """Keep what came of the last answer: who only reads a save sees it too."""
        if self._recorder is None or not self._unkept:
            return
        self._unkept = False
        with suppress(OpforError):  # the answer is kept; this follows from it
            self._recorder.keep(self)

    def _end_step(self) -> None:
        before = self._mark
        self._mark = Mark(self._cursor, len(self._events), self.state)
        # The program sees the state alone: the same state means the same step again.
        if before[:2] == self._mark[:2]:
            raise OpforError(
                "this step neither asked nor told anything, the game stands still",
                self.step,
            )

    def _rewind(self) -> None:
        """Back to the start of the step in hand."""
        self._cursor, events, self.state = self._mark
        del self._events[events:]
        self.pending = None


def _without(asked: Asked, kept: tuple[int | str, ...]) -> Asked | None:
    """What is still to be asked when some luck was kept; None if nothing is."""
    if not kept:
        return asked
    request = asked.request
    short = request.size - len(kept) if isinstance(request, Roll) else 0
    if not short:
        return None
    return replace(asked, request=replace(request, kind="random", count=short))


def _joined(
    asked: Asked, kept: tuple[int | str, ...], wanted: Asked | None, raw: object
) -> Any:
    """The answer made of kept luck and of what was asked for beside it."""
    if wanted is None:
        raw = kept if isinstance(asked.request, Roll) else kept[0]
    elif kept:
        rest: Any = wanted.request.validate(raw)
        raw = kept + rest
    return asked.request.validate(raw)


def _difference(recorded: Asked, now: Asked) -> tuple[str, str]:
    """The two requests in words, with the first part in which they differ."""
    if str(recorded) != str(now):
        return str(recorded), str(now)
    for name in ("causes", "after"):
        old, new = getattr(recorded, name), getattr(now, name)
        if old != new:
            return f"{recorded} ({name} {old})", f"{now} ({name} {new})"
    return f"{recorded} as {recorded.request}", f"{now} as {now.request}"
