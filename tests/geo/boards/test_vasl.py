"""The reader of VASL boards: what it reads, and what it refuses."""

import gzip
import struct
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from opfor.core.errors import OpforError
from opfor.geo.boards.board import Board
from opfor.geo.boards.vasl import (
    MAX_DIRECTORY,
    MAX_PACKED,
    MAX_XML,
    board_names,
    read_board,
    read_board_file,
)
from tests.geo.drawing import Drawing
from tests.geo.vaslfile import (
    losdata,
    metadata,
    payload,
    stream,
    write_archive,
    write_folder,
)

fuzzing = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def small(name: str = "x1") -> Board:
    """A small board with something of everything."""
    drawn = Drawing(name=name).hexes("Woods", "D3").raised(2, "B2", "C2")
    return drawn.disc(41, "E3", 12).stairwell("E3").board()


SMALL = small()
LOSDATA = losdata(SMALL)


def same(a: Board, b: Board) -> bool:
    """Whether two boards hold the same."""
    return a.digest == b.digest and a.name == b.name


def refused(path: Path) -> str:
    """Why a board is refused; the message must name the file, on one line."""
    with pytest.raises(OpforError) as caught:
        read_board_file(path)
    text = str(caught.value)
    assert text.startswith(str(path))
    assert "\n" not in text.removeprefix(str(path))
    return text


class TestPlaces:
    """A board may be unpacked, an archive, or be given directly."""

    def test_unpacked(self, tmp_path: Path) -> None:
        """A folder bdNAME is a board."""
        write_folder(tmp_path, SMALL)
        assert board_names(tmp_path) == ["x1"]
        assert same(read_board(tmp_path, "x1"), SMALL)

    @pytest.mark.parametrize("file", ["bdx1", "bdx1.zip"])
    def test_archive(self, tmp_path: Path, file: str) -> None:
        """So is an archive, with and without .zip."""
        write_archive(tmp_path / file, SMALL)
        assert board_names(tmp_path) == ["x1"]
        assert same(read_board(tmp_path, "x1"), SMALL)

    def test_one_archive_directly(self, tmp_path: Path) -> None:
        """The place may be the archive itself."""
        path = write_archive(tmp_path / "bdx1", SMALL)
        assert board_names(path) == ["x1"]
        assert same(read_board(path, "x1"), SMALL)
        with pytest.raises(OpforError, match="there is no board 'x2'"):
            read_board(path, "x2")

    def test_one_folder_directly(self, tmp_path: Path) -> None:
        """Or the unpacked board itself."""
        path = write_folder(tmp_path, SMALL)
        assert board_names(path) == ["x1"]
        assert same(read_board(path, "x1"), SMALL)

    def test_archive_of_another_name(self, tmp_path: Path) -> None:
        """An archive that is not called bdNAME has the name its metadata give."""
        path = write_archive(tmp_path / "my board.zip", SMALL)
        assert read_board_file(path).name == "x1"

    def test_zero_filled(self, tmp_path: Path) -> None:
        """4 finds bd04."""
        write_folder(tmp_path, small("04"))
        assert read_board(tmp_path, "4").name == "04"

    def test_the_file_names_the_board(self, tmp_path: Path) -> None:
        """A name in the metadata does not overrule that of the file."""
        write_folder(tmp_path, SMALL, metadata=metadata(small("other")))
        assert read_board(tmp_path, "x1").name == "x1"

    def test_other_files_are_no_boards(self, tmp_path: Path) -> None:
        """Only bdNAME counts."""
        for name in ("notes.txt", "bd", "bd.zip", "x1.zip", "bd..", "bdx.y.txt"):
            (tmp_path / name).write_text("")
        assert board_names(tmp_path) == []

    def test_no_folder(self, tmp_path: Path) -> None:
        """A folder that is not there is told."""
        with pytest.raises(OpforError, match="no such folder of boards"):
            board_names(tmp_path / "nowhere")

    @pytest.mark.parametrize(
        "name", ["../x1", "x1/../../etc", "/etc/passwd", "", "..", "x\0", "x" * 300]
    )
    def test_names_stay_in_the_folder(self, tmp_path: Path, name: str) -> None:
        """No name leads out of the folder."""
        inside = tmp_path / "boards"
        write_folder(inside, SMALL)
        write_folder(tmp_path, small("etc"))
        with pytest.raises(OpforError, match="there is no board"):
            read_board(inside, name)


