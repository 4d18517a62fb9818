"""Chromium, and a page of it for each test."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.browser import ARGUMENTS, CHROMIUM, PATIENCE, server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings of a test are its own; those of whoever runs it stay as they are."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("OPFOR_VASL_MODULE", raising=False)


@pytest.fixture(scope="module")
def engine() -> "Iterator[Playwright]":
    """What starts browsers."""
    playwright = pytest.importorskip("playwright.sync_api")
    playwright.expect.set_options(timeout=PATIENCE)
    with playwright.sync_playwright() as found:
        yield found


@pytest.fixture(scope="module")
def browser(engine: "Playwright") -> "Iterator[Browser]":
    """Chromium."""
    found = engine.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
    yield found
    found.close()


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home, of the tests of a file."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def root(data: Path) -> Iterator[str]:
    """The address of a server on it, and its token."""
    with server(data) as one:
        yield one.url


@pytest.fixture
def page(browser: "Browser") -> "Iterator[Page]":
    """A page of its own; what goes wrong on it fails the test.

    A test ends its server before its page: what the page was loading then is cut
    off (net::ERR_CONNECTION_REFUSED, net::ERR_CONTENT_LENGTH_MISMATCH). An answer
    that is itself a fault (a status of 404, of 500) is told in other words.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    context.add_init_script("localStorage.setItem('opfor-speed', 'at once')")
    found = context.new_page()
    faults: list[str] = []
    found.on("pageerror", lambda error: faults.append(str(error)))
    found.on(
        "console",
        lambda said: (
            faults.append(f"{said.text} {said.location['url']}")
            if said.type == "error"
            else None
        ),
    )
    found.set_default_timeout(PATIENCE)
    yield found
    context.close()
    assert [fault for fault in faults if "net::ERR_" not in fault] == []
