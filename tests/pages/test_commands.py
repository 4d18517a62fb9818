"""Every command that the pages show is run, or read, with a reason in `not_run`."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import typer
from typer.core import TyperCommand, TyperGroup

from opfor.cli import app, main
from opfor.ports import console
from tests.cli_runs import Capture
from tests.pages import not_run
from tests.pages.props import Home, smaller
from tests.pages.shown import (
    Command,
    other_lines,
    pages,
    read_command,
    shown_commands,
)
from tests.shared import SHARED, needs_shared

PAGES = pages()

HERE = "the commands"
"""The page of every command: those that another page shows too are run there."""

ALIKE = ("coverage", "doctor", "rule", "sim", "study", "tables")
"""Commands that do the same on every page: the first that shows one runs it."""

STUDIES = "docs/studies/"
"""Pages of what was found in hours: how-to/studies.md has the same commands, run."""

FAULT = "planted"


@cache
def of_page(name: str) -> tuple[Command, ...]:
    """A page's commands; those that make something first, where they are by name."""
    found = shown_commands(PAGES[name])
    if name == HERE:
        found.sort(key=lambda each: "new" not in each.words)
    return tuple(found)


def runs(name: str) -> list[Command]:
    """Those of a page that are run, each once."""
    if name.startswith(STUDIES):
        return []
    found = [each for each in of_page(name) if not not_run.why_not(each.line)]
    others = [*PAGES][: [*PAGES].index(name)]
    before = [smaller(each.words) for other in others for each in of_page(other)]
    return [
        each
        for each in dict.fromkeys(found)
        if smaller(each.words) not in before
        or not (name == HERE or each.words[0] in ALIKE)
    ]


WITH_RUNS = [name for name in PAGES if runs(name)]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """What a player has."""
    return Home(tmp_path_factory.mktemp("player"))


def fails(*_: object) -> None:
    """Stand in for something that goes wrong."""
    raise ZeroDivisionError(FAULT)


@pytest.mark.parametrize("name", WITH_RUNS)
def test_run(
    name: str,
    home: Home,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:
    """They are typed from top to bottom in an empty home, and each does its work."""
    home.moved_in(tmp_path, monkeypatch)
    with_fault(monkeypatch, capsys)
    if name == HERE:  # the page of VASL names it with `export`
        module = Path("~/vasl/vasl.vmod").expanduser()
        monkeypatch.setenv("OPFOR_VASL_MODULE", str(module))
    for each in runs(name):
        if each.words[0] == "export" and "=" in each.words[1]:
            variable, _, value = each.words[1].partition("=")
            monkeypatch.setenv(variable, str(Path(value).expanduser()))
            continue
        code = main(smaller(each.words))
        out, err = capsys.readouterr()
        refused = not_run.REFUSED.get(each.line, "")
        assert code == (2 if refused else 0), f"opfor {each.line}: {err or out}"
        # What is told beside the answer, such as where a page was written, is no fault.
        assert refused in err if refused else "opfor:" not in err, f"{each.line}: {err}"
        if each.into:
            Path(each.into).write_text(out, encoding="utf-8")


def with_fault(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """A game that failed here: its report lies where reports do, and as a file."""
    Path("fails").write_text("look o1R5\n")
    monkeypatch.setitem(console.LOOKING, "look", fails)
    assert main(["play", "tutorial", "--commands", "fails"]) == 3
    assert main(["export", "--report", "-o", "opfor-fault.json.gz"]) == 0
    capsys.readouterr()


def found(line: Command) -> tuple[TyperCommand | TyperGroup, list[str], list[str]]:
    """The command that a line names, how it is called, what stands behind it."""
    group: TyperCommand | TyperGroup = typer.main.get_command(app)
    words, read = [*line.words], list[str]()
    while words and isinstance(group, TyperGroup) and words[0] in group.commands:
        read.append(words.pop(0))
        group = group.commands[read[-1]]
    return group, read, words


ALL = sorted({(name, each.line) for name in PAGES for each in of_page(name)})


@pytest.mark.parametrize(("name", "line"), ALL)
def test_is_one(name: str, line: str) -> None:
    """Each is a command, with options that it has."""
    group, read, words = found(read_command(line))
    if line.startswith("export ") and "=" in line:
        return
    assert read or words in (["--version"], ["COMMAND", "--help"], ["…"]), line
    options = {
        name for each in group.params for name in (*each.opts, *each.secondary_opts)
    }
    used = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
    assert used - options - {"-h", "--help"} == set(), f"{name}: opfor {line}"


def only_read() -> Iterator[tuple[str, str]]:
    """Those that are not run, but could be typed as they stand."""
    for name in PAGES:
        for each in of_page(name):
            why = not_run.why_not(each.line)
            if why != not_run.A_PART and (why or name.startswith(STUDIES)):
                yield name, each.line


@pytest.mark.parametrize(("name", "line"), sorted({*only_read()}))
def test_read(name: str, line: str) -> None:
    """What is not run is taken by the command line: no option lacks its value."""
    group, read, words = found(read_command(line))
    assert group.make_context(" ".join(read), words).params, name


def test_reasons() -> None:
    """Each reason is in use: what is run by now has none."""
    lines = {each.line for name in PAGES for each in of_page(name)}
    unused = {p for p in not_run.COMMANDS if not any(p in line for line in lines)}
    assert unused | (not_run.NAMES_ONLY - lines) == set()
    others = [line for text in PAGES.values() for line in other_lines(text)]
    begins = {b for b in not_run.PROGRAMS if not any(o.startswith(b) for o in others)}
    assert begins == set()


@needs_shared
def test_los_page(capsys: Capture) -> None:
    """On VASL's own boards LOS is what docs/los.md says."""
    shown = re.findall(r"^    \$ opfor (los .+)\n    (.+)$", PAGES["docs/los.md"], re.M)
    assert len(shown) == 2
    for line, answer in shown:
        boards = ["--boards", str(SHARED / "boards")]
        assert main([*read_command(line).words, *boards]) == 0
        assert capsys.readouterr().out.splitlines()[0] == answer
