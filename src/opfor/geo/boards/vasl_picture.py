"""The picture of a VASL board, from the player's own file, for him alone to look at.

Nothing is decoded here: the bytes are handed on to the browser, but only if their head
says that they are a GIF, PNG or JPEG in the shape of the board's planes: then a pixel
of the picture lies where its terrain is.
"""

import re
from pathlib import Path
from typing import Literal

from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.geo.boards.board import Board
from opfor.geo.boards.vasl import MAX_PLANE, MAX_XML, board_path, member, root_of

MAX_PICTURE = 24 * 2**20
"""Largest picture read, in bytes; known ones stay below 3 MB."""

MAX_PIXELS = 2 * MAX_PLANE
"""Most pixels of a picture."""

ASKEW = 0.01
"""How much the scale across may differ from that down."""

Media = Literal["image/gif", "image/png", "image/jpeg"]

_FILE = re.compile(r"\w[\w +.-]{0,60}\.(?:gif|png|jpe?g)\Z", re.ASCII | re.IGNORECASE)
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""Markers of a JPEG that give its size."""


class BoardPicture(Struct, frozen=True):
    """A picture as its file has it, with its size in pixels."""

    data: bytes
    media: Media
    width: int
    height: int


def read_picture(folder: Path, board: Board) -> BoardPicture:
    """The picture of a board from the place that the board was read from.

    Args:
        folder: a folder of boards, or that board itself.
        board: the board; its planes say how large the picture must be.

    Errors:
        OpforError: it has none, or one that is broken, too large or of another shape.
    """
    path = board_path(folder, board.name)
    root = root_of(member(path, "BoardMetadata.xml", MAX_XML))
    name = root.get("boardImageFileName", f"bd{board.name}.gif")
    if not _FILE.match(name):
        raise OpforError(f"{name[:40]!r} is no name of a picture", str(path))
    data = member(path, name, MAX_PICTURE)
    media, width, height = _head(data, str(path))
    across, down = board.whole or board.terrain.shape
    if not (width and height and width * height <= MAX_PIXELS):
        raise OpforError(f"no board's picture has {width} x {height}", str(path))
    scale_x, scale_y = width / across, height / down
    slack = 1.5 / min(across, down)
    if abs(scale_x / scale_y - 1) > ASKEW + slack:
        what = f"its picture of {width} x {height} does not fit {across} x {down}"
        raise OpforError(what, str(path))
    return BoardPicture(data, media, width, height)


def read_layer(path: Path, name: str) -> BoardPicture:
    """A picture out of a board's archive, or a module, by its member's name.

    Errors:
        OpforError: there is none of that name, or it is broken or too large.
    """
    data = member(path, name, MAX_PICTURE)
    media, width, height = _head(data, str(path))
    if not (width and height and width * height <= MAX_PIXELS):
        raise OpforError(f"no picture has {width} x {height}", str(path))
    return BoardPicture(data, media, width, height)


def _head(data: bytes, where: str) -> tuple[Media, int, int]:
    """What a picture is by its first bytes, and its size.

    Errors:
        OpforError: it is no picture that is known.
    """
    if data[:6] in (b"GIF87a", b"GIF89a") and len(data) > 10:
        return "image/gif", _little(data, 6), _little(data, 8)
    if data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR" and len(data) > 24:
        return "image/png", _big(data, 16, 4), _big(data, 20, 4)
    if data[:3] == b"\xff\xd8\xff":
        width, height = _jpeg(data)
        return "image/jpeg", width, height
    raise OpforError("its picture is no GIF, PNG or JPEG", where)


def _jpeg(data: bytes) -> tuple[int, int]:
    """The size of a JPEG, 0 if it says none."""
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        kind, length = data[at + 1], _big(data, at + 2, 2)
        if kind in _FRAMES:
            return _big(data, at + 7, 2), _big(data, at + 5, 2)
        at += 2 + max(2, length)
    return 0, 0


def _little(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 2], "little")


def _big(data: bytes, at: int, size: int) -> int:
    return int.from_bytes(data[at : at + size], "big")
