"""What each value of a temper is worth, from games in which all are drawn at once.

Run as `python tools/drawn_tempers.py first-contact --games 2000 --out drawn.jsonl`. In
each game each value is as usual, about half or about twice of it, by chance; least
squares over all games then tell what each adds to the rate of wins, in points, with an
interval of 95 %. Each game serves every value, so two thousand tell as much of each as
two thousand for it alone would (docs/decisions/D-817.md). Games that are in the file
are not played again.
"""

import argparse
import random
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from opfor.core.cycles import no_search_for_cycles
from opfor.ports.program_players import Random
from opfor.ports.session import Setup, settled
from opfor.sim.outlook import score_of
from opfor.sim.race import TWO_SIDED
from opfor.sim.run import play_out
from opfor.sim.series import BatchOrder, game_seed, get_ready
from opfor.sim.steady import Steady
from opfor.sim.temper import EVEN, SEASONED, Temper
from opfor.state.mission import load_mission

AROUND = {"even": EVEN, "seasoned": SEASONED}

DRAWN = {
    "fear": (0.5, 1.8),
    "haste": (0.5, 2.0),
    "halted": (0.4, 2.0),
    "staying": (0.5, 1.8),
    "firing": (0.4, 2.0),
    "taking": (0.4, 2.4),
    "crowd": (0.35, 2.3),
    "spare": (0.5, 2.0),
    "odds": (0.2, 3.0),
    "last": (0.4, 2.4),
}
"""What each value is taken times, beside once."""


class Drawn(Struct, frozen=True):
    """A game: what each value was taken times, and whether FRIENDLY won (1, 0, ½)."""

    game: int
    times: dict[str, float]
    won: float


def played(setup: Setup, usual: Temper, index: int) -> Drawn:
    """One game in a temper of its own."""
    seed = game_seed(setup.seed, index)
    chance = random.Random(seed)  # noqa: S311 - it draws a design, not a secret
    times = {name: chance.choice((1.0, *two)) for name, two in DRAWN.items()}
    values: dict[str, Any] = {n: getattr(usual, n) * by for n, by in times.items()}
    world = get_ready(BatchOrder(setup=setup, seed=setup.seed))
    players = {
        "FRIENDLY": Steady(world, f"{seed}F", temper=usual._replace(**values)),
        "ENEMY": Random(world, f"{seed}E"),
    }
    with no_search_for_cycles():
        game = play_out(world, setup.mission, seed, players)  # type: ignore[arg-type]
    return Drawn(index, times, score_of(game.state.over))


def effects(games: list[Drawn]) -> list[tuple[str, float, float]]:
    """What each value adds in points, with half its interval; the surest first."""
    each = [(name, by) for name, two in DRAWN.items() for by in two]
    x = np.array([[1.0, *(g.times[n] == by for n, by in each)] for g in games])
    y = np.array([game.won for game in games])
    found = np.linalg.lstsq(x, y)[0]
    left = y - x @ found
    spread = left @ left / (len(y) - x.shape[1]) * np.linalg.inv(x.T @ x)
    half = TWO_SIDED * np.sqrt(np.diag(spread))
    rows = [
        (f"{name} x {by}", 100 * found[n], 100 * half[n])
        for n, (name, by) in enumerate(each, 1)
    ]
    return sorted(rows, key=lambda row: -abs(row[1] / row[2]))


def main() -> None:
    """Play what is missing, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mission")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=801)
    parser.add_argument("--around", choices=sorted(AROUND), default="even")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    setup = settled(Setup(mission=load_mission(given.mission), seed=given.seed))
    text = given.out.read_bytes() if given.out.exists() else b""
    games = msgspec.json.Decoder(Drawn).decode_lines(text)
    with given.out.open("ab") as out:
        for index in range(len(games), given.games):
            games.append(played(setup, AROUND[given.around], index))
            out.write(msgspec.json.Encoder().encode_lines(games[-1:]))
    print(
        f"{len(games)} games, won {100 * sum(g.won for g in games) / len(games):.0f} %"
    )
    for name, points, half in effects(games):
        print(f"{name}: {points:+.1f} ± {half:.1f}")


if __name__ == "__main__":
    main()
