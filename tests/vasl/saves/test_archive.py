"""Saved games as files: whole, or told in one sentence."""

import io
import zipfile
from pathlib import Path

import pytest

from opfor.core.errors import OpforError
from opfor.vasl.saves.archive import MAX_TEXT, Archive, read_archive, write_archive
from opfor.vasl.saves.scramble import Form
from tests.vasl.given import MODULEDATA, game_text


def zipped(**members: bytes) -> bytes:
    """A zip of some members."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return made.getvalue()


class TestFiles:
    """Read and written."""

    @pytest.mark.parametrize("form", ["VCSK", "VOBS", "plain"])
    def test_round_trip(self, tmp_path: Path, form: Form) -> None:
        """What is written is read as the same, and equal games have equal bytes."""
        key = 0 if form == "plain" else 7
        archive = Archive(
            text=game_text(), form=form, key=key, savedata=b"x", moduledata=MODULEDATA
        )
        one, two = tmp_path / "one.vsav", tmp_path / "two.vsav"
        write_archive(one, archive)
        write_archive(two, archive)
        assert read_archive(one) == archive
        assert one.read_bytes() == two.read_bytes()
        assert archive.versions == {"version": "6.6", "VassalVersion": "3.6"}

    def test_order(self, tmp_path: Path) -> None:
        """The members stand as VASSAL writes them."""
        write_archive(tmp_path / "a.vsav", Archive(text=game_text()))
        with zipfile.ZipFile(tmp_path / "a.vsav") as archive:
            assert archive.namelist() == ["savedGame", "savedata", "moduledata"]

    def test_replaced_whole(self, tmp_path: Path) -> None:
        """A file that was there stays whole if the new one cannot be written."""
        place = tmp_path / "game.vsav"
        write_archive(place, Archive(text="begin_save"))
        before = place.read_bytes()
        with pytest.raises(UnicodeEncodeError):
            write_archive(place, Archive(text="\ud800"))
        assert place.read_bytes() == before
        assert list(tmp_path.iterdir()) == [place]

    def test_no_folder(self, tmp_path: Path) -> None:
        """Where nothing can be written it is told."""
        with pytest.raises(OpforError, match="cannot be written"):
            write_archive(tmp_path / "no" / "a.vsav", Archive(text=""))


class TestBadFiles:
    """One sentence each."""

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            (b"", "no archive"),
            (b"nothing", "no archive"),
            (zipped(other=b"x"), "holds no game"),
            (zipped(savedGame=b"x"), "no known form"),
            (zipped(savedGame=b"!VCSK10zz"), "damaged"),
            (zipped(savedGame=bytes(2 * MAX_TEXT + 20)), "larger than any"),
            (zipped(savedGame=b"VOBS\x01x", savedata=bytes(2**17)), "larger than any"),
            (zipped(savedGame=b"VOBS\x01x" * 50)[:-40], "no archive"),
        ],
        ids=range(8),
    )
    def test_told(self, tmp_path: Path, data: bytes, said: str) -> None:
        """The file, the cause and what to do."""
        path = tmp_path / "bad.vsav"
        path.write_bytes(data)
        with pytest.raises(OpforError) as told:
            read_archive(path)
        assert str(path) in str(told.value)
        assert said in str(told.value)
        assert told.value.do

    def test_nowhere(self, tmp_path: Path) -> None:
        """A file that is not there, and a folder."""
        for path in (tmp_path / "no.vsav", tmp_path):
            with pytest.raises(OpforError, match="no such saved game"):
                read_archive(path)


class TestOverAnother:
    """What is written over."""

    def test_its_own(self, tmp_path: Path) -> None:
        """A file that was written before is written anew."""
        place = tmp_path / "now.vsav"
        for text in ("one", "two"):
            write_archive(place, Archive(text=text))
        assert read_archive(place).text == "two"

    @pytest.mark.parametrize("packed", [True, False])
    def test_the_players(self, tmp_path: Path, packed: bool) -> None:
        """The player's own file stays as it is, a game of VASL or anything else."""
        place = tmp_path / "mine.vsav"
        if packed:
            with zipfile.ZipFile(place, "w") as archive:
                archive.writestr("savedGame", b"his")
        else:
            place.write_bytes(b"his")
        before = place.read_bytes()
        with pytest.raises(OpforError, match="has not written this file"):
            write_archive(place, Archive(text="ours"))
        assert place.read_bytes() == before
