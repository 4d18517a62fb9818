"""The games of a folder: whatever their files are called, and gone when closed."""

import asyncio
import gc
import os
import shutil
from pathlib import Path
from urllib.parse import quote
from weakref import ReferenceType, ref

import pytest

from opfor.core.errors import OpforError
from opfor.ports.session import SUFFIX, resume
from opfor.state.world import World
from opfor.web.folders import Places
from opfor.web.game import rooms as rooms_module
from opfor.web.game.post import Post
from opfor.web.game.room import OpenGame
from opfor.web.game.rooms import OpenGames
from opfor.web.game_names import MOST_ID, is_id
from tests.web.games import played
from tests.web.pages import page, served

NAMES = ("my game", "(copy) 1", "é", "游戏", "~a'b", "-x", "100%", "x#y&z", "<b>")


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The save of a game that has gone on for a while."""
    return played(tmp_path_factory.mktemp("saves"), answers=40)


class TestNames:
    """A file is called as its owner likes."""

    @pytest.mark.parametrize("name", NAMES)
    def test_opened(self, tmp_path: Path, save: Path, name: str) -> None:
        """It is listed, played, and copied out under its name."""
        games = tmp_path / "games"
        games.mkdir()
        shutil.copy(save, games / f"{name}{SUFFIX}")
        with served(games) as client:
            (line,) = client.get("/api/start").json()["games"]
            assert line["id"] == name
            at = quote(name, safe="")
            copied = client.get(f"/api/games/{at}/game.opfor")
            told = copied.headers["content-disposition"]
            assert told.endswith(f"''{at}.opfor")
            with page(client, at) as talk:
                assert talk.ask("standing")["is"] == "done"

    def test_told(self, tmp_path: Path, save: Path) -> None:
        """A name that cannot be shown or is hidden is told; other games are there."""
        games = tmp_path / "games"
        games.mkdir()
        for name in (b"f\xe9", b"a\nb", b".hidden", b"good"):
            shutil.copy(os.fsencode(save), os.fsencode(games) + b"/" + name + b".opfor")
        with served(games) as client:
            found = client.get("/api/start").json()
            wrong = client.get("/api/games/.hidden/board")
        assert [game["id"] for game in found["games"]] == ["good"]
        told = ["'.hidden.opfor'", r"'a\nb.opfor'", r"'f\udce9.opfor'"]
        assert found["misnamed"] == told
        assert wrong.status_code == 400

    def test_of_the_command_line(self, tmp_path: Path, save: Path) -> None:
        """Such a save that is named at the start is refused in a sentence."""
        path = tmp_path / f".hidden{SUFFIX}"
        shutil.copy(save, path)
        room = OpenGame("", lambda: resume(path))
        with pytest.raises(OpforError, match="call its file otherwise"):
            asyncio.run(room.open())

    @pytest.mark.parametrize(
        "text",
        ["", ".", "..", "../a", "a/b", "a\\b", "c:a", "a\0", "a" * (MOST_ID + 1)],
    )
    def test_no_path(self, text: str) -> None:
        """What leads elsewhere is no name of a game."""
        assert not is_id(text)


class TestMemory:
    """A closed game takes its map along."""

    def test_gone(self, save: Path) -> None:
        """Nothing that was kept for a game outlives it."""

        async def look() -> "ReferenceType[World]":
            rooms = OpenGames(Places(save.parent))
            room = await rooms.room(save.stem)
            await room.join(Post())
            await rooms.close()
            return ref(room.session.world)

        kept = asyncio.run(look())
        gc.unfreeze()  # what was open is set aside
        gc.collect()
        assert kept() is None

    def test_makes_room(
        self, tmp_path: Path, save: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A game that makes room for another is gone at once, not some day."""
        monkeypatch.setattr(rooms_module, "MOST_OPEN", 1)
        for name in "ab":
            shutil.copy(save, tmp_path / f"{name}{SUFFIX}")

        async def look() -> list[bool]:
            rooms = OpenGames(Places(tmp_path))
            kept = [ref((await rooms.room(name)).session.world) for name in "abab"]
            found = [world() is None for world in kept]
            await rooms.close()
            return found

        gc.disable()
        try:
            assert asyncio.run(look()) == [True, True, True, False]
        finally:
            gc.enable()
