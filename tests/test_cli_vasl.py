"""`opfor vasl`: saved games shown, and what is wrong with them in one line."""

import json
import zipfile
from pathlib import Path

import pytest

from opfor.cli import main
from tests.cli_runs import Capture, told
from tests.shared import SHARED, needs_shared
from tests.vasl.given import (
    added,
    build_file,
    counter,
    game_text,
    module_file,
    save,
    slot,
)


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No folders and no cache of the player's."""
    monkeypatch.delenv("OPFOR_BOARDS", raising=False)
    monkeypatch.delenv("OPFOR_VASL_MODULE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def game(folder: Path) -> Path:
    """A saved game with a squad in C3 of o1."""
    squad = counter("4-6-7 1sq", at=(512, 561), gpid="12", image="ge/x")
    return save(folder / "game.vsav", game_text(added("1", squad), boards="0\t0\to1"))


class TestShow:
    """`opfor vasl show`."""

    def test_table(self, tmp_path: Path, capsys: Capture) -> None:
        """A person reads hex, counter and what opfor takes it for."""
        assert main(["vasl", "show", str(game(tmp_path))]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        assert any(
            line.split() == ["o1", "C3", "1", "4-6-7", "1sq", "MMC", "german/4-6-7"]
            for line in out.splitlines()
        )

    def test_json(self, tmp_path: Path, capsys: Capture) -> None:
        """A program reads the same."""
        assert main(["vasl", "show", str(game(tmp_path)), "--json"]) == 0
        (found,) = json.loads(capsys.readouterr().out)["counters"]
        assert found["spot"] == {
            "board": "o1",
            "hex": "C3",
            "on": "centre",
            "side": -1,
            "other": "",
        }

    def test_unknown_board(
        self, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A board that is in none of the player's folders: they are told."""
        squad = counter("4-6-7 1sq", at=(512, 561), gpid="12", image="ge/x")
        path = save(
            tmp_path / "a.vsav", game_text(added("1", squad), boards="0\t0\tzz")
        )
        assert main(["vasl", "show", str(path)]) == 0
        do = "name the folder of your boards with --boards"
        assert do in capsys.readouterr().out
        monkeypatch.setenv("OPFOR_BOARDS", str(tmp_path))
        assert main(["vasl", "show", str(path)]) == 0
        shown = capsys.readouterr().out
        assert do not in shown
        assert f"not in {tmp_path}: name one more folder with --boards" in shown

    def test_module_and_pack(
        self, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A module is named by option or for good; a pack's rows come first."""
        text = "+/null/piece;K;D;ge\\/x;4-6-7 1sq/null;0;0;12"
        module = module_file(tmp_path / "m.vmod", build_file(slot("12", "x", text)))
        args = ["vasl", "show", str(game(tmp_path))]
        assert main([*args, "--module", str(module)]) == 0
        named = capsys.readouterr().out
        monkeypatch.setenv("OPFOR_VASL_MODULE", str(module))
        assert main(args) == 0
        assert capsys.readouterr().out == named
        pack = tmp_path / "pack" / "vasl"
        pack.mkdir(parents=True)
        (pack / "counters.toml").write_text(
            '[[row]]\ngpid = "12"\nis = "MMC"\ncounter = "german/8-3-8"\n'
        )
        assert main([*args, "--pack", str(pack.parent)]) == 0
        assert "german/8-3-8" in capsys.readouterr().out

    @needs_shared
    def test_real(self, capsys: Capture) -> None:
        """A player's own files."""
        args = [
            "--module",
            str(SHARED / "vasl/vasl.vmod"),
            "--boards",
            str(SHARED / "boards"),
        ]
        assert (
            main(["vasl", "show", str(SHARED / "vsav/hube-s-pocket.vsav"), *args]) == 0
        )
        out = capsys.readouterr().out
        assert "Map: r05@0,0 r02@0,1 r04@0,2" in out
        assert "vehicle german/pzkpfw-ivh" in out


class TestBadInput:
    """One line each."""

    def test_told(self, tmp_path: Path, capsys: Capture) -> None:
        """No file, no zip, a foreign zip, a module that is none."""
        (tmp_path / "text.vsav").write_text("nothing")
        with zipfile.ZipFile(tmp_path / "foreign.vsav", "w") as archive:
            archive.writestr("a.txt", "a")
        good = str(game(tmp_path))
        for args, said in (
            ([str(tmp_path / "no.vsav")], "no such saved game"),
            ([str(tmp_path)], "no such saved game"),
            ([str(tmp_path / "text.vsav")], "no archive"),
            ([str(tmp_path / "foreign.vsav")], "holds no game"),
            ([good, "--module", good], "no buildFile"),
            ([good, "--boards", "/no/such"], "/no/such"),
            ([], "GAME"),
        ):
            assert main(["vasl", "show", *args]) == 2
            assert said in told(capsys)
