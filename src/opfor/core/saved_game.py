"""A game as a save holds it, and how to go on from it or replay it.

`GameType` is what a save does not hold: how a game begins from its options, the
program, and the types of its state and events. The rest of a game is data, in `Saved`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Raw, Struct

from opfor import __version__
from opfor.core.ask import Asked, Port, Router, Waiting
from opfor.core.codec import BAD_JSON, digest, encode
from opfor.core.errors import OpforError
from opfor.core.event import Emitted, Event, GameState, Note
from opfor.core.fact import fact
from opfor.core.game import Game, Mark, Past, Program, Recorder
from opfor.core.journal import Entry, Journal
from opfor.core.old_events import with_facts

S = TypeVar("S", bound=GameState)

Options = dict[str, Any]


class Snapshot(Struct, frozen=True):
    """The state between two steps, after so many answers and events, as JSON."""

    answers: int
    events: int
    state: bytes
    anchor: bool = False


class Version(Struct, frozen=True, array_like=True):
    """Which opfor release played on from which number of answers."""

    name: str
    since: int = 0


@dataclass(frozen=True)
class Saved:
    """All that a save holds. Events are JSON lines, readable for ever."""

    options: Options
    versions: tuple[Version, ...] = (Version(__version__),)
    entries: tuple[Entry, ...] = ()
    events: tuple[bytes, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()
    kept: dict[str, list[int | str]] = field(default_factory=dict)
    path: str = ""
    mended: bool = False
    """Events and snapshots were changed from outside: they come anew by replay."""

    @property
    def current(self) -> bool:
        """Whether this release was the last to play on."""
        return self.versions[-1].name == __version__

    @property
    def of_others(self) -> bool:
        """Whether another release has played some of it."""
        return any(version.name != __version__ for version in self.versions)

    @property
    def floor(self) -> int:
        """How many answers this release must take as they are, from a snapshot."""
        if self.current:
            return self.versions[-1].since
        return self.snapshots[-1].answers if self.snapshots else 0


class OldEvent(Note, frozen=True):
    """An event of another release that this one has no type for."""


class _Line(Struct, frozen=True):
    number: int
    causes: tuple[str, ...]
    event: Raw


@dataclass(frozen=True)
class GameType(Generic[S]):
    """A kind of game. `event` is the union of its event types, notes included.

    `begin` and `program` raise OpforError for options that they cannot use: a save may
    come from anywhere.
    """

    begin: Callable[[Options], S]
    program: Callable[[Options], Program[S]]
    state: type[S]
    event: Any

    def new(
        self, options: Options, router: Router, recorder: Recorder | None = None
    ) -> Game[S]:
        """A game at its beginning."""
        state = self.begin(options)
        return Game(state, self.program(options), router, recorder=recorder)

    def resume(
        self, saved: Saved, router: Router, recorder: Recorder | None = None
    ) -> Game[S]:
        """A game that goes on where the save ends; call `run` to come to the prompt.

        If another release wrote the save, and its rules now lead elsewhere, the game
        goes on from the last snapshot; the dice after it are kept.

        Raises:
            OpforError: the state of another release cannot be read by this one.
        """
        game = self._game(saved, router, saved.snapshots, recorder)
        if not saved.current:
            # A trial without ports and recorder: nothing is asked and nothing written
            # until it is known which answers the rules of today still lead to.
            trial = self.again(saved, saved.snapshots)
            try:
                trial.run()
            except OpforError:
                game.back_to(trial.mark.answers)
        return game

    def events(self, saved: Saved) -> list[Emitted]:
        """The saved events; those of a type unknown here as `OldEvent`."""
        decoder = msgspec.json.Decoder(self.event)
        old = saved.of_others
        return [
            _read_event(line, decoder, saved.path, old=old) for line in saved.events
        ]

    def told(self, saved: Saved) -> Sequence[Emitted]:
        """All events, those of the step in hand too, which a save does not hold.

        Nobody is asked and nothing is written.
        """
        try:
            game = self.again(saved, saved.snapshots)
            game.run()
        except OpforError:  # of another release, or its rules lead that step elsewhere
            return self.events(saved)
        return game.events

    def check_replay(self, saved: Saved) -> Game[S]:
        """Play the journal again and compare; the game as it came out.

        Compares every request, every event byte for byte, and the state that each
        snapshot leads to. Only what this release played can be compared.

        Raises:
            Divergence: naming the first request that differs.
            OpforError: naming the first event, or the snapshot, that differs.
        """
        if saved.mended:
            raise OpforError(
                "its events or snapshots were changed from outside",
                saved.path,
                "go on with it: they come anew from its answers",
            )
        if not saved.current:
            raise OpforError(
                f"this save was played by opfor {saved.versions[-1].name}",
                saved.path,
                "replay it with that version",
            )
        at_floor = [s for s in saved.snapshots if s.answers == saved.floor]
        game = self.again(saved, at_floor if saved.floor else ())
        told = game.mark.events  # by an older release, perhaps in types of its own
        game.run()
        pairs = zip(saved.events[told:], game.events[told:], strict=False)
        for number, (line, emitted) in enumerate(pairs, told + 1):
            if line != encode(emitted):
                now = encode(emitted).decode()
                raise OpforError(
                    f"the save tells {line.decode()}, the replay {now}",
                    f"event {number}",
                )
        if len(saved.events) > len(game.events):
            raise OpforError(f"the replay ends at event {len(game.events)}", saved.path)
        # And once more from the last snapshot, which is how the save is loaded.
        late = self.again(saved, saved.snapshots)
        late.run()
        if digest(late.state) != digest(game.state):
            raise OpforError(
                "the snapshot leads to another state than the replay", saved.path
            )
        return game

    def again(self, saved: Saved, snapshots: Sequence[Snapshot] = ()) -> Game[S]:
        """The saved game to be played again by its answers; nobody is asked.

        Args:
            saved: the game.
            snapshots: those to start from, at the last of them; none: at the beginning.
        """
        return self._game(saved, _SILENT, snapshots)

    def _game(
        self,
        saved: Saved,
        router: Router,
        snapshots: Sequence[Snapshot],
        recorder: Recorder | None = None,
    ) -> Game[S]:
        past = Past(
            Journal(saved.entries, saved.kept),
            self.events(saved),
            [self._mark(saved, s) for s in snapshots if s.answers >= saved.floor],
            saved.floor,
        )
        program = self.program(saved.options)
        begun = self.begin(saved.options)
        return Game(begun, program, router, past=past, recorder=recorder)

    def _mark(self, saved: Saved, snapshot: Snapshot) -> Mark[S]:
        try:
            state = msgspec.json.decode(snapshot.state, type=self.state)
        except BAD_JSON as error:
            wrote = saved.versions[-1].name
            raise OpforError(
                f"its state, written by opfor {wrote}, cannot be read ({error})",
                saved.path,
                f"view it here, or go on with opfor {wrote}",
            ) from error
        return Mark(snapshot.answers, snapshot.events, state)


def snapshot_of(mark: Mark[Any], *, anchor: bool = False) -> Snapshot:
    """A snapshot of a mark. Dicts keep their order, which rules may go by."""
    # Not the canonical form, which sorts keys: a loaded game would loop otherwise.
    state = msgspec.json.encode(mark.state)
    return Snapshot(mark.answers, mark.events, state, anchor)


def branched(saved: Saved, length: int) -> Saved:
    """What a save would hold had its game stopped after so many answers.

    The luck that came later is kept and comes out again, as after an undo.

    Raises:
        OpforError: another release played those answers and left nothing to start from.
    """
    if not saved.floor <= length <= len(saved.entries):
        raise OpforError(
            f"this game can be taken up after {saved.floor} answers at the earliest",
            saved.path,
            "choose a later moment",
        )
    journal = Journal(saved.entries, saved.kept)
    journal.cut(length)
    snapshots = tuple(s for s in saved.snapshots if s.answers <= length)
    told = snapshots[-1].events if snapshots else 0
    return Saved(
        saved.options,
        saved.versions,
        tuple(journal),
        saved.events[:told],
        snapshots,
        journal.kept,
    )


class _Silent:
    """A router to nobody: the game waits at the first request without an answer."""

    def pick(self, _asked: Asked) -> Port:
        return Waiting()


_SILENT = _Silent()


def _read_event(
    line: bytes, decoder: msgspec.json.Decoder[Event], path: str, *, old: bool
) -> Emitted:
    try:
        raw = msgspec.json.decode(line, type=_Line)
        form = msgspec.json.decode(raw.event, type=dict[str, Any])
    except BAD_JSON as error:
        raise OpforError(f"an event cannot be read ({error})", path) from error
    new = with_facts(form) if old else form
    try:
        event = decoder.decode(raw.event if new is form else encode(new))
    except BAD_JSON:
        event = OldEvent(fact("told", text=bytes(raw.event).decode()))
    return Emitted(raw.number, raw.causes, event)


_ENTRIES = msgspec.json.Decoder(Entry)


def read_entry(line: bytes | str, number: int, place: str) -> Entry:
    """The entry of that number from its JSON.

    Raises:
        OpforError: it cannot be read, or its answer does not fit its request.
    """
    try:
        entry = _ENTRIES.decode(line)
    except BAD_JSON as error:
        raise OpforError(f"answer {number} cannot be read ({error})", place) from error
    if entry.asked.number != number:
        raise OpforError(f"answer {number} is missing", place)
    # JSON has no tuples: validate gives the answer back as it was when it was new.
    try:
        answer = entry.asked.request.validate(entry.answer)
    except OpforError as error:
        said = f"answer {number} does not fit what was asked ({error})"
        raise OpforError(said, place) from error
    return Entry(entry.asked, answer, entry.human)
