"""Whole ENEMY Player Turns on the Missions that come with opfor, in CPU time.

CPU time, so that a busy machine tells the same as an idle one. What the program in the
FRIENDLY player's place thinks meanwhile (Defensive First Fire, routs) is no part of it:
a player waits for the ENEMY alone. The figures are of two boards where the Mission has
two; the first game of each, which compiles LOS and fills what is kept of the map, is
not counted.
"""

from collections.abc import Callable
from statistics import quantiles
from time import process_time
from typing import Any

from opfor.core.ask import Asked, Context
from opfor.core.cycles import no_search_for_cycles
from opfor.core.event import Emitted
from opfor.ports.program_players import Random
from opfor.ports.session import Setup, build_world
from opfor.sim.run import play_out
from opfor.sim.steady import Steady
from opfor.state.events import PhaseBegan
from opfor.state.mission import Mission, load_mission, missions
from opfor.state.units import Side
from opfor.state.world import World

GAMES = 6
"""Games of each Mission that are timed."""


class Thinking:
    """A player whose time is taken.

    Args:
        player: who answers.
    """

    human = False

    def __init__(self, player: Steady) -> None:
        self._player = player
        self.seconds = 0.0

    def answer(self, asked: Asked, context: Context) -> Any:
        """The player's own answer."""
        began = process_time()
        answer = self._player.answer(asked, context)
        self.seconds += process_time() - began
        return answer


class Turns:
    """Hears of games, and notes how long each Player Turn of the ENEMY takes."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.friendly = 0.0

    def of(self, friendly: Thinking) -> Callable[[Emitted], None]:
        """What listens to the next game, in which this player answers for FRIENDLY."""
        side: Side | None = None
        began = thought = 0.0

        def hear(emitted: Emitted) -> None:
            nonlocal side, began, thought
            event = emitted.event
            if not (isinstance(event, PhaseBegan) and event.phase == "RPh"):
                return
            now = process_time()
            if side == "ENEMY":
                waited = friendly.seconds - thought
                self.seconds.append(now - began - waited)
                self.friendly += waited
            side, began, thought = event.side, now, friendly.seconds

        return hear


def run() -> dict[str, float]:
    """The median and the p95 of a turn of each Mission, and games a CPU second.

    `turns` are the Player Turns behind the two, `friendly_share` what the FRIENDLY
    player's program took of the CPU time between their beginnings and ends.
    """
    figures: dict[str, float] = {}
    for name in missions():
        mission = load_mission(name)
        world = build_world(Setup(mission=mission, seed=1))
        turns, began = Turns(), 0.0
        for index in range(GAMES + 1):
            if index == 1:
                turns, began = Turns(), process_time()
            play(world, mission, f"turns/{index}", turns)
        spent = process_time() - began
        hundredths = quantiles(turns.seconds, n=100, method="inclusive")
        figures[f"{name}_p50_ms"] = 1000 * hundredths[49]
        figures[f"{name}_p95_ms"] = 1000 * hundredths[94]
        figures[f"{name}_turns"] = len(turns.seconds)
        figures[f"{name}_friendly_share"] = turns.friendly / (
            turns.friendly + sum(turns.seconds)
        )
        figures[f"{name}_games_per_cpu_s"] = GAMES / spent
    return figures


def play(world: World, mission: Mission, seed: str, turns: Turns) -> None:
    """One game, its ENEMY Player Turns noted."""
    friendly = Thinking(Steady(world, f"{seed}F"))
    players = {"FRIENDLY": friendly, "ENEMY": Random(world, f"{seed}E")}
    with no_search_for_cycles():  # as an open game has it (web/game/room.py)
        play_out(world, mission, seed, players, listener=turns.of(friendly))  # type: ignore[arg-type] # sides


if __name__ == "__main__":
    print(run())
