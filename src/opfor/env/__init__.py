"""Environments: Missions for programs that learn, by Gymnasium and PettingZoo.

    import gymnasium
    import opfor.env

    env = gymnasium.make("opfor/FirstContact-v0")

`import opfor.env` registers one environment for each shipped Mission. All need the
extra `rl`: `pip install 'opfor[rl]'`. docs/how-to/learning.md says how they are used.
"""

from opfor.core.errors import OpforError
from opfor.state.mission import shipped

try:
    import gymnasium

    from opfor.env.mission_env import MissionEnv
    from opfor.env.two_sides import TwoSides
except ModuleNotFoundError as missing:
    what = f"opfor.env needs {missing.name}, which is not installed"
    raise OpforError(what, do="pip install 'opfor[rl]'") from None

__all__ = ["MOST_STEPS", "MissionEnv", "TwoSides", "id_of", "register"]

MOST_STEPS = 5_000
"""Picks after which a game is cut short: four times what the longest ones take."""


def id_of(mission: str) -> str:
    """What the environment of a Mission is called: opfor/FirstContact-v0."""
    return f"opfor/{mission.title().replace('-', '')}-v0"


def register() -> None:
    """Make the shipped Missions known to `gymnasium.make`."""
    for name in shipped():
        if id_of(name) not in gymnasium.registry:
            gymnasium.register(
                id_of(name),
                entry_point="opfor.env.mission_env:MissionEnv",
                kwargs={"mission": name},
                max_episode_steps=MOST_STEPS,
            )


register()
