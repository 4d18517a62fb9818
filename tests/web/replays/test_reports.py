"""Reports as pages of the server, and what can be had of them."""

import io
import zipfile
from pathlib import Path

import pytest

from tests.web.games import played
from tests.web.pages import served


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game that goes on."""
    return played(tmp_path_factory.mktemp("games"), answers=30).parent


class TestReports:
    """Page, file, archive and pictures."""

    def test_page(self, folder: Path) -> None:
        """The page tells of a game that goes on, and its pictures can be had."""
        with served(folder) as client:
            reply = client.get("/report/played")
            assert "The game goes on" in reply.text
            assert "<style" not in reply.text
            assert client.get("/looks/report.css").status_code == 200
            svg = client.get("/api/replays/played/picture.svg?moment=100")
            assert svg.text.startswith("<svg")

    def test_downloads(self, folder: Path) -> None:
        """The file and the archive are downloads, and whole."""
        with served(folder) as client:
            html = client.get("/api/reports/played/report.html")
            assert html.headers["content-disposition"].startswith("attachment")
            found = client.get("/api/reports/played/report.zip")
            with zipfile.ZipFile(io.BytesIO(found.content)) as archive:
                assert "played.md" in archive.namelist()
                assert archive.testzip() is None

    @pytest.mark.parametrize("path", ["/report/x", "/api/reports/x/report.zip"])
    def test_none(self, folder: Path, path: str) -> None:
        """A game that is not there is said so."""
        with served(folder) as client:
            assert client.get(path).status_code == 400
