"""Missions as environments of PettingZoo."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)

from opfor.cli.app import main
from opfor.env import two_sides
from opfor.env.two_sides import TwoSides

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
    pytest.mark.filterwarnings("ignore:We recommend agents to be named"),
]


def play(env: TwoSides, seed: int, cycles: int) -> list[tuple[str, dict[str, Any]]]:
    """Random picks; what each agent was shown where it had a choice."""
    rng, shown = np.random.default_rng(seed), []
    env.reset(seed=seed)
    for agent in env.agent_iter(2 * cycles):
        obs, _, over, cut, info = env.last()
        if over or cut:
            break
        assert not info["refused"]
        choices = np.flatnonzero(obs["action_mask"])
        if len(choices) > 1:
            shown.append((agent, obs))
        env.step(int(rng.choice(choices)))
    return shown


def turns(env: TwoSides, most: int) -> list[str]:
    """Whose turn it was, one after the other, while each picks the first it can."""
    took: list[str] = []
    env.reset(seed=1)
    for agent in env.agent_iter(most):
        obs, _, over, cut, _ = env.last()
        if over or cut:
            break
        took.append(agent)
        env.step(int(np.flatnonzero(obs["action_mask"])[0]))
    return took


BOTH = ["friendly", "enemy"]


class TestPettingZoo:
    """The checks of PettingZoo pass, and what they look at is so."""

    def test_api(self) -> None:
        """The two take turns, FRIENDLY first."""
        env = TwoSides("tutorial")
        api_test(env, num_cycles=200)
        assert turns(env, 6) == 3 * BOTH

    def test_seed(self) -> None:
        """The same seed, the same game; another one, another."""
        seed_test(lambda: TwoSides("tutorial"), num_cycles=40)
        one, again, other = (play(TwoSides("tutorial"), n, 20) for n in (1, 1, 2))
        assert data_equivalence(one, again)
        assert not data_equivalence(one[0], other[0])  # before anything is picked

    def test_max_cycles(self) -> None:
        """It is cut short after as many turns of both as are wanted."""
        max_cycles_test(two_sides)
        env = TwoSides("tutorial", max_cycles=4)
        assert turns(env, 100) == 4 * BOTH
        assert env.truncations == dict.fromkeys(BOTH, True)

    def test_parallel(self) -> None:
        """The same for both at once."""
        parallel_api_test(two_sides.parallel_env("tutorial"), num_cycles=60)
        parallel_seed_test(two_sides.parallel_env, num_cycles=20)
        env = two_sides.parallel_env(max_cycles=1)
        shown, _ = env.reset(seed=1)
        picks = {who: np.flatnonzero(shown[who]["action_mask"])[0] for who in BOTH}
        _, _, _, cut, _ = env.step(picks)
        assert cut == dict.fromkeys(BOTH, True)


class TestEnemy:
    """The player of the ENEMY's discretion."""

    def test_is_asked(self) -> None:
        """Where the rules leave him a choice he has one, of more than one option."""
        shown = [
            obs
            for agent, obs in play(TwoSides("enemy-offensive"), 1, 80)
            if agent == "enemy"
        ]
        assert shown
        assert all(obs["question"][-1] == 0 for obs in shown)  # not FRIENDLY

    def test_rewards(self) -> None:
        """What one wins the other loses, once, as the game ends."""
        env = TwoSides("tutorial")
        rng = np.random.default_rng(1)
        env.reset(seed=1)
        sums = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter(2000):
            obs, reward, over, _, _ = env.last()
            sums[agent] += reward
            mask = np.flatnonzero(obs["action_mask"])
            env.step(None if over else int(rng.choice(mask)))
        assert not env.agents
        assert sorted(sums.values()) == [-1, 1]

    def test_written(self, tmp_path: Path) -> None:
        """A game of both is a save that plays again the same."""
        env = TwoSides("tutorial")
        play(env, 1, 30)
        env.write(tmp_path / "game.opfor")
        assert not main(["replay", str(tmp_path / "game.opfor"), "--check"])

    def test_kept(self) -> None:
        """A position is taken up again."""
        env = TwoSides("tutorial")
        play(env, 1, 10)
        there = env.observe("friendly")
        kept = env.save()
        play(env, 1, 20)
        env.restore(kept)
        assert all(
            np.array_equal(there[key], env.observe("friendly")[key]) for key in there
        )
