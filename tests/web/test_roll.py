"""Roll for it: on the server, and in the browser."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from opfor.missions.weigh import Step, Weighed
from opfor.ports.session import Setup
from opfor.study.interval import share_interval
from opfor.web import roll
from tests.web.browser import needs_chromium, server
from tests.web.pages import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")

WISHES = {"kind": "attack", "friendly": "german", "map": "o1", "length": "short"}
SOON = 100_000


class TestServer:
    """What the page asks for."""

    def test_rolled_and_begun(self, tmp_path: Path) -> None:
        """A rolled Mission lies in a pack and is begun like any other."""
        with served(tmp_path) as client:
            wish = {"wishes": WISHES, "seed": 7}
            found = client.post("/api/roll", json=wish).json()
            assert (found["id"], found["kind"]) == ("rolled-7", "attack")
            assert found["points"] > 60
            listed = client.get("/api/start").json()["missions"]
            assert ("rolled-7", "rolled") in [(m["id"], m["pack"]) for m in listed]
            new = {"mission": "rolled-7", "packs": ["rolled"], "seed": 1}
            assert client.post("/api/games", json=new).status_code == 200

    @pytest.mark.parametrize(
        ("wish", "said"),
        [
            ({"wishes": {"friendly": "prussian"}}, "there is no nation 'prussian'"),
            ({"wishes": {"map": "o1 " * 100}}, "this map is too long"),
            ({"wishes": {"map": "../etc/passwd"}}, "no Mission was found"),
            ({"wishes": {"date": "soon"}}, "this is no RollWish"),
            ({"seed": -1}, "-1 is no seed"),
        ],
    )
    def test_refused(self, tmp_path: Path, wish: object, said: str) -> None:
        """Wishes that cannot be are one sentence."""
        with served(tmp_path) as client:
            reply = client.post("/api/roll", json=wish)
        assert reply.status_code == 400
        assert said in reply.json()["error"]

    def test_no_such_mission(self, tmp_path: Path) -> None:
        """An id is no path."""
        with served(tmp_path) as client:
            for id_ in ("rolled-8", "../../etc/passwd"):
                reply = client.post("/api/roll/weighing", json={"id": id_})
                assert "was rolled" in reply.json()["error"]

    def test_weighed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """What it came to is told, and the file is as adjusted."""

        def weigh(setup: Setup, wish: float, **_: object) -> Weighed:
            step = Step(share_interval(5, 10), 10)
            return Weighed(replace(setup.mission, turns=9), (step,), True)

        monkeypatch.setattr(roll, "weigh", weigh)
        with served(tmp_path) as client:
            client.post("/api/roll", json={"wishes": WISHES, "seed": 7})
            now = client.post("/api/roll/weighing", json={"id": "rolled-7"}).json()
            while now["running"]:
                time.sleep(0.05)
                now = client.get("/api/roll/weighing").json()
        assert now["said"] == "as wished"
        written = tmp_path / "packs" / "rolled" / "missions" / "rolled-7.toml"
        assert "turns = 9" in written.read_text("utf-8")


@needs_chromium
def test_on_the_page(page: "Page", tmp_path: Path) -> None:
    """Wished, rolled, and begun, by keyboard alone."""
    with server(tmp_path) as one:
        page.set_default_timeout(SOON)
        page.goto(one.url)
        page.locator("#roll:enabled").press("Enter")
        form = page.locator("#roll-form")
        form.locator("[name=kind]").select_option("attack")
        form.locator("[name=long]").select_option("short")
        form.locator("[name=seed]").fill("7")
        form.locator("[name=seed]").press("Enter")
        playwright.expect(page.locator("#rolled h3")).not_to_be_empty()
        playwright.expect(page.locator("#play-rolled")).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_url("**/game/**")


@needs_chromium
def test_another_month(browser: "Browser", tmp_path: Path) -> None:
    """An ENEMY without tables is refused, and another month is one key away."""
    page = browser.new_context().new_page()  # a refusal is an error of its console
    with server(tmp_path) as one:
        page.set_default_timeout(SOON)
        page.goto(one.url)
        page.locator("#begin:enabled").wait_for()
        page.locator("#new [name=enemy]").select_option("belgian")
        page.locator("#begin").click()
        playwright.expect(page.locator("#instead button").first).to_be_focused()
        page.keyboard.press("1")
        page.wait_for_url("**/game/**")
