"""Whole ENEMY Player Turns on the Missions that come with opfor, in CPU time.

CPU time, so that a busy machine tells the same as an idle one. The figures are of two
boards where the Mission has two; the first game of each, which compiles LOS and fills
what is kept of the map, is not counted.
"""

from statistics import quantiles
from time import process_time

from opfor.core.event import Emitted
from opfor.ports.program_players import Random
from opfor.ports.session import Setup, build_world
from opfor.sim.run import play_out
from opfor.sim.steady import Steady
from opfor.state.events import PhaseBegan
from opfor.state.mission import load_mission, missions
from opfor.state.units import Side

GAMES = 2
"""Games of each Mission that are timed."""


class Turns:
    """Hears of a game, and notes how long each Player Turn of the ENEMY takes."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self._side: Side | None = None
        self._began = 0.0

    def __call__(self, emitted: Emitted) -> None:
        """Note the time where a Player Turn begins."""
        event = emitted.event
        if isinstance(event, PhaseBegan) and event.phase == "RPh":
            now = process_time()
            if self._side == "ENEMY":
                self.seconds.append(now - self._began)
            self._side, self._began = event.side, now


def run() -> dict[str, float]:
    """The median and the p95 of a turn of each Mission, and games a CPU second."""
    figures: dict[str, float] = {}
    for name in missions():
        setup = Setup(mission=load_mission(name), seed=1)
        world = build_world(setup)
        turns, began = Turns(), 0.0
        for index in range(GAMES + 1):
            seed = f"turns/{index}"
            players = {
                "FRIENDLY": Steady(world, f"{seed}F"),
                "ENEMY": Random(world, f"{seed}E"),
            }
            if index == 1:
                turns, began = Turns(), process_time()
            play_out(world, setup.mission, seed, players, listener=turns)  # type: ignore[arg-type] # sides
        spent = process_time() - began
        figures[f"{name}_p50_ms"] = 1000 * quantiles(turns.seconds, n=100)[49]
        figures[f"{name}_p95_ms"] = 1000 * quantiles(turns.seconds, n=100)[94]
        figures[f"{name}_games_per_cpu_s"] = GAMES / spent
    return figures


if __name__ == "__main__":
    print(run())
