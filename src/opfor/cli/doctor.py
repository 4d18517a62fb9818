"""`opfor doctor`: what opfor needs on this computer, looked at, and what to do."""

import os
import platform
import shutil
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Literal, NamedTuple

import typer

from opfor.cli import maps, modules
from opfor.core.errors import OpforError

OLDEST_PYTHON = (3, 11)

ROOM = 200 * 2**20
"""Bytes that ought to be free where games and caches lie."""

FAILED = 1
"""The exit code where something keeps opfor from working."""

COLOURS = {"ok": "green", "note": "yellow", "bad": "red"}


class Finding(NamedTuple):
    """What was looked at, and how it is.

    Args:
        what: such as "Python".
        state: ok; note: opfor works, with less; bad: it does not.
        said: how it is.
        do: what to do about it; empty if nothing is to be done.
    """

    what: str
    state: Literal["ok", "note", "bad"]
    said: str
    do: str = ""


def doctor(boards: maps.Boards = None, module: modules.ModuleFile = None) -> None:
    """Look at what opfor needs on this computer, and say what to do; exit 1 if bad.

    Examples: opfor doctor; opfor doctor --boards ~/vasl/boards
    """
    found = list(findings(boards, module))
    width = max(len(each.what) for each in found)
    for each in found:
        state = typer.style(f"{each.state:<4}", fg=COLOURS[each.state])
        typer.echo(f"{state}  {each.what:<{width}}  {each.said}")
        if each.do:
            typer.echo(f"{'':{width + 8}}{each.do}")
    if any(each.state == "bad" for each in found):
        raise typer.Exit(FAILED)


def findings(boards: list[Path] | None, module: Path | None) -> Iterator[Finding]:
    """Everything that is looked at, one after another."""
    checks: tuple[Callable[[], Iterator[Finding]], ...] = (
        python,
        packages,
        folders,
        own_boards,
        lambda: vasl_boards(boards),
        lambda: vasl_module(module),
        browser,
        ports,
        faults,
    )
    for check in checks:
        try:
            yield from check()
        except ImportError as error:
            yield Finding("Packages", "bad", str(error), "install opfor again")


def python() -> Iterator[Finding]:
    """The Python that it runs in, and its own release."""
    import opfor

    found = platform.python_version()
    machine = f"{platform.system()} {platform.machine()}"
    said = f"{found} ({machine}), opfor {opfor.__version__}"
    if sys.version_info < OLDEST_PYTHON:
        yield Finding("Python", "bad", said, "opfor needs Python 3.11 or later")
    elif sys.maxsize < 2**32:
        do = "install a Python of 64 bits: LOS is not compiled for one of 32"
        yield Finding("Python", "bad", f"{said}, 32 bits", do)
    else:
        yield Finding("Python", "ok", said)


def packages() -> Iterator[Finding]:
    """The packages that opfor needs: there, and new enough."""
    from opfor.core.installed import needed

    wanted = needed()
    bad = [each for each in wanted if each.missing]
    if bad:
        said = ", ".join(
            f"{each.name} {each.here or 'is missing'} (needed: {each.least or 'any'})"
            for each in bad
        )
        yield Finding("Packages", "bad", said, "install opfor again")
    elif not wanted:
        yield Finding("Packages", "note", "run from its source, not installed")
    else:
        yield Finding("Packages", "ok", f"all {len(wanted)} are there")


def folders() -> Iterator[Finding]:
    """Where games, settings and caches lie: can be written to, with room."""
    from opfor.core.disk_cache import games_folder, kept_path
    from opfor.core.settings import settings_path
    from opfor.geo.los.spots import SHIPPED

    cache = kept_path("los", "any", "").parents[1]
    yield _folder("Games", games_folder(), "bad", "no game can be saved there")
    settings = settings_path().parent
    yield _folder("Settings", settings, "note", "what you choose is not remembered")
    yield _folder("Caches", cache, "note", "each start takes as long as the first")
    count, came = (len(list(at.glob("*"))) for at in (cache / "los", SHIPPED))
    if count or came:
        along = f"; that of {came} maps came with opfor" if came else ""
        yield Finding("LOS", "ok", f"worked out and kept for {count} maps{along}")
    else:
        do = "the first game compiles LOS, up to half a minute; it says how far it is"
        yield Finding("LOS", "note", "no map has been worked out yet", do)


