"""The file of a study: what was kept is gone on with, nothing else is taken."""

from pathlib import Path

import msgspec
import pytest

from opfor.core.errors import OpforError
from opfor.sim.series import GameOutcome
from opfor.study.results import Results, line_of, outcome_of


def game(index: int, winner: str = "FRIENDLY") -> GameOutcome:
    """A game that ended."""
    return GameOutcome(
        index=index,
        result="the FRIENDLY side wins",
        winner=winner,  # type: ignore[arg-type] # a side
        vp={"FRIENDLY": 4, "ENEMY": 2},
        losses={"FRIENDLY": [0, 1], "ENEMY": [2, 0]},
        rules={"A7.3": 1},
        rows={"A1 3": 1},
        turns=2,
        woken=["o1K5"],
    )


def written(path: Path, *games: GameOutcome, study: str = "s") -> Path:
    """A file with these games."""
    file = Results(path, study, ["a"])
    for one in games:
        file.add("a", one)
    file.close()
    return path


def test_there_and_back() -> None:
    """A line holds all of a game but times and counts."""
    assert outcome_of(line_of("s", "a", game(3))) == game(3)


def test_gone_on_with(tmp_path: Path) -> None:
    """What was kept is found again, in order."""
    path = written(tmp_path / "f.jsonl", game(0), game(1, "ENEMY"))
    file = Results(path, "s", ["a"])
    file.close()
    assert file.found == {"a": [game(0), game(1, "ENEMY")]}


@pytest.mark.parametrize("cut", [1, 2, 60, 200])
def test_cut_off(tmp_path: Path, cut: int) -> None:
    """A line that was cut off is dropped, and written anew in its place."""
    path = written(tmp_path / "f.jsonl", game(0), game(1))
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    file = Results(path, "s", ["a"])
    assert file.found["a"] == [game(0)]
    file.add("a", game(1))
    file.close()
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "text",
    [
        b"not a game\n",
        b"\xff\xfe\n",
        b'{"study":"s"}\n',
        b"[" * 5000 + b"\n",
        b"no end of a line",
        b'{"study":' + b" " * 2_000_000,
    ],
)
def test_other_files(tmp_path: Path, text: bytes) -> None:
    """A file that is none of these is refused in one sentence, and stays as it is."""
    path = tmp_path / "f.jsonl"
    path.write_bytes(text)
    with pytest.raises(OpforError, match="name another file"):
        Results(path, "s", ["a"])
    assert path.read_bytes() == text


def test_other_study(tmp_path: Path) -> None:
    """The games of another study are not mixed with these."""
    path = written(tmp_path / "f.jsonl", game(0), study="other")
    with pytest.raises(OpforError, match="another study"):
        Results(path, "s", ["a"])


@pytest.mark.parametrize(
    ("study", "why"),
    [
        ("0.9:a:b:c", "opfor was another one"),
        ("1.0:x:b:c", "it was asked for other Missions, changes, values, player or"),
        ("1.0:a:x:c", "rows of tables or packs were others"),
        ("1.0:x:x:c", r"player or seed\)"),  # what follows from it is not told
        ("1.0:a:b:x", "the player's own module was another one"),
        ("3fd0e1", "opfor was another one"),
    ],
)
def test_what_is_otherwise(tmp_path: Path, study: str, why: str) -> None:
    """It is told what tells the studies apart."""
    path = written(tmp_path / "f.jsonl", game(0), study=study)
    with pytest.raises(OpforError, match=why):
        Results(path, "1.0:a:b:c", ["a"])


def test_other_cell(tmp_path: Path) -> None:
    """A kind of games that is not asked for."""
    path = written(tmp_path / "f.jsonl", game(0))
    with pytest.raises(OpforError, match="games of 'a', which are not asked for"):
        Results(path, "s", ["b"])


@pytest.mark.parametrize("games", [(game(1),), (game(0), game(0))])
def test_twice_or_missing(tmp_path: Path, games: tuple[GameOutcome, ...]) -> None:
    """A game that comes twice, or too early, is told."""
    with pytest.raises(OpforError, match="comes where"):
        Results(written(tmp_path / "f.jsonl", *games), "s", ["a"])


def test_finish(tmp_path: Path) -> None:
    """In the end the games stand in order; more than were asked for stay."""
    path = written(tmp_path / "f.jsonl", game(0), game(1), game(2))
    before = path.read_bytes()
    Results(path, "s", ["a"]).finish({"a": [game(0)]})
    assert path.read_bytes() == before


def test_plain_lines(tmp_path: Path) -> None:
    """Each line is JSON with the same keys: what tables are made of."""
    path = written(tmp_path / "f.jsonl", game(0), GameOutcome(index=1, fault="x"))
    keys = {tuple(msgspec.json.decode(line)) for line in path.read_bytes().splitlines()}
    assert len(keys) == 1
