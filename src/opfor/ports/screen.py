"""How the terminal shows things: wrapped lines, colours where there are any."""

import textwrap
from collections.abc import Iterable

from rich.console import Console as Out
from rich.text import Text

from opfor.views.text.log import LogLine

RULE = 8
"""Signs that the rule before a line takes."""

STYLES = {
    "roll": "cyan",
    "row": "cyan",
    "row ours": "yellow",
    "alarm": "bold bright_red",
    "enemy": "bright_red",
    "friendly": "bright_cyan",
    "phase": "bold",
    "rule": "bold",
    "dim": "dim",
    "error": "bright_red",
}


class Screen:
    """Prints to a terminal or, plainly, to a pipe."""

    def __init__(self, out: Out) -> None:
        self.out = out

    @property
    def width(self) -> int:
        """Signs of a line."""
        return self.out.width

    @property
    def height(self) -> int:
        """Lines of the screen."""
        return self.out.height

    def lines(self, lines: Iterable[LogLine]) -> None:
        """Lines of the log, their rules in a column of their own."""
        for line in lines:
            indent = len(line.text) - len(line.text.lstrip())
            rows = textwrap.wrap(
                line.text.strip(),
                max(20, self.width - RULE - indent),
                break_on_hyphens=False,
                subsequent_indent="  ",
            )
            for at, row in enumerate(rows or [""]):
                rule = line.rule if at == 0 else ""
                text = Text(
                    f"{rule:<{RULE}}" if len(rule) < RULE else f"{rule} ", "dim"
                )
                text.append(" " * indent + row, STYLES.get(line.style, line.style))
                self._print(text)

    def say(self, text: str, style: str = "") -> None:
        """Plain text; each of its lines is wrapped under its own beginning."""
        for line in text.splitlines() or [""]:
            indent = " " * (len(line) - len(line.lstrip()))
            rows = textwrap.wrap(
                line,
                max(20, self.width),
                subsequent_indent=f"{indent}  ",
                break_on_hyphens=False,
                break_long_words=False,
            )
            for row in rows or [""]:
                self._print(Text(row, STYLES.get(style, style)))

    def picture(self, text: Text) -> None:
        """Text that has its layout already; what is too long is cut."""
        for line in text.split("\n"):
            line.truncate(self.width)
            self._print(line)

    def error(self, text: object) -> None:
        """What went wrong, in one sentence."""
        self.say(str(text), "error")

    def _print(self, text: Text) -> None:
        self.out.print(text, highlight=False, markup=False, soft_wrap=True)
