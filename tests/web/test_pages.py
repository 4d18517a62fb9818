"""Pages in a real browser: what they show, their keys, and axe on each."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from opfor.core.save import read_save
from opfor.views.analysis import (
    Analysis,
    WeighedDecision,
    analysis_file,
    encoded,
    mark_of,
)
from tests.web.browser import needs_chromium, server
from tests.web.games import played

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytestmark = needs_chromium

SERIOUS = ("serious", "critical")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one finished game."""
    games = tmp_path_factory.mktemp("data") / "opfor" / "games"
    games.mkdir(parents=True)
    played(games)
    return games


@pytest.fixture(scope="module")
def root(games: Path) -> "Any":
    """The address of a server with that game, and its token."""
    with server(games.parents[1]) as one:
        yield one.url


@pytest.fixture
def weighed(root: str, games: Path) -> str:
    """The same server; of its game one decision is weighed."""
    save = games / "played.opfor"
    one = WeighedDecision(
        number=3,
        moment=9,
        turn=1,
        side="FRIENDLY",
        phase="MPh",
        order={"type": "end"},
        said="end your part of the MPh",
        better={"type": "move"},
        better_said="4-6-7 A to K5",
        chance=0.4,
        low=0.3,
        high=0.5,
        cost=0.2,
        cost_low=0.1,
        cost_high=0.3,
    )
    mark = mark_of(read_save(save).entries)
    found = Analysis(mark=mark, decisions=1, looked={3: one}, result=1.0)
    analysis_file(save).write_bytes(encoded(found))
    return root


def visit(page: "Page", root: str, path: str) -> None:
    """Open a page and wait until it is ready."""
    page.goto(root)
    page.goto(root.partition("/?")[0] + path)
    page.wait_for_selector("body[data-ready]")


