"""A program that learns the tutorial: a softmax over what is offered, by REINFORCE.

    python examples/learn_tutorial.py --minutes 20 --weights weights.json
    opfor sim tutorial --player examples.learn_tutorial:Learned

It scores each offer by a weighted sum of features, picks by chance in proportion to
exp(score), and after some games makes picks of games that went well more likely. It
needs NumPy and opfor[rl], no GPU and no other library.
"""

import argparse
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import process_time
from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray

import opfor.env  # noqa: F401 - registers the Missions
from opfor.env.observe import OFFER_COLUMNS, PLANES, QUESTION_COLUMNS
from opfor.env.picking_player import PickingPlayer
from opfor.env.questions import SLOT_KINDS
from opfor.env.unit_row import UNIT_COLUMNS
from opfor.state.world import World

Numbers = NDArray[np.float64]

MISSION = "opfor/Tutorial-v0"
GROUPS = (
    ("end",), ("move",), ("halt",), ("advance",), ("fire",), ("rout",), ("rally",),
    ("opportunity", "hold fire"), ("smoke", "kindle"), (),
)  # fmt: skip
"""Kinds of offers that have weights of their own; the last one is for all others."""

FEATURES = (
    "any", "nearer to a VPO", "hexes to a VPO", "at a VPO", "more TEM", "Open Ground",
    "enemies and S? within 1", "enemies there", "S? there", "own men there",
    "subjects", "FP", "hexes", "turns left",
)  # fmt: skip
"""What each group of offers is weighed by, in the order of `features`."""

WEIGHTS = Path("weights.json")
"""Where `Learned` finds what was learned: in the current folder."""

BATCH, RATE = 12, 0.08
"""Games between two changes of the weights, and how far one goes."""

AHEAD = 0.5
"""What coming near the objective is worth beside winning (1)."""

HELD_OUT = 1_000_000
"""Seeds from here on are for trying out what was learned."""

SEEDS = 10_000_000
"""How far the games of one `--seed` lie from those of the next."""

LAST = 60
"""Games whose wins are told and drawn: those of a batch are too few to see anything."""

P = {name: index for index, name in enumerate(PLANES)}
O = {name: index for index, name in enumerate(OFFER_COLUMNS)}  # noqa: E741
U = {name: index for index, name in enumerate(UNIT_COLUMNS)}
Q = {name: index for index, name in enumerate(QUESTION_COLUMNS)}
GROUP_OF = np.array(
    [
        next((n for n, names in enumerate(GROUPS) if kind in names), len(GROUPS) - 1)
        for kind in SLOT_KINDS
    ]
)


def features(obs: dict[str, Any]) -> Numbers:
    """What is offered, a row each: features in the columns of the offer's group."""
    offers = obs["offers"][obs["action_mask"].astype(bool)]
    board, units = obs["board"], obs["units"]
    there = (offers[:, O["column"]] >= 0).astype(float)
    to = offers[:, [O["column"], O["row"]]].astype(int).T
    start = offers[:, [O["from column"], O["from row"]]].astype(int).T
    moved = there * (offers[:, O["from column"]] >= 0)
    subject = offers[:, O["subject"]].astype(int)
    near = _near(board[P["other men"]] + board[P["S? Hold"]] + board[P["S? Advance"]])
    far = board[P["hexes to a VPO"]]
    rows = np.stack(
        [
            np.ones(len(offers)),
            moved * (far[*start] - far[*to]),
            there * far[*to] / 5,
            there * (far[*to] == 0),
            moved * (board[P["TEM"]][*to] - board[P["TEM"]][*start]) / 2,
            there * board[P["open ground"]][*to],
            there * near[*to] / 3,
            there * board[P["other men"]][*to],
            there * (board[P["S? Hold"]] + board[P["S? Advance"]])[*to],
            there * board[P["own men"]][*to] / 2,
            offers[:, O["subjects"]] / 3,
            (subject >= 0) * units[subject, U["FP"]] / 6,
            np.maximum(offers[:, O["hexes"]], 0) / 5,
            np.full(len(offers), obs["question"][Q["turns left"]] / 4),
        ],
        axis=1,
    )
    group = GROUP_OF[offers[:, O["kind"]].astype(int)]
    found = np.zeros((len(offers), len(GROUPS), len(FEATURES)))
    found[np.arange(len(offers)), group] = rows
    return found.reshape(len(offers), -1)


def _near(plane: NDArray[np.float32]) -> Numbers:
    """What stands in a hex and around it."""
    wide = np.pad(plane.astype(float), 1)
    return sum(
        wide[1 + x : wide.shape[0] - 1 + x, 1 + y : wide.shape[1] - 1 + y]
        for x in (-1, 0, 1)
        for y in (-1, 0, 1)
    )


