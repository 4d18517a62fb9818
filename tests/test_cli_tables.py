"""`opfor tables`: the tables, their sources, and a player's own folders."""

from pathlib import Path

import pytest

from opfor.cli import main
from tests.cli_runs import Capture, told

MINE = (
    'extends = "A1"\nsource = "project"\nrows = [ { on = "6", result = ["S", "S"] } ]'
)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A player's folder with one row of his own."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "a1.toml").write_text(MINE)
    return folder


class TestList:
    """`opfor tables list`."""

    def test_shipped(self, capsys: Capture) -> None:
        """Every table has a line with its title and the sources of its rows."""
        assert main(["tables", "list"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert any(line.startswith("A1 ") and "project" in line for line in lines)
        assert any(line.startswith("russian/x2 ") for line in lines)

    def test_pack(self, pack: Path, capsys: Capture) -> None:
        """The rows of a pack are counted with the others."""
        main(["tables", "list"])
        shipped = capsys.readouterr().out.splitlines()
        assert main(["tables", "list", "--pack", str(pack)]) == 0
        mine = capsys.readouterr().out.splitlines()
        assert len(mine) == len(shipped)
        assert set(mine) != set(shipped)


class TestShow:
    """`opfor tables show`."""

    @pytest.mark.parametrize("name", ["A1", "a1", "{A1}"])
    def test_spellings(self, name: str, capsys: Capture) -> None:
        """A table is found in either case and with its braces."""
        assert main(["tables", "show", name]) == 0
        shown = capsys.readouterr().out
        assert "S, S, L, F, SW" in shown
        assert "[example]" in shown
        assert "read by S5.6" in shown

    def test_pack(self, pack: Path, capsys: Capture) -> None:
        """A row of a pack is shown with the pack's name."""
        assert main(["tables", "show", "A1", "--pack", str(pack)]) == 0
        assert "(mine)" in capsys.readouterr().out

    def test_nation(self, capsys: Capture) -> None:
        """A nation's table is found by --nation or by its full name."""
        assert main(["tables", "show", "x2", "--nation", "russian"]) == 0
        one = capsys.readouterr().out
        assert main(["tables", "show", "russian/x2"]) == 0
        assert one == capsys.readouterr().out
        assert "4-5-8" in one

    def test_nation_and_the_divider(self, capsys: Capture) -> None:
        """A table common to all nations is found with a nation too."""
        assert main(["tables", "show", "A5", "--nation", "german"]) == 0
        assert "{A5}" in capsys.readouterr().out

    def test_month(self, capsys: Capture) -> None:
        """With a month only the rows of that month are shown."""
        name = ["tables", "show", "russian/x2-drm"]
        assert main([*name, "--date", "1941-08"]) == 0
        august = capsys.readouterr().out
        assert main([*name, "--date", "1944-06"]) == 0
        assert august != capsys.readouterr().out
        assert main(name) == 0
        assert len(capsys.readouterr().out) > len(august)


class TestCheck:
    """`opfor tables check`."""

    def test_shipped(self, capsys: Capture) -> None:
        """The shipped tables are in order."""
        assert main(["tables", "check"]) == 0
        assert capsys.readouterr().out.startswith("shipped tables: ok (")

    def test_good_and_bad(self, pack: Path, tmp_path: Path, capsys: Capture) -> None:
        """Each folder is checked: `ok`, or the error with its file, and exit 1."""
        bad = tmp_path / "bad"
        bad.mkdir()
        (bad / "x.toml").write_text(MINE.replace('"6"', '"six"'))
        assert main(["tables", "check", str(bad), str(pack)]) == 1
        out, err = capsys.readouterr()
        assert out.startswith(f"{pack}: ok (")
        assert "x.toml:3: on: 'six'" in err
        assert err.count("\n") == 1


class TestBadInput:
    """One line each."""

    @pytest.mark.parametrize(
        ("args", "said"),
        [
            (["shwo"], "show"),
            (["show"], "TABLE"),
            (["show", "A11"], "did you mean A1"),
            (["show", "nothing like it"], "opfor tables list"),
            (["show", ""], "no such table"),
            (["show", "x2"], "name the nation: "),
            (["show", "x2", "--nation", "rusian"], "russian"),
            (["show", "x99", "--nation", "russian"], "russian has no table x99"),
            (["show", "x2", "--nation", "russian", "--date", "1066-10"], "1066-10"),
            (["show", "A1", "--date", "August 1941"], "write it as 1941-08"),
            (["show", "A1", "--date", "1941-13"], "1941-13"),
            (["show", "A1", "--pack", "/no/such/folder"], "/no/such/folder"),
            (["list", "--pack"], "--pack"),
        ],
    )
    def test_told(self, args: list[str], said: str, capsys: Capture) -> None:
        """The line names what is wrong, or what to write."""
        assert main(["tables", *args]) == 2
        assert said in told(capsys)
