"""Private messages of VASSAL's: what somebody says to one person alone.

A message bears the properties of who sends it, and his id among them: it goes on with
his alias in its place.
"""

from collections.abc import Iterable

from opfor.vasl.live.chat import LONGEST
from opfor.vasl.live.people import Person
from opfor.vasl.live.wire import one_line, properties
from opfor.vasl.saves.commands import Command, Other
from opfor.vasl.saves.escape import join, split

KIND = "PRIV_CHAT"
PARTS = 3
MOST = 10
"""Most of them in one message."""


def whispered(commands: Iterable[Command]) -> list[str]:
    """What is said in private in some commands."""
    found = []
    for command in commands:
        if isinstance(command, Other) and command.text.startswith(f"{KIND}/"):
            parts = split(command.text, "/")
            if len(parts) == PARTS:
                found.append(one_line(parts[2])[:LONGEST].strip())
    return found[:MOST]


def whisper(sender: Person, text: str) -> Other:
    """What somebody is sent."""
    who = properties({"name": sender.name, "id": sender.alias})
    return Other(join([KIND, who, text], "/"))