def nearness(obs: dict[str, Any]) -> float:
    """How near the nearest own unbroken men have come to a VPO: 1 for on it."""
    board = obs["board"]
    men = (board[P["own men"]] >= 0.5) & (board[P["own broken"]] == 0)
    far = board[P["hexes to a VPO"]][men]
    return float(max(0.0, 1 - far.min() / 5)) if far.size else 0.0


def picked(
    obs: dict[str, Any], weights: Numbers, rng: np.random.Generator
) -> tuple[int, Numbers]:
    """A slot by chance, in proportion to exp(score), and the gradient of that pick."""
    rows = features(obs)
    score = rows @ weights
    chance = np.exp(score - score.max())
    chance /= chance.sum()
    pick = rng.choice(len(chance), p=chance)
    return int(np.flatnonzero(obs["action_mask"])[pick]), rows[pick] - chance @ rows


def play(
    env: gymnasium.Env[Any, Any], weights: Numbers, seed: int
) -> tuple[float, float, list[Numbers]]:
    """One game: who won (1, 0, -1), how near it came, and the gradient of each pick."""
    rng = np.random.default_rng(seed)
    obs, _ = env.reset(seed=seed)
    steps: list[Numbers] = []
    near = 0.0
    while True:
        action, step = picked(obs, weights, rng)
        steps.append(step)
        obs, reward, over, cut, _ = env.step(action)
        near = max(0.9 * near, nearness(obs))
        if over or cut:
            return float(reward), near, steps


class Learner:
    """Weights that follow the gradient (Adam), game by game."""

    def __init__(self) -> None:
        self.weights = np.zeros(len(GROUPS) * len(FEATURES))
        self._mean, self._square = (
            np.zeros_like(self.weights),
            np.ones_like(self.weights),
        )
        self._square *= 1e-3

    def learn(self, games: Sequence[tuple[float, float, list[Numbers]]]) -> None:
        """Make the picks of the better games more likely."""
        worth = np.array([won + AHEAD * near for won, near, _ in games])
        better = (worth - worth.mean()) / (worth.std() + 1e-6)
        each = zip(better, games, strict=True)
        slope = sum(good * sum(steps) for good, (_, _, steps) in each) / len(games)
        self._mean = 0.8 * self._mean + 0.2 * slope
        self._square = 0.95 * self._square + 0.05 * slope**2
        self.weights += RATE * self._mean / np.sqrt(self._square)


def rate(env: gymnasium.Env[Any, Any], weights: Numbers, games: int) -> float:
    """The share of games won, on seeds that were never learned from."""
    won = [play(env, weights, HELD_OUT + seed)[0] > 0 for seed in range(games)]
    return sum(won) / games


def learn(
    minutes: float, most: int, first: int = 0
) -> tuple[Learner, list[tuple[int, float, float]]]:
    """Learn for some time, from games of the seeds from `first` on.

    Ctrl-C ends it sooner; what was learned by then counts.

    Returns:
        After each batch: games so far, minutes, share won of the last `LAST`.
    """
    env, learner, begun = gymnasium.make(MISSION), Learner(), process_time()
    curve, won = list[tuple[int, float, float]](), list[bool]()
    with suppress(KeyboardInterrupt):
        while process_time() - begun < 60 * minutes and len(won) < most:
            seeds = range(first + len(won), first + len(won) + BATCH)
            games = [play(env, learner.weights, seed) for seed in seeds]
            learner.learn(games)
            won += [game[0] > 0 for game in games]
            last = won[-LAST:]
            spent = (process_time() - begun) / 60
            curve.append((len(won), spent, sum(last) / len(last)))
            share = f"won {curve[-1][2]:.0%} of the last {len(last)}"
            say(f"{len(won)} games, {spent:.1f} min, {share}")
    return learner, curve


class Learned(PickingPlayer):
    """Plays with the weights of weights.json: `--player learn_tutorial:Learned`."""

    reads: ClassVar = (WEIGHTS,)

    def __init__(self, world: World, seed: str) -> None:
        super().__init__(world, seed)
        self._weights = read_weights(WEIGHTS)
        self._rng = np.random.default_rng([*seed.encode()])

    def pick(self, obs: dict[str, Any]) -> int:
        """A slot by chance, as it was learned."""
        return picked(obs, self._weights, self._rng)[0]


