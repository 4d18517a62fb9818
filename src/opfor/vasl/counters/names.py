"""The table of VASL's names: what opfor takes a counter of some name for.

The rows that ship are in data/vasl; a pack may bring `vasl/counters.toml`, whose rows
are asked before them. No row lists VASL's counters: each tells what a name means.
"""

import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.core.packs import read_bytes, toml_files
from opfor.core.toml_text import parse_toml

Kind = Literal[
    "MMC",
    "SMC",
    "SW",
    "Gun",
    "vehicle",
    "wreck",
    "aircraft",
    "fortification",
    "concealment",
    "dummy",
    "S?",
    "VPO",
    "control",
    "marker",
    "state",
    "none",
]

FILE = "vasl/counters.toml"
"""The table's place in opfor's data, and in a pack."""


class Meaning(Struct, frozen=True, omit_defaults=True):
    """What a counter is for opfor.

    Args:
        kind: the kind of thing; `none` if it is no piece of the game.
        counter: the id of opfor's counter type, such as `german/4-6-7`.
        what: the kind of a marker or fortification, or the state that is meant.
        why: why it is no piece, or why it has no counter type.
    """

    kind: Kind
    counter: str = ""
    what: str = ""
    why: str = ""


class Row(Struct, frozen=True, forbid_unknown_fields=True, rename={"is_": "is"}):
    """A row of the table: a whole name or title, and what it is."""

    is_: Kind
    name: str = ""
    title: str = ""
    gpid: str = ""
    counter: str = ""
    what: str = ""
    why: str = ""
    overrides: bool = False

    @property
    def meaning(self) -> Meaning:
        """What the counters of this row are."""
        return Meaning(self.is_, self.counter, self.what, self.why)


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole table, as data/vasl and a pack have it."""

    source: str = ""
    nations: dict[str, list[str]] = {}
    titles: dict[str, str] = {}
    first: dict[str, list[str]] = {}
    states: dict[str, str] = {}
    letters: dict[str, str] = {}
    palette: tuple[Row, ...] = ()
    row: tuple[Row, ...] = ()
    write: tuple[Row, ...] = ()


@cache
def shipped_words() -> Words:
    """The table that comes with opfor."""
    return read_words(Path(str(files("opfor.data") / FILE)))


def read_words(path: Path) -> Words:
    """A table of names.

    Errors:
        OpforError: naming the file and what is wrong in it.
    """
    raw = parse_toml(read_bytes(path), str(path))
    try:
        words = msgspec.convert(raw, Words)
        for row in (*words.row, *words.palette):
            re.compile(row.name or row.title)
    except (ValueError, re.error, msgspec.ValidationError) as problem:
        raise OpforError(
            f"these are no rows of VASL's counters ({problem})",
            str(path),
            "write them as in docs/how-to/vasl.md",
        ) from None
    return words


def words_of(*packs: Path) -> Words:
    """The table with those of packs over it: the last pack is asked first.

    Errors:
        OpforError: a pack is no folder, or its rows are wrong.
    """
    found = shipped_words()
    for pack in packs:
        toml_files(pack)  # says what is wrong with a folder that is none
        if (pack / FILE).is_file():
            own = read_words(pack / FILE)
            found = Words(
                source=own.source,
                nations=found.nations | own.nations,
                titles=found.titles | own.titles,
                first=found.first | own.first,
                states=found.states | own.states,
                letters=found.letters | own.letters,
                palette=(*own.palette, *found.palette),
                row=(*own.row, *found.row),
                write=(*own.write, *found.write),
            )
    return found
