"""Fit the guess of `sim/outlook.py` on games of `seasoned`, and write its weights.

Run as `python tools/fit_outlook.py --games 200 --out FILE.jsonl [MISSION ...]`. The
position at the beginning of each Player Turn is kept with who won in the end; what is
in the file already is not played again, and `--games 0` fits on that alone. What is
printed for each Mission is the mean logarithmic loss on games that were not fitted on
(each third in turn), beside that of its mere rate of wins (docs/studies/planner.md).
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from opfor.core.cycles import no_search_for_cycles
from opfor.core.game import Game
from opfor.ports.program_players import Random
from opfor.ports.session import Setup, settled
from opfor.rules.sequence.s02_turn import program
from opfor.sim.outlook import Figures, figures, score_of, wins_now
from opfor.sim.run import ProgramRouter
from opfor.sim.series import BatchOrder, game_seed, get_ready
from opfor.sim.steady import Steady
from opfor.sim.temper import SEASONED
from opfor.state.mission import load_mission, shipped
from opfor.state.state import State

INTO = Path("src/opfor/data/outlook.toml")
SEED = 61
THIRDS = 3
RIDGE = 3.0  # of the squared weights, with a loss of one for each game
OWN = 12.0  # the same of what a Mission adds to the weight of a figure
ROUNDS = 30
HEAD = """# How much each figure of a position weighs in the guess of who wins (D-741).
# Written by tools/fit_outlook.py from games that `seasoned` played. `open`: where the
# victory conditions are not fulfilled as it stands, `fulfilled`: where they are.
"""

Array = npt.NDArray[np.float64]
Curves = dict[str, list[float]]


class Position(Struct, frozen=True):
    """The beginning of a Player Turn.

    Args:
        mission: of which Mission.
        game: the index of the game.
        fulfilled: whether FRIENDLY would win as it stands.
        figures: what can be counted.
        won: 1 if FRIENDLY won, 0 if the ENEMY did, a half for a draw.
    """

    mission: str
    game: int
    fulfilled: bool
    figures: Figures
    won: float


def play(mission: str, index: int) -> list[Position]:
    """The positions of one game."""
    setup = settled(Setup(mission=load_mission(mission), seed=SEED))
    world = get_ready(BatchOrder(setup=setup, seed=SEED))
    seed, usual = game_seed(SEED, index), program(world)
    seen: dict[tuple[int, str], tuple[bool, Figures]] = {}

    def watched(state: State) -> Any:
        turn = state.turn, state.side
        if state.turn and not state.over and turn not in seen:
            seen[turn] = wins_now(state, world), figures(state, world)
        return usual(state)

    players = {
        "FRIENDLY": Steady(world, f"{seed}F", temper=SEASONED),
        "ENEMY": Random(world, f"{seed}E"),
    }
    router = ProgramRouter(seed, players, world.readings)  # type: ignore[arg-type]
    game = Game(State(mission=setup.mission), watched, router)
    with no_search_for_cycles():
        game.run()
    won = score_of(game.state.over)
    return [Position(mission, index, now, at, won) for now, at in seen.values()]


def positions(
    path: Path, missions: Sequence[str], games: int, jobs: int
) -> Iterator[Position]:
    """Those of the file, and of what is still to be played."""
    text = path.read_bytes() if path.exists() else b""
    old = msgspec.json.Decoder(Position).decode_lines(text)
    yield from old
    played = {(one.mission, one.game) for one in old}
    for mission in missions:
        left = [n for n in range(games) if (mission, n) not in played]
        with ProcessPoolExecutor(jobs) as pool, path.open("ab") as out:
            for found in pool.map(play, repeat(mission), left):
                out.write(msgspec.json.Encoder().encode_lines(found))
                yield from found
        print(f"{mission}: {len(left)} games", flush=True)


# -- fitting -------------------------------------------------------------------------


def logistic(x: Array, y: Array, each: Array, ridge: Array) -> Array:
    """The weights of a logistic curve with the least loss, by Newton's method."""
    found = np.zeros(x.shape[1])
    for _ in range(ROUNDS):
        p = 1 / (1 + np.exp(-(x @ found)))
        slope = x.T @ (each * (p - y)) + ridge * found
        bend = (x * (each * p * (1 - p))[:, None]).T @ x + np.diag(ridge)
        found = found - np.linalg.solve(bend, slope)
    return found


