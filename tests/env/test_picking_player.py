"""A player of `opfor sim` that picks as in an environment."""

from typing import Any, ClassVar

import numpy as np
import pytest

from opfor.cli.app import main
from opfor.env import picking_player
from opfor.env.match import world_of
from opfor.env.mission_env import MissionEnv
from opfor.env.picking_player import PickingPlayer
from opfor.env.spaces import Form
from opfor.ports.program_players import Random
from opfor.sim.run import play_out
from opfor.state.mission import Mission, load_mission, shipped
from opfor.state.state import State


class ByChance(PickingPlayer):
    """Any slot that something stands in, and now and then an empty one."""

    def __init__(self, world: Any, seed: str) -> None:
        super().__init__(world, seed)
        self.rng = np.random.default_rng([*seed.encode()])

    def pick(self, obs: dict[str, Any]) -> int:
        """One of them."""
        return slot(self.rng, obs)


class Reader(ByChance):
    """The same by the text."""

    form: ClassVar[Form] = "text"


class Waits(ByChance):
    """Never picks anything."""

    def pick(self, obs: dict[str, Any]) -> int:
        """No slot."""
        return int(np.flatnonzero(obs["action_mask"] == 0)[0])


class Sure(PickingPlayer):
    """Picks what stands last."""

    def pick(self, obs: dict[str, Any]) -> int:
        """A slot that something stands in."""
        return int(np.flatnonzero(obs["action_mask"])[-1])


def slot(rng: np.random.Generator, obs: dict[str, Any]) -> int:
    """A pick by chance."""
    empty = rng.random() < 0.02
    return int(rng.choice(np.flatnonzero(obs["action_mask"] == (0 if empty else 1))))


def simulated(mission: Mission, kind: type[ByChance], seed: str) -> State:
    """How a game ends that he plays."""
    world = world_of(mission)
    player, enemy = kind(world, seed), Random(world, f"{seed}E", thorough=True)
    players = {"FRIENDLY": player, "ENEMY": enemy}
    return play_out(world, mission, seed, players).state  # type: ignore[arg-type] # sides


def in_environment(mission: Mission, seed: str) -> State:
    """How the same picks end there."""
    env, rng = MissionEnv(mission), np.random.default_rng([*seed.encode()])
    obs, over = env.reset(seed=1)[0], False
    env.game.begin(seed)
    obs = env._observed()  # a seed of the game, not of the environment
    while not over:
        obs, _, over, _, _ = env.step(slot(rng, obs))
    return env.game.match.state


@pytest.mark.parametrize("kind", [ByChance, Reader])
def test_same_game(kind: type[ByChance]) -> None:
    """The same picks of the same things make the same game as in the environment."""
    mission = load_mission("tutorial")
    assert simulated(mission, kind, "5") == in_environment(mission, "5")


def test_set_up() -> None:
    """He places one unit after another, where he sets up."""
    mission = next(m for m in shipped().values() if m.area is not None)
    assert simulated(mission, ByChance, "3") == in_environment(mission, "3")


def test_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who picks nothing any more is played for by chance."""
    monkeypatch.setattr(picking_player, "MOST_PICKS", 20)
    assert simulated(load_mission("tutorial"), Waits, "5").over


@pytest.mark.parametrize(("name", "told"), [("Waits", True), ("Sure", False)])
def test_refused(
    name: str,
    told: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """`sim` says how many of his picks were refused, and for whom chance played."""
    monkeypatch.setattr(picking_player, "MOST_PICKS", 500 if name == "Sure" else 20)
    who = f"{__name__}:{name}"
    assert not main(["sim", "tutorial", "--player", who, "--games", "2", "--jobs", "1"])
    found = capsys.readouterr()
    assert "of 2 games won" in found.out
    assert found.err.count("\n") == int(told)
    if told:
        assert "40 of 40 were refused, nothing stood in the slot" in found.err
        assert "2 games went on by chance" in found.err
