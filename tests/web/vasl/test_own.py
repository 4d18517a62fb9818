"""The player's own VASL on the page: chosen once, and his counters' own pictures."""

import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from opfor.core.settings import read_settings, settings_path
from opfor.ports.session import Setup, begin
from opfor.state.mission import load_mission
from opfor.web.thumbnails import _png
from tests.vasl.given import build_file, slot
from tests.web.browser import needs_chromium, server
from tests.web.games import mission_at
from tests.web.pages import served
from tests.web.test_art import painted
from tests.web.test_pages import visit

if TYPE_CHECKING:
    from playwright.sync_api import Page

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")

SQUAD = "+/null/piece;K;D;ge\\/467;4-6-7 1sq/null;0;0;11"


def module(folder: Path) -> Path:
    """A module with a squad, whose picture is red."""
    path = folder / "vasl.vmod"
    red = np.zeros((48, 48, 3), np.uint8)
    red[..., 0] = 255
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile", build_file(slot("11", "4-6-7 1sq", SQUAD)))
        archive.writestr("images/ge/467.gif", _png(red))
        archive.writestr("secret.txt", b"not for a page")
    return path


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a board, a module, and a game."""
    folder = tmp_path_factory.mktemp("mine")
    painted(folder / "boards", "o1")
    module(folder)
    mission = load_mission(mission_at(folder, "4-6-7 2 o1R10", "8-1 1 o1R10"))
    setup = Setup(mission=mission, seed=7)
    session = begin(setup, folder / "opfor" / "games" / "mine.opfor")
    session.game.run()
    session.close()
    return folder


class TestChoice:
    """The folder of boards and the module."""

    def test_chosen_and_remembered(self, data: Path) -> None:
        """What is chosen is in use, offered, and kept in the settings."""
        chosen = {"boards": str(data / "boards"), "module": str(data / "vasl.vmod")}
        with served(data / "opfor" / "games") as client:
            assert client.get("/api/vasl").json()["module"] == ""
            found = client.post("/api/vasl", json=chosen).json()
            assert (found["count"], found["module"]) == (1, chosen["module"])
            assert "o1" in client.get("/api/start").json()["boards"]
        assert read_settings().boards == chosen["boards"]
        with served(data / "opfor" / "games") as client:
            assert client.get("/api/vasl").json()["module"] == chosen["module"]
            client.post("/api/vasl", json={})
        assert read_settings().module == ""

    @pytest.mark.parametrize(
        "choice",
        [
            {"boards": "/nowhere"},
            {"boards": "\x00"},
            {"module": "/etc/passwd"},
            {"module": "x" * 5000},
            {"boards": 3},
        ],
    )
    def test_wrong(self, data: Path, choice: dict[str, object]) -> None:
        """What is none is refused in a sentence, and nothing is kept."""
        with served(data / "opfor" / "games") as client:
            reply = client.post("/api/vasl", json=choice)
            assert reply.status_code == 400
            assert reply.json()["error"]
        assert not settings_path().exists()


class TestPictures:
    """What is served out of the module."""

    def test_counters(self, data: Path) -> None:
        """Each counter by its pictures; what the module lacks is left to ours."""
        with served(data / "opfor" / "games") as client:
            client.post("/api/vasl", json={"module": str(data / "vasl.vmod")})
            faces = client.get("/api/games/mine/own-faces").json()
            assert faces["467A"]["layers"] == [
                {"image": "ge/467", "x": 0, "y": 0, "turn": 0}
            ]
            assert "81A" not in faces
            assert client.get("/api/replays/mine/own-faces/3").status_code == 200
            picture = client.get("/api/vasl/picture", params={"name": "ge/467"})
            assert picture.headers["content-type"] == "image/png"
            assert picture.headers["cache-control"] == "no-store"

    @pytest.mark.parametrize("name", ["secret.txt", "../secret.txt", "ge/none", ""])
    def test_nothing_else(self, data: Path, name: str) -> None:
        """No other file of the module, or of the disk, is served."""
        with served(data / "opfor" / "games") as client:
            client.post("/api/vasl", json={"module": str(data / "vasl.vmod")})
            reply = client.get("/api/vasl/picture", params={"name": name})
            assert reply.status_code == 400

    def test_without_module(self, data: Path) -> None:
        """Without a module it is said what to do."""
        with served(data / "opfor" / "games") as client:
            reply = client.get("/api/games/mine/own-faces")
            assert "no module" in reply.json()["error"]


@needs_chromium
def test_on_the_page(page: "Page", data: Path) -> None:
    """Chosen on the start page, shown by one button, and ours again by the same."""
    with server(data) as one:
        page.goto(one.url)
        page.locator("#begin:enabled").wait_for()
        page.locator("#vasl summary").click()
        form = page.locator("#vasl-form")
        form.locator("[name=boards]").fill(str(data / "boards"))
        expect = playwright.expect
        form.locator("[name=module]").fill(str(data / "vasl.vmod"))
        form.get_by_role("button").click()
        expect(page.locator("#vasl-said")).to_have_text("In use, and remembered.")
        expect(page.locator("#vasl-now")).to_have_text("1 board, vasl.vmod")
        visit(page, one.url, "/game/mine")
        page.wait_for_selector("body[data-ready]")
        expect(page.locator(".own-face")).to_have_count(0)
        page.locator("#faces").click()
        expect(page.locator(".piece .own-face")).to_have_count(2)
        page.locator("#faces").click()
        expect(page.locator(".own-face")).to_have_count(0)
