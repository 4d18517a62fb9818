"""Infantry fights between random players, and what it costs to list legal orders.

A company a side on two boards of ours; six turns. `games_per_s` is the rate of whole
games, `legal_p95_ms` the time of one complete list of legal orders.
"""

from collections.abc import Iterator, Sequence
from statistics import quantiles
from time import perf_counter
from typing import Any

from tests.properties.skirmish import skirmish, world_of

from opfor.core.ask import Asked, Context, Port
from opfor.core.journal import Journal
from opfor.ports.program_players import Random
from opfor.rules.a_infantry.a03_9_phases import acting
from opfor.rules.sequence import legal_orders
from opfor.sim.run import play_out
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.units import Side
from opfor.state.world import World

BOARDS = "o1@0,0 o3@0,1"
SQUADS = 10
TURNS = 6
DATE = "1943-06"
GAMES = 30


def run() -> dict[str, float]:
    """The figures, after a game that compiles LOS and fills what is kept."""
    _game(0)
    began = perf_counter()
    games = [_game(seed) for seed in range(1, GAMES + 1)]
    spent = perf_counter() - began
    orders = sum(len(journal) for journal, _ in games)
    times = [time for _, states in games[:4] for time in _legal(*states)]
    return {
        "games_per_s": GAMES / spent,
        "answers_per_game": orders / GAMES,
        "answer_us": 1e6 * spent / orders,
        "legal_p50_ms": 1000 * quantiles(times, n=100)[49],
        "legal_p95_ms": 1000 * quantiles(times, n=100)[94],
    }


def _game(seed: int) -> tuple[Journal, tuple[World, list[State]]]:
    """The journal of a game; its world, and the states of the first few games."""
    mission = skirmish(seed, boards=BOARDS, squads=SQUADS, turns=TURNS, date=DATE)
    world = world_of(mission.map, mission.enemy, mission.date)
    players: dict[Side, Port] = {
        "FRIENDLY": Random(world, f"{seed}F"),
        "ENEMY": Random(world, f"{seed}E"),
    }
    states: list[State] = []
    if seed <= 4:
        players["FRIENDLY"] = _Watched(world, f"{seed}F", states)
    game = play_out(world, mission, seed, players)
    return game.journal, (world, states)


class _Watched(Random):
    """A random player who keeps the states in which he is asked."""

    def __init__(self, world: World, seed: str, states: list[State]) -> None:
        super().__init__(world, seed)
        self._states = states

    def answer(self, asked: Asked, context: Context) -> Any:
        """As Random, keeping the state."""
        self._states.append(context.state)
        return super().answer(asked, context)


def _legal(world: World, states: Sequence[State]) -> Iterator[float]:
    """Seconds that finding all legal orders takes, state by state."""
    for state in states:
        side = acting(state)
        if side is None:
            continue
        began = perf_counter()
        for _ in legal_orders.legal(FrozenView(state, world), side):
            pass
        yield perf_counter() - began


if __name__ == "__main__":
    print(run())
