"""`opfor campaign`: a company from the terminal."""

import re
from pathlib import Path

import pytest

from opfor.cli import main
from tests.cli_runs import Capture, told


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Campaigns and games of a test are its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


NEW = ("campaign", "new", "Iron Dogs", "--seed", "4", "--enemy", "russian")


class TestCampaign:
    """Begun, prepared, begun to play, given up, copied."""

    def test_through(self, tmp_path: Path, capsys: Capture) -> None:
        """A Mission is begun, left, and given up; then the next one comes."""
        assert main([*NEW, "--missions", "3"]) == 0
        out = capsys.readouterr().out
        assert "Iron Dogs: Mission 1 of 3" in out
        assert "opfor campaign play iron-dogs" in out
        assert main(["campaign", "rest", "4"]) == 0
        assert ", rests" in capsys.readouterr().out
        commands = tmp_path / "commands.txt"
        commands.write_text("quit\n", "utf-8")
        assert main(["campaign", "play", "--commands", str(commands)]) in (0, 130)
        assert "To go on: opfor campaign play" in capsys.readouterr().out
        assert main(["campaign", "show"]) == 0
        assert ": opfor campaign play" in capsys.readouterr().out
        assert main(["campaign", "next"]) == 2
        assert "go on with opfor campaign play" in told(capsys)
        assert main(["campaign", "next", "--give-up"]) == 0
        out = capsys.readouterr().out
        assert "lost on turn 1" in out
        assert "Mission 2 of 3" in out
        assert main(["campaign", "show", "--history"]) == 0
        out = capsys.readouterr().out
        assert out.startswith("1. ")
        assert "against the Russian ENEMY: lost" in out

    def test_file(self, tmp_path: Path, capsys: Capture) -> None:
        """Exported and imported it is another campaign; the list has both."""
        main([*NEW])
        file = tmp_path / "out.toml"
        assert main(["campaign", "export", "-o", str(file)]) == 0
        assert main(["campaign", "import", str(file)]) == 0
        out = capsys.readouterr().out
        assert "iron-dogs-2" in out
        assert "cannot be played" not in out
        wrong = file.with_name("wrong.toml")
        text = re.sub('^map = ".*"', 'map = "o99"', file.read_text("utf-8"), flags=re.M)
        wrong.write_text(text, "utf-8")
        assert main(["campaign", "import", str(wrong)]) == 0
        out = capsys.readouterr().out
        assert "Its next Mission cannot be played as it is: " in out
        assert "o99" in out
        (tmp_path / "opfor/campaigns/iron-dogs-3.toml").unlink()
        (tmp_path / "opfor/campaigns/bad.toml").write_text("version = 7", "utf-8")
        assert main(["campaign", "list"]) == 0
        out = capsys.readouterr().out
        assert out.count("Iron Dogs: Mission 1 of 6") == 2
        assert "no campaign file of version 1" in out

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (("show",), "there is no campaign"),
            (("buy", "tank"), "there is no campaign"),
            (("new", "X", "--nation", "tibet"), "there is no nation 'tibet'"),
            (("new", "X", "--without", "fun"), "--without"),
            (("new", "X", "--replacements", "all"), "--replacements"),
            (("new", "X", "--date", "1941"), "1941"),
            (("new", " \t"), "needs a name"),
        ],
    )
    def test_refused(
        self, arguments: tuple[str, ...], said: str, capsys: Capture
    ) -> None:
        """Each mistake in one sentence."""
        assert main(["campaign", *arguments]) == 2
        assert said in told(capsys)

    def test_support(self, capsys: Capture) -> None:
        """Nothing is bought without points."""
        main([*NEW])
        capsys.readouterr()
        assert main(["campaign", "buy", "tank"]) == 2
        assert "4 points are wanted for a tank, and you have 0" in told(capsys)
