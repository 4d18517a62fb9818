"""Many games of a Mission without a person, and what they came to.

    outcomes = play_many(setup, games=1000, seed=1, jobs=4)
    report = summary(outcomes)

Each game follows from the seed and its index alone, so the outcomes are the same for
any number of processes.
"""

import gc
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from math import sqrt
from time import perf_counter
from traceback import extract_tb
from typing import Literal

import msgspec
from msgspec import Struct

from opfor.core.ask import Port
from opfor.core.errors import OpforError
from opfor.core.event import Emitted
from opfor.core.explain import RowRead
from opfor.core.fact import Fact
from opfor.ports.program_players import Random
from opfor.ports.session import Setup, build_world
from opfor.sim.run import play_out
from opfor.sim.steady import Steady
from opfor.state.events import LossesChanged, PhaseBegan
from opfor.state.units import Side
from opfor.state.world import World
from opfor.views.text.words import say

PlayerName = Literal["random", "steady"]

WON = "side_wins"
"""The kind of a game's end with a winner."""

CHUNK = 4
"""Games that a process takes at a time."""

Z95 = 1.959964
"""The normal deviate of a 95 % interval."""


class GameOutcome(Struct, frozen=True, kw_only=True):
    """What one game came to; `seconds` and `enemy_turns_s` alone are of the machine.

    Args:
        index: its place among the games.
        result: how it ended.
        winner: who won; empty for a draw.
        vp: CVP and Exit VP of each side.
        losses: units lost by each side, turn by turn.
        rules: how often each rule caused something.
        rows: how often each row of a table was read, as `A1 3`.
        suspects: S? left at the end.
        fault: the exception that ended it, with its place; empty for none.
        seconds: how long it took.
        enemy_turns_s: how long each ENEMY Player Turn took.
    """

    index: int
    result: str = ""
    winner: Side | Literal[""] = ""
    vp: dict[Side, int] = {}
    losses: dict[Side, list[int]] = {}
    rules: dict[str, int] = {}
    rows: dict[str, int] = {}
    suspects: int = 0
    fault: str = ""
    seconds: float = 0
    enemy_turns_s: list[float] = []


class BatchOrder(Struct, frozen=True, kw_only=True):
    """What a process is to play."""

    setup: Setup
    seed: int
    player: PlayerName = "steady"


def game_seed(seed: int, index: int) -> str:
    """What the dice and the players of a game follow from."""
    return f"{seed}/{index}"


def play_one(order: BatchOrder, index: int) -> GameOutcome:
    """One game of many; a fault in it is part of the outcome."""
    world = _world(msgspec.json.encode(order.setup))
    seed = game_seed(order.seed, index)
    watch = _Watch()
    players: dict[Side, Port] = {
        "FRIENDLY": player(order.player, world, f"{seed}F"),
        "ENEMY": Random(world, f"{seed}E"),
    }
    begun = perf_counter()
    try:
        with _no_search_for_cycles():
            game = play_out(world, order.setup.mission, seed, players, listener=watch)
    except Exception as error:
        place = extract_tb(error.__traceback__)[-1]
        where = f"{place.filename.rpartition('/')[2]}:{place.lineno}"
        told = f"{type(error).__name__} at {where}: {error}"
        return watch.outcome(index, seconds=perf_counter() - begun, fault=told)
    state, seconds = game.state, perf_counter() - begun
    tolls = {side: state.toll(side) for side in SIDES}
    return msgspec.structs.replace(
        watch.outcome(index, seconds=seconds),
        result=say(state.over),
        winner=_winner(state.over),
        vp={side: toll.cvp + toll.exit_vp for side, toll in tolls.items()},
        suspects=len(state.suspects),
    )


def _winner(over: Fact | str) -> Side | Literal[""]:
    """The side that has won, by how the game ended."""
    won = over.data["side"] if isinstance(over, Fact) and over.kind == WON else ""
    return next((side for side in SIDES if side == won), "")


