"""What stands and happens on the board: cards, tips, danger, drags, the story."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import pytest

from tests.web.browser import SETTLED, Server, needs_chromium, server
from tests.web.staged import fire_window, friendly, ours, staged, theirs
from tests.web.test_moving import click, hex_at
from tests.web.test_pages import faults

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, WebSocketRoute

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytestmark = needs_chromium

BROKEN = {"broken": True, "dm": True}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a moment for each kind of act."""
    data = tmp_path_factory.mktemp("act")
    games = data / "opfor" / "games"
    stack = (ours("8-1", "R10"), ours("4-6-7", "R10", 2))
    mph, placed = friendly("MPh"), ("e", "c")
    for name in ("danger", "drag", "menu", "taps", "themes-move"):
        staged(games, name, *stack, until=mph, placement=placed)
    staged(games, "late", *stack, until=mph)
    group = (ours("8-1", "Q8"), ours("4-6-7", "Q8", 2, "LMG"), theirs("4-4-7", "Q5"))
    for name in ("odds", "themes-fire"):
        staged(games, name, *group, until=friendly("PFPh"))
    gunner = theirs("4-4-7", "R4/1", 1, "MMG")
    routs = (ours("4-6-7", "T5"), gunner)
    hurt = {"467A": BROKEN}
    until = friendly("RtPh")
    well = (*routs, ours("4-6-7", "U5"))
    staged(games, "at-will", *well, until=until, adjust=hurt)
    beside = (ours("4-6-7", "R10"), ours("4-6-7", "Q10"))
    staged(games, "beside", *beside, until=mph)
    staged(games, "apart", beside[0], ours("4-6-7", "P9"), until=mph)
    for name in ("advance", "advance-tap"):
        staged(games, name, *beside, until=friendly("APh"))
    staged(games, "themes-rout", *routs, until=until, adjust=hurt)
    held = (ours("8-1", "R9"), ours("4-6-7", "R9", 2, "LMG"))
    many = (theirs("4-4-7", "P4", 3), theirs("4-4-7", "Q5", 1, "LMG"))
    for name in ("play", "play-light", "play-dark"):
        staged(games, name, *held, *many, until=friendly("APh"))
    mover = (*held, theirs("4-4-7", "Q5", 2))
    for name in ("space", "how", "keys", "pass"):
        staged(games, name, *mover, until=fire_window, seed=0)
    with server(data) as one:
        yield one


def begin(page: "Page", site: Server, game: str, **kept: str) -> None:
    """Open a moment, the whole board in sight."""
    for name, value in kept.items():
        page.add_init_script(f"localStorage.setItem('opfor-{name}', '{value}')")
    page.goto(site.url)
    page.goto(urljoin(site.url, f"/game/{game}"))
    page.wait_for_selector("body[data-ready]")
    page.keyboard.press("f")


SHIFT = """() => {
  const sheet = document.querySelector(".sheet");
  const { e, f } = new DOMMatrix(getComputedStyle(sheet).transform);
  return [e, f];
}"""


class Held:
    """What the server says, kept back for a while."""

    def __init__(self) -> None:
        self._kept: list[str | bytes] | None = None
        self._page: WebSocketRoute | None = None

    def between(self, page: "WebSocketRoute") -> None:
        """Stand between a page and the server."""
        self._page = page
        page.connect_to_server().on_message(self._heard)

    def _heard(self, said: str | bytes) -> None:
        if self._kept is None:
            self._say(said)
        else:
            self._kept.append(said)

    def _say(self, said: str | bytes) -> None:
        assert self._page
        self._page.send(said)

    def hold(self) -> None:
        """Keep back what the server says from now on."""
        self._kept = []

    def release(self) -> None:
        """Tell it all, and what comes as it comes."""
        kept, self._kept = self._kept or [], None
        for said in kept:
            self._say(said)