class TestContents:
    """What a board holds."""

    def test_planes_and_stairwells(self, tmp_path: Path) -> None:
        """Planes are read x first, levels may be negative."""
        drawn = Drawing(name="x1").raised(-1, "B2").hexes("Woods", "D3")
        path = write_folder(tmp_path, drawn.stairwell("C2").board())
        board = read_board_file(path)
        assert (board.terrain == drawn.terrain).all()
        assert (board.elevation == drawn.elevation).all()
        assert board.elevation.min() == -1
        assert board.stairways == {board.hex("C2")}

    def test_slopes(self, tmp_path: Path) -> None:
        """Slopes are read from the metadata."""
        inner = '<slopes><slope hex="C2" hexsides="34"/></slopes>'
        path = write_folder(tmp_path, SMALL, metadata=metadata(SMALL, inner=inner))
        (slope,) = read_board_file(path).slopes
        assert (slope.hex, slope.sides) == ((2, 1), (3, 4))

    def test_b_board(self, tmp_path: Path) -> None:
        """A b board's letters go on from its a board's."""
        more = f' A1CenterX="{-16 * 56.25}"'
        path = write_folder(tmp_path, SMALL, metadata=metadata(SMALL, more=more))
        board = read_board_file(path)
        assert board.grid == SMALL.grid
        assert board.label(0, 0) == "Q1"
        assert board.hex("Q1") == (0, 0)

    def test_b_board_below(self, tmp_path: Path) -> None:
        """A DW b board's coordinates go on from its a board's."""
        more = f' A1CenterY="{32.25 - 10 * 64.5}"'
        path = write_folder(tmp_path, SMALL, metadata=metadata(SMALL, more=more))
        board = read_board_file(path)
        assert board.label(0, 0) == "A11"
        assert board.label(1, 0) == "B10"

    def test_long_and_short_blocks(self, tmp_path: Path) -> None:
        """The block size does not matter."""
        data = gzip.compress(stream(payload(SMALL), block=100))
        path = write_folder(tmp_path, SMALL, losdata=data)
        assert same(read_board_file(path), SMALL)


