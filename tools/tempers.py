"""How often `steady` would win if he played a whole game in another temper.

Run as `python tools/tempers.py first-contact --games 18 'fear=0.5 haste=2' prep=0.25`.
Each way plays the same games: same placements, and the same dice in the same situation.
A letter for each game says who won it (docs/studies/planner.md).
"""

import argparse

from opfor.ports.program_players import Random
from opfor.ports.session import Setup, settled
from opfor.sim.outlook import winner_of
from opfor.sim.run import play_out
from opfor.sim.series import game_seed, world_of
from opfor.sim.steady import Steady
from opfor.sim.temper import EVEN, Temper
from opfor.state.mission import load_mission


def temper(words: str) -> Temper:
    """A temper by its values, such as `fear=0.5 haste=2`."""
    pairs = (word.split("=") for word in words.split())
    return EVEN._replace(name=words, **{key: float(value) for key, value in pairs})


def won(setup: Setup, way: Temper, index: int) -> str:
    """The first letter of the side that won a game; `-` for a draw."""
    world, seed = world_of(setup), game_seed(setup.seed, index)
    friendly = Steady(world, f"{seed}F", temper=way)
    players = {"FRIENDLY": friendly, "ENEMY": Random(world, f"{seed}E")}
    game = play_out(world, setup.mission, seed, players, keyed=True)  # type: ignore[arg-type]
    return winner_of(game.state.over)[:1] or "-"


def main() -> None:
    """Play, way by way, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mission")
    parser.add_argument("tempers", nargs="*", help="such as 'fear=0.5 haste=2'")
    parser.add_argument("--games", type=int, default=18)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_intermixed_args()
    setup = settled(Setup(mission=load_mission(given.mission), seed=given.seed))
    for way in (EVEN, *map(temper, given.tempers)):
        found = "".join(won(setup, way, index) for index in range(given.games))
        print(f"{found}  {found.count('F')} of {given.games}: {way.name}", flush=True)


if __name__ == "__main__":
    main()
