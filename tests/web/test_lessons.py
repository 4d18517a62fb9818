"""The lessons: their Missions and steps as data, and one of them in a browser."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from opfor.ports.session import Setup, begin
from opfor.web.lessons import LESSONS, Lesson, lesson_missions
from opfor.web.pages import STATIC
from tests.web.browser import SETTLED, needs_chromium, server
from tests.web.pages import page, served

if TYPE_CHECKING:
    from playwright.sync_api import Page

KNOWN = {"title", "text", "do", "keys", "point", "until", "unless", "live"}


@pytest.fixture(params=LESSONS[1:], ids=lambda lesson: lesson.mission)
def lesson(request: pytest.FixtureRequest) -> Lesson:
    """A lesson other than the tutorial."""
    found: Lesson = request.param
    return found


class TestData:
    """What the files say."""

    def test_steps(self, lesson: Lesson, tmp_path: Path) -> None:
        """Each step is whole, and its units and hexes are there as the game begins."""
        steps = json.loads(
            (STATIC / f"lessons/{lesson.mission}.json").read_text("utf-8")
        )
        setup = Setup(mission=lesson_missions()[lesson.mission], seed=lesson.seed)
        session = begin(setup, tmp_path / "lesson.opfor")
        session.game.run()
        state, world = session.game.state, session.world
        for step in steps:
            assert {"title", "text", "do", "keys", "point", "until"} <= step.keys()
            assert step.keys() <= KNOWN
            until = step["until"]
            if "chosen" in until:
                assert until["chosen"] in state.units
            if "left" in until:
                assert state.units[until["left"][0]].location == until["left"][1]
            if isinstance(step["point"], list):
                assert all(world.locate(name) for name in step["point"])
        assert steps[-1]["until"] == {"read": True}
        session.close()

    def test_served(self, tmp_path: Path) -> None:
        """The start page has all four; each can be begun, none is a Mission there."""
        with served(tmp_path) as client:
            found = client.get("/api/start").json()
            assert [each["mission"] for each in found["lessons"]] == [
                lesson.mission for lesson in LESSONS
            ]
            assert not {each["id"] for each in found["missions"]} & set(
                lesson_missions()
            )
            new = {"mission": "lesson-rout", "seed": 11}
            game = client.post("/api/games", json=new).json()["id"]
            with page(client, game) as one:
                assert one.news["view"]["mission"] == "lesson-rout"
            at = {"step": 3, "open": True, "began": [0, 5, 9, 20]}
            assert client.put(f"/api/games/{game}/coach", json=at).status_code == 200
            rout = client.get("/api/start").json()["lessons"][2]
            assert (rout["step"], rout["game"]) == (3, game)


@needs_chromium
class TestPage:
    """A lesson as it is taken."""

    def test_to_its_end(self, page: "Page", tmp_path: Path) -> None:
        """Begun on the start page, let pass, taken anew at a step, read to its end."""
        sync = pytest.importorskip("playwright.sync_api", reason="needs playwright")
        with server(tmp_path) as one:
            page.goto(one.url)
            page.locator("#lesson-fire").click()
            page.wait_for_selector("body[data-ready]")
            coach = page.locator("#coach")
            sync.expect(coach).to_contain_text("Fire and First Fire, 1 of 8")
            self._until(page, "Their Defensive Fire")
            before = page.url
            coach.get_by_role("button", name="Again", exact=True).click()
            page.wait_for_url(lambda url: url != before)
            page.wait_for_selector("body[data-ready]")
            sync.expect(coach.locator("h2")).to_have_text("Their Defensive Fire")
            sync.expect(page.locator("#status")).to_contain_text("Turn 1 of 3")
            self._until(page, "Your fire base")
            coach.get_by_role("button", name="Go on").click()
            sync.expect(coach).to_contain_text("That was the lesson")
            page.goto(one.url)
            sync.expect(page.locator("#learnt")).to_have_text("1 of 4")

    def _until(self, page: "Page", title: str) -> None:
        """End phase after phase until the coach has come to a step."""
        heading, status = page.locator("#coach h2"), page.locator("#status")
        for _ in range(60):
            if heading.inner_text() == title:
                return
            page.wait_for_selector(SETTLED)
            said = heading.inner_text(), status.inner_text()
            fire = page.locator("#do-hold-fire").is_visible()
            page.keyboard.press("h" if fire else "e")
            for _ in range(40):  # as a person does: look before pressing again
                if (heading.inner_text(), status.inner_text()) != said:
                    break
                page.wait_for_timeout(50)
        raise AssertionError(f"the coach does not come to {title}")
