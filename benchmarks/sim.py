"""Complete Missions without a person: rate of each, slow ENEMY turns, and memory.

The first game of each Mission compiles LOS and fills what is kept of the map; it is not
counted.
"""

import gc
import sys

from opfor.ports.session import Setup
from opfor.sim.series import BatchOrder, GameOutcome, play_one
from opfor.sim.summary import summary
from opfor.state.mission import load_mission, missions

GAMES = 5
"""Games of each Mission that are timed."""


def run() -> dict[str, float]:
    """Games a second of each Mission and of all, p95 of ENEMY turns, growth."""
    played = {name: outcomes(name) for name in missions()}
    everything = [outcome for games, _ in played.values() for outcome in games]
    whole = summary(everything)
    figures = {
        "missions_per_s": whole.missions_per_s,
        "enemy_turn_p95_s": whole.enemy_turn_p95_s,
    }
    for name, (games, growth) in played.items():
        figures[f"{name}_per_s"] = summary(games).missions_per_s
        figures[f"{name}_blocks_a_game"] = growth
    return figures


def outcomes(name: str) -> tuple[list[GameOutcome], float]:
    """Some games of a Mission, and how many memory blocks each leaves in use."""
    order = BatchOrder(setup=Setup(mission=load_mission(name), seed=1), seed=1)
    play_one(order, 0)
    before = blocks()
    games = [play_one(order, index) for index in range(1, GAMES + 1)]
    return games, (blocks() - before) / GAMES


def blocks() -> int:
    """The memory blocks in use once garbage is gone."""
    gc.collect()
    return sys.getallocatedblocks()