class TestMoving:
    """Where a stack can go."""

    def test_danger(self, page: "Page", site: Server) -> None:
        """Hexes are shaded by danger, S? bear chances, and a key turns it off."""
        begin(page, site, "danger")
        click(page, "R10")
        page.locator(".shade.near").first.wait_for()
        page.keyboard.press("p")
        page.locator(".shade[class*=risk]").first.wait_for()
        assert page.locator(".chance-foot").count() > 0
        assert page.locator(".piece.blind").count() > 0
        playwright.expect(page.locator(".legend")).to_contain_text("< 25 %")
        page.mouse.move(*hex_at(page, "R8"))
        tip = page.locator(".hex-tip", has_text="that something Activates")
        playwright.expect(tip).to_contain_text("R8")
        page.keyboard.press("p")
        playwright.expect(page.locator(".shade[class*=risk]")).to_have_count(0)
        playwright.expect(page.locator(".legend")).to_have_count(0)

    def test_advance_or_choose(self, page: "Page", site: Server) -> None:
        """A click on an own hex may be meant to choose who is there: it asks."""
        begin(page, site, "advance")
        click(page, "R10")
        page.locator(".shade.aim").first.wait_for()
        page.mouse.click(*hex_at(page, "Q10"))
        card = page.locator(".hex-card", has_text="Advance into Q10?")
        playwright.expect(card.locator("button")).to_have_count(2)
        page.keyboard.press("2")
        playwright.expect(page.locator("#stack")).to_contain_text("4-6-7 B")
        where = page.locator(".piece[data-name^='FRIENDLY 4-6-7']")
        playwright.expect(where).to_have_count(2)
        page.keyboard.press("Escape")
        click(page, "R10")
        page.locator(".shade.aim").first.wait_for()
        page.mouse.click(*hex_at(page, "Q10"))
        card.locator("button").first.click()
        playwright.expect(page.locator("#log")).to_contain_text("advances")

    def test_tap_to_advance(self, browser: "Browser", site: Server) -> None:
        """A finger is told what an advance may Activate before it is ordered."""
        context = browser.new_context(
            has_touch=True, viewport={"width": 1024, "height": 768}
        )
        page = context.new_page()
        begin(page, site, "advance-tap")
        page.touchscreen.tap(*hex_at(page, "R10"))
        page.locator(".shade.aim").first.wait_for()
        page.touchscreen.tap(*hex_at(page, "R9"))
        card = page.locator(".hex-card", has_text="Advance into R9?")
        playwright.expect(card).to_contain_text("Threats in R9")
        log = page.locator("#log")
        playwright.expect(log).not_to_contain_text("advances")
        card.locator("button").first.tap()
        playwright.expect(log).to_contain_text("advances")
        context.close()

    def test_tap_twice(self, browser: "Browser", site: Server) -> None:
        """The second tap opens the menu under the finger, and orders nothing of it."""
        context = browser.new_context(
            has_touch=True, viewport={"width": 1024, "height": 768}
        )
        page = context.new_page()
        with page.expect_websocket() as found:
            begin(page, site, "taps")
        sent: list[str] = []
        found.value.on("framesent", lambda frame: sent.append(str(frame)))
        at = hex_at(page, "R10")
        page.touchscreen.tap(*at)
        page.locator(".shade.near").first.wait_for()
        page.touchscreen.tap(*at)
        menu = page.locator("#hex-card .menu")
        menu.wait_for()
        # What is under the finger now is a part of the card.
        page.evaluate(
            """([x, y]) => {
              const at = document.elementFromPoint(x, y);
              for (const kind of ["pointerup", "click"])
                at.dispatchEvent(new PointerEvent(kind, { detail: 1, bubbles: true }));
            }""",
            _middle(menu.locator("button").first),
        )
        page.wait_for_timeout(300)
        playwright.expect(menu).to_be_visible()
        assert not [frame for frame in sent if _answers(frame)]
        menu.locator("button").last.tap()  # a press of its own is taken
        playwright.expect(page.locator("#hex-card .told").first).to_be_visible()
        context.close()

    def test_drag(self, page: "Page", site: Server) -> None:
        """A stack that is dragged goes where it is let go; the board stays."""
        begin(page, site, "drag")
        before = hex_at(page, "R10")
        page.mouse.move(*before)
        page.mouse.down()
        for name in ("S10", "T10", "T10"):
            x, y = hex_at(page, name)
            page.mouse.move(x + 4, y + 4, steps=4)
            page.wait_for_timeout(200)
        page.locator(".way").first.wait_for(state="attached")
        page.mouse.up()
        playwright.expect(page.locator("#undo")).to_be_enabled()
        playwright.expect(page.locator("#log")).to_contain_text("S10")
        assert hex_at(page, "R10") == before


