"""What docs/how-to/learning.md shows runs, and the example learns."""

import re
import runpy
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import opfor.env  # noqa: F401 - makes the Missions known
from opfor.cli.app import main
from opfor.env.spaces import observation_space
from opfor.state.mission import load_mission

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "how-to" / "learning.md"
EXAMPLE = ROOT / "examples" / "learn_tutorial.py"


def test_blocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every block of Python runs, from top to bottom."""
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
    assert len(blocks) >= 6
    exec(compile("\n".join(blocks), str(PAGE), "exec"), {})  # noqa: S102 - our own page
    assert "S? on the map" in capsys.readouterr().out


def test_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line that writes a game works on what `gymnasium.make` returns."""
    monkeypatch.chdir(tmp_path)
    env = gymnasium.make("opfor/Tutorial-v0")
    env.reset(seed=7)
    section = PAGE.read_text("utf-8").partition("## Looking at a game")[2]
    (block,) = re.findall(
        r"^```python\n(.*?)^```", section.partition("\n## ")[0], re.M | re.S
    )
    exec(block, {"env": env})  # noqa: S102 - our own page
    assert (tmp_path / "game.opfor").exists()


def test_shapes() -> None:
    """The table of what is seen has the shapes that there are."""
    spaces = observation_space(load_mission("tutorial"), "numbers")
    rows = re.findall(r"^\| `(\w+)` \| ([\d ×]+) \|", PAGE.read_text("utf-8"), re.M)
    assert {name: tuple(map(int, of.split("×"))) for name, of in rows} == {
        name: space.shape for name, space in spaces.items()
    }


def test_example(capsys: pytest.CaptureFixture[str]) -> None:
    """The example plays and learns: after a batch its weights are others."""
    names = runpy.run_path(str(EXAMPLE))
    learner, curve = names["learn"](minutes=10, most=1, first=names["SEEDS"])
    assert "12 games" in (told := capsys.readouterr().out)
    assert f"{curve[0][2]:.0%} of the last 12" in told
    assert len(curve) == 1
    assert np.isfinite(learner.weights).all()
    assert learner.weights.any()
    assert names["curve_svg"](curve, 0.1).startswith("<svg")


def test_wish(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What may be asked for is told with what it is by itself."""
    names = runpy.run_path(str(EXAMPLE))
    monkeypatch.setattr(sys, "argv", ["learn", "--seed", "3"])
    wish = names["read_wish"]()
    assert (wish.seed, wish.try_on) == (3, 100)
    monkeypatch.setattr(sys, "argv", ["learn", "--help"])
    with pytest.raises(SystemExit):
        names["read_wish"]()
    assert "(default: 15)" in " ".join(capsys.readouterr().out.split())


def test_learned_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was learned is kept by names, and plays as a player of `opfor sim`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(ROOT))
    names = runpy.run_path(str(EXAMPLE))
    weights = np.arange(len(names["GROUPS"]) * len(names["FEATURES"])) / 100
    names["write_weights"](Path("weights.json"), weights)
    assert (names["read_weights"](Path("weights.json")) == weights).all()
    player = ["--player", "examples.learn_tutorial:Learned"]
    assert not main(["sim", "tutorial", "--games", "1", "--jobs", "1", *player])
