"""The page of modules in a browser: a sheet typed in by the keyboard alone."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.browser import needs_chromium, server
from tests.web.test_pages import faults, visit

if TYPE_CHECKING:
    from playwright.sync_api import Page

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytestmark = needs_chromium


@pytest.fixture(autouse=True)
def empty_shelf(data: Path) -> None:
    """No modules of the test before, or of this one's first try."""
    shutil.rmtree(data / "opfor" / "packs", ignore_errors=True)


def cell(page: "Page", line: int, column: int) -> "Any":
    """A cell of the open sheet."""
    return page.locator(
        f'.typed-sheet input[data-line="{line}"][data-column="{column}"]'
    )


def opened(page: "Page", root: str, name: str, table: str) -> None:
    """A new module with a sheet open in it."""
    visit(page, root, "/module")
    page.get_by_label("New", exact=True).fill(name)
    page.keyboard.press("Enter")
    playwright.expect(page.locator("#title")).to_contain_text("{A1}")
    visit(page, root, f"/module#{name}/{table}")
    page.reload()
    playwright.expect(page.locator("#title")).to_contain_text(f"{{{table}}}")
    playwright.expect(cell(page, 0, 0)).to_be_focused()


def kept(page: "Page", text: str) -> None:
    """Wait for what the page says of the sheet."""
    playwright.expect(page.locator("#state")).to_contain_text(text)


def test_typed(page: "Page", root: str, data: Path) -> None:
    """Names are completed, faults told at once; it is on the disk, and there again."""
    opened(page, root, "typed", "german/x4")
    keys = page.keyboard
    for text, key in (
        ("ft", "Enter"),
        ("hm", "Enter"),
        ("50", "Enter"),
        ("HMX", "Enter"),
    ):
        keys.type(text)
        keys.press(key)
    kept(page, "kept: 3 of 44 cells, 1 to mend")
    playwright.expect(page.locator("#marks")).to_contain_text("did you mean HMG?")
    playwright.expect(cell(page, 2, 0)).to_have_value("50* MTR")
    keys.press("ArrowUp")
    keys.type("mm")
    keys.press("Enter")
    keys.type("lmg")
    keys.press("Enter")
    keys.type('"""')
    kept(page, "kept: 8 of 44 cells, nothing wrong")
    playwright.expect(cell(page, 7, 0)).to_have_value("LMG")
    file = data / "opfor" / "packs" / "typed" / "german-x4.toml"
    assert file.read_text("utf-8").count("LMG") == 4
    playwright.expect(page.locator("#done")).to_contain_text("8 of ")
    page.reload()
    playwright.expect(cell(page, 3, 0)).to_have_value("MMG")
    assert faults(page) == []


def test_undo(page: "Page", root: str) -> None:
    """Cell by cell back and forth; a line and a time too."""
    opened(page, root, "undone", "A6b")
    keys = page.keyboard
    for text in ("1", "2", "3"):
        keys.type(text)
        keys.press("Enter")
    kept(page, "kept: 3 of 3")
    keys.press("Control+z")
    kept(page, "kept: 2 of 3")
    keys.press("Control+z")
    kept(page, "kept: 1 of 3")
    keys.press("Control+y")
    kept(page, "kept: 2 of 3")
    cell(page, 0, 0).focus()
    keys.press("Alt+Enter")
    playwright.expect(cell(page, 1, -1)).to_be_focused()
    keys.type("3")
    keys.press("Tab")
    keys.type("0")
    keys.press("Enter")
    playwright.expect(page.locator("#marks")).to_contain_text("3 is also in 3")
    keys.press("Control+z")
    cell(page, 1, -1).focus()
    keys.press("Alt+Backspace")
    playwright.expect(page.locator(".typed-sheet tbody tr")).to_have_count(3)


def test_paste(page: "Page", root: str) -> None:
    """A block from a spreadsheet, ranges and all."""
    opened(page, root, "pasted", "AC-start")
    text = "1\t1\t2\t3\n2-6\t4\t4\t5"
    cell(page, 0, -1).focus()
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.setData('text/plain', text);
          const paste = { clipboardData: data, bubbles: true, cancelable: true };
          document.activeElement.dispatchEvent(new ClipboardEvent('paste', paste));
        }""",
        text,
    )
    playwright.expect(cell(page, 1, 2)).to_have_value("5")
    playwright.expect(cell(page, 1, -1)).to_have_value("2-6")
    page.keyboard.press("Control+z")
    playwright.expect(cell(page, 1, 2)).to_have_value("")


def test_escape_leaves_the_text(page: "Page", root: str) -> None:
    """A text that is no name of the list can be typed all the same."""
    opened(page, root, "free", "RE")
    keys = page.keyboard
    keys.type("AC#")
    playwright.expect(page.locator("#fits")).to_be_visible()
    keys.press("Escape")
    keys.press("Enter")
    playwright.expect(cell(page, 0, 0)).to_have_value("AC#")
    keys.press("ArrowUp")
    keys.type("x")
    keys.press("Escape")
    playwright.expect(cell(page, 0, 0)).to_have_value("AC#")


def test_list_by_keys(page: "Page", root: str) -> None:
    """From a cell to another nation's first sheet in four keys; one stop for Tab."""
    opened(page, root, "listed", "A6b")
    keys = page.keyboard
    keys.press("Alt+l")
    here = page.locator("#list :focus")
    playwright.expect(here).to_have_attribute("data-table", "A6b")
    keys.press("f")
    playwright.expect(here).to_contain_text("finnish")
    keys.press("Enter")
    playwright.expect(page.locator("details[data-group=finnish]")).to_have_attribute(
        "open", ""
    )
    keys.press("ArrowDown")
    playwright.expect(here).to_have_attribute("data-table", "finnish/pack")
    stops = page.locator("#list summary, #list .pick").and_(
        page.locator('[tabindex="0"]')
    )
    playwright.expect(stops).to_have_count(1)
    keys.press("Enter")
    playwright.expect(page.locator("#title")).to_contain_text("{finnish/pack}")
    playwright.expect(cell(page, 0, 0)).to_be_focused()


