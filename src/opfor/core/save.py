"""Saves: one SQLite file a game, safe against a kill at any moment.

Each answer of a person is one transaction, on the disk before the game goes on. It
carries the automatic answers before it, the events of the finished steps, and a
snapshot of the step in hand. What comes after the last answer follows from it.

The rollback journal is used rather than the write-ahead log (about 1 ms an answer
more), because then the one file is the whole game at rest, also after a kill: it can
be copied or sent as it is. `synchronous = EXTRA` makes a commit outlast a power cut.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec

from opfor import __version__
from opfor.core.codec import BAD_JSON, encode
from opfor.core.errors import OpforError
from opfor.core.game import Game
from opfor.core.journal import START, Journal, chain
from opfor.core.saved_game import (
    Options,
    Saved,
    Snapshot,
    Version,
    read_entry,
    snapshot_of,
)

FORMAT = 1
APPLICATION = 0x4F50464F  # "OPFO" in the header of the file
ANCHOR_EVERY = 20  # steps that waited for a person, between snapshots that stay

_SCHEMA = f"""
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {FORMAT};
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE answers (
    number INTEGER PRIMARY KEY, entry TEXT NOT NULL, fingerprint TEXT NOT NULL);
CREATE TABLE events (number INTEGER PRIMARY KEY, event TEXT NOT NULL);
CREATE TABLE snapshots (
    answers INTEGER PRIMARY KEY, events INTEGER NOT NULL,
    state BLOB NOT NULL, anchor INTEGER NOT NULL);
