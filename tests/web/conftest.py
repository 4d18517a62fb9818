"""Chromium, and a page of it for each test."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.web.browser import ARGUMENTS, CHROMIUM, PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture(scope="module")
def browser() -> "Iterator[object]":
    """Chromium."""
    playwright = pytest.importorskip("playwright.sync_api")
    playwright.expect.set_options(timeout=PATIENCE)
    with playwright.sync_playwright() as engine:
        found = engine.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture
def page(browser: object) -> "Iterator[Page]":
    """A page of its own; what goes wrong on it fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})  # type: ignore[attr-defined]
    context.add_init_script("localStorage.setItem('opfor-speed', 'at once')")
    found = context.new_page()
    faults: list[str] = []
    found.on("pageerror", lambda error: faults.append(str(error)))
    found.on(
        "console",
        lambda said: faults.append(said.text) if said.type == "error" else None,
    )
    found.set_default_timeout(PATIENCE)
    yield found
    context.close()
    assert [fault for fault in faults if "ERR_CONNECTION" not in fault] == []
