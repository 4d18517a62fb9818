"""What the ids of counters begin with: short enough to be typed in every order."""

import re
from types import MappingProxyType

from opfor.state.counters import Gun, Piece, Vehicle

SHORT = MappingProxyType({"PzKpfw": "Pz", "JgdPz": "JgPz"})
"""Words of vehicles as players shorten them."""

UNTYPED = re.compile(r"\([^)]*\)|\[[^]]*\]|<\d+|\A\S+ ton ")
"""Brackets, dates and loads: nobody types them."""

FIRST_PART = re.compile(r"[^/.]*")
CALIBRE = re.compile(r"(\d+)\S* .*?\b(AA|ART|AT|INF|MTR|RCL)\b", re.ASCII)
ROMAN = re.compile(
    r"(?<![A-Za-z])(?=[IVX])(XI|X|IX|IV|V?I{0,3})([A-Z]?\d?)(?=/|\Z)", re.ASCII
)
NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI")

MOST = 5
"""Signs that a vehicle's stem has at most if more than its first number is in it."""


def stem(piece: Piece) -> str:
    """What the ids of a counter begin with.

    467 for a 4-6-7, mmg for a MMG, 57at for a 57LL AT Gun, pz4h for a PzKpfw IVH
    (reading: D-398).
    """
    match piece:
        case Vehicle(name=name):
            return _vehicle(UNTYPED.sub("", name).split())
        case Gun(name=name) if found := CALIBRE.match(name):
            return found[1] + found[2].lower()
    return _signs(piece.name)


def _vehicle(words: list[str]) -> str:
    """The first word and the first number behind it; no number before the name."""
    while len(words) > 1 and words[0][0].isdigit() and not _numbered(words[1]):
        words = words[1:]
    first, *rest = words
    if _numbered(first):
        whole = _signs(first)
        return whole if len(whole) <= MOST else _signs(FIRST_PART.findall(first)[0])
    rest = [ROMAN.sub(_arabic, word) for word in rest]
    numbers = (FIRST_PART.findall(word)[0] for word in rest if _numbered(word))
    begin = SHORT.get(first, first)
    alone = "" if len(begin) > len("Pz") else "".join(rest[:1])
    return _signs(begin + next(numbers, alone))


def _arabic(found: re.Match[str]) -> str:
    return f"{NUMERALS.index(found[1]) + 1}{found[2]}"


def _numbered(word: str) -> bool:
    return any(map(str.isdigit, word))


def _signs(name: str) -> str:
    """The small letters and digits of a name."""
    return "".join(sign for sign in name.lower() if sign.isascii() and sign.isalnum())
