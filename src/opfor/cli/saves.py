"""`opfor export`: what can be done with a save besides playing on."""

import sys
from pathlib import Path
from typing import Annotated

import typer

Save = Annotated[Path, typer.Argument(metavar="SAVE", help="The file of a game.")]


def export(
    save: Save,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write to this file."),
    ] = None,
) -> None:
    """Print a save as JSON lines, the form for a bug report.

    Example: opfor export game.opfor -o report.jsonl
    """
    from opfor.core.jsonl import export_jsonl
    from opfor.core.save import read_save

    lines = b"".join(export_jsonl(read_save(save)))
    if output is None:
        sys.stdout.write(lines.decode())
    else:
        output.write_bytes(lines)
