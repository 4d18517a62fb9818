"""Environments: picks with random play, arrays and text, a second of one processor.

botbowl's environment, which this would be compared with, is not on the registry of
Python packages, so it is not measured beside it.
"""

from time import process_time

import numpy as np

from opfor.env.mission_env import MissionEnv
from opfor.env.spaces import Form

PICKS = 400
"""Picks that are timed, after as many games as it takes."""

MISSIONS = ("tutorial", "first-contact", "tank-support")


def run() -> dict[str, float]:
    """Picks a second of some Missions; of one with texts; and of `restore`."""
    figures = {f"{name}_steps_per_s": steps_per_s(name) for name in MISSIONS}
    figures["tutorial_text_steps_per_s"] = steps_per_s("tutorial", "text")
    figures["restores_per_s"] = restores_per_s()
    return figures


def steps_per_s(name: str, form: Form = "numbers") -> float:
    """Random picks a second, resets included; a first game is not counted."""
    env, rng = MissionEnv(name, form=form), np.random.default_rng(1)
    _play(env, rng, PICKS // 4, seed=0)
    begun = process_time()
    _play(env, rng, PICKS, seed=1)
    return PICKS / (process_time() - begun)


def _play(env: MissionEnv, rng: np.random.Generator, picks: int, seed: int) -> None:
    obs, _ = env.reset(seed=seed)
    for _ in range(picks):
        obs, _, over, _, _ = env.step(rng.choice(np.flatnonzero(obs["action_mask"])))
        if over:
            obs, _ = env.reset()


def restores_per_s() -> float:
    """How often a second a position in the middle of a game is taken up again."""
    env = MissionEnv("first-contact")
    _play(env, np.random.default_rng(1), 40, seed=1)
    kept, times = env.save(), 50
    begun = process_time()
    for _ in range(times):
        env.restore(kept)
    return times / (process_time() - begun)