class TestLate:
    """What is opened while an order is on its way."""

    def test_stays_open(self, page: "Page", site: Server) -> None:
        """The news of an order, and of its undo, do not close it."""
        post = Held()
        page.route_web_socket(re.compile("/ws/late"), post.between)
        begin(page, site, "late")
        click(page, "R10")
        page.locator(".shade.near").first.wait_for()
        page.locator("#about p").first.wait_for(state="attached")  # all is told
        post.hold()
        click(page, "S10")
        page.locator("body[data-waiting]").wait_for()
        page.mouse.click(*hex_at(page, "R10"), button="right")
        post.release()
        menu = page.locator("#hex-card .menu")
        playwright.expect(page.locator("#log")).to_contain_text("S10")
        playwright.expect(menu).to_be_visible()
        page.keyboard.press("Escape")
        playwright.expect(menu).to_be_hidden()
        post.hold()
        page.locator("#undo").click()
        page.mouse.click(*hex_at(page, "R10"), button="right")
        post.release()
        playwright.expect(page.locator("#log")).not_to_contain_text("S10")
        playwright.expect(menu).to_be_visible()


class TestMistakes:
    """A click that may be meant otherwise asks first."""

    def test_own_stack(self, page: "Page", site: Server) -> None:
        """A click on one's own stack next door enters it only when one says so."""
        begin(page, site, "beside")
        click(page, "R10")
        for meant, there, units in (("Choose", "Q10", 1), ("Enter", "R10", 2)):
            page.locator(".shade.near").first.wait_for()
            click(page, there)
            page.locator("#hex-card button", has_text=meant).click()
            title = page.locator("#stack-title")
            playwright.expect(title).to_have_text(f"In {there}")
            own = page.locator("#stack button.own")
            playwright.expect(own).to_have_count(units)

    def test_near_the_edge(self, page: "Page", site: Server) -> None:
        """A click near the window's edge moves the board no more than it must."""
        begin(page, site, "late")
        for _ in range(4):
            page.keyboard.press("+")
        page.wait_for_timeout(400)
        left = page.evaluate(SHIFT)
        board = page.locator("#board").bounding_box()
        assert board
        page.mouse.click(board["x"] + 45, board["y"] + board["height"] / 2)
        page.wait_for_timeout(400)
        moved = [
            abs(new - old) for new, old in zip(page.evaluate(SHIFT), left, strict=True)
        ]
        assert 0 < max(moved) <= 100, moved

    def test_own_stack_further_on(self, page: "Page", site: Server) -> None:
        """The same for one two hexes away: the way there is shown when it is meant."""
        begin(page, site, "apart")
        click(page, "R10")
        for meant, there in (("Choose", "P9"), ("Enter", "R10")):
            page.locator(".shade.near").first.wait_for()
            click(page, there)
            page.locator("#hex-card button", has_text=meant).click()
            if meant == "Choose":
                playwright.expect(page.locator("#stack-title")).to_have_text("In P9")
        playwright.expect(page.locator("#hex-card")).to_contain_text("Move to R10")

    def test_break_last(self, page: "Page", site: Server) -> None:
        """To break at will is the last order of the RtPh, and folded; routs are not."""
        begin(page, site, "at-will")
        kinds = page.locator("#offers details.kind summary")
        playwright.expect(kinds.last).to_contain_text("Break")
        playwright.expect(kinds.first).to_contain_text("Rout")
        folds = page.locator("#offers details.kind[open] summary")
        playwright.expect(folds.filter(has_text="Break")).to_have_count(0)


