"""What stands in for the files of a player that the pages' commands name.

A page's commands are typed from top to bottom in an empty home, in a folder with these
files. What would take long is played with smaller numbers.
"""

import os
import shutil
from pathlib import Path

import pytest

from opfor.cli import main
from opfor.core.ask import Context
from opfor.core.dice import Seeded
from opfor.geo.boards.board import Board
from opfor.geo.boards.library import Library
from opfor.ports.session import Setup, begin
from opfor.sim.steady import Steady
from opfor.state.mission import load_mission
from tests.geo.vaslfile import write_archive
from tests.pages.shown import ROOT, blocks, files, pages
from tests.vasl.games.test_begin import vsav
from tests.vasl.given import build_file, module_file, slot

BOARDS = ("01", "04", "16", "24", "33")
"""VASL's boards that the pages name: ours stand in for them."""

LINES = "units\nquit\n"
"""What is typed in a game."""

SMALL_MISSION = "tutorial"
"""What is played in place of a larger Mission, where many games are played."""

MANY = {"first-contact", "tank-support"}

INSTEAD = {
    "FILE…": "s5-3.toml",
    "tests/examples/*.toml": "s5-3.toml",
    "SAVE": "game.opfor",
    "DIR": "my-pack",
    "MAP": "o1",
    "FROM": "J4",
    "TO": "M2",
    "3 ENEMY MPh": "1 ENEMY MPh",
}
"""What stands in place of a word, wherever it stands."""

FILE = {
    "example": "s5-3.toml",
    "play": "ridge.toml",
    "pack": "other.opfor-pack",
    "campaign": "company.toml",
}
"""What FILE is, by the command."""

ADDED = {
    ("play",): ("--commands", "lines"),
    ("campaign", "play"): ("--text", "--commands", "lines"),
    ("campaign", "next"): ("--give-up",),
    ("analyse",): ("--horizon", "1", "--jobs", "1"),
    ("mission", "roll"): ("--quick",),
    ("pack", "import"): ("--as", "second"),
    ("vasl", "start"): ("--yes",),
    ("sim",): ("--jobs", "1"),
    ("study",): ("--jobs", "1"),
}
"""What stands behind a command so that it ends, and soon, without a person."""

OTHERWISE = {
    "--turn": "1",
    "--save": "started.opfor",
    "--games": "1",
    "--missions": "3",
}
"""Other values of options, in the commands that `smaller` names."""

SMALLER = ("sim", "study", "vasl")


def smaller(words: tuple[str, ...]) -> list[str]:
    """A command as it is run here."""
    command, found = words[0], _files(words)
    if words[:2] == ("study", "game"):  # a file has one game here
        return [{"17": "0"}.get(w, SMALL_MISSION if w in MANY else w) for w in found]
    if command in ("sim", "study"):
        found = [SMALL_MISSION if word in MANY else word for word in found]
        found = _counted([*dict.fromkeys(found[:4]), *found[4:]])
    if command in SMALLER:
        for at, word in enumerate(found[:-1]):
            found[at + 1] = OTHERWISE.get(word, found[at + 1])
    if found[:3] == ["vasl", "write", "game.opfor"]:
        found[3:4] = [f"{len(found)}-{found[3]}"]  # each its own file
    if found[:2] == ["mission", "roll"] and "-o" in found:
        found[found.index("-o") + 1] = f"{len(found)}-rolled.toml"
    for begins, more in ADDED.items():
        if tuple(found[: len(begins)]) == begins:
            found += more
    return [str(Path(w).expanduser()) if w.startswith("~") else w for w in found]


def _files(words: tuple[str, ...]) -> list[str]:
    """A command with files that are there, and new ones to write."""
    file = "game.opfor" if "--resume" in words else FILE.get(words[0], "FILE")
    found = [INSTEAD.get(word, word) for word in words]
    for at, word in enumerate(words):
        if word == "FILE":
            found[at] = file
        elif words[at - 1 : at + 1] == ("--boards", "DIR"):
            found[at] = "~/vasl/boards"
        elif words[0] == "tables" and word == "my-pack" == words[-1]:
            found[at] = "new-pack" if words[1] == "export" else word
    return found


