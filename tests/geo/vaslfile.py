"""Writes boards in VASL's form, so that tests can break them."""

import gzip
import struct
import zipfile
from pathlib import Path

import numpy as np

from opfor.geo.boards.board import Board

METADATA = (
    '<?xml version="1.0"?>\n<boardMetadata name="{name}"{more}>{inner}</boardMetadata>'
)


def losdata(board: Board) -> bytes:
    """The bytes of LOSData."""
    return gzip.compress(stream(payload(board)), mtime=0)


def payload(board: Board) -> bytes:
    """What LOSData holds, unpacked."""
    width, height = board.terrain.shape
    head = struct.pack(">4i", board.grid.cols, board.grid.rows, width, height)
    planes = np.stack([board.elevation.view(np.uint8), board.terrain], axis=-1)
    stairs = bytes(place in board.stairways for place in board.grid)
    return head + planes.tobytes() + stairs


def stream(data: bytes, block: int = 1024) -> bytes:
    """Data in length-counted blocks, the last of them a short one if it fits."""
    out = [b"\xac\xed\x00\x05"]
    for at in range(0, len(data), block):
        part = data[at : at + block]
        short = len(part) < 256
        head = struct.pack(">BB", 0x77, len(part)) if short else b"\x7a"
        out.append(head if short else head + struct.pack(">i", len(part)))
        out.append(part)
    return b"".join(out)


def metadata(board: Board, *, more: str = "", inner: str = "") -> bytes:
    """The bytes of BoardMetadata.xml."""
    return METADATA.format(name=board.name, more=more, inner=inner).encode()


def write_folder(folder: Path, board: Board, **changes: bytes) -> Path:
    """An unpacked board `bdNAME`; changes replace the bytes of a file by its stem."""
    path = folder / f"bd{board.name}"
    path.mkdir(parents=True)
    (path / "LOSData").write_bytes(changes.get("losdata", losdata(board)))
    (path / "BoardMetadata.xml").write_bytes(changes.get("metadata", metadata(board)))
    return path


def write_archive(path: Path, board: Board, **changes: bytes) -> Path:
    """A board as an archive of any name."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("LOSData", changes.get("losdata", losdata(board)))
        archive.writestr("BoardMetadata.xml", changes.get("metadata", metadata(board)))
    return path
