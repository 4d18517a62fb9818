"""`opfor study game`: the game of a line is played again and can be looked at."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from opfor.cli.app import BAD_INPUT, main
from opfor.core.errors import OpforError
from opfor.core.save import read_save
from opfor.sim.series import GameOutcome
from opfor.study.change import with_value
from opfor.study.game import lines_of
from opfor.study.results import line_of
from opfor.study.run import Group, play_until, so_many
from opfor.study.workers import local
from tests.study.test_change import ORDER


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of two games each: of `sim`, of a comparison and of a sweep."""
    folder = tmp_path_factory.mktemp("games")
    many = ["--games", "2", "--jobs", "1", "--player", "random", "--out"]
    sim = ["sim", "tutorial", "--ac", "4", *many, f"{folder}/sim.jsonl"]
    compare = ["study", "compare", "tutorial", "ac=4", *many]
    over = ["--over", "ac=1,4", "--over", "turns=3"]
    sweep = ["study", "sweep", "tutorial", *over, *many, f"{folder}/sweep.jsonl"]
    assert not main(sim)
    assert not main([*compare, f"{folder}/pairs.jsonl"])
    assert not main([*compare, f"{folder}/lone.jsonl", "--unpaired"])
    assert not main(sweep)
    return folder


@pytest.mark.parametrize(
    ("file", "cell", "words"),
    [
        ("sim", "", ["ac=4"]),
        ("pairs", "base", []),
        ("pairs", "changed", ["ac=4"]),
        ("lone", "changed", ["ac=4", "--unpaired"]),
        ("sweep", "ac=4, turns=3", ["turns=3", "ac=4"]),
    ],
)
def test_same_game(
    file: str,
    cell: str,
    words: list[str],
    games: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It is told, and plays again the same; its result is that of its line."""
    of, save = games / f"{file}.jsonl", tmp_path / "game.opfor"
    player = ["--player", "random", "-o", str(save)]
    assert not main(["study", "game", str(of), "1", "tutorial", *words, *player])
    assert lines_of(of, 1)[cell].result in capsys.readouterr().out
    assert not main(["replay", str(save), "--check"])
    assert not main(["report", str(save), "-o", str(tmp_path / "game.md")])
    assert read_save(save).entries


ASKED = "another study (it was asked for other Missions, changes, values, player"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["sim.jsonl", "7", "tutorial"], "no game 7 in it; its games are 0 to 1"),
        (["sim.jsonl", "1", "tutorial", "ac=1", "turns=2"], ASKED),
        (["sim.jsonl", "1", "tutorial", "ac=4", "--seed", "3"], ASKED),
        (["pairs.jsonl", "1", "tutorial", "ac=1"], ASKED),
        (["pairs.jsonl", "1", "tutorial", "--seed", "3"], "another game comes of it: "),
        (["sweep.jsonl", "1", "tutorial", "ac=3"], "it has: ac=1, turns=3; ac=4"),
        (["pairs.jsonl", "1", "tutorial", 'row A1={on = "6", result = []}'], "no rows"),
    ],
)
def test_refused(
    words: list[str],
    told: str,
    games: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What is not in the file, or was played otherwise, is not written."""
    monkeypatch.chdir(games)
    random = ["--player", "random", "-o", "new.opfor"]
    assert main(["study", "game", *words, *random]) == BAD_INPUT
    assert told in capsys.readouterr().err
    assert not Path("new.opfor").exists()


def test_of_values(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games of `study values`, as they are and with a step, are told to be such."""
    monkeypatch.chdir(tmp_path)
    order = with_value(ORDER, "turns", 1)
    order = replace(order, player="random", keyed=True)
    for file, cell in (("values", ""), ("values-steps", "A1 6")):
        group = Group({cell: order}, so_many(1))
        play_until([group], workers=local(1), out=Path(f"{file}.jsonl"))
        words = [f"{file}.jsonl", "0", "tutorial", "--base", "turns=1"]
        random = ["--player", "random", "-o", "new.opfor"]
        assert main(["study", "game", *words, *random]) == BAD_INPUT
        assert "this file is one of `study values`" in capsys.readouterr().err


def test_ends_alike(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of another game with the same result it is told what else differs."""
    monkeypatch.chdir(games)
    (line,) = lines_of(Path("sim.jsonl"), 0).values()
    random = ["tutorial", "ac=4", "--player", "random", "-o", "new.opfor"]
    told: list[str] = []
    others = {"enemy_lost": [*line.enemy_lost, 2]}, {"rules": ["A1"]}
    for other in others:
        text = msgspec.json.encode(replace(line, **other)) + b"\n"
        Path("other.jsonl").write_bytes(text)
        assert main(["study", "game", "other.jsonl", "0", *random]) == BAD_INPUT
        told.append(" ".join(capsys.readouterr().err.split()))
    lost = sum(line.enemy_lost)
    assert f"comes of it: ENEMY units lost: {lost}, not {lost + 2}; name the" in told[0]
    assert "comes of it: it ends alike, but went otherwise; name the" in told[1]
    assert not Path("new.opfor").exists()


def test_no_file_of_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another file is told with its line, and an old save stays."""
    other = tmp_path / "other.jsonl"
    other.write_text("{}\n")
    words = ["study", "game", str(other), "1", "tutorial", "-o"]
    assert main([*words, str(tmp_path / "new.opfor")]) == BAD_INPUT
    assert main([*words, str(other)]) == BAD_INPUT
    told = capsys.readouterr().err
    assert "line 1" in told
    assert "exists already" in told


def test_one_side_of_a_comparison(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of one that was stopped while it had no pair, it is told what it has."""
    monkeypatch.chdir(tmp_path)
    one = GameOutcome(index=0, result="", winner="")
    Path("games.jsonl").write_bytes(
        msgspec.json.encode(line_of("s", "base", one)) + b"\n"
    )
    words = ["games.jsonl", "0", "tutorial", "ac=4", "-o", "new.opfor"]
    assert main(["study", "game", *words]) == BAD_INPUT
    told = " ".join(capsys.readouterr().err.split())
    assert "no game of that number was played so; it has: base" in told


def test_cut_off(tmp_path: Path) -> None:
    """A last line that was cut off takes no game from those before it."""
    file = tmp_path / "games.jsonl"
    one = GameOutcome(index=0, result="", winner="")
    whole = msgspec.json.encode(line_of("s", "", one))
    file.write_bytes(whole + b"\n" + whole[:20])
    assert lines_of(file, 0)[""].game == 0
    file.write_bytes(b"[" * 100_000 + b"\n")
    with pytest.raises(OpforError, match="no line of a game"):
        lines_of(file, 0)
