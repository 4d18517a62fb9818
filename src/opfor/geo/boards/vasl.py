"""Reads VASL boards from a player's own files.

A board is an archive `bdXX` (a zip) or the same unpacked into a folder. Two of its
files matter: LOSData (planes and stairways) and BoardMetadata.xml (geometry,
slopes). Nothing in a file is trusted: sizes are bounded before anything is
unpacked, XML entities are refused, archive members are read in memory by exact
name, and whatever is wrong is told with the file and the cause.
"""

import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from defusedxml import ElementTree
from defusedxml.common import DefusedXmlException

from opfor.core.bad_zip import BAD_ZIP
from opfor.core.errors import OpforError
from opfor.geo.boards.board import Board, Slope
from opfor.geo.hexes import HEX_HEIGHT, HEX_WIDTH, Grid

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MAX_PACKED = 16 * 2**20
"""Largest LOSData read, in bytes; real ones stay below 1 MB."""
MAX_XML = 2**20
"""Largest BoardMetadata.xml read, in bytes; real ones stay below 50 kB."""
MAX_DIRECTORY = 2**20
"""Largest list of files of an archive, in bytes: some 10,000 files."""
MAX_PLANE = 16 * 2**20
"""Most pixels of a board; the largest known holds 5.8 million."""
MAX_HEXES = 20_000
"""Most hexes of a board; the largest known holds 1,638."""
MAX_BOARDS = 2_000
"""Most boards looked at in one folder."""

_NAME = re.compile(r"\w[\w +-]{0,40}\Z")
"""Names of boards; so none of them leads out of its folder."""

_STREAM_MAGIC = b"\xac\xed\x00\x05"
_SHORT_BLOCK, _LONG_BLOCK = 0x77, 0x7A


def board_names(folder: Path) -> list[str]:
    """The names of the boards at a place, sorted.

    Args:
        folder: a folder of archives and unpacked boards, or one board itself.

    Errors:
        OpforError: the folder does not exist or cannot be read.
    """
    if _is_board(folder):
        return [_board_name(folder) or folder.stem]
    try:
        found = {name for path in folder.iterdir() if (name := _board_name(path))}
    except OSError as problem:
        raise OpforError(
            f"no such folder of boards ({problem.strerror})",
            where=str(folder),
            do="give the folder that holds VASL's bdXX files with --boards",
        ) from None
    return sorted(found)[:MAX_BOARDS]


def read_board(folder: Path, name: str) -> Board:
    """Read board `name` from a folder of boards, or from that board itself.

    Errors:
        OpforError: no such board there, or the board is broken.
    """
    return read_board_file(board_path(folder, name))


def board_path(folder: Path, name: str) -> Path:
    """Where board `name` lies in a folder of boards; that board itself, if it is one.

    Errors:
        OpforError: no such board there.
    """
    for spelling in (name, name.zfill(2)):
        if not _NAME.match(spelling):
            continue
        if _is_board(folder) and spelling in board_names(folder):
            return folder
        path = folder / f"bd{spelling}"
        for candidate in (path, path.with_name(path.name + ".zip")):
            if candidate.exists():
                return candidate
    raise OpforError(
        f"there is no board {name!r} in {folder}",
        do="`opfor board list` shows the boards that are there",
    )


def read_board_file(path: Path) -> Board:
    """Read one board from its archive or its unpacked folder.

    Errors:
        OpforError: naming the file and the cause.
    """
    metadata = member(path, "BoardMetadata.xml", MAX_XML)
    losdata = member(path, "LOSData", MAX_PACKED)
    try:
        return _build(path, root_of(metadata), _payload(losdata))
    except (OpforError, MemoryError) as problem:
        raise _broken(path, str(problem)) from None


def _is_board(path: Path) -> bool:
    """Whether a path is a board itself rather than a folder of boards."""
    return path.is_file() or (path / "LOSData").is_file()


def _board_name(path: Path) -> str:
    stem = path.name.removesuffix(".zip")
    name = stem.removeprefix("bd")
    return name if stem.startswith("bd") and _NAME.match(name) else ""


