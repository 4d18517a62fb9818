"""Where each key of a TOML text stands: tomllib keeps no line numbers.

The text must be one that tomllib has read, so the walk below may trust its form and
only needs to tell keys, strings and brackets apart.
"""

import re

Key = str | int
Path = tuple[Key, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\])*"|\'[^\']*\'', re.DOTALL
)
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}\n#]*")


def key_lines(text: str) -> dict[Path, int]:
    """The line of every key and array item, by its path: ("case", 0, "dice", 1).

    Items of arrays and [[tables]] are counted from 0. Of a table that is opened more
    than once, as dotted keys do, the first line counts.
    """
    return _Walk(text.replace("\r\n", "\n")).found


def nearest_line(lines: dict[Path, int], path: Path) -> int:
    """The line of a path, or of the nearest thing that holds it; 0 if of nothing."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return 0


class _Walk:
    """One walk through the text; `found` is what it came by."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.found: dict[Path, int] = {}
        self.arrays: dict[Path, int] = {}  # [[tables]] so far, by path
        table: Path = ()
        while self._blank():
            if self._sees("["):
                table = self._header()
            else:
                self._pair(table)

    def _take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        taken = match[0] if match else ""
        self.line += taken.count("\n")
        self.at += len(taken)
        return taken

    def _blank(self) -> bool:
        """Pass over space and notes; whether anything is left."""
        self._take(_BLANK)
        return self.at < len(self.text)

    def _sees(self, signs: str) -> bool:
        return self.text[self.at : self.at + 1] in signs and self.at < len(self.text)

    def _note(self, path: Path) -> None:
        self.found.setdefault(path, self.line)

    def _name(self) -> Path:
        """A key, its dotted parts apart."""
        parts: list[Key] = []
        while True:
            self._take(_SPACE)
            quoted = self._take(_STRING)
            parts.append(quoted[1:-1] if quoted else self._take(_BARE))
            self._take(_SPACE)
            if not self._sees("."):
                return tuple(parts)
            self.at += 1

    def _header(self) -> Path:
        """[table] or [[table]]: the path of the keys below it."""
        double = self.text.startswith("[[", self.at)
        self.at += 2 if double else 1
        name = self._name()
        self.at += 2 if double else 1
        path = self._within(name[:-1]) + name[-1:]
        if double:
            number = self.arrays[path] = self.arrays.get(path, -1) + 1
            self._note(path)
            path += (number,)
        elif path in self.arrays:
            path += (self.arrays[path],)
        self._note(path)
        return path

    def _within(self, names: Path) -> Path:
        """A path whose [[tables]] stand for the last of each so far."""
        path: Path = ()
        for name in names:
            path += (name,)
            if path in self.arrays:
                path += (self.arrays[path],)
        return path

    def _pair(self, table: Path) -> None:
        name = self._name()
        for length in range(1, len(name) + 1):
            self._note(table + name[:length])
        self.at += 1  # the equals sign
        self._take(_SPACE)
        self._value(table + name)

    def _value(self, path: Path) -> None:
        if self._sees("["):
            self._list(path)
        elif self._sees("{"):
            self._inline(path)
        elif not self._take(_STRING) and not self._take(_SCALAR):
            self.at += 1  # no TOML after all: never stand still

    def _list(self, path: Path) -> None:
        self.at += 1
        number = 0
        while self._blank() and not self._sees("]"):
            if self._sees(","):
                self.at += 1
                continue
            self._note((*path, number))
            self._value((*path, number))
            number += 1
        self.at += 1

    def _inline(self, path: Path) -> None:
        self.at += 1
        while self._blank() and not self._sees("}"):
            if self._sees(","):
                self.at += 1
                continue
            self._pair(path)
        self.at += 1
