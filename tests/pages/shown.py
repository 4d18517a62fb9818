"""What the pages show of commands and code, in the order in which it stands there."""

import re
import shlex
from pathlib import Path

import msgspec
from tools.docs_site import commands, tutorial

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

WRITTEN = {"the commands": commands.page, "the tutorial": tutorial.page}
"""Pages that the program writes as the site is built."""

FOLDERS = (DOCS, DOCS / "how-to", DOCS / "studies")

BLOCK = re.compile(r"^```(\w*) ?([^\n]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"^    (.+)$", re.MULTILINE)
_INLINE = re.compile(r"`opfor ([^`]+)`")
_PROGRAM = re.compile(r"^(?:\$ |uv run |\S+/bin/)?opfor (.+)$|^(export \w+=.+)$")


class Command(msgspec.Struct, frozen=True):
    """A command of opfor that a page shows.

    Attributes:
        line: what stands behind `opfor`, without what is said of it.
        words: the same, as a shell cuts it.
        into: the file that what it prints is sent to.
    """

    line: str
    words: tuple[str, ...]
    into: str = ""


def read_command(text: str) -> Command:
    """What is typed, from a line of a page; two blanks or a # end it."""
    line = re.split(r"  +|\s#", " ".join(text.split("\n")).strip())[0]
    line, _, into = line.partition(" > ")
    return Command(line, tuple(shlex.split(line)), into.strip())


def pages() -> dict[str, str]:
    """The text of each page with code on it, by its name."""
    files = [path for folder in FOLDERS for path in sorted(folder.glob("*.md"))]
    files += [ROOT / name for name in ("README.md", "CONTRIBUTING.md")]
    files.append(ROOT / "ARCHITECTURE.md")
    texts = {path.relative_to(ROOT).as_posix(): path.read_text() for path in files}
    return texts | {name: page() for name, page in WRITTEN.items()}


def shown_commands(text: str) -> list[Command]:
    """The commands of opfor on a page: in lines of their own, and within the text.

    What sets a variable of the shell for them is one too.
    """
    text = BLOCK.sub("", text)
    found = [
        (line.start(), typed[1] or typed[2])
        for line in _INDENTED.finditer(text)
        if (typed := _PROGRAM.match(line[1]))
    ]
    found += [(named.start(), named[1]) for named in _INLINE.finditer(text)]
    return [read_command(typed) for _, typed in sorted(found)]


def other_lines(text: str) -> list[str]:
    """The lines set apart on a page that are no commands of opfor."""
    lines = [line[1] for line in _INDENTED.finditer(BLOCK.sub("", text))]
    return [line for line in lines if not _PROGRAM.match(line)]


def blocks(text: str, kind: str) -> list[str]:
    """The fenced blocks of a kind."""
    return [body for found, _, body in BLOCK.findall(text) if found == kind]


def files(text: str) -> dict[str, str]:
    """The blocks that bear the name of a file."""
    return {name: body for _, name, body in BLOCK.findall(text) if name}
