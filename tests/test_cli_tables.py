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

    def test_by_its_name_alone(self, capsys: Capture) -> None:
        """`opfor tables A4b` is `opfor tables show A4b`."""
        assert main(["tables", "show", "A4b"]) == 0
        shown = capsys.readouterr().out
        assert main(["tables", "A4b"]) == 0
        assert capsys.readouterr().out == shown != ""

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

    def test_column(self, capsys: Capture) -> None:
        """With a column only its rows are shown, and those of every column."""
        name = ["tables", "show", "russian/x5", "--date", "1941-08"]
        assert main([*name, "--column", "inside"]) == 0
        shown = capsys.readouterr().out
        assert "45L AT PTP obr. 32" in shown
        assert "outside  " not in shown

    def test_covered_rows_are_out(self, pack: Path, capsys: Capture) -> None:
        """In force on a date: a pack's row hides the one that it replaces."""
        args = ["tables", "show", "A1", "--date", "1941-08", "--pack", str(pack)]
        assert main(args) == 0
        lines = capsys.readouterr().out.splitlines()
        assert [line for line in lines if line.startswith("6 ")] == [
            "6     S, S              [project]  (mine)"
        ]


class TestOdds:
    """`opfor tables odds`."""

    def test_drm(self, capsys: Capture) -> None:
        """Exact chances, of 36, with the DRM named."""
        assert main(["tables", "odds", "A1", "--drm", "-1"]) == 0
        shown = capsys.readouterr().out
        assert "DRM -1" in shown
        assert "S, S, L, F, SW      8.3 %  3 of 36" in shown

    def test_date(self, capsys: Capture) -> None:
        """The nation's DRM of the date is in them."""
        args = ["tables", "odds", "x2", "--nation", "russian", "--date", "1941-08"]
        assert main(args) == 0
        shown = capsys.readouterr().out
        assert "1941-08, DRM +2" in shown
        assert "4-2-6   27.8 %  10 of 36" in shown

    def test_column(self, capsys: Capture) -> None:
        """One column alone."""
        assert main(["tables", "odds", "A5", "--column", "building"]) == 0
        shown = capsys.readouterr().out
        assert "4 of 6" in shown
        assert "pillbox" not in shown


class TestExport:
    """`opfor tables export`."""

    def test_table(self, tmp_path: Path, capsys: Capture) -> None:
        """A table is written as a pack's file, and the pack is in order."""
        assert main(["tables", "export", "A1", "-o", str(tmp_path)]) == 0
        assert capsys.readouterr().out == f"{tmp_path / 'A1.toml'}\n"
        assert main(["tables", "check", str(tmp_path)]) == 0

    def test_nation(self, tmp_path: Path, capsys: Capture) -> None:
        """All tables of a nation are, and they agree."""
        args = ["tables", "export", "--nation", "russian", "-o", str(tmp_path)]
        assert main(args) == 0
        names = capsys.readouterr().out.split()
        assert len(names) == len([*tmp_path.iterdir()]) > 10
        assert main(["tables", "check", str(tmp_path)]) == 0

    def test_never_over_a_file(self, tmp_path: Path, capsys: Capture) -> None:
        """What the player has edited is not written over."""
        (tmp_path / "A1.toml").write_text("mine")
        assert main(["tables", "export", "A1", "-o", str(tmp_path)]) == 2
        assert "this is there already" in told(capsys)
        assert (tmp_path / "A1.toml").read_text() == "mine"
        folder = str(tmp_path / "A1.toml")
        assert main(["tables", "export", "A1", "-o", folder]) == 2
        assert f"{folder}: this is no folder" in told(capsys)


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
        assert out == f"{pack}: ok (1 tables, 0 counters, 0 Missions)\n"
        assert "x.toml:3: on: 'six'" in err
        assert err.count("\n") == 1


class TestBadInput:
    """One line each."""

    @pytest.mark.parametrize(
        ("args", "said"),
        [
            (["shwo"], "show"),
            (["show"], "TABLE"),
            (["show", "A17"], "did you mean A1"),
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
            (["odds", "AC-drm"], "no dice are rolled"),
            (["odds", "A5", "--column", "bulding"], "did you mean building?"),
            (["export"], "no table is named"),
            (["export", "A17"], "did you mean A1"),
            (["export", "--nation", "rusian"], "did you mean russian"),
        ],
    )
    def test_told(self, args: list[str], said: str, capsys: Capture) -> None:
        """The line names what is wrong, or what to write."""
        assert main(["tables", *args]) == 2
        assert said in told(capsys)
