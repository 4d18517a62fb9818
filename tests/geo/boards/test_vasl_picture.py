"""Pictures of VASL boards: only what is whole, small enough and in shape is read."""

import struct
import zipfile
from pathlib import Path

import pytest

from opfor.core.errors import OpforError
from opfor.geo.boards.board import Board
from opfor.geo.boards.library import Library
from opfor.geo.boards.vasl_picture import MAX_PICTURE, read_picture
from tests.geo.vaslfile import metadata, write_archive, write_folder


@pytest.fixture(scope="module")
def board() -> Board:
    """A board of ours, to be written as if it were VASL's."""
    return Library().load("o1")


def gif(width: int, height: int) -> bytes:
    """The head of a GIF."""
    return b"GIF89a" + struct.pack("<HH", width, height) + bytes(20)


def png(width: int, height: int) -> bytes:
    """The head of a PNG."""
    return (
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", width, height) + bytes(9)
    )


def jpeg(width: int, height: int) -> bytes:
    """The head of a JPEG."""
    size = struct.pack(">HBHH", 17, 8, height, width)
    return b"\xff\xd8\xff\xe0\0\4\0\0\xff\xc0" + size + bytes(20)


def with_picture(folder: Path, board: Board, data: bytes, *, more: str = "") -> Path:
    """The board in a folder, with a picture."""
    path = write_folder(folder, board, metadata=metadata(board, more=more))
    (path / "bdo1.gif").write_bytes(data)
    return folder


class TestPicture:
    """What is read."""

    @pytest.mark.parametrize(
        ("draw", "media"),
        [(gif, "image/gif"), (png, "image/png"), (jpeg, "image/jpeg")],
    )
    @pytest.mark.parametrize("scale", [1, 2])
    def test_kinds(
        self, tmp_path: Path, board: Board, draw: object, media: str, scale: int
    ) -> None:
        """Each known kind, in the size of the planes or a multiple of it."""
        width, height = (int(side) * scale for side in board.terrain.shape)
        data = draw(width, height)  # type: ignore[operator]
        found = read_picture(with_picture(tmp_path, board, data), board)
        assert (found.media, found.width, found.height) == (media, width, height)
        assert found.data == data

    def test_archive(self, tmp_path: Path, board: Board) -> None:
        """Out of an archive, by the name that its metadata gives."""
        path = tmp_path / "bdo1"
        more = ' boardImageFileName="Board o1.gif"'
        write_archive(path, board, metadata=metadata(board, more=more))
        with zipfile.ZipFile(path, "a") as archive:
            archive.writestr("Board o1.gif", gif(*map(int, board.terrain.shape)))
        assert Library([tmp_path]).picture("o1").media == "image/gif"

    def test_ours(self) -> None:
        """Our own boards have no picture."""
        with pytest.raises(OpforError, match="no picture"):
            Library().picture("o1")


class TestHostile:
    """What is refused, in one sentence."""

    @pytest.mark.parametrize(
        "name",
        ["../secret.gif", "/etc/passwd.gif", "a/b.gif", "x.svg", "x.html", "", ".gif"],
    )
    def test_names(self, tmp_path: Path, board: Board, name: str) -> None:
        """A name that leads elsewhere, or to what is no picture."""
        more = f' boardImageFileName="{name}"'
        folder = with_picture(tmp_path, board, gif(10, 10), more=more)
        with pytest.raises(OpforError, match="no name of a picture"):
            read_picture(folder, board)

    @pytest.mark.parametrize(
        "data",
        [
            b"", b"GIF89a", b"<svg onload=alert(1)>", gif(0, 0), gif(10, 60000),
            png(2**31, 2**31), jpeg(0, 0), b"\xff\xd8\xff" + b"\xff" * 50,
            b"\xff\xd8\xff\xe0\xff\xff", gif(645, 1800),
        ],
    )  # fmt: skip
    def test_heads(self, tmp_path: Path, board: Board, data: bytes) -> None:
        """What is none, too large, or of another shape."""
        folder = with_picture(tmp_path, board, data)
        with pytest.raises(OpforError) as error:
            read_picture(folder, board)
        assert len(str(error.value).splitlines()) == 1

    def test_too_long(self, tmp_path: Path, board: Board) -> None:
        """A file that unpacks to more than any picture has is not read to its end."""
        path = tmp_path / "bdo1"
        write_archive(path, board)
        with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("bdo1.gif", bytes(MAX_PICTURE + 10))
        with pytest.raises(OpforError, match="larger"):
            read_picture(tmp_path, board)

    def test_none(self, tmp_path: Path, board: Board) -> None:
        """A board without a picture says so."""
        write_folder(tmp_path, board)
        with pytest.raises(OpforError, match="holds no"):
            read_picture(tmp_path, board)
