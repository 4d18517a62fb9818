"""A pack as one file: there and back, and what cannot be one."""

import io
import struct
import time
import tracemalloc
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opfor.core.codec import encode
from opfor.core.errors import OpforError
from opfor.core.toml_text import MOST_BYTES
from opfor.state.pack_file import (
    FORMAT,
    MOST_ARCHIVE,
    Head,
    packed_file,
    read_pack_file,
    unpacked,
)
from opfor.state.pack_stamp import FILE, digest_of_files, stamp_of

A1 = b'extends = "A1"\nsource = "player"\nrows = [\n  { on = "6", result = [] },\n]\n'

FILES = {"A1.toml": A1, "counters/mine.toml": b"# none\n", "A2a.draft": b"{}"}


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack of three files, and one that is no part of it."""
    for name, data in (FILES | {"notes.txt": b"mine"}).items():
        path = tmp_path / "my pack" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return tmp_path / "my pack"


def archive(files: Mapping[str, bytes], **changes: object) -> bytes:
    """A file as `packed_file` writes it, or one with another head."""
    head = {"format": FORMAT, "name": "x", "version": 1}
    head |= {"digest": digest_of_files(dict(files))} | changes
    return zipped({FILE: encode(head)} | files)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A zip of some files."""
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return found.getvalue()


def refused(data: bytes) -> str:
    """Why it is no pack; soon, and in bounded memory."""
    begun = time.monotonic()
    tracemalloc.start()
    with pytest.raises(OpforError) as caught:
        unpacked(data, "x.opfor-pack")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert time.monotonic() - begun < 5
    assert most < 60_000_000
    said = str(caught.value)
    assert said.startswith("x.opfor-pack")
    assert len(said) < 400
    return said


class TestThereAndBack:
    """What was packed comes out, with its name and version."""

    def test_whole(self, pack: Path) -> None:
        """Its files, and nothing else that lies there."""
        stamp, data = packed_file(pack)
        found = unpacked(data)
        assert found.files == FILES
        assert (found.stamp.name, found.stamp.version) == ("my pack", 1)
        assert found.stamp.digest == stamp.digest == stamp_of(pack).digest

    def test_version(self, pack: Path) -> None:
        """It goes up when what counts has changed since, and only then."""
        assert not stamp_of(pack).version
        assert packed_file(pack)[0].version == 1
        assert packed_file(pack)[0].version == 1
        (pack / "A2a.draft").write_bytes(b"[]")
        assert packed_file(pack)[0].version == 1
        (pack / "A1.toml").write_bytes(A1 + b"# more\n")
        assert str(stamp_of(pack)).startswith("my pack (version 1, changed since, ")
        assert packed_file(pack)[0].version == 2

    def test_same_bytes(self, pack: Path) -> None:
        """The same pack is the same file, whenever it is written."""
        assert packed_file(pack)[1] == packed_file(pack)[1]

    def test_broken_stamp(self, pack: Path) -> None:
        """A stamp that cannot be read counts as none; nothing is lost by it."""
        (pack / FILE).write_bytes(b"{")
        assert packed_file(pack)[0].version == 1

    def test_nothing(self, tmp_path: Path) -> None:
        """An empty pack is told."""
        with pytest.raises(OpforError, match="there is nothing in this pack"):
            packed_file(tmp_path)