class TestBrokenMetadata:
    """Metadata that cannot be used are refused by the cause."""

    @pytest.mark.parametrize(
        ("text", "cause"),
        [
            (b"", "unusable"),
            (b"<boardMetadata>", "unusable"),
            (b"<board/>", "does not describe a board"),
            (b'<?xml version="1.0" encoding="klingon"?><boardMetadata/>', "XML"),
            (b'<boardMetadata hexWidth="wide"/>', "hexWidth is not a number"),
            (b'<boardMetadata hexWidth="nan"/>', "impossible hex size"),
            (b'<boardMetadata hexHeight="1e9"/>', "impossible hex size"),
            (b'<boardMetadata A1CenterX="inf"/>', "too far away"),
            (b'<boardMetadata hexWidth="80"/>', "do not fit 7 x 5 hexes"),
            (
                b'<boardMetadata><slope hex="ZZ1" hexsides="1"/></boardMetadata>',
                "no hex ZZ1",
            ),
            (
                b'<boardMetadata><slope hex="A1" hexsides="7"/></boardMetadata>',
                "not hexsides",
            ),
            (b"<boardMetadata><slope/></boardMetadata>", "is not a hex"),
        ],
    )
    def test_cause(self, tmp_path: Path, text: bytes, cause: str) -> None:
        """Each is told with the file."""
        path = write_folder(tmp_path, SMALL, metadata=text)
        assert cause.lower() in refused(path).lower()

    def test_entity_expansion(self, tmp_path: Path) -> None:
        """Entities are never expanded."""
        levels = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
        text = f'<!DOCTYPE b [<!ENTITY e0 "x">{levels}]><boardMetadata name="&e9;"/>'
        path = write_folder(tmp_path, SMALL, metadata=text.encode())
        assert "unusable" in refused(path)

    def test_outside_entity(self, tmp_path: Path) -> None:
        """Nothing is read from elsewhere."""
        text = (
            '<!DOCTYPE b [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
            "<boardMetadata>&e;</boardMetadata>"
        )
        path = write_folder(tmp_path, SMALL, metadata=text.encode())
        assert "unusable" in refused(path)

    def test_too_long(self, tmp_path: Path) -> None:
        """Megabytes of metadata are not read."""
        text = metadata(SMALL, inner="<a/>" * (MAX_XML // 4))
        path = write_folder(tmp_path, SMALL, metadata=text)
        assert "larger than any board" in refused(path)

    def test_deep(self, tmp_path: Path) -> None:
        """Deep nesting does no harm."""
        text = metadata(SMALL, inner="<a>" * 50_000 + "</a>" * 50_000)
        path = write_folder(tmp_path, SMALL, metadata=text)
        assert same(read_board_file(path), SMALL)


class TestBrokenLosdata:
    """LOSData that cannot be used are refused by the cause."""

    @pytest.mark.parametrize(
        ("data", "cause"),
        [
            (b"", "cut short"),
            (b"not gzip", "not in gzip form"),
            (LOSDATA[: len(LOSDATA) // 2], "cut short"),
            (gzip.compress(b""), "block stream"),
            (gzip.compress(b"\xac\xed\x00\x05"), "cut short"),
            (gzip.compress(b"\xac\xed\x00\x05\x99"), "unknown block at byte 4"),
            (gzip.compress(b"\xac\xed\x00\x05\x77\xff"), "cut short"),
            (gzip.compress(stream(payload(SMALL)[:-4])), "shorter than its own sizes"),
        ],
        ids=[
            "empty",
            "not gzip",
            "half",
            "no stream",
            "no block",
            "no such block",
            "no length",
            "short of its sizes",
        ],
    )
    def test_cause(self, tmp_path: Path, data: bytes, cause: str) -> None:
        """Each is told with the file."""
        assert cause in refused(write_folder(tmp_path, SMALL, losdata=data))

    @pytest.mark.parametrize(
        ("sizes", "cause"),
        [
            ((7, 5, 2**31 - 1, 2**31 - 1), "too many to read"),
            ((2**30, 2**30, 10, 10), "which no board has"),
            ((0, 5, 10, 10), "which no board has"),
            ((-7, -5, -10, -10), "which no board has"),
            ((7, 5, 3000, 3000), "do not fit"),
            ((40, 5, 338, 322), "do not fit"),
        ],
    )
    def test_sizes(
        self, tmp_path: Path, sizes: tuple[int, int, int, int], cause: str
    ) -> None:
        """Sizes that no board has are refused before anything is made of them."""
        data = struct.pack(">4i", *sizes) + payload(SMALL)[16:]
        path = write_folder(tmp_path, SMALL, losdata=gzip.compress(stream(data)))
        assert cause in refused(path)

    def test_gzip_bomb(self, tmp_path: Path) -> None:
        """A small file that unpacks to much is stopped, in bounded memory."""
        data = gzip.compress(bytes(200 * 2**20), compresslevel=1)
        path = write_folder(tmp_path, SMALL, losdata=data)
        tracemalloc.start()
        assert "unpacks to more" in refused(path)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 100 * 2**20


class TestBrokenArchives:
    """Archives that cannot be used are refused by the cause."""

    @pytest.mark.parametrize("data", [b"", b"x", b"PK\x05\x06", bytes(range(256)) * 12])
    def test_no_archive(self, tmp_path: Path, data: bytes) -> None:
        """Other files are no boards."""
        path = tmp_path / "bdx1"
        path.write_bytes(data)
        assert "cannot be read" in refused(path)

    def test_no_such_file(self, tmp_path: Path) -> None:
        """Neither is what is not there."""
        assert "holds no" in refused(tmp_path / "bdx1")

    @pytest.mark.parametrize("missing", ["LOSData", "BoardMetadata.xml"])
    def test_missing_member(self, tmp_path: Path, missing: str) -> None:
        """Both files are needed."""
        path = tmp_path / "bdx1"
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in (
                ("LOSData", LOSDATA),
                ("BoardMetadata.xml", metadata(SMALL)),
            ):
                if name != missing:
                    archive.writestr(name, data)
        assert f"holds no {missing}" in refused(path)

    def test_names_that_lead_elsewhere(self, tmp_path: Path) -> None:
        """Members are read by exact name, in memory; nothing is written."""
        path = tmp_path / "in" / "bdx1"
        path.parent.mkdir()
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("../LOSData", LOSDATA)
            archive.writestr("/BoardMetadata.xml", metadata(SMALL))
        assert "holds no" in refused(path)
        assert [p.name for p in tmp_path.iterdir()] == ["in"]

    def test_zip_bomb(self, tmp_path: Path) -> None:
        """A member that unpacks to much is stopped, in bounded memory."""
        path = write_archive(tmp_path / "bdx1", SMALL, losdata=bytes(MAX_PACKED * 4))
        tracemalloc.start()
        assert "larger than any board" in refused(path)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 4 * MAX_PACKED

    @pytest.mark.parametrize("packing", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
    def test_other_packing(self, tmp_path: Path, packing: int) -> None:
        """Packings that VASL does not use are refused, as they cannot be bounded."""
        path = tmp_path / "bdx1"
        with zipfile.ZipFile(path, "w", packing) as archive:
            archive.writestr("LOSData", LOSDATA)
            archive.writestr("BoardMetadata.xml", metadata(SMALL))
        assert "unknown way" in refused(path)

    def test_endless_list(self, tmp_path: Path) -> None:
        """An archive that claims a huge list of files is refused unread."""
        path = write_archive(tmp_path / "bdx1", SMALL)
        data = bytearray(path.read_bytes())
        data[-10:-6] = struct.pack("<I", MAX_DIRECTORY + 1)
        path.write_bytes(data)
        assert "too many files" in refused(path)

    def test_locked(self, tmp_path: Path) -> None:
        """An encrypted archive is told as unreadable."""
        path = write_archive(tmp_path / "bdx1", SMALL)
        data = path.read_bytes()
        for sign, flags in ((b"PK\x01\x02", 4), (b"PK\x03\x04", 2)):
            head, *parts = data.split(sign)
            locked = [p[:flags] + b"\x01" + p[flags + 1 :] for p in parts]
            data = sign.join([head, *locked])
        path.write_bytes(data)
        assert "cannot be read" in refused(path)


class TestFuzz:
    """Whatever the bytes, the answer is a board or one OpforError."""

    def assert_read_or_refused(self, path: Path) -> None:
        try:
            board = read_board_file(path)
        except OpforError as problem:
            where = problem.where
        else:
            where = str(path)
            assert board.terrain.shape == board.elevation.shape
        assert where == str(path)

    @given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 7)), max_size=4))
    @fuzzing
    def test_bit_flips_of_an_archive(
        self, tmp_path: Path, flips: list[tuple[float, int]]
    ) -> None:
        """Flipped bits of an archive."""
        buffer = tmp_path / "bdx1"
        data = bytearray(write_archive(buffer, SMALL).read_bytes())
        for place, bit in flips:
            data[min(int(place * len(data)), len(data) - 1)] ^= 1 << bit
        buffer.write_bytes(data)
        self.assert_read_or_refused(buffer)

    @given(st.integers(0, len(LOSDATA) + 1500))
    @fuzzing
    def test_cut_archives(self, tmp_path: Path, length: int) -> None:
        """Archives cut short."""
        path = tmp_path / "bdx1"
        path.write_bytes(write_archive(path, SMALL).read_bytes()[:length])
        self.assert_read_or_refused(path)

    @given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 255)), min_size=1))
    @fuzzing
    def test_wrong_heads(self, tmp_path: Path, changes: list[tuple[int, int]]) -> None:
        """Changed bytes in the block heads and sizes."""
        data = bytearray(stream(payload(SMALL)))
        for place, value in changes:
            data[place] = value
        path = tmp_path / "bdx1"
        self.assert_read_or_refused(
            write_archive(path, SMALL, losdata=gzip.compress(bytes(data), 1))
        )

    @given(st.binary(max_size=300))
    @fuzzing
    def test_any_metadata(self, tmp_path: Path, text: bytes) -> None:
        """Any bytes as metadata."""
        self.assert_read_or_refused(
            write_archive(tmp_path / "bdx1", SMALL, metadata=text)
        )

    @given(
        st.dictionaries(
            st.sampled_from(
                ["name", "hexWidth", "hexHeight", "A1CenterX", "A1CenterY", "width"]
            ),
            st.one_of(
                st.floats().map(str),
                st.text(
                    st.characters(codec="ascii", exclude_characters='<&"'), max_size=9
                ),
            ),
        )
    )
    @fuzzing
    def test_any_values(self, tmp_path: Path, values: dict[str, str]) -> None:
        """Any values in the metadata's attributes."""
        more = "".join(f' {key}="{value}"' for key, value in values.items())
        text = f"<boardMetadata{more}/>".encode()
        self.assert_read_or_refused(
            write_archive(tmp_path / "bdx1", SMALL, metadata=text)
        )


def test_reader_leaves_files_closed(tmp_path: Path) -> None:
    """Boards stay usable after their file is gone."""
    path = write_archive(tmp_path / "bdx1", SMALL)
    board = read_board_file(path)
    path.unlink()
    assert np.count_nonzero(board.terrain) > 0
