"""Saves: one SQLite file a game, safe against a kill at any moment.

Each answer of a person is one transaction, on the disk before the game goes on. It
carries the automatic answers before it, the events of the finished steps, and a
snapshot of the step in hand. What comes of it follows, and is written where the game
waits again or ends, so that a replay or a report knows it without playing on.

The rollback journal is used rather than the write-ahead log (about 1 ms an answer
more), because then the one file is the whole game at rest, also after a kill: it can
be copied or sent as it is. `synchronous = EXTRA` makes a commit outlast a power cut.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from opfor import __version__
from opfor.core.codec import BAD_JSON, encode
from opfor.core.errors import OpforError
from opfor.core.game import Game, Mark
from opfor.core.journal import START, Journal, chain
from opfor.core.save_file import (
    check_schema,
    clear,
    connect,
    create_tables,
    look,
    transaction,
    within_time,
)
from opfor.core.save_sums import (
    EVENTS,
    SNAPSHOT,
    EventSum,
    all_sums,
    check_options,
    drop_sums,
    mended,
    of_snapshot,
    read_sums,
    write_sums,
)
from opfor.core.saved_game import (
    Options,
    Saved,
    Snapshot,
    Version,
    read_entry,
    snapshot_of,
)

NOWHERE = (-1, -1)  # the moment of a snapshot that is not there
ANCHOR_EVERY = 20  # steps that waited for a person, between snapshots that stay


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
        self._last = self._last_event()  # in the file, also one that is left out
        self._kept = saved.kept
        self._snapshot = _moment(saved.snapshots[-1]) if saved.snapshots else NOWHERE
        self._since_anchor = 0
        self._renewed = not saved.current
        if self._renewed:  # this release tells what comes after the snapshot anew
            self._events = saved.snapshots[-1].events if saved.snapshots else 0
        self._stale = self._renewed or saved.mended  # rows of it are to be replaced
        self._sum = EventSum(saved.events[: self._events])

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
        with clear(path):
            new.unlink(missing_ok=True)
            with closing(connect(new)) as connection, transaction(connection):
                create_tables(connection)
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
        look(path)
        with clear(path):
            connection = connect(path)
            try:
                with within_time(connection):
                    check_schema(connection, path)
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
        lines = [encode(event) for event in events]
        events_sum = self._sum.with_lines(lines)
        rows = [
            (number, encode(entry).decode(), journal.fingerprint(number))
            for number, entry in enumerate(
                journal.since(self._answers), self._answers + 1
            )
        ]
        anchor = self._since_anchor + 1 >= ANCHOR_EVERY or self._renewed
        with clear(self.path), transaction(self._db):
            self._check_alone()
            # Answers up to now, but events and state only up to the step in hand: on
            # loading that step runs again, and tells the rest with these answers.
            self._db.executemany("INSERT INTO answers VALUES (?, ?, ?)", rows)
            if self._stale:
                self._drop_stale()
            self._db.executemany(
                "INSERT INTO events VALUES (?, ?)",
                [
                    (event.number, line.decode())
                    for event, line in zip(events, lines, strict=True)
                ],
            )
            if _moment(game.mark) > self._snapshot or self._renewed:
                self._write_snapshot(snapshot_of(game.mark, anchor=anchor))
            self._write_kept(game)
            write_sums(self._db, [events_sum.row])
            last = self._last_event()
        self._answers, self._print = len(journal), journal.fingerprint()
        self._events, self._last = self._events + len(events), last
        if _moment(game.mark) > self._snapshot:
            self._since_anchor = 0 if anchor else self._since_anchor + 1
        self._snapshot = max(self._snapshot, _moment(game.mark))
        self._kept = {stream: list(luck) for stream, luck in game.journal.kept.items()}
        self._sum, self._renewed, self._stale = events_sum, False, False

    def cut(self, game: Game[Any]) -> None:
        """Forget what an undo took back, and write down the luck it keeps."""
        length, mark = len(game.journal), game.mark
        with clear(self.path), transaction(self._db):
            self._check_alone()
            self._db.execute("DELETE FROM answers WHERE number > ?", (length,))
            self._cut_events(mark.events)
            self._db.execute("DELETE FROM snapshots WHERE answers > ?", (mark.answers,))
            self._write_kept(game)
            events = self._db.execute("SELECT event FROM events ORDER BY number")
            events_sum = EventSum(str(event).encode() for (event,) in events)
            write_sums(self._db, [events_sum.row])
            last = self._last_event()
        self._sum, self._last = events_sum, last
        self._answers = min(self._answers, length)
        self._print = game.journal.fingerprint(self._answers)
        self._events = min(self._events, mark.events)
        # One less, so that the next answer writes a snapshot of this mark again.
        self._snapshot = min(self._snapshot, (mark.answers - 1, mark.events))
        self._kept = {stream: list(luck) for stream, luck in game.journal.kept.items()}

    def close(self, game: Game[Any] | None = None) -> None:
        """Write what a game has left, if one is given, and close the file."""
        if game is not None:
            self.keep(game)
        self._db.close()

    def _check_alone(self) -> None:
        """Refuse to write over what another program has played in the meantime.

        One that undid all that it answered leaves the same answers, but may have
        written more of the events that follow from them.
        """
        last = "SELECT number, fingerprint FROM answers ORDER BY number DESC LIMIT 1"
        found = self._db.execute(last).fetchone() or (0, START)
        here = (self._answers, self._print)
        if found != here or self._last_event() != self._last:
            raise OpforError(
                "another program played this save on",
                str(self.path),
                "close the other one and open the save again",
            )

    def _last_event(self) -> int:
        """The number of the last event in the file."""
        found: int | None = self._db.execute(
            "SELECT max(number) FROM events"
        ).fetchone()[0]
        return found or 0

    def _drop_stale(self) -> None:
        """Rows of another release, or that were changed from outside, make room."""
        self._cut_events(self._events)
        if self.saved.mended:
            self._db.execute("DELETE FROM snapshots")

    def _cut_events(self, length: int) -> None:
        self._db.execute("DELETE FROM events WHERE number > ?", (length,))

    def _write_snapshot(self, snapshot: Snapshot) -> None:
        if self._renewed:  # a release goes on from here: it can replay from here only
            versions = (*self.saved.versions, Version(__version__, snapshot.answers))
            _write_versions(self._db, versions)
        self._db.execute("DELETE FROM snapshots WHERE NOT anchor")
        _insert_snapshot(self._db, snapshot)
        write_sums(self._db, [of_snapshot(snapshot)])
        drop_sums(self._db)

    def _write_kept(self, game: Game[Any]) -> None:
        if game.journal.kept != self._kept:
            self._db.execute("DELETE FROM kept")
            _insert_kept(self._db, game.journal.kept)


def _moment(at: Mark[Any] | Snapshot) -> tuple[int, int]:
    """Where in a game that is: answers used, events told."""
    return at.answers, at.events


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
    options = encode(saved.options)
    db.execute("INSERT INTO meta VALUES (?, ?)", ("options", options.decode()))
    write_sums(db, all_sums(saved, options))
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


def _read(db: sqlite3.Connection, path: Path) -> Saved:
    where = str(path)
    # Each answer against the chain of fingerprints.
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
    gap = any(number != at for at, (number, _) in enumerate(events, 1))
    rows = db.execute("SELECT * FROM snapshots ORDER BY answers")
    found = [_snapshot(row, len(entries), len(events)) for row in rows]
    kept = db.execute("SELECT stream, luck FROM kept")
    saved = Saved(
        options=_json(meta.get("options"), dict[str, Any], where),
        versions=_json(meta.get("versions"), tuple[Version, ...], where),
        entries=tuple(entries),
        events=tuple(str(event).encode() for _, event in events),
        snapshots=tuple(snapshot for snapshot in found if snapshot),
        kept={s: _json(luck, list[int | str], where) for s, luck in kept},
        path=where,
    )
    wrong = [EVENTS] * gap + [SNAPSHOT] * (None in found)
    sums = read_sums(db)
    check_options(saved, sums, str(meta["options"]).encode())
    return mended(saved, sums, wrong)


def _snapshot(row: tuple[Any, ...], answers: int, events: int) -> Snapshot | None:
    """A snapshot; None if it does not fit the answers."""
    match row:
        case (int(at), int(after), bytes(state), int(anchor)):
            if 0 <= at <= answers and 0 <= after <= events:
                return Snapshot(at, after, state, bool(anchor))
    return None


def _json(text: str | None, form: Any, where: str) -> Any:
    try:
        found = msgspec.json.decode(text or "", type=form)
    except BAD_JSON as error:
        raise OpforError(f"its header cannot be read ({error})", where) from error
    if not found and form == tuple[Version, ...]:
        raise OpforError("it does not name the version that wrote it", where)
    return found
