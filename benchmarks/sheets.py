"""How long a module takes to type in: keys are counted, seconds follow from a pace.

A typist in Chromium fills the sheets of the divider and of two nations in the page, by
the keyboard alone and with the values that ship, as an owner would with his. Every key
is really pressed and every sheet really kept; only the waiting is left out. The pace:
KEYS_A_SECOND, and LOOK seconds a cell to find it in the book. Needs playwright and
Debian's chromium, and is left out where they are missing.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from benchmarks.page import ARGUMENTS

if TYPE_CHECKING:
    from playwright.sync_api import Page

KEYS_A_SECOND = 4.0
"""48 words a minute: somebody who types, and no typist."""

LOOK = 0.5
"""Seconds in which he finds the next cell in his book."""

NATIONS = ("german", "finnish")

BEST = """async ([texts, words, between]) => {
  const { matches } = await import('/static/packs/complete.js');
  const first = (text, typed) => matches(words, typed.trim())[0] === text;
  const best = (text) => {
    const breaks = [...text.matchAll(/[ /-]/g)];
    const heads = [text, ...breaks.map(({ index }) => text.slice(index + 1))];
    for (let length = 2; length < text.length; length++) {
      const long = heads.filter((head) => head.length >= length);
      const found = long.find((head) => first(text, head.slice(0, length)));
      if (found) return found.slice(0, length);
    }
    return text;
  };
  const parts = (text) => text.split(between).map((part) => best(part.trim()));
  return texts.map((text) => between ? parts(text).join(between) : best(text));
}"""
"""The fewest letters, from the head of a word on, after which a name stands first."""


class Typist:
    """Somebody at the page of modules; `keys` and `cells` are what he has done."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.keys = 0
        self.cells = 0

    def press(self, key: str) -> None:
        """Press one key."""
        self.keys += 1
        self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        """Type a text key by key; a capital takes two."""
        self.keys += len(text) + sum(letter.isupper() for letter in text)
        self.page.keyboard.type(text)

    def seconds(self) -> float:
        """What it took at the pace."""
        return self.keys / KEYS_A_SECOND + self.cells * LOOK

    def fill(self, shown: dict[str, Any], wanted: Sequence[Sequence[str]]) -> None:
        """Fill the open sheet, down each column; the cursor is in its first cell."""
        texts = sorted({text for line in wanted for text in line if text})
        short = dict(zip(texts, self._short(shown, texts), strict=True))
        width = len(shown["columns"])
        last = [line for line in wanted if line][-1]
        for column in range(len(last)):
            for at, line in enumerate(wanted):
                self._cell(line, column, wanted[at - 1] if at else [], width, short)
        self.press("Escape")

    def _cell(
        self, line: Sequence[str], column: int, above: Sequence[str], width: int,
        short: dict[str, str],
    ) -> None:  # fmt: skip
        text = line[column]
        if not text:
            self.press("ArrowDown")
            return
        self.cells += 1
        if above and above[column] == text and len(short[text]) > 1:
            self.type('"')
        elif column >= width and line[column - width] == text and len(short[text]) > 1:
            self.type("=")
        else:
            self.type(short[text])
            self.press("Enter")

    def _short(self, shown: dict[str, Any], texts: list[str]) -> list[str]:
        """What he types for each: enough that the name stands first in the list."""
        words = [word for known in shown["words"].values() for word in known]
        if not words:
            return texts
        given = [texts, words, shown["between"]]
        found: list[str] = self.page.evaluate(BEST, given)
        return found


def run() -> dict[str, object]:
    """The figures."""
    chromium = shutil.which("chromium")
    with TemporaryDirectory() as folder, suppress(ImportError):
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - may be missing

        if chromium is None:
            return {}
        with served(Path(folder)) as url, sync_playwright() as engine:
            browser = engine.chromium.launch(
                executable_path=chromium, args=list(ARGUMENTS)
            )
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            found = measured(page, url)
            browser.close()
            return found
    return {}


def measured(page: "Page", url: str) -> dict[str, object]:
    """Type a module in, and say how long it takes."""
    begin(page, url, "typed")
    found: dict[str, object] = {"keys_a_second": KEYS_A_SECOND, "look_s": LOOK}
    for group in ("divider", *NATIONS):
        typist = Typist(page)
        in_full = 0
        for table in tables(page, group):
            shown = opened(page, table)
            wanted = shipped(shown)
            typist.fill(shown, wanted)
            in_full += sum(len(text) + 1 for line in wanted for text in line if text)
            kept(page)
        found |= {
            f"{group}_cells": typist.cells,
            f"{group}_keys": typist.keys,
            f"{group}_minutes": round(typist.seconds() / 60, 1),
            f"{group}_minutes_without_the_list": round(
                (in_full / KEYS_A_SECOND + typist.cells * LOOK) / 60, 1
            ),
        }
    found["done"] = page.inner_text("#done")
    return found


# -- the page ----------------------------------------------------------------------


def begin(page: "Page", url: str, name: str) -> None:
    """Open the page of modules and make one."""
    page.goto(url)
    page.goto(f"{'/'.join(url.split('/')[:3])}/module")
    page.wait_for_selector("body[data-ready]")
    page.fill("#make input", name)
    page.keyboard.press("Enter")
    page.wait_for_selector(".typed-sheet")


def tables(page: "Page", group: str) -> list[str]:
    """The sheets of the divider or of a nation, as they are listed."""
    found: list[str] = page.eval_on_selector_all(
        f"details[data-group='{group}'] .pick[data-table]",
        "all => all.map((each) => each.dataset.table)",
    )
    return found


def opened(page: "Page", table: str) -> dict[str, Any]:
    """Open a sheet; what the server said of it."""
    button = f".pick[data-table='{table}']"
    with page.expect_response(lambda reply: "/api/module/sheet?" in reply.url) as reply:
        page.eval_on_selector(button, "each => each.click()")
    page.wait_for_function(
        "table => document.querySelector('#title').textContent.includes(`{${table}}`)"
        " && document.activeElement?.dataset.line === '0'",
        arg=table,
    )
    found: dict[str, Any] = reply.value.json()
    return found


def shipped(shown: dict[str, Any]) -> list[list[str]]:
    """What ships, cell by cell: of several results in one cell the first."""
    ours = shown["state"]["ours"]
    return [[text.removesuffix(" …") for text in line] for line in ours]


def kept(page: "Page") -> None:
    """Wait until all that was typed is kept."""
    page.evaluate("document.activeElement?.blur()")
    page.wait_for_function(
        "() => document.querySelector('#state').textContent.startsWith('kept')"
    )


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A server on an empty home; its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "opfor", "play", "--web", "--no-browser"],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(folder), "PYTHONUNBUFFERED": "1"},
    )
    try:
        said = process.stdout.readline() if process.stdout else ""
        yield re.findall(r"http\S+", said)[0]
    finally:
        process.kill()
        process.wait()