def _counted(words: list[str]) -> list[str]:
    """One game, or one of each, by one process, in place of as many as are needed."""
    if "--jobs" in words:
        at = words.index("--jobs")
        words = [*words[:at], *words[at + 2 :]]
    if "--until" in words:
        at = words.index("--until")
        words = [*words[:at], "--games", "1", *words[at + 2 :]]
    return words if "--games" in words else [*words, "--games", "1"]


class Home:
    """What a player has, made once.

    Args:
        folder: an empty folder.
    """

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.work = folder / "work"
        self.packs = folder / "packs"
        for made in (self.home / "vasl" / "boards", self.work, self.packs):
            made.mkdir(parents=True)
        self._boards()
        self._vasl()
        self._packs()
        self._texts()
        self._game()

    def _boards(self) -> None:
        found = Library().load("o3")
        for name in BOARDS:
            drawn = Board(
                name,
                found.grid,
                found.terrain,
                found.elevation,
                stairways=found.stairways,
            )
            write_archive(self.home / "vasl" / "boards" / f"bd{name}", drawn)

    def _vasl(self) -> None:
        squad = "+/null/piece;K;D;ge\\/467;4-6-7 1sq/null;0;0;11"
        build = build_file(slot("11", "4-6-7 1sq", squad))
        module_file(self.home / "vasl" / "vasl.vmod", build)
        mine = vsav(self.work)
        shutil.copy(mine, self.work / "game.vsav")

    def _packs(self) -> None:
        """The pack of docs/how-to/packs.md, here and on the shelf."""
        for name, text in files(pages()["docs/how-to/packs.md"]).items():
            path = self.work / "my-pack" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        shutil.copytree(self.work / "my-pack", self.work / "my-tables")
        shutil.copytree(self.work / "my-pack", self.packs / "my module")
        for name in ("other", "finns", "my-module"):
            shelf = ["--shelf", str(self.packs)]
            file = ["-o", str(self.work / f"{name}.opfor-pack")]
            assert main(["pack", "export", "my module", *file, *shelf]) == 0

    def _texts(self) -> None:
        for page in ("bots", "learning"):
            for name, text in files(pages()[f"docs/how-to/{page}.md"]).items():
                (self.work / name).write_text(text, encoding="utf-8")
        (self.work / "lines").write_text(LINES)
        shutil.copy(_mission("first-contact"), self.work / "ridge.toml")
        example = blocks(pages()["docs/examples.md"], "toml")[0]
        (self.work / "s5-3.toml").write_text(example, encoding="utf-8")
        board = ["board", "new", "--style", "village", "--seed", "8"]
        assert main([*board, "-o", str(self.work / "my.txt")]) == 0

    def _game(self) -> None:
        """A game of the smallest Mission, played into its second turn."""
        setup = Setup(mission=load_mission(SMALL_MISSION), seed=1)
        session = begin(setup, self.work / "game.opfor")
        game, player = session.game, Steady(session.world, "shown")
        dice, asked = Seeded(setup.seed), game.run()
        while asked is not None and game.state.turn < 2:
            drawn = game.journal.drawn(asked.stream) if asked.stream else 0
            port = dice if asked.stream else player
            value = port.answer(asked, Context(game.state, drawn))
            asked = game.answer(asked.number, value)
        session.close()

    def moved_in(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A copy to type in, where a page's commands leave what they write."""
        data = folder / "data"
        shutil.copytree(self.packs, data / "opfor" / "packs")
        shutil.copytree(self.work, folder / "work")
        cache = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
        monkeypatch.setenv("XDG_CACHE_HOME", cache)  # LOS is not compiled anew
        monkeypatch.setenv("HOME", str(self.home))
        monkeypatch.setenv("XDG_DATA_HOME", str(data))
        monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        monkeypatch.delenv("OPFOR_BOARDS", raising=False)
        monkeypatch.delenv("OPFOR_VASL_MODULE", raising=False)
        monkeypatch.chdir(folder / "work")
        return folder / "work"


def _mission(name: str) -> Path:
    return ROOT / "src" / "opfor" / "data" / "missions" / f"{name}.toml"