def write_weights(path: Path, weights: Numbers) -> None:
    """Each weight by the group of offers and the feature that it is for."""
    rows = weights.round(4).reshape(len(GROUPS), len(FEATURES)).tolist()
    groups = [" or ".join(names) or "all others" for names in GROUPS]
    named = [dict(zip(FEATURES, row, strict=True)) for row in rows]
    text = json.dumps(dict(zip(groups, named, strict=True)), indent=1)
    path.write_text(text + "\n", "utf-8")


def read_weights(path: Path) -> Numbers:
    """What `write_weights` wrote."""
    rows = json.loads(path.read_text("utf-8")).values()
    return np.array([[*row.values()] for row in rows]).ravel()


def say(text: str) -> None:
    """Tell how far it is, at once."""
    print(text, flush=True)  # noqa: T201


def curve_svg(curve: Sequence[tuple[int, float, float]], before: float) -> str:
    """The share won of the last games, over the games, and that of `random`."""
    wide, high, games = 560, 220, curve[-1][0]
    points = " ".join(
        f"{40 + wide * at / games:.0f},{10 + high * (1 - won):.0f}"
        for at, _, won in curve
    )
    level = 10 + high * (1 - before)
    foot = "".join(
        f'<line x1="{x}" x2="{x}" y1="{10 + high}" y2="{15 + high}" stroke="#888"/>'
        f'<text x="{x}" y="{28 + high}" text-anchor="middle">{count}</text>'
        for count in ticks(games)
        for x in (round(40 + wide * count / games),)
    )
    lines = "".join(
        f'<line x1="40" x2="{40 + wide}" y1="{y}" y2="{y}" stroke="#ccc"/>'
        f'<text x="4" y="{y + 4}">{share} %</text>'
        for share in (0, 25, 50, 75, 100)
        for y in (10 + high * (1 - share / 100),)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide + 60}"'
        f' height="{high + 60}" viewBox="0 0 {wide + 60} {high + 60}"'
        ' font-family="sans-serif" font-size="12"><rect width="100%" height="100%"'
        f' fill="#fff"/>{lines}{foot}<polyline points="{points}" fill="none"'
        f' stroke="#159" stroke-width="2"/><line x1="40" x2="{40 + wide}"'
        f' y1="{level:.0f}" y2="{level:.0f}" stroke="#b33" stroke-width="3"'
        f' stroke-dasharray="8 6"/><text x="{40 + wide}" y="{level - 6:.0f}"'
        f' text-anchor="end" fill="#b33">by chance {100 * before:.0f} %</text>'
        f'<text x="40" y="{high + 50}">games won of the last {LAST}, over {games} games'
        f" ({curve[-1][1]:.1f} minutes)</text></svg>\n"
    )


def ticks(most: int) -> range:
    """Round numbers of games, no more than seven, up to the most."""
    steps = (unit * 10**power for power in range(9) for unit in (1, 2, 5))
    return range(0, most + 1, next(step for step in steps if most <= 6 * step))


def read_wish() -> argparse.Namespace:
    """What was typed."""
    said = argparse.ArgumentParser(
        description=__doc__.partition("\n")[0],
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    of = "minutes of learning, of a processor, without the two trials"
    said.add_argument("--minutes", type=float, default=15, help=of)
    most = "games of learning at the most"
    said.add_argument("--most", type=int, default=10**6, help=most)
    trial = "games of each trial: by chance first, with what was learned last"
    said.add_argument("--try-on", type=int, default=100, help=trial)
    seed = "learn from other games; the trials stay the same"
    said.add_argument("--seed", type=int, default=0, help=seed)
    svg = "write an SVG of how it learned"
    said.add_argument("--curve", type=Path, default=None, help=svg)
    named = "write what it learned; `Learned` reads weights.json"
    said.add_argument("--weights", type=Path, default=None, help=named)
    return said.parse_args()


def main() -> None:
    """Learn, then compare with picks by chance on games that were held out."""
    wish = read_wish()
    env = gymnasium.make(MISSION)
    say(f"{wish.try_on} games by chance, to compare; Ctrl-C ends the learning after it")
    before = rate(env, np.zeros(len(GROUPS) * len(FEATURES)), wish.try_on)
    learner, curve = learn(wish.minutes, wish.most, wish.seed * SEEDS)
    say(f"learned from {len(curve) * BATCH} games; {wish.try_on} games to try it out")
    after = rate(env, learner.weights, wish.try_on)
    say(f"random wins {before:.0%}, learned {after:.0%} of {wish.try_on}")
    if wish.curve and curve:
        wish.curve.write_text(curve_svg(curve, before), "utf-8")
    if wish.weights:
        write_weights(wish.weights, learner.weights)


if __name__ == "__main__":
    main()
