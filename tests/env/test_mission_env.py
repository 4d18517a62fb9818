"""Missions as environments of Gymnasium."""

import pickle
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import opfor.env
from opfor.cli.app import main
from opfor.core.errors import OpforError
from opfor.env.mission_env import MissionEnv
from opfor.env.questions import SLOTS
from opfor.ports.session import resume
from opfor.state.mission import shipped

Seen = dict[str, Any]


def picks(env: MissionEnv, obs: Seen, count: int, seed: int = 1) -> tuple[Seen, Seen]:
    """So many random picks of what is offered, or until the game is over."""
    rng, info = np.random.default_rng(seed), {}
    for _ in range(count):
        action = rng.choice(np.flatnonzero(obs["action_mask"]))
        obs, _, over, _, info = env.step(action)
        if over:
            break
    return obs, info


def same(one: Seen, other: Seen) -> bool:
    """Whether two observations are the same."""
    return all(np.array_equal(one[key], other[key]) for key in one)


class TestRegistered:
    """Who imports opfor.env finds each shipped Mission."""

    def test_each_mission(self) -> None:
        """One id each, made of the Mission's."""
        assert opfor.env.id_of("first-contact") == "opfor/FirstContact-v0"
        assert all(opfor.env.id_of(name) in gymnasium.registry for name in shipped())

    def test_make(self) -> None:
        """`make` gives the Mission, with a limit of picks."""
        env = gymnasium.make("opfor/FirstContact-v0")
        inner = env.unwrapped
        assert isinstance(inner, MissionEnv)
        assert inner.game.mission.id == "first-contact"
        assert env.spec is not None
        assert env.spec.max_episode_steps == opfor.env.MOST_STEPS

    def test_without_the_extra(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where a package is missing it is told which, and what to do."""
        monkeypatch.setitem(sys.modules, "pettingzoo", None)
        for name in [n for n in sys.modules if n.startswith("opfor.env")]:
            monkeypatch.delitem(sys.modules, name)
        with pytest.raises(OpforError, match=r"pettingzoo.*opfor\[rl\]"):
            import_module("opfor.env")


class TestGymnasium:
    """The checker of Gymnasium has nothing to say."""

    def test_numbers(self) -> None:
        """Of arrays; warnings are errors here."""
        check_env(gymnasium.make("opfor/Tutorial-v0").unwrapped, skip_render_check=True)

    def test_text(self) -> None:
        """Of texts."""
        env = gymnasium.make("opfor/Tutorial-v0", form="text")
        check_env(env.unwrapped, skip_render_check=True)

    @pytest.mark.parametrize("bad", [{"form": "words"}, {"render_mode": "human"}])
    def test_no_such_mode(self, bad: Seen) -> None:
        """A word that means nothing is told so."""
        with pytest.raises(OpforError, match="there is no"):
            MissionEnv("tutorial", **bad)


class TestPlay:
    """A game from its seed to its end."""

    def test_same_seed(self) -> None:
        """The same seed and picks, the same game; other seeds, other games."""
        env, again, other = (MissionEnv("tutorial") for _ in range(3))
        ends = [
            picks(each, each.reset(seed=seed)[0], 30)[0]
            for each, seed in ((env, 4), (again, 4), (other, 5))
        ]
        assert same(ends[0], ends[1])
        assert not same(ends[0], ends[2])

    def test_to_the_end(self) -> None:
        """A game ends, and who has won is rewarded."""
        env = MissionEnv("tutorial")
        _, info = picks(env, env.reset(seed=2)[0], 500)
        assert env.game.over
        assert info["winner"] == "ENEMY"

    def test_after_the_end(self) -> None:
        """It is rewarded once; one more step says that it is over, and does nothing."""
        env = MissionEnv("tutorial")
        rng, rewards, over = np.random.default_rng(0), list[float](), False
        obs, _ = env.reset(seed=2)
        while not over:
            action = rng.choice(np.flatnonzero(obs["action_mask"]))
            obs, reward, over, _, _ = env.step(action)
            rewards.append(reward)
        again, reward, over, cut, info = env.step(0)
        assert {*rewards[:-1]} == {0}
        assert abs(rewards[-1]) == 1
        assert (reward, over, cut) == (0, True, False)
        assert "game is over" in info["refused"]
        assert same(obs, again)
        assert np.array_equal(env.action_masks(), again["action_mask"])
        assert again["action_mask"].sum() == 1

    def test_empty_slot(self) -> None:
        """A pick of nothing has no effect, and is told."""
        env = MissionEnv("tutorial")
        before, _ = env.reset(seed=1)
        empty = int(np.flatnonzero(before["action_mask"] == 0)[0])
        after, reward, over, _, info = env.step(empty)
        assert same(before, after)
        assert (reward, over) == (0, False)
        assert info["refused"]

    @pytest.mark.parametrize("action", [-1, SLOTS, 3.5, "3", None, np.float32(2)])
    def test_no_slot(self, action: Any) -> None:
        """What no slot has for its number is an error, and changes nothing."""
        env = MissionEnv("tutorial")
        before, _ = env.reset(seed=1)
        with pytest.raises(OpforError, match="an int from 0 to 255, not"):
            env.step(action)
        assert same(before, env._observed())

    def test_picks_of_a_place(self) -> None:
        """Who sets up by himself places one unit after another, where there is room."""
        area = next(m for m in shipped().values() if m.area is not None)
        env = MissionEnv(area)
        obs, info = env.reset(seed=1)
        assert info["asked"] == "places"
        _, info = picks(env, obs, 3)
        assert not info["refused"]


class TestKept:
    """A position is taken up again."""

    def test_same_dice(self) -> None:
        """The game goes on as it would have, also from a file."""
        env = MissionEnv("tutorial")
        obs, _ = picks(env, env.reset(seed=3)[0], 12)
        kept = env.save()
        one, _ = picks(env, obs, 10, seed=9)
        again = MissionEnv("tutorial")
        back, _ = again.restore(pickle.loads(pickle.dumps(kept)))  # noqa: S301
        assert same(obs, back)
        two, _ = picks(again, back, 10, seed=9)
        assert same(one, two)

    def test_other_dice(self) -> None:
        """With another seed the moment is the same, and what comes is not."""
        env = MissionEnv("tutorial")
        obs, _ = picks(env, env.reset(seed=3)[0], 12)
        kept = env.save()
        ends = []
        for seed in (1, 2):
            back, _ = env.restore(kept, seed=seed)
            assert same(obs, back)
            ends.append(picks(env, back, 30, seed=9)[0])
        assert not same(*ends)

    def test_of_another_mission(self) -> None:
        """What was kept of one Mission is refused by another."""
        env = MissionEnv("tutorial")
        env.reset(seed=1)
        with pytest.raises(OpforError, match="a position of tutorial, not of relief"):
            MissionEnv("relief").restore(env.save())

    def test_in_the_middle_of_a_set_up(self) -> None:
        """What was picked of an open question is kept, too."""
        env = MissionEnv(next(m for m in shipped().values() if m.area is not None))
        obs, _ = picks(env, env.reset(seed=1)[0], 2)
        back, _ = MissionEnv(env.game.mission).restore(env.save())
        assert same(obs, back)


class TestWritten:
    """A game as a save, which all commands read."""

    @pytest.mark.parametrize("count", [9, 500])
    def test_played_again(self, count: int, tmp_path: Path) -> None:
        """In its midst and at its end it plays again the same, and goes on."""
        env, path = MissionEnv("tutorial"), tmp_path / "game.opfor"
        picks(env, env.reset(seed=2)[0], count)
        env.write(path)
        assert not main(["replay", str(path), "--check"])
        session = resume(path)
        session.game.run()
        assert session.game.state == env.game.match.state
        session.close()

    def test_restored(self, tmp_path: Path) -> None:
        """What was taken up again is there from its beginning."""
        env = MissionEnv("tutorial")
        picks(env, env.reset(seed=3)[0], 12)
        picks(env, env.restore(env.save(), seed=5)[0], 5)
        env.write(f"{tmp_path}/game.opfor")
        assert not main(["replay", f"{tmp_path}/game.opfor", "--check"])

    @pytest.mark.parametrize("name", ["game.pkl", "there.opfor"])
    def test_refused(self, name: str, tmp_path: Path) -> None:
        """No file is written over, and none that no command would read."""
        env, path = MissionEnv("tutorial"), tmp_path / name
        env.reset(seed=2)
        (tmp_path / "there.opfor").touch()
        with pytest.raises(OpforError, match=name):
            env.write(path)


class TestRender:
    """The game as a person sees it."""

    def test_picture(self) -> None:
        """Pixels; a unit that goes changes some of them."""
        env = MissionEnv("tutorial", render_mode="rgb_array")
        obs, _ = env.reset(seed=1)
        one = env.render()
        picks(env, obs, 20)
        two = env.render()
        assert one.dtype == np.uint8
        assert one.shape == two.shape
        assert one.shape[2] == 3
        share = (one != two).any(axis=2).mean()
        assert 0 < share < 0.1  # the board beneath is the same

    def test_text(self) -> None:
        """The text that the other form of observation is."""
        env = MissionEnv("tutorial", form="text", render_mode="ansi")
        obs, _ = env.reset(seed=1)
        assert env.render() == obs["text"]
        assert "You are FRIENDLY" in obs["text"]

    def test_none(self) -> None:
        """Without a mode nothing is drawn."""
        env = MissionEnv("tutorial")
        env.reset(seed=1)
        assert env.render() is None


@pytest.mark.parametrize("name", sorted(shipped()))
def test_every_mission(name: str) -> None:
    """Random picks in every Mission: none is refused, all is within the spaces."""
    env = MissionEnv(name)
    obs, _ = env.reset(seed=7)
    obs, info = picks(env, obs, 16)
    assert not info["refused"]
    assert obs in env.observation_space


def test_not_begun() -> None:
    """Who forgets to begin is told so."""
    with pytest.raises(OpforError, match="no game is begun"):
        MissionEnv("tutorial").step(0)
