"""A save as JSON lines: what a bug report carries, and what reads back as a save.

The first line tells the format, the options and the versions; then one line for each
answer, event and snapshot that a replay needs, for kept luck, and an end that shows
that nothing is missing.
"""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Raw, Struct

from opfor.core.codec import BAD_JSON, encode
from opfor.core.errors import OpforError
from opfor.core.journal import Entry
from opfor.core.save_file import FORMAT
from opfor.core.saved_game import (
    Options,
    Saved,
    Snapshot,
    Version,
    read_entry,
)


class _Head(Struct, frozen=True, tag="opfor"):
    format: int
    options: Options
    versions: tuple[Version, ...]


class _Answer(Struct, frozen=True, tag="answer"):
    entry: Raw


class _Event(Struct, frozen=True, tag="event"):
    event: Raw


class _Snapshot(Struct, frozen=True, tag="snapshot"):
    answers: int
    events: int
    state: Raw


class _Kept(Struct, frozen=True, tag="kept"):
    stream: str
    luck: list[int | str]


class _End(Struct, frozen=True, tag="end"):
    digest: str  # of all bytes before this line


_LINE = msgspec.json.Decoder(_Head | _Answer | _Event | _Snapshot | _Kept | _End)


def export_jsonl(saved: Saved) -> Iterator[bytes]:
    """The lines of a save, each with its line end."""
    hashed = blake2b(digest_size=16)
    for line in _lines(saved):
        data = msgspec.json.encode(line) + b"\n"
        hashed.update(data)
        yield data
    yield msgspec.json.encode(_End(hashed.hexdigest())) + b"\n"


def _lines(saved: Saved) -> Iterator[Struct]:
    yield _Head(FORMAT, saved.options, saved.versions)
    for entry in saved.entries:
        yield _Answer(Raw(encode(entry)))
    for event in saved.events:
        yield _Event(Raw(event))
    for snapshot in saved.snapshots:
        # A release that took the game over can be replayed from there only.
        if saved.floor and snapshot.answers == saved.floor:
            yield _Snapshot(snapshot.answers, snapshot.events, Raw(snapshot.state))
    for stream, luck in saved.kept.items():
        yield _Kept(stream, luck)


def import_jsonl(data: bytes, place: str = "JSONL") -> Saved:
    """The save that the lines hold.

    Raises:
        OpforError: naming the line that is wrong, or what is missing.
    """
    entries: list[Entry] = []
    events: list[bytes] = []
    snapshots: list[Snapshot] = []
    kept: dict[str, list[int | str]] = {}
    head: Any = None
    end: _End | None = None
    for number, text in enumerate(data.splitlines(), 1):
        line = _read(text, f"{place}:{number}")
        if (number == 1) != isinstance(line, _Head) or end is not None:
            raise OpforError("this line is out of place", f"{place}:{number}")
        match line:
            case _Head():
                head = _checked(line, f"{place}:1")
            case _Answer():
                where = f"{place}:{number}"
                entries.append(read_entry(bytes(line.entry), len(entries) + 1, where))
            case _Event():
                events.append(bytes(line.event))
            case _Snapshot():
                state = bytes(line.state)
                snapshots.append(
                    Snapshot(line.answers, line.events, state, anchor=True)
                )
            case _Kept():
                kept[line.stream] = line.luck
            case _End():
                end = line
    if not _is_whole(data, end):
        raise OpforError("the file is cut off or was changed", place)
    return Saved(
        options=head.options,
        versions=head.versions,
        entries=tuple(entries),
        events=tuple(events),
        snapshots=tuple(snapshots),
        kept=kept,
        path=place,
    )


def _is_whole(data: bytes, end: _End | None) -> bool:
    """Whether the end is there and tells the digest of what comes before it."""
    before = data.rstrip().rfind(b"\n") + 1
    return end == _End(blake2b(data[:before], digest_size=16).hexdigest())


def _read(text: bytes, place: str) -> Any:
    try:
        return _LINE.decode(text)
    except BAD_JSON as error:
        raise OpforError(f"this line cannot be read ({error})", place) from error


def _checked(head: _Head, place: str) -> _Head:
    if head.format != FORMAT:
        raise OpforError(
            f"this export has format {head.format}, this opfor reads {FORMAT}", place
        )
    if not head.versions:
        raise OpforError("it does not name the version that wrote it", place)
    return head
