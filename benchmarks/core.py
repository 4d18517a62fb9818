"""What the engine itself costs: rules, events, dice, saves, replays.

The game is the toy of the core tests, so these are the costs of the mechanism alone.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from msgspec import Struct, field
from msgspec.structs import replace
from tests.core.toy import RACE, Race, Scored, new_game, play, race, router

from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.game import Past
from opfor.core.journal import Journal
from opfor.core.rule import Registry
from opfor.core.save import Save, read_save
from opfor.core.saved_game import snapshot_of

OPTIONS = {"goal": 10**9}
ORDERS = [{"bold": 0}] * 300


def run() -> dict[str, float]:
    """The figures, each the best of several runs."""
    return {
        "rule_decorator_ns": 1e9 * decorator(),
        "events_per_s": 1 / emitting(Scored("player", 0)),
        "notes_per_s": 1 / emitting(Note(fact("x"))),
        "answers_replayed_per_s": 1 / replaying(),
        **saving(),
    }


def best(work: Callable[[], object], repeats: int = 5) -> float:
    """The seconds of the quickest run."""
    times = []
    for _ in range(repeats):
        begin = perf_counter()
        work()
        times.append(perf_counter() - begin)
    return min(times)


def decorator() -> float:
    """Seconds that `@rule` adds to a call."""
    registry = Registry()

    def plain(number: int) -> int:
        return number

    ruled = registry.rule("S1.1", "x")(plain)
    size = 100_000

    def loop(function: Callable[[int], int]) -> Callable[[], None]:
        def work() -> None:
            for number in range(size):
                function(number)

        return work

    return (best(loop(ruled)) - best(loop(plain))) / size


def emitting(event: Scored | Note) -> float:
    """Seconds an event, with its change of a small state."""
    size = 20_000

    def work() -> None:
        game = new_game()
        for _ in range(size):
            game.emit(event)

    return best(work) / size


def replaying() -> float:
    """Seconds an answer when a journal is played again."""
    game = play(new_game(program=race(10**9)), ORDERS)

    def work() -> None:
        past = Past[Race](Journal(game.journal))
        new_game(program=race(10**9), past=past).run()

    return best(work) / len(game.journal)


class Big(Struct, frozen=True):
    """A state about as large as that of a whole mission: some 50 kB as JSON."""

    race: Race = Race()
    units: dict[str, tuple[str, int, int]] = field(
        default_factory=lambda: {
            f"unit {n}": ("4-6-7 in K5/1", n, n) for n in range(1500)
        }
    )

    def apply(self, event: Scored) -> "Big":
        """The state after an event."""
        return replace(self, race=self.race.apply(event))


def saving() -> dict[str, float]:
    """Microseconds an answer with and without a save, loading, and a snapshot."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.opfor"
        save = Save.create(path, OPTIONS)
        begin = perf_counter()
        play(RACE.new(OPTIONS, router(), save), ORDERS)
        saved = perf_counter() - begin
        save.close()
        load = best(lambda: RACE.resume(read_save(path), router()).run())
    begin = perf_counter()
    play(RACE.new(OPTIONS, router()), ORDERS)
    bare = perf_counter() - begin
    mark = new_game().mark._replace(state=Big())  # type: ignore[arg-type]  # any state will do for a snapshot
    return {
        "answer_us": 1e6 * bare / len(ORDERS),
        "save_us_per_answer": 1e6 * (saved - bare) / len(ORDERS),
        "load_ms_after_300_answers": 1e3 * load,
        "snapshot_us_of_50_kb": 1e6 * best(lambda: snapshot_of(mark), 20),
    }