CREATE TABLE kept (stream TEXT PRIMARY KEY, luck TEXT NOT NULL) WITHOUT ROWID;
"""


class Save:
    """An open save: the recorder of a game in play."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, saved: Saved
    ) -> None:
        """Use `create` or `open`."""
        self.path = path
        self.saved = saved
        self._db = connection
        # What the file holds; all else in the game is still to be written.
        self._answers = len(saved.entries)
        self._print = Journal(saved.entries).fingerprint()
        self._events = len(saved.events)
        self._kept = saved.kept
        self._snapshot = saved.snapshots[-1].answers if saved.snapshots else -1
        self._since_anchor = 0
        self._renewed = not saved.current
        if self._renewed:  # this release tells what comes after the snapshot anew
            self._events = saved.snapshots[-1].events if saved.snapshots else 0

    @classmethod
    def create(cls, path: Path, options: Options, saved: Saved | None = None) -> "Save":
        """A new save with these options, or with all that `saved` holds.

        Raises:
            OpforError: the file exists already or cannot be written.
        """
        if path.exists():
            raise OpforError(
                "this file exists already", str(path), "choose another name"
            )
        new = path.with_name(path.name + ".new")  # a kill leaves no half-made save
        with _clear(path):
            new.unlink(missing_ok=True)
            with closing(_connect(new)) as connection, _transaction(connection):
                for statement in _SCHEMA.split(";"):
                    connection.execute(statement)
                _fill(connection, saved or Saved(options))
            new.rename(path)
        return cls.open(path)

    @classmethod
    def open(cls, path: Path) -> "Save":
        """An existing save, to be played on.

        Raises:
            OpforError: the file is no save, is damaged, or of another format; it is
                left as it is.
        """
        _look(path)
        with _clear(path):
            connection = _connect(path)
            try:
                return cls(path, connection, _read(connection, path))
            except BaseException:
                connection.close()
                raise

    def keep(self, game: Game[Any]) -> None:
        """Write what is new in one transaction; it is on the disk on return.

        Raises:
            OpforError: the file cannot be written, or another program played on.
        """
        journal = game.journal
        events = game.events[self._events : game.mark.events]
        rows = [
            (number, encode(entry).decode(), journal.fingerprint(number))
            for number, entry in enumerate(
                journal.since(self._answers), self._answers + 1
            )
        ]
        anchor = self._since_anchor + 1 >= ANCHOR_EVERY or self._renewed
        with _clear(self.path), _transaction(self._db):
            self._check_alone()
            # Answers up to now, but events and state only up to the step in hand: on
            # loading that step runs again, and tells the rest with these answers.
            self._db.executemany("INSERT INTO answers VALUES (?, ?, ?)", rows)
            if self._renewed:
                self._cut_events(self._events)
            self._db.executemany(
                "INSERT INTO events VALUES (?, ?)",
                [(event.number, encode(event).decode()) for event in events],
            )
            if game.mark.answers > self._snapshot or self._renewed:
                self._write_snapshot(snapshot_of(game.mark, anchor=anchor))
            self._write_kept(game)
        self._answers, self._print = len(journal), journal.fingerprint()
        self._events += len(events)
        if game.mark.answers > self._snapshot:
            self._since_anchor = 0 if anchor else self._since_anchor + 1
        self._snapshot = max(self._snapshot, game.mark.answers)
        self._kept = {stream: list(luck) for stream, luck in game.journal.kept.items()}
        self._renewed = False

    def cut(self, game: Game[Any]) -> None:
        """Forget what an undo took back, and write down the luck it keeps."""
        length, mark = len(game.journal), game.mark
        with _clear(self.path), _transaction(self._db):
            self._check_alone()
            self._db.execute("DELETE FROM answers WHERE number > ?", (length,))
            self._cut_events(mark.events)
            self._db.execute("DELETE FROM snapshots WHERE answers > ?", (mark.answers,))
            self._write_kept(game)
        self._answers = min(self._answers, length)
        self._print = game.journal.fingerprint(self._answers)
        self._events = min(self._events, mark.events)
        # One less, so that the next answer writes a snapshot of this mark again.
        self._snapshot = min(self._snapshot, mark.answers - 1)
        self._kept = {stream: list(luck) for stream, luck in game.journal.kept.items()}

    def close(self, game: Game[Any] | None = None) -> None:
        """Write what a game has left, if one is given, and close the file."""
        if game is not None:
            self.keep(game)
        self._db.close()

    def _check_alone(self) -> None:
        """Refuse to write over what another program has played in the meantime."""
        last = "SELECT number, fingerprint FROM answers ORDER BY number DESC LIMIT 1"
        found = self._db.execute(last).fetchone() or (0, START)
        if found != (self._answers, self._print):
            raise OpforError(
                "another program played this save on",
                str(self.path),
                "close the other one and open the save again",
            )

    def _cut_events(self, length: int) -> None:
        self._db.execute("DELETE FROM events WHERE number > ?", (length,))

    def _write_snapshot(self, snapshot: Snapshot) -> None:
        if self._renewed:  # a release goes on from here: it can replay from here only
            versions = (*self.saved.versions, Version(__version__, snapshot.answers))
            _write_versions(self._db, versions)
        self._db.execute("DELETE FROM snapshots WHERE NOT anchor")
        _insert_snapshot(self._db, snapshot)

    def _write_kept(self, game: Game[Any]) -> None:
        if game.journal.kept != self._kept:
            self._db.execute("DELETE FROM kept")
            _insert_kept(self._db, game.journal.kept)


def read_save(path: Path) -> Saved:
    """All that a save holds, without keeping it open.

    Raises:
        OpforError: as for `Save.open`.
    """
    save = Save.open(path)
    save.close()
    return save.saved


# -- writing ---------------------------------------------------------------------


def _fill(db: sqlite3.Connection, saved: Saved) -> None:
    options = ("options", encode(saved.options).decode())
    db.execute("INSERT INTO meta VALUES (?, ?)", options)
    _write_versions(db, saved.versions)
    journal = Journal(saved.entries)
    for number, entry in enumerate(journal, 1):
        row = (number, encode(entry).decode(), journal.fingerprint(number))
        db.execute("INSERT INTO answers VALUES (?, ?, ?)", row)
    for number, line in enumerate(saved.events, 1):
        db.execute("INSERT INTO events VALUES (?, ?)", (number, line.decode()))
    for snapshot in saved.snapshots:
        _insert_snapshot(db, snapshot)
    _insert_kept(db, saved.kept)