class TestMenu:
    """Everything at a hex."""

    def test_keys_and_costs(self, page: "Page", site: Server) -> None:
        """Each has its key and cost; one of the stack is taken out by a click."""
        begin(page, site, "menu")
        click(page, "R10")
        page.locator("#offers:not([data-old])").wait_for(state="attached")
        page.mouse.click(*hex_at(page, "R9"), button="right")
        menu = page.locator("#hex-card .menu")
        playwright.expect(menu).to_contain_text("2 MF")
        keys = [b.get_attribute("data-key") for b in menu.locator("button").all()]
        assert len(set(keys)) == len(keys)
        assert all(keys)
        page.keyboard.press("Escape")
        click(page, "R10")
        faces = page.locator(".menu-who button")
        playwright.expect(faces).to_have_count(3)
        faces.nth(0).click()
        pressed = page.locator(".menu-who [aria-pressed=true]")
        playwright.expect(pressed).to_have_count(2)

    def test_fan(self, page: "Page", site: Server) -> None:
        """Where the mouse rests on a stack everybody in it is told."""
        begin(page, site, "menu")
        page.mouse.move(*hex_at(page, "R10"))
        playwright.expect(page.locator(".fan .fan-row")).to_have_count(3)


class TestOdds:
    """Before one fires."""

    def test_at_the_mouse(self, page: "Page", site: Server) -> None:
        """Odds stand at a target; a click has the plan; every result is a key away."""
        begin(page, site, "odds")
        click(page, "Q8")
        page.locator(".shade.aim").first.wait_for()
        page.mouse.move(*hex_at(page, "Q5"))
        tip = page.locator(".odds-tip")
        playwright.expect(tip).to_contain_text("harmed")
        click(page, "Q5")
        playwright.expect(tip).to_be_hidden()
        playwright.expect(page.locator("#fire-go")).to_be_focused()
        playwright.expect(page.locator("#fire-plan")).to_be_hidden()
        page.keyboard.press("r")
        playwright.expect(page.locator("#fire-plan")).to_contain_text("On the IFT")
        page.keyboard.press("Escape")
        playwright.expect(page.locator("#fire")).to_be_hidden()


def _middle(found: "Locator") -> list[float]:
    """The middle of what is found."""
    box = found.bounding_box()
    assert box
    return [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]


def _answers(frame: str | bytes) -> bool:
    """Whether what is sent is an answer."""
    return '"answer"' in str(frame)


