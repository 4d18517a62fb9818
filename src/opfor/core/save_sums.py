"""Sums of what a save holds beside its answers, so that a change from outside shows.

The answers have their chain of fingerprints. The options (Mission, seed), the events
and each snapshot have a sum each in the table `sums`. Options that were changed are
refused: nothing tells what they were. Events and snapshots follow from the answers, so
bad ones are left out, and come anew as the game is played again.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b

from opfor.core.errors import OpforError
from opfor.core.save_file import SUMS
from opfor.core.saved_game import Saved, Snapshot

OPTIONS, EVENTS, SNAPSHOT = "options", "record of events", "snapshot "

UNSUMMED = "0.1.0"
"""The release that wrote no sums: what it began may lack some."""


def digest(data: bytes) -> str:
    """The sum of some bytes."""
    return blake2b(data, digest_size=16).hexdigest()


class EventSum:
    """The sum of event lines, one after the other."""

    def __init__(self, lines: Iterable[bytes] = ()) -> None:
        self._hash = blake2b(digest_size=16)
        for line in lines:
            self._hash.update(line + b"\n")

    def with_lines(self, lines: Iterable[bytes]) -> "EventSum":
        """The sum with more of them."""
        found = EventSum()
        found._hash = self._hash.copy()
        for line in lines:
            found._hash.update(line + b"\n")
        return found

    @property
    def row(self) -> tuple[str, str]:
        """Its row in the table."""
        return EVENTS, self._hash.hexdigest()


def of_snapshot(snapshot: Snapshot) -> tuple[str, str]:
    """The row of a snapshot."""
    whole = f"{snapshot.answers} {snapshot.events} {int(snapshot.anchor)} ".encode()
    return f"{SNAPSHOT}{snapshot.answers}", digest(whole + snapshot.state)


def write_sums(db: sqlite3.Connection, rows: Iterable[tuple[str, str]]) -> None:
    """Write some; a save from before there were sums gets its table, and all of it."""
    db.execute(SUMS.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS"))
    db.executemany("INSERT OR REPLACE INTO sums VALUES (?, ?)", rows)
    options = "SELECT value FROM meta WHERE key = 'options'"
    if not db.execute("SELECT 1 FROM sums WHERE of = ?", (OPTIONS,)).fetchone():
        own = digest(str(db.execute(options).fetchone()[0]).encode())
        db.execute("INSERT INTO sums VALUES (?, ?)", (OPTIONS, own))


def drop_sums(db: sqlite3.Connection) -> None:
    """Forget those of snapshots that are gone."""
    kept = {f"{SNAPSHOT}{at}" for (at,) in db.execute("SELECT answers FROM snapshots")}
    sums = [of for of in read_sums(db) if of.startswith(SNAPSHOT) and of not in kept]
    db.executemany("DELETE FROM sums WHERE of = ?", [(of,) for of in sums])


def all_sums(saved: Saved, options: bytes) -> list[tuple[str, str]]:
    """The rows of a whole save."""
    return [
        (OPTIONS, digest(options)),
        EventSum(saved.events).row,
        *(of_snapshot(snapshot) for snapshot in saved.snapshots),
    ]


def read_sums(db: sqlite3.Connection) -> dict[str, str]:
    """All of a save's; none if it is from before there were any."""
    there = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'sums'").fetchone()
    return dict(db.execute("SELECT of, digest FROM sums")) if there else {}


def check_options(saved: Saved, sums: Mapping[str, str], options: bytes) -> None:
    """Refuse options that were changed.

    Errors:
        OpforError: they were.
    """
    if _other(saved, sums, OPTIONS, digest(options)):
        raise OpforError(
            "its Mission or seed was changed from outside",
            saved.path,
            "use a copy of it",
        )


def mended(saved: Saved, sums: Mapping[str, str], wrong: Sequence[str]) -> Saved:
    """The save without what was changed from outside.

    Args:
        saved: as it was read.
        sums: those that it holds.
        wrong: what is known to be bad already.

    Errors:
        OpforError: what was changed cannot be played again, since another release
            played it.
    """
    rows = [EventSum(saved.events).row, *(of_snapshot(s) for s in saved.snapshots)]
    bad = [*wrong, *(of for of, found in rows if _other(saved, sums, of, found))]
    if not bad:
        return saved
    if saved.of_others:
        raise OpforError(
            f"its {bad[0].strip()} was changed from outside",
            saved.path,
            f"use a copy of it, or opfor {saved.versions[0].name}, which wrote it",
        )
    # Every state and event since the beginning follows from the answers.
    return replace(saved, events=(), snapshots=(), mended=True)


def _other(saved: Saved, sums: Mapping[str, str], of: str, found: str) -> bool:
    """Whether a sum is another than was found, or lacks where it was written.

    A snapshot is found by its answers: with another number of them it has no sum.
    """
    unsummed = not sums or saved.versions[0].name == UNSUMMED
    lacking = found if unsummed else ""
    return sums.get(of, lacking) != found