def _broken(path: Path, cause: str) -> OpforError:
    return OpforError(
        cause, where=str(path), do="copy the board anew from its original source"
    )


def member(path: Path, name: str, limit: int) -> bytes:
    """The bytes of one file of a board, never more than `limit`."""
    try:
        data = _unpack(path, name, limit)
    except (KeyError, FileNotFoundError):
        raise _broken(path, f"it holds no {name}") from None
    except BAD_ZIP as problem:
        raise _broken(path, f"{name} cannot be read ({problem})") from None
    if len(data) > limit:
        raise _broken(path, f"{name} is larger than any board can be")
    return data


def _unpack(path: Path, name: str, limit: int) -> bytes:
    """Up to `limit` + 1 bytes of a file; other packings than deflate are refused."""
    if path.is_dir():
        if not (path / name).is_file():
            raise FileNotFoundError
        with (path / name).open("rb") as file:
            return file.read(limit + 1)
    if not path.is_file():
        raise FileNotFoundError
    check_directory(path)
    with zipfile.ZipFile(path) as archive:
        packing = archive.getinfo(name).compress_type
        if packing not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise zipfile.BadZipFile("it is packed in an unknown way")
        with archive.open(name) as member:
            return member.read(limit + 1)


def check_directory(path: Path) -> None:
    """Refuse an archive whose list of files would fill the memory."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 2**16 - 22))
        tail = file.read(2**16 + 22)
    end = tail.rfind(b"PK\x05\x06")
    if end < 0 or len(tail) < end + 22:
        raise zipfile.BadZipFile("it is no archive")
    size = int.from_bytes(tail[end + 12 : end + 16], "little")
    if size > MAX_DIRECTORY or b"PK\x06\x07" in tail[max(0, end - 20) : end]:
        raise zipfile.BadZipFile("it lists too many files")


def root_of(
    text: bytes, name: str = "BoardMetadata.xml", tag: str = "boardMetadata"
) -> "Element":
    """What BoardMetadata.xml, or another file of its kind, holds.

    Errors:
        OpforError: it is unusable.
    """
    try:
        root: Element = ElementTree.fromstring(text)
    except (ElementTree.ParseError, DefusedXmlException) as problem:
        raise OpforError(f"{name} is unusable ({problem})") from None
    except (LookupError, ValueError) as problem:
        raise OpforError(f"{name} has no known text ({problem})") from None
    if root.tag != tag:
        raise OpforError(f"{name} does not describe a board")
    return root


def _payload(packed: bytes) -> bytes:
    """Unpack LOSData: gzip around a stream of length-counted data blocks."""
    limit = 2 * MAX_PLANE + MAX_HEXES + 2**16
    unpacker = zlib.decompressobj(wbits=31)
    try:
        stream = unpacker.decompress(packed, limit)
    except zlib.error as problem:
        raise OpforError(f"LOSData is not in gzip form ({problem})") from None
    if unpacker.unconsumed_tail:
        raise OpforError("LOSData unpacks to more than any board can hold")
    if not unpacker.eof:
        raise OpforError("LOSData is cut short")
    if stream[:4] != _STREAM_MAGIC:
        raise OpforError("LOSData does not hold a block stream")
    return b"".join(_blocks(stream))


def _blocks(stream: bytes) -> Iterator[bytes]:
    at = 4
    while at < len(stream):
        if stream[at] == _SHORT_BLOCK and at + 2 <= len(stream):
            start, length = at + 2, stream[at + 1]
        elif stream[at] == _LONG_BLOCK and at + 5 <= len(stream):
            start, length = at + 5, int.from_bytes(stream[at + 1 : at + 5], "big")
        else:
            raise OpforError(f"LOSData has an unknown block at byte {at}")
        at = start + length
        if at > len(stream):
            raise OpforError("LOSData is cut short")
        yield stream[start:at]


def _build(path: Path, root: "Element", payload: bytes) -> Board:
    if len(payload) < 16:
        raise OpforError("LOSData is cut short")
    cols, rows, width, height = struct.unpack_from(">4i", payload)
    _check_sizes(cols, rows, width, height)
    grid, first_col, first_row = _geometry(root, cols, rows)
    _check_fit(grid, width, height)
    pixels = width * height
    stairs_at = 16 + 2 * pixels
    if len(payload) < stairs_at + grid.size:
        raise OpforError("LOSData is shorter than its own sizes say")
    planes = np.frombuffer(payload, np.uint8, 2 * pixels, 16)
    planes = planes.reshape(width, height, 2)
    stairs = payload[stairs_at : stairs_at + grid.size]
    board = Board(
        name=_board_name(path) or _given_name(root) or path.stem,
        grid=grid,
        terrain=np.ascontiguousarray(planes[:, :, 1]),
        elevation=np.ascontiguousarray(planes[:, :, 0]).view(np.int8),
        stairways=frozenset(h for h, stair in zip(grid, stairs, strict=True) if stair),
        first_col=first_col,
        first_row=first_row,
    )
    return _with_slopes(board, root)


def _given_name(root: "Element") -> str:
    given = root.get("name", "").removeprefix("bd")
    return given if _NAME.match(given) else ""


def _check_sizes(cols: int, rows: int, width: int, height: int) -> None:
    if min(cols, rows, width, height) < 1 or cols * (rows + 1) > MAX_HEXES:
        raise OpforError(f"LOSData claims {cols} x {rows} hexes, which no board has")
    if width * height > MAX_PLANE:
        raise OpforError(f"LOSData claims {width} x {height} pixels, too many to read")


def _check_fit(grid: Grid, width: int, height: int) -> None:
    """The planes must hold the hexes, give or take one at the far edges."""
    right = grid.x0 + (grid.cols - 1) * grid.hex_width
    bottom = grid.y0 + (grid.rows - 0.5) * grid.hex_height
    spare = abs(width - right) / grid.hex_width, abs(height - bottom) / grid.hex_height
    if max(spare) > 1:
        raise OpforError(
            f"{width} x {height} pixels do not fit {grid.cols} x {grid.rows} hexes"
        )


def _geometry(root: "Element", cols: int, rows: int) -> tuple[Grid, int, int]:
    """The grid, and the column and row at which the printed labels start.

    A b board continues the letters of its a board: its A1 lies off the picture, a
    whole number of hexes to the left (or above), and is brought back into it.
    """
    hex_width = _number(root, "hexWidth", HEX_WIDTH)
    hex_height = _number(root, "hexHeight", HEX_HEIGHT)
    if not (8 <= hex_width <= 1000 and 8 <= hex_height <= 1000):
        raise OpforError("BoardMetadata.xml gives an impossible hex size")
    x0 = _number(root, "A1CenterX", 0.0)
    y0 = _number(root, "A1CenterY", hex_height / 2)
    if not (abs(x0) < 10_000 and abs(y0) < 10_000):
        raise OpforError("BoardMetadata.xml puts hex A1 too far away")
    first_col = max(0, round(-x0 / hex_width))
    first_row = max(0, round((hex_height / 2 - y0) / hex_height))
    grid = Grid(
        cols=cols,
        rows=rows,
        hex_width=hex_width,
        hex_height=hex_height,
        x0=x0 + first_col * hex_width,
        y0=y0 + first_row * hex_height,
    )
    return grid, first_col, first_row


def _number(root: "Element", key: str, default: float) -> float:
    text = root.get(key)
    if text is None:
        return default
    try:
        return float(text)
    except ValueError:
        raise OpforError(f"BoardMetadata.xml: {key} is not a number") from None


def _with_slopes(board: Board, root: "Element") -> Board:
    slopes = tuple(
        Slope(board.hex(slope.get("hex", "")), _sides(slope.get("hexsides", "")))
        for slope in root.iter("slope")
    )
    return msgspec.structs.replace(board, slopes=slopes)


def _sides(digits: str) -> tuple[int, ...]:
    if not set(digits) <= set("012345"):
        raise OpforError(f"BoardMetadata.xml: {digits!r} are not hexsides 0 to 5")
    return tuple(int(digit) for digit in digits)
