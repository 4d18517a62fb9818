"""`opfor reproduce`: the fault of a report, made again where it can be looked at."""

import asyncio
import dataclasses
from pathlib import Path
from tempfile import TemporaryDirectory
from traceback import format_exception
from typing import TYPE_CHECKING, Annotated

import typer

from opfor.cli import maps
from opfor.cli.packs import Packs
from opfor.core.errors import OpforError

if TYPE_CHECKING:
    from opfor.core.fault_report import FaultReport

WRITING = ("save", "resume", "picture")
"""Commands of the terminal that a report from anywhere may not give."""

FileName = Annotated[
    Path, typer.Argument(metavar="FILE", help="The report of a fault, packed or not.")
]


def reproduce(file: FileName, boards: maps.Boards = None, pack: Packs = None) -> None:
    """Make the fault of a report again, in a copy of its game.

    A report names no folders: name those of the boards and packs here. Exit 1 if
    nothing fails any more.

    Example: opfor reproduce opfor-fault.json.gz --boards ~/vasl/boards
    """
    from opfor.core.fault_report import read_report, said
    from opfor.ports.session import folders

    report = read_report(file)
    typer.echo(f"opfor {report.opfor}, Python {report.python}: {report.error}")
    if not report.save:
        came = f"it came of `{report.command}`"
        raise OpforError("no game is in this report", str(file), came)
    here = {
        "boards": list(folders(maps.folders(boards))),
        "packs": list(folders(pack or [])),
    }
    with TemporaryDirectory() as folder:
        path = Path(folder) / "fault.opfor"
        _unpack(report, here, path)
        fault = _made_again(report, path)
    if fault is None:
        typer.echo("It does not fail here.")
        raise typer.Exit(1)
    typer.echo("".join(format_exception(fault)))
    same = said(fault) == report.error
    typer.echo("The same fault." if same else "It fails here, but otherwise.")


def _unpack(report: "FaultReport", here: dict[str, list[str]], path: Path) -> None:
    """Put the game of a report into a save, with the folders of this computer."""
    from opfor.core.jsonl import import_jsonl
    from opfor.core.save import Save

    saved = import_jsonl(report.save.encode(), "the game in the report")
    options = saved.options | here
    saved = dataclasses.replace(saved, options=options)
    Save.create(path, options, saved).close()


def _made_again(report: "FaultReport", path: Path) -> Exception | None:
    """Open the game, and do what was done in it."""
    if report.line:
        return _typed(report.line, path)
    return asyncio.run(_asked(bytes(report.request), path))


def _typed(line: str, path: Path) -> Exception | None:
    """What comes of a line in the terminal."""
    from rich.console import Console as Out

    from opfor.ports.console import Console
    from opfor.ports.lines import echoed
    from opfor.ports.screen import Screen
    from opfor.ports.session import resume
    from opfor.sim import hints

    session, screen = resume(path), Screen(Out())
    try:
        Console(session, echoed([line]), screen, hints, without=WRITING).run()
    except OpforError:
        raise
    except Exception as fault:
        return fault
    return None


async def _asked(request: bytes, path: Path) -> Exception | None:
    """What comes of a request of a page; of none, if the game fails by itself."""
    from opfor.ports.session import resume
    from opfor.web.game.messages import read_request
    from opfor.web.game.post import Post
    from opfor.web.game.room import OpenGame

    faults: list[Exception] = []
    room = OpenGame(
        path.stem,
        lambda: resume(path),
        lambda fault, _save, _request: faults.append(fault),
    )
    try:
        await room.open()
        if request != b"null":
            await room.request(read_request(request), Post())
    except OpforError:
        raise
    except Exception as fault:
        faults.append(fault)
    finally:
        await room.close()
    return faults[0] if faults else None
