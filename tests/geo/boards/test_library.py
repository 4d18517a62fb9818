"""Tests of finding boards by name."""

import zipfile
from pathlib import Path

import pytest

from opfor.core.errors import OpforError
from opfor.geo.boards.library import KEPT, Library
from opfor.geo.map import parse_map
from tests.shared import SHARED, needs_shared


def write(folder: Path, name: str, text: str = "size: 3x3") -> Path:
    """A text board of the player's own."""
    path = folder / f"{name}.txt"
    path.write_text(f"board: {name}\n{text}\n", "utf-8")
    return path


class TestLibrary:
    """Ours, the player's, and none."""

    def test_our_boards_are_always_there(self) -> None:
        """No VASL file is needed to play."""
        library = Library()
        assert {f"o{number}" for number in range(1, 9)} <= set(library.names())
        assert library.load("o1").title

    def test_a_board_is_read_once(self) -> None:
        """The second call gives the same board."""
        library = Library()
        assert library.load("o1") is library.load("O1")

    def test_no_more_boards_are_kept_than_a_map_needs(self, tmp_path: Path) -> None:
        """Memory stays bounded, however many boards one looks at."""
        for number in range(KEPT + 2):
            write(tmp_path, f"n{number}")
        library = Library([tmp_path])
        first = library.load("n0")
        for number in range(KEPT + 2):
            library.load(f"n{number}")
        assert library.load("n0") is not first

    def test_the_players_board_hides_ours(self, tmp_path: Path) -> None:
        """So that one of ours can be edited under its own name."""
        write(tmp_path, "o1")
        assert Library([tmp_path]).load("o1").grid.cols == 3

    def test_the_name_stands_in_the_text_not_in_the_file_name(
        self, tmp_path: Path
    ) -> None:
        """And texts that name no board are passed over."""
        write(tmp_path, "mine").rename(tmp_path / "other.txt")
        (tmp_path / "README.txt").write_text("about my boards", "utf-8")
        names = Library([tmp_path]).names()
        assert "mine" in names
        assert not {"other", "README"} & set(names)

    def test_in_order_as_a_person_counts(self) -> None:
        """The tenth comes behind the ninth, and each of ours has a title."""
        library = Library()
        names = library.names()
        assert names.index("o2") < names.index("o9") < names.index("o10")
        assert library.titles()["o1"] == "Millers Cross"
        assert set(library.titles()) == set(names)

    def test_one_file_can_be_given_directly(self, tmp_path: Path) -> None:
        """A text board, wherever it lies."""
        assert Library([write(tmp_path, "mine")]).load("mine").name == "mine"

    def test_an_unknown_name_is_answered_with_near_ones(self, tmp_path: Path) -> None:
        """A slip of the pen is easily mended."""
        write(tmp_path, "farmhouse")
        write(tmp_path, "o4")
        library = Library([tmp_path])
        with pytest.raises(OpforError, match="did you mean farmhouse"):
            library.load("farmhose")
        with pytest.raises(OpforError, match="opfor board list"):
            library.load("zzzzzzzz")
        with pytest.raises(OpforError, match="--boards"):
            library.load("4")

    def test_a_missing_folder_is_an_error(self, tmp_path: Path) -> None:
        """It says which."""
        with pytest.raises(OpforError, match="no such folder"):
            Library([tmp_path / "nowhere"])

    def test_check_tells_what_is_wrong(self, tmp_path: Path) -> None:
        """None for a good board, the error of a bad one."""
        write(tmp_path, "good")
        write(tmp_path, "bad", "woods: Z99")
        library = Library([tmp_path])
        assert library.check("good") is None
        assert "bad.txt line 2, woods" in str(library.check("bad"))
        assert "no board" in str(library.check("none"))


@needs_shared
class TestVaslBoards:
    """The player's VASL boards, in each form that they come in."""

    def test_a_folder_of_unpacked_boards(self) -> None:
        """Numbers in order; leading zeros may be left out; maps can mix."""
        library = Library([SHARED / "boards"])
        names = library.names()
        assert names.index("04") < names.index("10") < names.index("o1")
        assert library.load("4").name == library.load("04").name
        assert len(parse_map("04@0,0 ro1@0,1", library.load)) == 33 * 20 + 16

    def test_a_folder_of_archives_one_archive_and_one_unpacked_board(
        self, tmp_path: Path
    ) -> None:
        """All give the same board."""
        unpacked = SHARED / "boards" / "bd04"
        packed = tmp_path / "bd04"
        with zipfile.ZipFile(packed, "w") as archive:
            for member in ("LOSData", "BoardMetadata.xml"):
                archive.write(unpacked / member, member)
        digests = {
            Library([place]).load("04").digest for place in (tmp_path, packed, unpacked)
        }
        assert len(digests) == 1