def _folder(
    what: str, folder: Path, state: Literal["note", "bad"], lost: str
) -> Finding:
    """Whether a folder, or the one that it would be made in, can be written to."""
    there = next(path for path in (folder, *folder.parents) if path.exists())
    if not there.is_dir():
        return Finding(what, state, f"{folder}: {lost}", f"{there} is a file: move it")
    try:
        with TemporaryFile(dir=there):
            free = shutil.disk_usage(there).free
    except OSError as error:
        do = f"make {there} a folder that you may write to"
        return Finding(what, state, f"{folder}: {lost} ({error.strerror})", do)
    said = f"{folder}, {free / 2**30:.1f} GiB free"
    if free < ROOM:
        return Finding(what, "note", said, "make room on that disk")
    return Finding(what, "ok", said)


def own_boards() -> Iterator[Finding]:
    """The boards that ship: there, and one of them is read."""
    from opfor.geo.boards.library import Library
    from opfor.geo.map import parse_map

    try:
        parse_map("o1", Library().load)
    except (OpforError, OSError) as error:
        yield Finding("Our boards", "bad", str(error), "install opfor again")
    else:
        yield Finding("Our boards", "ok", "they are there")


def vasl_boards(named: list[Path] | None) -> Iterator[Finding]:
    """The player's own boards, if he has named a folder."""
    from opfor.geo.boards.vasl import board_names

    given = maps.folders(named)
    if not given:
        do = "if you have VASL's boards, choose their folder: start page, My VASL"
        yield Finding("Your boards", "note", "none are named; ours are there", do)
    for folder in given:
        try:
            count = len(board_names(folder))
        except (OpforError, OSError) as error:
            do = "name another folder: --boards, $OPFOR_BOARDS or My VASL"
            yield Finding("Your boards", "note", str(error), do)
        else:
            yield Finding("Your boards", "ok", f"{folder}: {count} VASL boards")


def vasl_module(named: Path | None) -> Iterator[Finding]:
    """The player's VASL module, if he has named one."""
    try:
        module = modules.read_named(named)
    except (OpforError, OSError) as error:
        do = "name another file: --module, $OPFOR_VASL_MODULE or My VASL"
        yield Finding("Your module", "note", str(error), do)
        return
    if module is None:
        said = "none is named; only a game in VASL needs one"
        yield Finding("Your module", "ok", said)
    else:
        yield Finding("Your module", "ok", f"{modules.named(named)} is read")


def browser() -> Iterator[Finding]:
    """Whether a browser can be opened."""
    from opfor.web.serve import has_display

    known = None
    with suppress(webbrowser.Error, OSError):
        known = webbrowser.get()
    if known is not None and has_display():
        yield Finding("Browser", "ok", "one can be opened")
    else:
        do = "`opfor play --web` prints an address: open it in a browser yourself"
        yield Finding("Browser", "note", "opfor cannot open one here", do)


def ports() -> Iterator[Finding]:
    """The ports on which the page and VASL find opfor."""
    from opfor.vasl.live.serve import USUAL as VASSAL
    from opfor.web.serve import LOOPBACK, USUAL

    for what, port in (("Port of the page", USUAL), ("Port for VASL", VASSAL)):
        try:
            socket.create_server((LOOPBACK, port)).close()
        except OSError as error:
            said = f"{port} on {LOOPBACK}: {os.strerror(error.errno or 0).lower()}"
            do = "opfor takes another by itself; --port names one"
            yield Finding(what, "note", said, do)
        else:
            yield Finding(what, "ok", f"{port} on {LOOPBACK} is free")


def faults() -> Iterator[Finding]:
    """Whether opfor has failed here lately."""
    from opfor.core.fault_report import reports

    if found := reports():
        do = "`opfor export --report` packs the last one for an issue"
        count = f"{len(found)} reports" if len(found) > 1 else "1 report"
        yield Finding("Faults", "note", f"{count} in {found[-1].parent}", do)
    else:
        yield Finding("Faults", "ok", "none is known")