class TestFirstFire:
    """A mover is fired at, or let go, by the keys that stand on the buttons."""

    def test_space(self, page: "Page", site: Server) -> None:
        """Space lets the mover go, though "Fire!" has the focus; nobody fires."""
        with page.expect_websocket() as found:
            begin(page, site, "space", speed="at once")
        page.locator("#fire-go:enabled").wait_for()
        playwright.expect(page.locator("#fire-go")).to_be_focused()
        with found.value.expect_event("framesent", _answers) as sent:
            page.keyboard.press("Space")
        assert "hold" in str(sent.value), sent.value

    def test_keys(self, page: "Page", site: Server) -> None:
        """`e` ends phases alone: pressed too late for one it throws no shot away."""
        with page.expect_websocket() as found:
            begin(page, site, "keys", speed="at once")
        page.locator("#fire-go:enabled").wait_for()
        sent: list[str] = []
        found.value.on("framesent", lambda frame: sent.append(str(frame)))
        page.wait_for_selector(SETTLED)
        page.keyboard.press("e")
        with found.value.expect_event("framesent", _answers):
            page.keyboard.press("h")
        answers = [frame for frame in sent if _answers(frame)]
        assert "hold" in answers[0], answers

    def test_pass(self, page: "Page", site: Server) -> None:
        """`z` lets who moves pass, one after the other; wherever the focus is."""
        with page.expect_websocket() as found:
            begin(page, site, "pass", speed="at once")
        sent: list[str] = []
        found.value.on("framesent", lambda frame: sent.append(str(frame)))
        page.locator("#fire-go:enabled").wait_for()
        for _ in range(4):  # two squads move, one after the other
            if "ENEMY MPh" not in page.locator("#status").inner_text():
                break
            page.locator("[role=application]").focus()
            page.keyboard.press("z")
            page.wait_for_timeout(800)
        playwright.expect(page.locator("#status")).not_to_contain_text("ENEMY MPh")
        answers = [frame for frame in sent if _answers(frame)]
        assert answers
        assert all("hold" in frame for frame in answers), answers

    def test_enter(self, page: "Page", site: Server) -> None:
        """Enter fires, though another way was just chosen by a click."""
        with page.expect_websocket() as found:
            begin(page, site, "how", speed="at once")
        page.locator("#fire-go:enabled").wait_for()
        page.locator("#fire-who-more").evaluate("(more) => { more.open = true; }")
        firer = page.locator("#fire-who input[type=checkbox]").first
        firer.focus()
        playwright.expect(firer).to_be_focused()
        with found.value.expect_event("framesent", _answers, timeout=9_000) as sent:
            page.keyboard.press("Enter")
        assert '"fire"' in str(sent.value), sent.value


class TestPlay:
    """The ENEMY's turn."""

    def test_deed_by_deed(self, page: "Page", site: Server) -> None:
        """Each deed waits for its key, with a result; a recap leads back to it."""
        begin(page, site, "play", speed="step")
        page.locator("#do-end").click()
        caption = page.locator("#caption")
        playwright.expect(caption).to_contain_text("fires at R9")
        playwright.expect(caption).to_contain_text("Hold Attitude")
        playwright.expect(page.locator(".rise").first).to_be_attached()
        page.keyboard.press("Space")
        playwright.expect(caption).to_contain_text("entrenches")
        page.keyboard.press("s")
        recap = page.locator(".recap")
        playwright.expect(recap).to_contain_text("What happened")
        recap.locator("summary").click()
        recap.locator("button").first.click()
        playwright.expect(
            page.locator(".ring.told, .ring.target").first
        ).to_be_attached()
        page.locator(".recap-away").click()
        playwright.expect(caption).to_be_hidden()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe(browser: "Browser", site: Server, theme: str) -> None:
    """What stands at a hex keeps nobody from using it, in either theme."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    found: list[str] = []
    begin(page, site, "themes-move", theme=theme, danger="true", speed="step")
    click(page, "R10")
    page.locator(".legend").wait_for()
    page.mouse.click(*hex_at(page, "R10"), button="right")
    page.locator("#hex-card .menu").wait_for()
    found += faults(page)
    page.keyboard.press("Escape")
    click(page, "U8")
    page.locator("#way-go").wait_for()
    found += faults(page)
    begin(page, site, "themes-fire")
    click(page, "Q8")
    page.locator(".shade.aim").first.wait_for()
    click(page, "Q5")
    page.locator("#fire-go:enabled").wait_for()
    page.keyboard.press("r")
    found += faults(page)
    begin(page, site, "themes-rout")
    click(page, "T5")
    page.locator("#hex-card", has_text="routs to").wait_for()
    found += faults(page)
    begin(page, site, f"play-{theme}")
    page.locator("#do-end").click()
    page.locator("#caption-next").wait_for()
    found += faults(page)
    context.close()
    assert found == []
