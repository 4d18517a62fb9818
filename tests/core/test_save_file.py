"""The file of a save as hostile SQLite: bounded in size and time."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from opfor.core import save_file
from opfor.core.errors import OpforError
from opfor.core.save import read_save
from tests.core.test_save import ANSWERS, play, start


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A save with some answers."""
    path = tmp_path / "game.opfor"
    save, game = start(path)
    play(game, ANSWERS[:5])
    save.close(game)
    return path


def changed(path: Path, sql: str) -> None:
    """Change it from outside, as no opfor would."""
    with closing(sqlite3.connect(path)) as db:
        assert db.execute(sql).rowcount == 1
        db.commit()


class TestLimits:
    """What is too large."""

    def test_value(self, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A value that is longer than any of a save is not taken into memory."""
        limits = {**save_file.LIMITS, sqlite3.SQLITE_LIMIT_LENGTH: 1 << 20}
        monkeypatch.setattr(save_file, "LIMITS", limits)
        read_save(good)
        changed(good, "UPDATE answers SET entry = zeroblob(2 << 20) WHERE number = 2")
        with pytest.raises(OpforError, match="string or blob too big") as refused:
            read_save(good)
        assert len(str(refused.value).splitlines()) == 1

    def test_file(self, good: Path) -> None:
        """A file that is larger than any save is refused by its size alone."""
        os.truncate(good, save_file.MOST_BYTES + 1)  # it has holes, and fills no disk
        with pytest.raises(OpforError, match="too large for a save"):
            read_save(good)

    def test_statement(self, good: Path) -> None:
        """No statement is long, none takes another file in."""
        with closing(save_file.connect(good)) as db:
            with pytest.raises(sqlite3.Error):
                db.execute("ATTACH DATABASE ':memory:' AS other")
            with pytest.raises(sqlite3.Error):
                db.execute(
                    "SELECT 1" + " " * save_file.LIMITS[sqlite3.SQLITE_LIMIT_SQL_LENGTH]
                )


class TestTime:
    """What would take for ever."""

    FOREVER = (
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
        " SELECT count(*) FROM n"
    )

    def test_stopped(self, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A query that has no end is stopped when its time is over."""
        monkeypatch.setattr(save_file, "PATIENCE", 0.05)
        with (
            closing(save_file.connect(good)) as db,
            save_file.within_time(db),
            pytest.raises(sqlite3.OperationalError, match="interrupted"),
        ):
            db.execute(self.FOREVER).fetchone()

    def test_read(self, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A save is read within it, and refused in a sentence when it is over."""
        monkeypatch.setattr(save_file, "PATIENCE", -1.0)
        monkeypatch.setattr(save_file, "STEPS", 1)
        with pytest.raises(OpforError) as refused:
            read_save(good)
        assert len(str(refused.value).splitlines()) == 1