def test_server_gone(page: "Page", data: Path) -> None:
    """What could not be kept is never called kept, and is kept with the next cell."""
    with server(data) as one:
        opened(page, one.url, "gone", "A6b")
        page.route("**/api/module/sheet", lambda route: route.abort())
        page.keyboard.type("1")
        page.keyboard.press("Enter")
        kept(page, "not kept")
        page.unroute("**/api/module/sheet")
        page.keyboard.type("2")
        page.keyboard.press("Enter")
        kept(page, "kept: 2 of 3")


def test_take_in(page: "Page", root: str, tmp_path: Path) -> None:
    """Exported on the page and taken in again; the difference to ours can be read."""
    opened(page, root, "handed", "A6b")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    kept(page, "kept: 1 of 3")
    page.get_by_text("As one file").click()
    with page.expect_download() as found:
        page.get_by_role("button", name="Export").click()
    file = tmp_path / found.value.suggested_filename
    assert file.name == "handed-1.opfor-pack"
    playwright.expect(page.locator("#stamp")).to_contain_text("version 1")
    found.value.save_as(file)
    page.get_by_text("Take a file in").click()
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_label("Name").fill("second")
    page.get_by_role("button", name="Take in").click()
    playwright.expect(page.locator("#told")).to_contain_text("is in as 'second'")
    page.get_by_role("button", name="Difference to ours").click()
    playwright.expect(page.locator("#told")).to_contain_text("dr 1-2: ours 0, yours 2")
    page.get_by_role("button", name="Check all").click()
    playwright.expect(page.locator("#told")).to_contain_text("all right: 1 tables")


def test_enter_behind_ditto(page: "Page", root: str) -> None:
    """Who presses Enter behind `"` as behind all else leaves no cell out."""
    opened(page, root, "ditto", "german/x4")
    keys = page.keyboard
    keys.type("lmg")
    keys.press("Enter")
    keys.type('"')
    playwright.expect(cell(page, 2, 0)).to_be_focused()
    keys.press("Enter")
    playwright.expect(cell(page, 2, 0)).to_be_focused()
    keys.press("Enter")
    playwright.expect(cell(page, 3, 0)).to_be_focused()
    kept(page, "kept: 2 of 44")


def test_undo_is_seen(page: "Page", root: str) -> None:
    """The cursor goes to what was taken back, and to what comes again."""
    opened(page, root, "seen", "german/x4")
    keys = page.keyboard
    for text in ("lmg", "hm"):
        keys.type(text)
        keys.press("Enter")
    kept(page, "kept: 2 of 44")
    cell(page, 8, 2).focus()
    keys.press("Control+z")
    playwright.expect(cell(page, 1, 0)).to_be_focused()
    cell(page, 8, 2).focus()
    keys.press("Control+y")
    playwright.expect(cell(page, 1, 0)).to_be_focused()
    playwright.expect(cell(page, 1, 0)).to_have_value("HMG")


def test_foot_of_fewer_times(page: "Page", root: str) -> None:
    """A time that is removed leaves no foot behind."""
    opened(page, root, "feet", "german/x4")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Alt+Backspace")
    playwright.expect(page.locator(".typed-sheet thead input")).to_have_count(3)
    playwright.expect(page.locator(".typed-sheet tfoot td")).to_have_count(3)


def test_begun_by_keys(page: "Page", tmp_path: Path) -> None:
    """The name may be typed at once; the list is reached before a sheet is open."""
    with server(tmp_path) as one:
        visit(page, one.url, "/module")
        page.keyboard.type("mine")
        page.keyboard.press("Enter")
        playwright.expect(cell(page, 0, 0)).to_be_focused()
        page.goto(f"{page.url.partition('#')[0]}#mine")
        page.reload()
        page.wait_for_selector("body[data-ready]")
        page.keyboard.press("Alt+l")
        playwright.expect(page.locator("#list :focus")).to_contain_text("divider")
