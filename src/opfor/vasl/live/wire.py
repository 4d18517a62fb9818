"""VASSAL's network lines: what a message says, and how long ones are packed.

A message is one line of UTF-8. Words of the server stand between tabs, in the sequences
of `escape`; what describes a player or a room is a list of properties. A text of more
than a thousand characters goes as a small zip. What comes from outside is bounded
before it is unpacked.
"""

import base64
import binascii
import io
import re
import zipfile
from collections.abc import Mapping

from opfor.core.bad_zip import BAD_ZIP
from opfor.core.errors import OpforError
from opfor.vasl.saves.escape import join, split

TAB = "\t"
MAX_LINE = 2 * 2**20
"""Longest line, in bytes; a game of 350 counters takes 100 kB."""
MAX_TEXT = 8 * 2**20
"""Longest text of a packed line, in bytes."""
LONG = 1_000
"""Characters of a text from which on it is packed."""
MAX_PROPERTIES = 100
_PACKED = "!ZIP!"
_MEMBER = "Dummy"
_BAD = (*BAD_ZIP, binascii.Error)
_ESCAPED = re.compile(r"\\(u[0-9A-Fa-f]{4}|.)", re.DOTALL)
_SIGNS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}
_TO_ESCAPE = re.compile(r"[\\:=#!\t\n\r]|[^\x20-\x7e]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


def packed(text: str) -> str:
    """A text as it goes over the network."""
    if len(text) <= LONG:
        return text
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_MEMBER, text.encode("utf-8", "replace"))
    return _PACKED + base64.b64encode(found.getvalue()).decode()


def unpacked(text: str) -> str:
    """The text that came.

    Errors:
        OpforError: what was packed is damaged, or longer than any message is.
    """
    if not text.startswith(_PACKED):
        return text
    try:
        data = base64.b64decode(text[len(_PACKED) :], validate=True)
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            name = archive.namelist()[0] if archive.namelist() else _MEMBER
            with archive.open(name) as member:
                found = member.read(MAX_TEXT + 1)
    except (*_BAD, KeyError):
        raise OpforError("a message came damaged", do="say sync") from None
    if len(found) > MAX_TEXT:
        raise OpforError("a message is longer than any can be", do="say sync")
    return found.decode("utf-8", "replace")


def words(line: str) -> list[str]:
    """The words of a line for the server, the kind of message first."""
    return split(line, TAB)


def line_of(*parts: str) -> str:
    """A line of the server's: `words` gives its parts back."""
    return join(parts, TAB)


def properties(values: Mapping[str, str]) -> str:
    """Properties as one text; `read_properties` reads it."""
    found = [f"{_escaped(name)}={_escaped(value)}" for name, value in values.items()]
    return join(found, "|")


def read_properties(text: str) -> dict[str, str]:
    """The properties of a player or a room; no more of them than there can be."""
    found = {}
    for each in split(text, "|")[:MAX_PROPERTIES]:
        name, equals, value = _parted(each)
        if equals and not name.startswith("#"):
            found[_plain(name)] = _plain(value)
    return found


def one_line(text: str) -> str:
    """A text without what would end its line, or an escape in it."""
    return _CONTROL.sub(" ", text)


def _parted(text: str) -> tuple[str, bool, str]:
    """What stands before the first bare `=`, whether there is one, and the rest."""
    at = 0
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif text[at] == "=":
            return text[:at], True, text[at + 1 :]
        at += 1
    return text, False, ""


def _escaped(text: str) -> str:
    bare = _TO_ESCAPE.sub(_escape, text)
    return f"\\{bare}" if bare.startswith(" ") else bare


def _escape(found: re.Match[str]) -> str:
    sign = found[0]
    if " " <= sign <= "~":
        return f"\\{sign}"
    units = sign.encode("utf-16-be", "surrogatepass")
    pairs = zip(units[::2], units[1::2], strict=True)
    return "".join(f"\\u{high:02x}{low:02x}" for high, low in pairs)


def _plain(text: str) -> str:
    found = _ESCAPED.sub(_sign, text)  # what lies beyond 16 bits comes as two halves
    return found.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _sign(found: re.Match[str]) -> str:
    said = found[1]
    if len(said) > 1:
        return chr(int(said[1:], 16))
    return _SIGNS.get(said, said)