@contextmanager
def _no_search_for_cycles() -> Iterator[None]:
    """A game makes no cycles of objects; to look for some took it 7 % longer."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


SIDES: tuple[Side, Side] = ("FRIENDLY", "ENEMY")


def player(name: PlayerName, world: World, seed: str) -> Port:
    """The FRIENDLY player of a name."""
    return Steady(world, seed) if name == "steady" else Random(world, seed)


@cache
def _world(setup: bytes) -> World:
    """The world of a Setup, built once in each process."""
    return build_world(msgspec.json.decode(setup, type=Setup))


class _Watch:
    """Counts what happens in a game as it happens."""

    def __init__(self) -> None:
        self.rules: Counter[str] = Counter()
        self.rows: Counter[str] = Counter()
        self.losses: dict[Side, list[int]] = {side: [] for side in SIDES}
        self.turns: list[float] = []
        self._lost = dict.fromkeys(SIDES, 0)
        self._began: float | None = None

    def __call__(self, emitted: Emitted) -> None:
        self.rules.update(emitted.causes)
        match emitted.event:
            case RowRead(table=table, row=row):
                self.rows[f"{table} {row}"] += 1
            case LossesChanged(side=side, toll=toll):
                gone = len(toll.lost) - self._lost[side]
                self._lost[side] = len(toll.lost)
                if gone > 0 and self.losses[side]:
                    self.losses[side][-1] += gone
            case PhaseBegan(side=side, phase="RPh", turn=turn):
                self._turn(side, turn)

    def _turn(self, side: Side, turn: int) -> None:
        now = perf_counter()
        if self._began is not None:
            self.turns.append(now - self._began)
        self._began = now if side == "ENEMY" else None
        for lost in self.losses.values():
            lost.extend([0] * (turn - len(lost)))

    def outcome(self, index: int, *, seconds: float, fault: str = "") -> GameOutcome:
        """What was counted."""
        return GameOutcome(
            index=index,
            rules=dict(sorted(self.rules.items())),
            rows=dict(sorted(self.rows.items())),
            losses=self.losses,
            enemy_turns_s=self.turns,
            seconds=seconds,
            fault=fault,
        )


def play_many(
    setup: Setup,
    *,
    games: int,
    seed: int,
    jobs: int = 1,
    player: PlayerName = "steady",
    told: Callable[[GameOutcome], object] = lambda _: None,
) -> list[GameOutcome]:
    """So many games, in order of their index.

    Args:
        setup: what is played.
        games: how many.
        seed: what all of them follow from.
        jobs: processes; 1 plays here.
        player: the FRIENDLY player.
        told: hears of each outcome as it comes.

    Errors:
        OpforError: the numbers make no sense.
    """
    if games < 1 or jobs < 1:
        raise OpforError("play at least one game, in at least one process")
    order = BatchOrder(setup=setup, seed=seed, player=player)
    found = []
    for outcome in _outcomes(order, games, jobs):
        told(outcome)
        found.append(outcome)
    return found


def _outcomes(order: BatchOrder, games: int, jobs: int) -> Iterator[GameOutcome]:
    if jobs == 1:
        yield from (play_one(order, index) for index in range(games))
        return
    pool = ProcessPoolExecutor(jobs)
    try:
        yield from pool.map(play_one, [order] * games, range(games), chunksize=CHUNK)
    finally:
        pool.shutdown(cancel_futures=True)


# -- what they came to -------------------------------------------------------------


class Summary(Struct, frozen=True, kw_only=True):
    """Figures over many games.

    Args:
        games: how many came to an end.
        won, draws: by the FRIENDLY side, by nobody.
        win_rate, low, high: the share won, and its 95 % interval (Wilson).
        vp: the mean VP of each side.
        losses: the mean losses of each side, turn by turn.
        rules, rows: how many games used each.
        faults: the games that ended in a fault, by index.
        missions_per_s: games a second of one process.
        enemy_turn_p95_s: 95 % of ENEMY Player Turns took no longer.
    """

    games: int
    won: int
    draws: int
    win_rate: float
    low: float
    high: float
    vp: dict[Side, float]
    losses: dict[Side, list[float]]
    rules: dict[str, int]
    rows: dict[str, int]
    faults: dict[int, str]
    missions_per_s: float
    enemy_turn_p95_s: float


def summary(outcomes: Sequence[GameOutcome]) -> Summary:
    """What games came to, those with faults left out of all figures but `faults`."""
    ended = [outcome for outcome in outcomes if not outcome.fault]
    won = sum(outcome.winner == "FRIENDLY" for outcome in ended)
    low, high = wilson(won, len(ended))
    turns = sorted(t for outcome in ended for t in outcome.enemy_turns_s)
    seconds = sum(outcome.seconds for outcome in ended)
    return Summary(
        games=len(ended),
        won=won,
        draws=sum(not outcome.winner for outcome in ended),
        win_rate=won / len(ended) if ended else 0,
        low=low,
        high=high,
        vp={side: _mean([o.vp[side] for o in ended]) for side in SIDES},
        losses={side: _by_turn([o.losses[side] for o in ended]) for side in SIDES},
        rules=_used(outcome.rules for outcome in ended),
        rows=_used(outcome.rows for outcome in ended),
        faults={o.index: o.fault for o in outcomes if o.fault},
        missions_per_s=len(ended) / seconds if seconds else 0,
        enemy_turn_p95_s=turns[int(0.95 * (len(turns) - 1))] if turns else 0,
    )


def wilson(won: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson's score."""
    if not games:
        return 0.0, 1.0
    share, size = won / games, Z95 * Z95 / games
    middle = share + size / 2
    spread = Z95 * sqrt(share * (1 - share) / games + size / games / 4)
    low, high = (middle - spread) / (1 + size), (middle + spread) / (1 + size)
    return max(0.0, low), min(1.0, high)


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values) if values else 0.0


def _by_turn(losses: Sequence[Sequence[int]]) -> list[float]:
    longest = max(map(len, losses), default=0)
    return [
        _mean([lost[turn] if turn < len(lost) else 0 for lost in losses])
        for turn in range(longest)
    ]


def _used(counts: Iterator[dict[str, int]]) -> dict[str, int]:
    used: Counter[str] = Counter()
    for count in counts:
        used.update(count.keys())
    return dict(sorted(used.items()))