def _write_versions(db: sqlite3.Connection, versions: tuple[Version, ...]) -> None:
    row = ("versions", encode(versions).decode())
    db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", row)


def _insert_snapshot(db: sqlite3.Connection, snapshot: Snapshot) -> None:
    row = (snapshot.answers, snapshot.events, snapshot.state, int(snapshot.anchor))
    db.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)", row)


def _insert_kept(db: sqlite3.Connection, kept: dict[str, list[int | str]]) -> None:
    rows = [(stream, encode(luck).decode()) for stream, luck in kept.items()]
    db.executemany("INSERT INTO kept VALUES (?, ?)", rows)


# -- reading ---------------------------------------------------------------------


def _look(path: Path) -> None:
    """Refuse what is no whole save of this format, from its header alone."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        raise OpforError(f"cannot be read ({error.strerror})", str(path)) from error
    if len(header) < 100 or not header.startswith(b"SQLite format 3\0"):
        raise OpforError("this is no save of opfor", str(path))
    if _number(header, 68) != APPLICATION:
        raise OpforError("this is the database of another program", str(path))
    if _number(header, 60) != FORMAT:
        raise OpforError(
            f"this save has format {_number(header, 60)}, this opfor reads {FORMAT}",
            str(path),
            "open it with the opfor version that wrote it",
        )
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


def _read(db: sqlite3.Connection, path: Path) -> Saved:
    where = str(path)
    # The pages first, then each answer against the chain of fingerprints.
    if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise OpforError("this save is damaged", where, "use a copy of it")
    meta = dict(db.execute("SELECT key, value FROM meta"))
    rows = db.execute("SELECT number, entry, fingerprint FROM answers ORDER BY number")
    fingerprint, entries = START, []
    for expected, (_, line, recorded) in enumerate(rows, 1):
        entry = read_entry(line, expected, where)
        fingerprint = chain(fingerprint, entry)
        if fingerprint != recorded:
            raise OpforError(f"answer {expected} was changed from outside", where)
        entries.append(entry)
    events = db.execute("SELECT number, event FROM events ORDER BY number").fetchall()
    if any(number != at for at, (number, _) in enumerate(events, 1)):
        raise OpforError("an event is missing", where)
    snapshots = db.execute("SELECT * FROM snapshots ORDER BY answers")
    kept = db.execute("SELECT stream, luck FROM kept")
    return Saved(
        options=_json(meta.get("options"), dict[str, Any], where),
        versions=_json(meta.get("versions"), tuple[Version, ...], where),
        entries=tuple(entries),
        events=tuple(str(event).encode() for _, event in events),
        snapshots=tuple(_snapshot(row, len(entries), len(events)) for row in snapshots),
        kept={s: _json(luck, list[int | str], where) for s, luck in kept},
        path=where,
    )


def _snapshot(row: tuple[Any, ...], answers: int, events: int) -> Snapshot:
    match row:
        case (int(at), int(after), bytes(state), int(anchor)):
            if 0 <= at <= answers and 0 <= after <= events:
                return Snapshot(at, after, state, bool(anchor))
    raise OpforError("a snapshot does not fit the answers")


def _json(text: str | None, form: Any, where: str) -> Any:
    try:
        found = msgspec.json.decode(text or "", type=form)
    except BAD_JSON as error:
        raise OpforError(f"its header cannot be read ({error})", where) from error
    if not found and form == tuple[Version, ...]:
        raise OpforError("it does not name the version that wrote it", where)
    return found


# -- SQLite ----------------------------------------------------------------------


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA synchronous = EXTRA")
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def _clear(path: Path) -> Iterator[None]:
    """Say in one sentence what SQLite or the disk has against the file."""
    where = str(path)
    try:
        yield
    except OSError as error:
        reason = f"this save cannot be written ({error.strerror})"
        raise OpforError(reason, where) from error
    except (sqlite3.Error, *BAD_JSON) as error:
        raise OpforError(f"this save cannot be used ({error})", where) from error
