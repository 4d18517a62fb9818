"""TOML from anywhere: read with bounds, and what is wrong told with its line.

tomllib takes time and memory that grow with the square of the parts of a dotted key,
so a file of a few kB could stop the program; such a key is refused before it is read.
"""

import re
import tomllib
from typing import Any

from opfor.core.errors import OpforError

MOST_BYTES = 2_000_000
"""The longest file that is read."""

MOST_PARTS = 20
"""Parts that a dotted key may have."""

_TOKEN = re.compile(
    r"""(?P<part>[A-Za-z0-9_-]++|"(?:[^"\\]|\\.)*+"?|'[^']*+'?)"""
    r"""|(?P<dot>\.)|(?P<blank>[ \t]++)|(?P<note>\#)|."""
)
"""What a line falls into; nothing is looked at twice, so that no line is slow."""


def parse_toml(data: bytes, file: str) -> dict[str, Any]:
    """What a TOML file holds.

    Raises:
        OpforError: naming the file, and the line where one is wrong.
    """
    if len(data) > MOST_BYTES:
        raise OpforError(
            f"this file is too long ({len(data)} bytes)",
            file,
            f"a file has at most {MOST_BYTES} bytes",
        )
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise OpforError("this is not UTF-8 text", file, "save it as UTF-8") from error
    if number := _long_key(text):
        raise OpforError(
            f"a key of more than {MOST_PARTS} parts",
            f"{file}:{number}",
            "write a plain key such as result",
        )
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise OpforError(
            f"this is not TOML ({error})", _place(file, text, error)
        ) from error


def _long_key(text: str) -> int:
    """The line of the first key of too many parts; 0 if there is none."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") >= MOST_PARTS and _has_long_key(line):
            return number
    return 0


def _has_long_key(line: str) -> bool:
    """Whether parts with a dot after each follow one another too often in a line."""
    dots, last = 0, ""
    for token in _TOKEN.finditer(line):
        kind = token.lastgroup or ""
        if kind == "note":
            break
        if kind == "blank":
            continue
        if (last, kind) == ("part", "dot"):
            dots += 1
        elif (last, kind) != ("dot", "part"):
            dots = 0
        if dots >= MOST_PARTS:
            return True
        last = kind
    return False


def _place(file: str, text: str, error: Exception) -> str:
    """The file, and the line that an error of tomllib names."""
    if "end of document" in str(error):
        lines = text.rstrip().count("\n") + 1
        return f"{file}:{lines}"
    found = re.search(r"at line (\d+)", str(error))
    return f"{file}:{found[1]}" if found else file
