"""The tables of the C, D and CC charts as the facts beside the checkout tell them."""

import re
from functools import cache
from typing import Any

from tests.shared import SHARED

FACTS = SHARED / "facts" / "asl-core.md"

NA = "NA"

OTHERWISE = {
    "ATR(Ru/Fi/Ja/minors; Italian 20L only)": "ATR 20L",
    "75*(Ja Yr38)": "75* (Japanese Year 38)",
    "88*(Aus)": "88* (Australian)",
    "75(Grant)": "75 (Grant)",
    "76L(Ru/Ja)": "76L (Russian, Japanese)",
    "76LL(Ru/Ja)": "76LL (Russian, Japanese)",
    "88(British 25pdr)": "88 (25-pounder)",
    "90L(It)": "90L (Italian)",
    "76L(Ru)": "76L (Russian)",
    "76LL(Ru)": "76LL (Russian)",
    "76L(US)": "76L (US)",
}
"""How the tables name the guns of one nation."""


@cache
def section(title: str) -> str:
    """The text of a section, up to the next one of its rank or a higher one."""
    text = FACTS.read_text("utf-8")
    head = re.search(rf"^(#+) {re.escape(title)}.*$", text, re.MULTILINE)
    assert head, title
    rank = len(head[1])
    following = re.compile(rf"^#{{1,{rank}}} ", re.MULTILINE)
    end = following.search(text, head.end())
    return text[head.end() : end.start() if end else len(text)]


def part(text: str, begin: str, end: str) -> str:
    """What stands between two pieces of a text."""
    first = text.index(begin) + len(begin)
    return text[first : text.index(end, first)]


def line(text: str, begin: str) -> str:
    """The rest of the line that begins so."""
    found = re.search(rf"^ *{re.escape(begin)}(.*)$", text, re.MULTILINE)
    assert found, begin
    return found[1]


def cells(text: str, width: int) -> list[Any]:
    """So many numbers; the last one goes on where the line is shorter."""
    told = re.sub(r"\(.*?\)", " ", text)
    found: list[Any] = [
        word if word == NA else int(word)
        for word in re.findall(rf"[+-]?\d+|{NA}", told)
    ]
    return found + found[-1:] * (width - len(found))


def number(text: str, pattern: str) -> int:
    """The number that a pattern finds."""
    found = re.search(pattern, text)
    assert found, pattern
    return int(found[1])


def guns(text: str) -> dict[str, int]:
    """Groups of a TK# and its guns, two blanks apart."""
    found: dict[str, int] = {}
    for group in re.split(r" {2,}|\n", text.strip()):
        if not group.strip():
            continue
        tk, _, names = group.strip().replace(":", "").partition(" ")
        for name in _names(names):
            found[name] = int(tk)
    return found


def _names(text: str) -> list[str]:
    """Guns of a group; `80-83L` are two, `BAZ44+` all BAZ from then on."""
    for nth, theirs in enumerate(OTHERWISE):
        text = text.replace(theirs, f"~{nth}")
    text = re.sub(r"\(.*?\)", "", text)
    spread = {"80-83L": ["80L", "83L"], "BAZ44+": ["BAZ44", "BAZ45"]}
    spread |= {f"~{nth}": [ours] for nth, ours in enumerate(OTHERWISE.values())}
    names = [name for name in re.split(r"[ ,]+", text) if name]
    return [one for name in names for one in spread.get(name, [name])]
