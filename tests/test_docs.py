"""The map of the documentation names every page; what it shows of code is true."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup

from opfor.cli import app

DOCS = Path(__file__).resolve().parents[1] / "docs"
MAP = DOCS / "README.md"

FOLDERS = ("decisions", "studies", "tables")
"""Folders that have one line for all their pages."""


def linked() -> set[Path]:
    """What the map leads to."""
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", MAP.read_text("utf-8"))
    return {(DOCS / link).resolve() for link in links}


def test_links_resolve() -> None:
    """Each link leads to a file."""
    assert sorted(str(path) for path in linked() if not path.is_file()) == []


def test_every_page() -> None:
    """Each page has its line; of some folders one page stands for all."""
    pages = {
        page
        for page in DOCS.rglob("*.md")
        if page != MAP and page.relative_to(DOCS).parts[0] not in FOLDERS
    }
    missing = sorted(str(page.relative_to(DOCS)) for page in pages - linked())
    assert missing == [], "give them a line in docs/README.md: who needs it, and why"


def test_folders() -> None:
    """Each of those folders is named by a page in it."""
    inside = {page.parent.name for page in linked()}
    assert set(FOLDERS) <= inside


# -- what stands on them in code ---------------------------------------------------

ROOT = DOCS.parent
TOLD = sorted([*DOCS.glob("*.md"), *(DOCS / "how-to").glob("*.md")])
TOLD += [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md")]

BLOCK = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
TYPED = re.compile(
    r"^    (?:uv run )?opfor (.+?)(?:  .*)?$|`opfor ([^`]+)`", re.MULTILINE
)

NOT_RUN = {
    "": "what is seen, or a scheme",
    "text": "what is printed",
    "board": "a part of a board; tests of boards read whole ones",
    "python": "a part of a program: it is compiled, and what it calls is tested",
}
"""Blocks that no test runs, and why."""


def name_of(page: Path) -> str:
    """How a page is called in a test."""
    return page.relative_to(ROOT).as_posix()


def commands() -> Iterator[tuple[str, str]]:
    """Each command of opfor that a page shows, with the page."""
    for page in TOLD:
        for block, inline in TYPED.findall(page.read_text("utf-8")):
            yield name_of(page), (block or inline).partition("#")[0].strip()


@pytest.mark.parametrize(("page", "line"), sorted({*commands()}))
def test_commands(page: str, line: str) -> None:
    """Each command that a page shows is one, with options that it has."""
    words = shlex.split(line)
    group = typer.main.get_command(app)
    read = []
    while words and isinstance(group, TyperGroup) and words[0] in group.commands:
        read.append(words.pop(0))
        group = group.commands[read[-1]]
    assert read or words in (["--version"], ["COMMAND", "--help"], ["…"]), line
    options = {
        name for each in group.params for name in (*each.opts, *each.secondary_opts)
    }
    used = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
    assert used - options - {"-h", "--help"} == set(), f"{page}: opfor {line}"


@pytest.mark.parametrize("page", TOLD, ids=name_of)
def test_blocks(page: Path) -> None:
    """Each block is run, read, or of a kind that is listed with why not."""
    for kind, text in BLOCK.findall(page.read_text("utf-8")):
        match kind:
            case "toml":
                tomllib.loads(text)
            case "python":
                compile(text.replace("…", "..."), name_of(page), "exec")
            case "pycon":
                assert page.name == "README.md", "tests/test_readme.py runs it"
            case _:
                assert kind in NOT_RUN, f"{kind}: run it, or say why not"


@pytest.mark.parametrize("page", TOLD, ids=name_of)
def test_pictures(page: Path) -> None:
    """Each picture has words for those who do not see it."""
    assert "![](" not in page.read_text("utf-8")
