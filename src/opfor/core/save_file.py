"""The file of a save as SQLite has it: looked at, opened with limits, written to.

A save may come from anywhere. So its header is looked at before SQLite sees the file,
and its schema before anything is read from a table: only the tables that opfor makes,
word for word, and neither views nor triggers, which would run what somebody wrote.
"""

import re
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from opfor.core.codec import BAD_JSON
from opfor.core.errors import OpforError

FORMAT = 1
APPLICATION = 0x4F50464F  # "OPFO" in the header of the file
HEADER = 100  # bytes
MOST_BYTES = 1 << 30
"""What no save of a person reaches by far; a larger file is refused unread."""

PATIENCE = 60.0
"""Seconds that one statement may take: a save of a long game needs a tenth of one."""

STEPS = 100_000
"""Steps of SQLite's machine between two looks at the clock."""

LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 1 << 28,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 1 << 16,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
}

SUMS = "CREATE TABLE sums (of TEXT PRIMARY KEY, digest TEXT NOT NULL) WITHOUT ROWID"

TABLES = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    """CREATE TABLE answers (
    number INTEGER PRIMARY KEY, entry TEXT NOT NULL, fingerprint TEXT NOT NULL)""",
    "CREATE TABLE events (number INTEGER PRIMARY KEY, event TEXT NOT NULL)",
    """CREATE TABLE snapshots (
    answers INTEGER PRIMARY KEY, events INTEGER NOT NULL,
    state BLOB NOT NULL, anchor INTEGER NOT NULL)""",
    "CREATE TABLE kept (stream TEXT PRIMARY KEY, luck TEXT NOT NULL) WITHOUT ROWID",
)
"""What every save holds; those of opfor 0.2 and before had no `sums`."""


def look(path: Path) -> None:
    """Refuse what is no whole save of this format, from its header alone.

    Errors:
        OpforError: it is none; a pipe or a device is not even opened.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise OpforError("this cannot be read, it is no file", str(path))
        with path.open("rb") as file:
            header = file.read(HEADER)
    except OSError as error:
        raise OpforError(f"cannot be read ({error.strerror})", str(path)) from error
    if len(header) < HEADER or not header.startswith(b"SQLite format 3\0"):
        raise OpforError("this is no save of opfor", str(path))
    if _number(header, 68) != APPLICATION:
        raise OpforError("this is the database of another program", str(path))
    if _number(header, 60) != FORMAT:
        raise OpforError(
            f"this save has format {_number(header, 60)}, this opfor reads {FORMAT}",
            str(path),
            "open it with the opfor version that wrote it",
        )
    if found.st_size > MOST_BYTES:
        raise OpforError(
            f"this is too large for a save ({found.st_size} bytes)", str(path)
        )
    _whole(path, header, found.st_size)


def _whole(path: Path, header: bytes, size: int) -> None:
    page = int.from_bytes(header[16:18], "big")
    pages = _number(header, 28) * (65536 if page == 1 else page)
    # With a journal beside it a transaction was cut off, and SQLite will mend it.
    if size < pages and not path.with_name(path.name + "-journal").exists():
        raise OpforError(
            f"this save is cut off: {size} of {pages} bytes",
            str(path),
            "use a copy of it",
        )


def _number(header: bytes, at: int) -> int:
    return int.from_bytes(header[at : at + 4], "big")


def is_save(path: Path) -> bool:
    """Whether a file that is there says that it is a save, whole or not."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        header = file.read(HEADER)
    return len(header) == HEADER and _number(header, 68) == APPLICATION


def connect(path: Path) -> sqlite3.Connection:
    """The database, with limits on what it can be made to do."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        for limit, most in LIMITS.items():
            connection.setlimit(limit, most)
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA synchronous = EXTRA")
    except BaseException:
        connection.close()
        raise
    return connection


def create_tables(db: sqlite3.Connection) -> None:
    """The tables of a new save."""
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {FORMAT}")
    for table in (*TABLES, SUMS):
        db.execute(table)


def check_schema(db: sqlite3.Connection, path: Path) -> None:
    """Refuse a database that holds anything but the tables of a save.

    Errors:
        OpforError: naming the first thing that is missing, or is too much.
    """
    found = dict(db.execute("SELECT name, sql FROM sqlite_master"))
    made = {re.split(r"[ (]", sql)[2]: _plain(sql) for sql in (*TABLES, SUMS)}
    wrong = [name for name, sql in found.items() if made.get(name) != _plain(sql or "")]
    wrong += [name for name in made if name not in found and name != "sums"]
    if wrong:
        raise OpforError(
            f"this is no save as opfor makes it: look at its {wrong[0]}", str(path)
        )
    if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise OpforError("this save is damaged", str(path), "use a copy of it")


def _plain(sql: str) -> str:
    """A statement without the blanks that nobody needs."""
    return re.sub(r"\s+", " ", sql).strip()


@contextmanager
def within_time(db: sqlite3.Connection) -> Iterator[None]:
    """Stop what takes longer than any save needs."""
    end = monotonic() + PATIENCE
    db.set_progress_handler(lambda: monotonic() > end, STEPS)
    try:
        yield
    finally:
        db.set_progress_handler(None, 0)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of it or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


REFUSALS = {
    sqlite3.SQLITE_FULL: (
        "the disk is full, so nothing of this was kept",
        "make room, and do it again",
    ),
    sqlite3.SQLITE_READONLY: (
        "this save may not be written to, so nothing of this was kept",
        "let opfor write there, or go on with a copy",
    ),
}
"""What SQLite has against writing, and what to do, by its code."""


@contextmanager
def clear(path: Path) -> Iterator[None]:
    """Say in one sentence what SQLite or the disk has against the file."""
    where = str(path)
    try:
        yield
    except OSError as error:
        reason = f"this save cannot be written ({error.strerror})"
        raise OpforError(reason, where) from error
    except (sqlite3.Error, *BAD_JSON) as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # above it stand details
        usual = f"this save cannot be used ({error})", ""
        what, do = REFUSALS.get(code, usual)
        raise OpforError(what, where, do) from error
