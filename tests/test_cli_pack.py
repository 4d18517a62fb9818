"""`opfor pack`: modules as files, from one home to another."""

import re
from pathlib import Path

import pytest

from opfor.cli import main
from tests.cli_runs import Capture, told

MINE = """extends = "A1"
source = "player"
rows = [
  { on = "6", result = ["S", "S"] },
]
"""


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A shelf with one pack."""
    pack = tmp_path / "packs" / "mine"
    pack.mkdir(parents=True)
    (pack / "A1.toml").write_text(MINE, encoding="utf-8")
    return tmp_path / "packs"


def run(*words: str, shelf: Path) -> int:
    """`opfor pack` with a shelf."""
    return main(["pack", *words, "--shelf", str(shelf)])


@pytest.mark.parametrize(("name", "row"), [("mine", "S, S"), ("here", "HS")])
def test_by_name(
    name: str,
    row: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:
    """`--pack` takes a pack of the shelf by its name; a folder here comes first."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    shelf = tmp_path / "opfor" / "packs"
    for place, text in (
        (shelf / "mine", MINE),
        (shelf / "here", MINE),
        (tmp_path / "here", MINE.replace('"S", "S"', '"HS"')),
    ):
        place.mkdir(parents=True)
        (place / "A1.toml").write_text(text, encoding="utf-8")
    assert main(["tables", "show", "A1", "--pack", name]) == 0
    assert re.search(rf"^6 +{row}  ", capsys.readouterr().out, re.MULTILINE)


class TestHandingOn:
    """From one home to another."""

    def test_there(self, shelf: Path, tmp_path: Path, capsys: Capture) -> None:
        """Exported here, taken in there: the same pack, by name and version."""
        file = str(tmp_path / "mine.opfor-pack")
        assert run("export", "mine", "-o", file, shelf=shelf) == 0
        assert "mine (version 1, " in capsys.readouterr().out
        other = tmp_path / "other" / "packs"
        assert run("import", file, shelf=other) == 0
        assert (other / "mine" / "A1.toml").read_text("utf-8") == MINE
        capsys.readouterr()
        assert run("list", shelf=other) == 0
        assert capsys.readouterr().out.startswith("mine (version 1, ")

    def test_again(self, shelf: Path, tmp_path: Path, capsys: Capture) -> None:
        """It takes another name where the own one is taken."""
        file = str(tmp_path / "mine.opfor-pack")
        run("export", "mine", "-o", file, shelf=shelf)
        capsys.readouterr()
        assert run("import", file, shelf=shelf) == 2
        assert "there is a pack 'mine' already" in told(capsys)
        assert run("import", file, "--as", "second", shelf=shelf) == 0
        assert (shelf / "second" / "A1.toml").is_file()

    def test_merge(self, shelf: Path, tmp_path: Path, capsys: Capture) -> None:
        """A folder is merged as a file is."""
        other = tmp_path / "theirs"
        other.mkdir()
        (other / "A6b.toml").write_text(
            'extends = "A6b"\nsource = "player"\nrows = [{ on = "1-6", result = 1 }]\n'
        )
        assert run("merge", "mine", str(other), shelf=shelf) == 0
        assert capsys.readouterr().out == "1 files and 0 rows added\n"
        assert (shelf / "mine" / "A6b.toml").is_file()

    def test_diff(self, shelf: Path, tmp_path: Path, capsys: Capture) -> None:
        """Of a pack and of its file the same."""
        run("diff", "mine", shelf=shelf)
        mine = capsys.readouterr().out
        assert mine == "{A1} ENEMY Activation: 1 differ\n  DR 6: ours S, yours S S\n"
        file = str(tmp_path / "mine.opfor-pack")
        run("export", "mine", "-o", file, shelf=shelf)
        capsys.readouterr()
        run("diff", file, shelf=shelf)
        assert capsys.readouterr().out == mine

    def test_show(self, shelf: Path, capsys: Capture) -> None:
        """How much is typed."""
        assert run("show", "mine", shelf=shelf) == 0
        out = capsys.readouterr().out
        assert "A1: 1 of 15 cells" in out
        assert "tables, 1 of " in out


class TestWrong:
    """One line, and nothing is changed."""

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (["export", "mien"], "there is no pack 'mien'; did you mean mine?"),
            (["export", "mine", "-o", "x.zip"], "x.zip: a pack is a .opfor-pack"),
            (["import", "nowhere.opfor-pack"], "there is no such file"),
            (["import", "{folder}", "--as", "../x"], "is no name for a pack"),
            (["merge", "mine", "{text}"], "this is no whole .opfor-pack"),
            (["diff", "../mine"], "there is no pack '../mine'"),
        ],
    )
    def test_told(
        self, shelf: Path, tmp_path: Path, capsys: Capture, words: list[str], said: str
    ) -> None:
        """What is wrong, and what to write."""
        text = tmp_path / "x.opfor-pack"
        text.write_text("no zip")
        given = {"{folder}": str(shelf / "mine"), "{text}": str(text)}
        assert run(*(given.get(word, word) for word in words), shelf=shelf) == 2
        assert said in told(capsys)
        assert [path.name for path in shelf.iterdir()] == ["mine"]
        assert (shelf / "mine" / "A1.toml").read_text("utf-8") == MINE
