"""Where command lines come from: the keyboard, a pipe, a file."""

import contextlib
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TextIO

from opfor.core.errors import OpforError

Lines = Callable[[str], str]
"""Gives the next line for a prompt; EOFError when there are no more."""


def lines_from(commands: Path | None) -> Lines:
    """The lines of a file of commands, or of standard input.

    Errors:
        OpforError: the file cannot be read.
    """
    if commands is not None:
        try:
            return echoed(commands.read_text(encoding="utf-8").splitlines())
        except OSError as error:
            raise OpforError(
                f"cannot be read ({error.strerror})", str(commands)
            ) from None
        except UnicodeDecodeError:
            raise OpforError(
                "cannot be read as UTF-8 text", str(commands), "save it as UTF-8"
            ) from None
    if sys.stdin.isatty():
        return input
    return echoed(_stripped(sys.stdin))


def echoed(lines: Iterable[str], out: TextIO | None = None) -> Lines:
    """Lines that show themselves behind their prompt, as if typed."""
    source = iter(lines)

    def read(prompt: str) -> str:
        for line in source:
            (out or sys.stdout).write(f"{prompt}{line}\n")
            return line
        raise EOFError

    return read


def _stripped(source: TextIO) -> Iterable[str]:
    # One line at a time: a script that plays waits for what each line brings.
    while line := source.readline():
        yield line.rstrip("\n")


def complete_with(names: Callable[[], Iterable[str]]) -> None:
    """Let TAB complete to names on the keyboard, where the system can; and history."""
    if not sys.stdin.isatty():
        return
    with contextlib.suppress(ImportError):
        import readline  # noqa: PLC0415 - not on every system

        def completer(text: str, state: int) -> str | None:
            folded = text.casefold()
            found = [name for name in names() if name.casefold().startswith(folded)]
            return found[state] if state < len(found) else None

        readline.set_completer(completer)
        readline.set_completer_delims(" ,")
        readline.parse_and_bind("tab: complete")
