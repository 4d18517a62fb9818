"""A position as lines to read, and as JSON."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from opfor.geo.hexes import SIDES
from opfor.vasl.boards.laid import Laid, SavedBoard, Spot
from opfor.vasl.counters.names import Meaning
from opfor.vasl.position.saved_game import Position, Standing, plain
from opfor.vasl.saves.archive import Archive

_LABEL = 24
"""So much of a label is shown in the table."""
_HEADINGS = ("where", "#", "counter", "state", "taken for")


def lines(
    archive: Archive, position: Position, folders: Iterable[Path] = ()
) -> Iterator[str]:
    """What a saved game holds, for a person: boards, then counters by hex.

    Args:
        archive: its file.
        position: what it holds.
        folders: where its boards were looked for.
    """
    versions = archive.versions
    engine = versions.get("VassalVersion", "?")
    yield f"VASL {plain(versions.get('version', '?'))}, VASSAL {plain(engine)}"
    yield ""
    yield f"Map: {plain(position.map_text) or 'no boards'}"
    for laid in position.boards:
        yield f"  {_board(laid.saved)}{'' if laid.known else _unknown(laid)}"
    yield from (f"  {plain(problem)}" for problem in position.problems)
    if not all(laid.known for laid in position.boards):
        yield f"  {_where_to_look(folders)}"
    yield ""
    yield from _table(sorted(position.counters, key=_in_order))
    yield ""
    yield _summary(position)
    if position.steps:
        yield f"A log: {position.steps} steps follow."


def _where_to_look(folders: Iterable[Path]) -> str:
    """What to do about boards that are not known."""
    looked = ", ".join(map(str, folders))
    if looked:
        return f"not in {looked}: name one more folder with --boards"
    return "name the folder of your boards with --boards"


def as_json(archive: Archive, position: Position) -> bytes:
    """The same for programs, UTF-8."""
    made = {
        "versions": {key: plain(text) for key, text in archive.versions.items()},
        "map": plain(position.map_text),
        "boards": [_board_data(laid.saved, laid.known) for laid in position.boards],
        "counters": position.counters,
        "problems": [plain(problem) for problem in position.problems],
        "steps": position.steps,
    }
    return msgspec.json.format(msgspec.json.encode(made), indent=1)


def where(standing: Standing) -> str:
    """The place of a counter: `04Q6`, `04Q6/R5` on a hexside, or beside the boards."""
    if standing.map:
        return f"[{standing.map}]"
    return spot_text(standing.spot) or "beside the boards"


def spot_text(spot: Spot) -> str:
    """A place on a board in a few characters; empty if it is on none."""
    if not spot.hex:
        return plain(spot.board)
    here = f"{plain(spot.board)} {spot.hex}"
    if spot.on == "hexside":
        return f"{here}/{spot.other or f'side {spot.side}'}"
    return here if spot.on == "centre" else f"{here}?"


def taken_for(meaning: Meaning) -> str:
    """What opfor takes a counter for, with the reason if it is no piece."""
    if meaning.kind == "none":
        return f"no piece: {meaning.why}"
    name = meaning.counter or meaning.what
    found = f"{meaning.kind} {name}".rstrip()
    return f"{found} ({meaning.why})" if meaning.why else found


def _board(saved: SavedBoard) -> str:
    parts = [f"board {plain(saved.name)} in column {saved.column}, row {saved.row}"]
    if saved.turned:
        parts.append("turned")
    if saved.crop:
        left, top, width, height = (*saved.crop, -1, -1, -1, -1)[:4]
        parts.append(f"cropped at {left},{top}, {width} x {height} pixels")
    if saved.zoom != 1:
        parts.append(f"drawn {saved.zoom:g} times as large")
    for overlay in saved.overlays:
        at = "-".join(plain(each) for each in overlay.hexes)
        parts.append(f"overlay {plain(overlay.name)} at {at or 'its place'}")
    if saved.ssr:
        parts.append("SSR " + ", ".join(plain(each) for each in saved.ssr))
    if saved.version:
        parts.append(f"version {plain(saved.version)}")
    return "; ".join(parts)


def _unknown(laid: Laid) -> str:
    """What is done where the file of a board is missing."""
    shape = "no hexes are known" if laid.grid is None else "taken for the usual shape"
    return f"; without its file {shape}"


def _board_data(saved: SavedBoard, known: bool) -> dict[str, object]:
    made: dict[str, object] = msgspec.to_builtins(saved)
    return {key: _plain_all(value) for key, value in made.items()} | {"known": known}


def _plain_all(value: object) -> object:
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, dict):
        return {key: _plain_all(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain_all(each) for each in value]
    return value


def _in_order(standing: Standing) -> tuple[bool, str, str, int, str, int, int, int]:
    """On boards first, by column and row of the hex, then from the bottom up."""
    spot = standing.spot
    letters = spot.hex.rstrip("0123456789")
    number = int(spot.hex[len(letters) :] or 0)
    place = spot.board, f"{len(letters)}{letters}", number
    return (not spot.hex, *place, standing.map, standing.x, standing.y, standing.level)


def _table(counters: list[Standing]) -> Iterator[str]:
    rows = [_HEADINGS, *(_row(each) for each in counters)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row[:4], widths, strict=True)]
        yield "  ".join((*cells, row[4])).rstrip()


def _row(standing: Standing) -> tuple[str, str, str, str, str]:
    label = standing.label
    if len(label) > _LABEL:
        label = f"{label[:_LABEL]}…"
    name = f"{standing.name} [{label}]" if label else standing.name
    meaning = taken_for(standing.meaning)
    return where(standing), str(standing.level), name, _state(standing), meaning


def _state(standing: Standing) -> str:
    found = list(standing.states)
    if standing.hidden:
        found.append("HIP")
    if standing.concealed:
        found.append("concealed")
    if standing.moved:
        found.append("moved")
    if standing.ca >= 0:
        found.append(f"CA {_vasl_number(standing.ca)}")
    if standing.tca >= 0 and standing.tca != standing.ca:
        found.append(f"TCA {_vasl_number(standing.tca)}")
    return ", ".join(found)


def _vasl_number(spine: int) -> int:
    """VASL's number of a hexspine: 1 at the upper right, then clockwise."""
    return spine or SIDES


def _summary(position: Position) -> str:
    kinds = Counter(each.meaning.kind for each in position.counters)
    parts = [f"{number} {kind}" for kind, number in sorted(kinds.items())]
    return f"{len(position.counters)} counters: {', '.join(parts) or 'none'}"