class Curve:
    """One curve over some positions, and what each Mission adds to its weights.

    Each game counts the same in its Mission, and each Mission as much as any other.
    """

    def __init__(self, some: Sequence[Position], missions: Sequence[str]) -> None:
        x = np.array([one.figures[1:] for one in some])
        self._middle, self._spread = x.mean(0), x.std(0) + 1e-9
        self._missions = missions
        y = np.array([one.won for one in some])
        number = Counter(one.mission for one in some)
        games = Counter(name for name, _ in {(one.mission, one.game) for one in some})
        most = max(games.values())
        each = np.array([most / number[one.mission] for one in some])
        columns = self._columns(some)
        width = x.shape[1] + 1
        ridge = np.full(columns.shape[1], OWN)
        ridge[0], ridge[1:width], ridge[width::width] = 0.0, RIDGE, RIDGE
        self._found = logistic(columns, y, each, ridge).reshape(-1, width)

    def _columns(self, some: Sequence[Position]) -> Array:
        """The figures, those of each Mission besides in columns of its own."""
        x = np.array([one.figures[1:] for one in some])
        all_ = np.hstack([np.ones((len(some), 1)), (x - self._middle) / self._spread])
        whose = np.array([[one.mission == m for m in self._missions] for one in some])
        return np.hstack([all_, *(all_ * own[:, None] for own in whose.T)])

    def chances(self, some: Sequence[Position]) -> Array:
        """What it says of some positions."""
        found: Array = 1 / (1 + np.exp(-(self._columns(some) @ self._found.ravel())))
        return found

    def weights(self) -> dict[str, list[float]]:
        """What the figures weigh in each Mission, and in `any` other."""
        own = zip(self._missions, self._found[1:], strict=True)
        found = {name: self._plain(self._found[0] + more) for name, more in own}
        return {"any": self._plain(self._found[0]), **found}

    def _plain(self, found: Array) -> list[float]:
        """Weights of figures as they are counted."""
        plain = found[1:] / self._spread
        start = found[0] - plain @ self._middle
        return [round(float(value), 3) for value in (start, *plain)]


def fitted(some: Sequence[Position], missions: Sequence[str]) -> list[Curve]:
    """The curve for positions that are not won as they stand, and that for those."""
    return [
        Curve([one for one in some if one.fulfilled == now], missions)
        for now in (False, True)
    ]


def loss(y: Array, p: Array | float) -> float:
    """The mean logarithmic loss of some chances."""
    sure = np.clip(p, 1e-6, 1 - 1e-6)
    return float(-np.mean(y * np.log(sure) + (1 - y) * np.log(1 - sure)))


def told(some: Sequence[Position], missions: Sequence[str]) -> Iterable[str]:
    """How well each Mission's games are guessed by curves that have not seen them."""
    guessed: dict[str, list[tuple[float, float]]] = {name: [] for name in missions}
    for third in range(THIRDS):
        curves = fitted([p for p in some if p.game % THIRDS != third], missions)
        for now, curve in enumerate(curves):
            held = [p for p in some if p.game % THIRDS == third and p.fulfilled == now]
            chances = curve.chances(held) if held else ()
            for one, chance in zip(held, chances, strict=True):
                guessed[one.mission].append((one.won, float(chance)))
    for name in missions:
        y, p = np.array(guessed[name]).T
        games = len({one.game for one in some if one.mission == name})
        rate = loss(y, y.mean())
        yield f"{name}: {games} games, {loss(y, p):.3f}, by rate {rate:.3f}"


def main() -> None:
    """Play, fit, tell, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("missions", nargs="*", default=sorted(shipped()))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    some = list(positions(given.out, given.missions, given.games, given.jobs))
    if not some:
        parser.error(f"{given.out} has no game, and none is to be played")
    missions = sorted({one.mission for one in some})
    for line in told(some, missions):
        print(line)
    curves = [curve.weights() for curve in fitted(some, missions)]
    INTO.write_text(HEAD + "".join(_lines(*curves)))


def _lines(open_: Curves, fulfilled: Curves) -> Iterator[str]:
    """The file of the weights, after its head."""
    yield f"figures = {list(Figures._fields)}\n"
    for name, values in open_.items():
        table = name if name == "any" else f"missions.{name}"
        yield f"\n[{table}]\nopen = {values}\nfulfilled = {fulfilled[name]}\n"


if __name__ == "__main__":
    main()
