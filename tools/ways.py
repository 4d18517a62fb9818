"""How much better each way of `planner` is than the usual one, position by position.

Run as `python tools/ways.py first-contact --games 8 --turn 1 --playouts 12`. Each game
is played by `seasoned` up to its first order of PFPh or MPh in that Game Turn; from
there each way is played out with the same unknowns and dice (docs/studies/planner.md).
"""

import argparse
from math import sqrt
from typing import Any

from opfor.core.ask import Asked, Context, Order
from opfor.ports.program_players import Random
from opfor.ports.session import Setup, settled
from opfor.sim.planner import TEMPERS
from opfor.sim.playout import Lookout, Plan
from opfor.sim.race import TWO_SIDED, gain
from opfor.sim.run import play_out
from opfor.sim.series import game_seed, world_of
from opfor.sim.steady import Steady
from opfor.sim.temper import SEASONED
from opfor.state.mission import load_mission
from opfor.state.state import State


class ReachedError(Exception):
    """The position is there."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state


class UpTo(Steady):
    """Plays until a Game Turn."""

    turn = 1

    def answer(self, asked: Asked, context: Context) -> Any:
        """As `steady`; raises when the position is reached."""
        state = context.state
        begins = state.phase in ("PFPh", "MPh") and state.side == "FRIENDLY"
        if isinstance(asked.request, Order) and begins and state.turn == self.turn:
            raise ReachedError(state)
        return super().answer(asked, context)


def position(setup: Setup, index: int, turn: int) -> State | None:
    """The position of a game at that turn; None if it ends before."""
    world, seed = world_of(setup), game_seed(setup.seed, index)
    friendly = UpTo(world, f"{seed}F", temper=SEASONED)
    friendly.turn = turn
    players = {"FRIENDLY": friendly, "ENEMY": Random(world, f"{seed}E")}
    try:
        play_out(world, setup.mission, seed, players, keyed=True)  # type: ignore[arg-type]
    except ReachedError as reached:
        return reached.state
    return None


def main() -> None:
    """Play out, position by position, and tell the gains in points."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mission")
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--turn", type=int, default=1)
    parser.add_argument("--playouts", type=int, default=12)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    setup = settled(Setup(mission=load_mission(given.mission), seed=given.seed))
    apart: dict[str, list[float]] = {way.name: [] for way in TEMPERS[1:]}
    for index in range(given.games):
        state = position(setup, index, given.turn)
        if state is None:
            continue
        ahead = Lookout(world_of(setup), state, f"{index}")
        numbers = range(given.playouts)
        usual, *others = (
            [ahead.chance(Plan(way), nth) for nth in numbers] for way in TEMPERS
        )
        told: list[str] = []
        for way, made in zip(TEMPERS[1:], others, strict=True):
            mean, error = gain(made, usual)
            told.append(f"{way.name} {100 * mean:+.1f} ± {100 * error:.1f}")
            pairs = zip(made, usual, strict=True)
            apart[way.name] += [
                a - b for a, b in pairs if a is not None and b is not None
            ]
        print(f"game {index}: {'; '.join(told)}", flush=True)
    for name, found in apart.items():
        mean = sum(found) / len(found)
        spread = sqrt(sum((x - mean) ** 2 for x in found)) / len(found)
        print(f"{name}: {100 * mean:+.2f} ± {100 * TWO_SIDED * spread:.2f} (95 %)")


if __name__ == "__main__":
    main()