class TestHostile:
    """Files from anywhere."""

    def test_cut(self, pack: Path) -> None:
        """A file that was cut, wherever, is told."""
        data = packed_file(pack)[1]
        for length in (0, 1, 30, len(data) // 2, len(data) - 1):
            assert "this is no whole .opfor-pack" in refused(data[:length])

    def test_changed(self) -> None:
        """What was changed after it was packed is told."""
        said = refused(zipped({FILE: encode(head("0" * 32)), "A1.toml": A1}))
        assert "its digest is not that of what it holds" in said

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("../A1.toml", "a file cannot be called so"),
            ("/etc/A1.toml", "a file cannot be called so"),
            ("C:\\A1.toml", "a file cannot be called so"),
            ("a/b/c/d/e/f.toml", "a file cannot be called so"),
            ("a/../../b.toml", "a file cannot be called so"),
            (".hidden/a.toml", "a file cannot be called so"),
            ("a\n.toml", "a file cannot be called so"),
            ("run.py", "a pack holds *.toml files"),
            ("deep.zip", "a pack holds *.toml files"),
        ],
    )
    def test_names(self, name: str, said: str) -> None:
        """Nothing leads out of the folder, and nothing else is in it."""
        assert said in refused(archive({name: A1}))

    def test_twice(self) -> None:
        """Two files of one name, also where case does not count."""
        assert "it is there twice" in refused(archive({"A1.toml": A1, "a1.toml": A1}))

    def test_link(self) -> None:
        """A link is no file."""
        found = io.BytesIO()
        with zipfile.ZipFile(found, "w") as made:
            made.writestr(FILE, encode(head("")))
            entry = zipfile.ZipInfo("A1.toml")
            entry.external_attr = 0o120777 << 16
            made.writestr(entry, "/etc/passwd")
        assert "it is a link" in refused(found.getvalue())

    def test_bomb(self) -> None:
        """A file that unpacks to more than any table is stopped."""
        assert "too long, unpacked" in refused(
            archive({"a.toml": b" " * (MOST_BYTES + 9)})
        )

    def test_lying_bomb(self) -> None:
        """Also one that says that it is short."""
        data = bytearray(zipped({"a.toml": b" " * 50_000_000}))
        at = data.rindex(b"PK\x01\x02")
        data[at + 24 : at + 28] = struct.pack("<I", 10)
        said = refused(bytes(data))
        assert "unpacked" in said or "no whole" in said

    def test_many_bombs(self) -> None:
        """Also many of them together."""
        files = {f"a{n}.toml": b" " * MOST_BYTES for n in range(12)}
        assert "too long, unpacked" in refused(archive(files))

    def test_many_files(self) -> None:
        """More files than a pack has."""
        assert "1000 may be" in refused(
            archive({f"a{n}.toml": b"" for n in range(1001)})
        )

    def test_long(self) -> None:
        """A file longer than any pack is not looked into."""
        assert "at most 4 MB" in refused(b"x" * (MOST_ARCHIVE + 1))

    @pytest.mark.parametrize(
        ("changes", "said"),
        [
            (
                {"format": 2, "opfor": "9.0"},
                "it is of format 2 (opfor 9.0); take it in",
            ),
            ({"format": "1"}, "module.json cannot be read"),
            ({"name": "../x"}, "no name and version"),
            ({"name": 3}, "module.json cannot be read"),
            ({"version": -1}, "no name and version"),
            ({"version": 10**9}, "no name and version"),
            ({"digest": None}, "module.json cannot be read"),
        ],
    )
    def test_heads(self, changes: dict[str, object], said: str) -> None:
        """Another release's, and what is none."""
        assert said in refused(archive({"A1.toml": A1}, **changes))

    def test_no_head(self) -> None:
        """A zip of something else."""
        assert "module.json is missing" in refused(zipped({"A1.toml": A1}))
        assert "cannot be read" in refused(zipped({FILE: b"[" * 100_000}))

    def test_no_file(self, tmp_path: Path) -> None:
        """A folder, and nothing."""
        for path in (tmp_path, tmp_path / "none.opfor-pack"):
            with pytest.raises(OpforError, match="there is no such file"):
                read_pack_file(path)

    @settings(max_examples=150, deadline=None)
    @given(st.binary(max_size=400), st.integers(0, 400))
    def test_any_bytes(self, noise: bytes, at: int) -> None:
        """Noise, and a right file with noise in it: told, or the same files."""
        good = archive({"A1.toml": A1})
        for data in (noise, good[:at] + noise + good[at + len(noise) :]):
            try:
                found = unpacked(data)
            except OpforError:
                continue
            assert found.files == {"A1.toml": A1}


def head(digest: str) -> Head:
    """What a file says of itself."""
    return Head(format=FORMAT, name="x", version=1, digest=digest)