def faults(page: "Page") -> list[str]:
    """What axe finds that keeps somebody from using the page."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    found = axe.Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['html'][:120]}"
        for each in found
        if each["impact"] in SERIOUS
        for node in each["nodes"]
    ]


LATE = """const quick = window.fetch;
window.fetch = async (...asked) => {
  await new Promise((done) => setTimeout(done, 300));
  return quick(...asked);
}"""
HERE = """async () => {
  const { lines } = await (await fetch("/api/replays/played")).json();
  const moment = Number(document.getElementById("scrub").value);
  return lines.findIndex((line) => line.number === moment);
}"""
"""The line that the time line stands at."""
GONE_BY = """async () => {
  const { told, moments } = await (await fetch("/api/replays/played")).json();
  const [gone, place] = [[], document.querySelector("#board").getBoundingClientRect()];
  let unseen = 0;
  new MutationObserver(() => {
    gone.push(Number(document.getElementById("scrub").value));
    for (const ring of document.querySelectorAll(".ring.told")) {
      const { x, y } = ring.getBoundingClientRect();
      unseen += x < place.left || x > place.right || y < place.top || y > place.bottom;
    }
  }).observe(document.getElementById("now"), { childList: true });
  const ends = [...told.map((each) => each.lines.at(-1)), moments];
  window.gone = () => [gone, ends, unseen];
}"""
"""Notes the moments that are shown, and what is told of out of sight."""


class TestReplay:
    """The replay of a game."""

    def test_keys(self, page: "Page", root: str) -> None:
        """Keys go line by line and phase by phase, and play and stop."""
        visit(page, root, "/replay/played")
        scrub = page.locator("#scrub")
        begun = int(scrub.input_value())
        page.keyboard.press("ArrowRight")
        playwright.expect(scrub).not_to_have_value(str(begun))
        page.keyboard.press("ArrowLeft")
        playwright.expect(scrub).to_have_value(str(begun))
        page.keyboard.press("End")
        playwright.expect(page.locator("#status")).to_contain_text("wins")
        page.keyboard.press("Home")
        playwright.expect(page.locator(".piece")).to_have_count(0)
        page.locator("#speed").select_option("very fast")
        page.locator("#play").click()
        playwright.expect(page.locator("#play")).to_have_text("Stop")
        playwright.expect(page.locator(".piece").first).to_be_attached()
        page.locator("#play").click()
        playwright.expect(page.locator("#play")).to_contain_text("Play")

    def test_played(self, page: "Page", root: str) -> None:
        """Played, it goes event by event, with whoever acts in sight."""
        visit(page, root, "/replay/played")
        page.evaluate(GONE_BY)
        page.locator("#speed").select_option("very fast")
        page.locator("#play").click()
        playwright.expect(page.locator("#status")).to_contain_text("wins")
        moments, ends, unseen = page.evaluate("gone()")
        assert len(moments) > 20
        assert set(moments) <= set(ends)
        assert unseen == 0

    def test_analysis(self, page: "Page", weighed: str) -> None:
        """The curve, judgement and luck; the dearest decision goes to its moment."""
        visit(page, weighed, "/replay/played")
        said = page.locator("#analyse-said")
        playwright.expect(said).to_contain_text("1 decisions weighed; the chance")
        playwright.expect(said).to_contain_text("Judgement −20 points")
        playwright.expect(page.locator("#chances polyline")).to_have_count(1)
        playwright.expect(page.locator(".scale")).to_be_visible()
        playwright.expect(page.locator("#curve-turns text").first).to_have_text("1")
        playwright.expect(page.locator("#analyse")).to_be_hidden()
        page.locator("#dearest button").click()
        playwright.expect(page.locator("#moment")).to_contain_text("; 9 of ")

    def test_keys_faster_than_frames(self, page: "Page", root: str) -> None:
        """Each key counts, though the board of the one before is still on its way."""
        visit(page, root, "/replay/played")
        page.evaluate(LATE)
        begun = page.evaluate(HERE)
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        assert page.evaluate(HERE) == begun + 3
        page.keyboard.press("ArrowLeft")
        assert page.evaluate(HERE) == begun + 2
        assert page.locator("#log > li > .here").count() == 1

    def test_line_and_branch(self, page: "Page", root: str) -> None:
        """A line shows its reasons; a new game begins there and waits for orders."""
        visit(page, root, "/replay/played")
        page.locator("#log button", has_text="turn 2, FRIENDLY").first.click()
        playwright.expect(page.locator("#status")).to_contain_text("Turn 2")
        page.locator("#log > li[data-dice=yes] > button").last.click()
        rolled = page.locator("#log .details:not([hidden]) .line:has(.rolled svg)")
        rolled.first.click()
        playwright.expect(page.locator("#why-text")).to_contain_text("Original")
        page.locator("#log button", has_text="turn 2, FRIENDLY").first.click()
        playwright.expect(page.locator("#status")).to_contain_text("Turn 2")
        page.keyboard.press("b")
        page.wait_for_url("**/game/**")
        page.wait_for_selector("body[data-ready]")
        playwright.expect(page.locator("#status")).to_contain_text("Turn 2")

    def test_same_story(self, page: "Page", root: str) -> None:
        """It tells the game in the words of the game's own log, with its filters."""
        told = []
        for kind in ("game", "replay"):
            visit(page, root, f"/{kind}/played")
            page.locator("#log > li").first.wait_for()
            told.append(page.locator("#log > li > button .said").all_inner_texts())
            filters = page.locator("#log-filters button").all_inner_texts()
            assert filters == ["all", "dice", "ENEMY", "losses"]
        game, replay = told
        assert len(replay) > 20
        assert replay[-len(game) :] == game
        page.locator("#log-filters button", has_text="losses").click()
        shown = page.locator("#log > li:visible")
        playwright.expect(shown.first).to_be_visible()
        kinds = shown.evaluate_all(
            "all => all.map(({ dataset: d }) => d.loss + d.phase)"
        )
        assert kinds
        assert all(kinds)


