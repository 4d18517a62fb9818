"""Which counter of the player's module shows something of opfor's: by gpid and name.

The way back from `counters`: each slot of the module is told, under each name that its
layers can give it, and the first that is taken for a thing is the counter for it. It
takes a second for a whole module, so it is kept in the cache folder.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from opfor.core.codec import digest
from opfor.core.disk_cache import digest_of, keep, kept_path, read_kept
from opfor.vasl.counters.change import with_name
from opfor.vasl.counters.layers import own_name, own_names, owner_nation
from opfor.vasl.counters.meanings import UNITS, Counters
from opfor.vasl.counters.module import Module, Slot
from opfor.vasl.counters.names import Kind, Meaning, Row

MOST_KEPT = 8
_NAMED = "named"
_UNITS: frozenset[Kind] = UNITS | {"SW", "Gun", "wreck", "aircraft"}
_WRECKS = "?"
"""The window that holds what no player takes out: wrecks, "?" and the like."""


class Choice(Struct, frozen=True):
    """A counter of the module.

    Args:
        gpid: the number of its slot.
        name: the name that it must have; `change.with_name` gives it that.
    """

    gpid: str
    name: str


class Palette:
    """Finds counters of a module for what opfor knows.

    Args:
        counters: tells what each counter of the module is.
    """

    def __init__(self, counters: Counters) -> None:
        if counters.module is None:
            raise ValueError("without a module there is no palette")
        self.module = counters.module
        path = kept_path("vasl-palette", _key(counters, self.module), ".msgpack")
        found = _kept(read_kept(path))
        if found is None:
            found = _choices(counters, self.module)
            keep(path, msgspec.msgpack.encode(found), most=MOST_KEPT)
        self._choices = found

    def find(self, kind: Kind, what: str = "") -> Choice | None:
        """The counter for a counter type, a marker, a state: None if there is none.

        Args:
            kind: the kind of thing, as `names.Meaning` has it.
            what: the counter type's id, or the word of a marker or state.
        """
        return self._choices.get(f"{kind} {what}")

    def named(self, name: str) -> Choice | None:
        """The marker, fortification or blank counter of a name: `White +2 Smoke`."""
        return self._choices.get(f"{_NAMED} {name}")

    def question(self, letters: str) -> Choice | None:
        """The "?" of a nation, by VASL's letters."""
        return self._choices.get(f"concealment {letters}")

    def slot(self, choice: Choice) -> Slot:
        """The slot of a counter that was found."""
        return self.module.by_gpid[choice.gpid]


def _choices(counters: Counters, module: Module) -> dict[str, Choice]:
    found: dict[str, Choice] = {}
    for slot in sorted(module.slots, key=_hidden_last):
        for name, meaning in _told(counters, module, slot):
            choice = Choice(slot.gpid, name)
            if meaning.kind == "concealment":
                letters = owner_nation(module.piece(slot))
                found.setdefault(f"concealment {letters}", choice)
            if meaning.kind != "none":
                key = f"{meaning.kind} {meaning.counter or meaning.what}"
                found.setdefault(key, choice)
            if meaning.kind not in _UNITS:
                # A counter that shows the name from the first goes before others.
                shown = own_name(module.piece(slot, expand=False)) == name
                key = f"{_NAMED} {name.strip()}"
                found[key] = (
                    choice if shown and key not in found else found.get(key, choice)
                )
    found |= _preferred(counters, found)
    return found


def _preferred(counters: Counters, found: dict[str, Choice]) -> dict[str, Choice]:
    """The counters that the table of names wants for something."""
    return {
        f"{row.is_} {row.counter or row.what}": choice
        for row in reversed(counters.wanted)
        if (choice := _wanted(row, found))
    }


def _wanted(row: Row, found: dict[str, Choice]) -> Choice | None:
    if row.gpid:
        return Choice(row.gpid, row.name)
    return found.get(f"{_NAMED} {row.name}")


def _told(
    counters: Counters, module: Module, slot: Slot
) -> Iterator[tuple[str, Meaning]]:
    piece = module.piece(slot, expand=False)
    for name in dict.fromkeys(own_names(piece)):
        if own_name(with_name(piece, name)) == name:
            yield name, counters.named(piece, name, slot.path)


def _hidden_last(slot: Slot) -> bool:
    return slot.path[:1] == (_WRECKS,)


def _key(counters: Counters, module: Module) -> str:
    return digest(module.digest, counters.fingerprint, _code())


@cache
def _code() -> str:
    """A fingerprint of the code that tells counters."""
    here = Path(__file__).parent
    return digest_of(
        sorted([*here.glob("*.py"), *(here.parent / "saves").glob("*.py")])
    )


def _kept(data: bytes | None) -> dict[str, Choice] | None:
    try:
        return msgspec.msgpack.decode(data or b"", type=dict[str, Choice])
    except msgspec.MsgspecError:
        return None
