"""Players of one's own in simulated games."""

import json
import sys
from pathlib import Path

import pytest

from opfor.cli.app import BAD_INPUT, main
from opfor.core.errors import OpforError
from opfor.ports.session import Setup, settled
from opfor.sim.players import files_read, player_digest
from opfor.sim.series import BatchOrder, play_one
from opfor.state.mission import load_mission
from tests.pages.shown import files

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "how-to" / "bots.md"


@pytest.fixture
def nearest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player that docs/how-to/bots.md shows, in the current folder."""
    file = tmp_path / "nearest.py"
    file.write_text(files(PAGE.read_text("utf-8"))[file.name], "utf-8")
    monkeypatch.chdir(tmp_path)
    others = [each for each in sys.path if not Path(each, file.name).exists()]
    monkeypatch.setattr(sys, "path", others)  # without folders of other tests
    monkeypatch.delitem(sys.modules, "nearest", raising=False)
    return file


def test_plays(nearest: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It plays whole games, in processes of their own, and no game has a fault."""
    words = ["sim", "tutorial", "--player", "nearest:Nearest", "--json"]
    out = nearest.with_name("games.jsonl")
    assert not main([*words, "--games", "2", "--jobs", "2", "--out", str(out)])
    assert json.loads(capsys.readouterr().out)["games"] == 2
    kept = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [one["fault"] for one in kept] == ["", ""]


def test_compared(nearest: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A comparison plays each game by the usual player, and by one's own."""
    words = ["study", "compare", "tutorial", "player=nearest:Nearest", "--games", "1"]
    out = nearest.with_name("pairs.jsonl")
    assert not main([*words, "--jobs", "1", "--out", str(out)])
    cells = [json.loads(line)["cell"] for line in out.read_text("utf-8").splitlines()]
    assert sorted(cells) == ["base", "changed"]
    assert "player=nearest:Nearest" in capsys.readouterr().out


@pytest.mark.usefixtures("nearest")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("genius", "there is no player"),
        ("nowhere:Bot", "No module named"),
        ("nearest:Farthest", "no attribute"),
        ("nearest:__doc__", "makes no player"),
        ("broken:Bot", "SyntaxError"),
        (":", "does not load"),
        ("odd:Bot", "odd:Bot takes no (world, seed): too many positional arguments"),
    ],
)
def test_none_such(name: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A player that cannot be made is bad input, in one sentence."""
    Path("broken.py").write_text("class Bot(:", "utf-8")
    Path("odd.py").write_text("class Bot:\n    def __init__(self): pass\n", "utf-8")
    assert main(["sim", "tutorial", "--player", name, "--games", "1"]) == BAD_INPUT
    told = capsys.readouterr().err
    assert said in told
    assert len(told.splitlines()) == 1


@pytest.mark.usefixtures("nearest")
def test_fault(capsys: pytest.CaptureFixture[str]) -> None:
    """An exception of one's own player ends the game, and says where it was."""
    Path("faulty.py").write_text(
        "class Bot:\n"
        "    human = False\n"
        "    def __init__(self, world, seed): pass\n"
        "    def answer(self, asked, context): return 1 / 0\n",
        "utf-8",
    )
    assert main(["sim", "tutorial", "--player", "faulty:Bot", "--games", "1"])
    found = capsys.readouterr()
    assert not found.out, "a rate of no games"
    told = found.err
    assert "ZeroDivisionError at faulty.py:4" in told
    assert "--player faulty:Bot" in told


def test_digest(nearest: Path) -> None:
    """A file of games is that of one text of the module; ours have none."""
    first = player_digest("nearest:Nearest")
    nearest.write_text(nearest.read_text("utf-8") + "# changed", "utf-8")
    assert first not in ("", player_digest("nearest:Nearest"))
    assert player_digest("steady") == ""


def test_digest_of_what_it_reads(nearest: Path) -> None:
    """Files that a player says he reads count as his text does."""
    weights = nearest.with_name("weights.json")
    weights.write_text("[1]")
    text = nearest.read_text("utf-8")
    nearest.with_name("reader.py").write_text(
        f"{text}\nNearest.reads = ({str(weights)!r},)\n", "utf-8"
    )
    ((name, first),) = files_read("reader:Nearest")
    weights.write_text("[2]")
    assert name == "weights.json"
    assert first != files_read("reader:Nearest")[0][1]
    weights.unlink()
    with pytest.raises(OpforError, match="copy it here"):
        files_read("reader:Nearest")
    assert not files_read("steady")


def test_seasoned() -> None:
    """He is `steady` in another temper, and plays another game."""
    setup = settled(Setup(mission=load_mission("tutorial"), seed=1))
    usual, other = (
        play_one(BatchOrder(setup=setup, seed=1, player=name), 0)
        for name in ("steady", "seasoned")
    )
    assert not other.fault
    assert other.rules != usual.rules
