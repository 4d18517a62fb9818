"""The chat window: what the player says and rolls there, and what opfor says.

VASL paints a line by how it begins: `<Name> - ` for what somebody says, `*` for what
happens, `***` for dice, which it draws. Dice come only as such lines.
"""

import html
import re
from collections.abc import Iterable

from msgspec import Struct
from rich.console import Console as Out
from rich.text import Text

from opfor.ports.screen import Screen
from opfor.vasl.live.wire import one_line
from opfor.vasl.saves.commands import Chat
from opfor.views.text.log import LogLine

NAME = "opfor"
LONGEST = 500
"""Most characters of a line that is read, or that is said."""
WIDTH = LONGEST
"""The chat window breaks lines by itself."""
_TAGS = re.compile(r"</?[a-zA-Z][^<>]{0,40}>")
_SAID = re.compile(r"<[^<>]{0,60}> - (.*)", re.DOTALL)
_DICE = re.compile(r"\*\*\* \([^()]{1,40} (DR|dr)\) ([1-6])(?:,([1-6]))? \*\*\*")
_OLD_DICE = re.compile(r"\*\*\* (DR|dr) = ([1-6])(?:,([1-6]))? \*\*\*")


class Said(Struct, frozen=True):
    """A line that a player has typed."""

    text: str


class Rolled(Struct, frozen=True):
    """Dice of VASL, the coloured die first."""

    dice: tuple[int, ...]


def heard(text: str) -> Said | Rolled | None:
    """What a line of the chat is; None for what VASL itself tells."""
    text = text[: 4 * LONGEST]
    for form in (_DICE, _OLD_DICE):
        if dice := form.match(text):
            numbers = tuple(int(die) for die in dice.groups()[1:] if die)
            return Rolled(numbers)
    bare = html.unescape(_TAGS.sub("", text)) if "&lt;" in text else text
    found = _SAID.match(bare)
    return Said(one_line(found[1])[:LONGEST].strip()) if found else None


def says(text: str) -> list[Chat]:
    """What opfor says, a line of the chat for each line."""
    return [Chat(f"<{NAME}> - {_line(each)}") for each in text.splitlines() or [""]]


class ChatScreen(Screen):
    """Where the terminal's words go when they are meant for the chat.

    Attributes:
        told: texts, and lines of the log, in order.
    """

    def __init__(self) -> None:
        super().__init__(Out(width=WIDTH))
        self.told: list[str | LogLine] = []

    def taken(self) -> list[str | LogLine]:
        """What was told since this was asked last."""
        found, self.told = self.told, []
        return found

    def lines(self, lines: Iterable[LogLine]) -> None:
        """Lines of the log."""
        self.told += lines

    def say(self, text: str, style: str = "") -> None:
        """A text; how it would look in a terminal is of no matter."""
        del style
        self.told += [line.strip() for line in text.splitlines() if line.strip()]

    def picture(self, text: Text) -> None:
        """Nothing in the chat: the board is on the player's own table."""


def _line(text: str) -> str:
    return one_line(text)[:LONGEST]