class TestBarred:
    """A save that this version cannot play."""

    def test_said(self, browser: "Browser", tmp_path: Path) -> None:
        """The page says why, and does not try again and again."""
        games = tmp_path / "opfor" / "games"
        path = played(games, "old", answers=6)
        with closing(sqlite3.connect(path)) as save:
            save.execute("DELETE FROM snapshots")
            save.execute("UPDATE answers SET entry = replace(entry, 'S5.11', 'S5.12')")
            save.commit()
        with server(tmp_path) as one, closing(browser.new_context()) as context:
            page = context.new_page()
            page.goto(one.url)
            page.goto(one.url.partition("/?")[0] + "/game/old")
            told = page.locator("#offline")
            playwright.expect(told).to_contain_text("This game cannot be opened")
            playwright.expect(told).to_contain_text("was changed from outside")
            assert page.locator("#reconnect").is_hidden()


class TestModule:
    """The page of modules, before there is any."""

    def test_what_for(self, page: "Page", root: str) -> None:
        """It says what it is for."""
        visit(page, root, "/module")
        about = page.locator("#about")
        playwright.expect(about).to_contain_text("types its tables in here")


class TestTables:
    """Tables, packs and rules."""

    def test_pack(self, page: "Page", root: str) -> None:
        """A mistake is told as one types; what is right is saved, and shown as his."""
        visit(page, root, "/packs")
        page.get_by_label("New pack").fill("house")
        page.get_by_role("button", name="Make").click()
        page.get_by_label("Table", exact=True).fill("A1")
        page.keyboard.press("Tab")
        cell = page.get_by_label("result of row 6")
        cell.fill('["X"]')
        state = page.locator("#state")
        playwright.expect(state).to_contain_text("write a list of")
        playwright.expect(page.locator("#keep")).to_be_disabled()
        cell.fill('["S", "S"]')
        playwright.expect(state).to_contain_text("ok: 1 row of yours")
        page.locator("#keep").click()
        playwright.expect(state).to_contain_text("saved")
        assert faults(page) == []
        visit(page, root, "/tables#A1")
        page.get_by_label("With pack").select_option("house")
        playwright.expect(page.locator("#table .tag.player")).to_have_text(
            "player: house"
        )

    def test_search(self, page: "Page", root: str) -> None:
        """Tables and rules are found by a word; a decision can be read."""
        visit(page, root, "/tables")
        page.get_by_label("Search").fill("pillbox")
        page.locator(".pick", has_text="A5").first.click()
        playwright.expect(page.locator("#title")).to_contain_text("{A5}")
        assert faults(page) == []
        visit(page, root, "/coverage")
        page.get_by_label("Search").fill("S10")
        page.get_by_role("button", name="D-182").first.click()
        playwright.expect(page.locator("#page-title")).to_contain_text("D-182")
        assert faults(page) == []


PAGES = (
    "/replay/played", "/game/played", "/report/played", "/replay", "/tables#german/x2",
    "/design", "/module", "/commands", "/packs", "/coverage", "/settings",
    "/rules/S6.12", "/company",
)  # fmt: skip


class TestAxe:
    """No serious fault of accessibility, light or dark."""

    @pytest.mark.parametrize("path", PAGES)
    def test_page(self, page: "Page", root: str, path: str) -> None:
        """A page as it opens."""
        for theme in ("dark", "light"):
            page.add_init_script(f"localStorage.setItem('opfor-theme', '{theme}')")
            visit(page, root, path)
            page.reload()
            page.wait_for_selector("body[data-ready]")
            assert faults(page) == [], theme

    def test_start(self, page: "Page", root: str) -> None:
        """The start page."""
        page.goto(root)
        page.wait_for_selector("#missions input")
        assert faults(page) == []

    def test_planted(self, page: "Page", root: str) -> None:
        """A fault that is put into a page is found."""
        visit(page, root, "/packs")
        page.evaluate("document.body.append(document.createElement('select'))")
        assert any("select-name" in fault for fault in faults(page))
