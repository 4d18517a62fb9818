"""What a counter of VASL is for opfor: a unit, a SW, a marker, a state, or no piece.

A counter is told by its name, by its pictures' folder and by where the player's own
module has it in its palette. Names that opfor knows are rows of data/vasl, which a pack
may go before; Infantry and leaders are read from what their names print, Guns and
vehicles by the number that opfor's own counters know. `none` always says why.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from opfor.core.codec import digest
from opfor.state.counter_lists import shipped
from opfor.state.counters import MMC, Counter, Gun, Size, Vehicle, slug
from opfor.vasl.counters.layers import images, own_name
from opfor.vasl.counters.module import Module, Slot
from opfor.vasl.counters.names import Kind, Meaning, Row, Words, shipped_words
from opfor.vasl.saves.traits import Piece

UNITS: frozenset[Kind] = frozenset({"MMC", "SMC", "vehicle"})

LONGEST_NAME = 200
"""A longer name is none."""

_FACTORS = re.compile(r"(?:^|\s)(\d)-?(\d)-?(\d{1,2})(?=\s)")
_LEADER = re.compile(r"\d{1,2}[-+]\d")
_SMC = (
    re.compile(r"[a-z]{2}(LDR|COM)\w*(\(KFW\))?"),
    re.compile(r".*(Hero|Pathfinder|Peasant Girl|Piper|Gestapo|Hitler)"),
    re.compile(r"\d{1,2}[-+]\d( AL)?"),
)
_WRECK = re.compile(r"(.+) Wreck ?\d?")
_WEAPON = re.compile(
    r"(dm )?(LMG|MMG|HMG|\.50-cal|ATR|PSK|PFk?|PIAT|BAZ|DC|FT|MOL|Radio|Field Phone"
    r"|\d+L?\*? (MTR|INF|ART|RCL|ATR))\b.*"
)
_SIZES: Mapping[str, Size] = {
    "sq": "squad",
    "hs": "half squad",
    "cr": "crew",
}
_CLASS = re.compile(r"(\w*?)(?:[E12GC] ?)?(sq|hs|cr)\b", re.IGNORECASE)
_FOLDER = re.compile(r"([a-z]{2})/")
_OTHER_NAMES = (("PzKw ", "PzKpfw "), (".50-cal", ".50 HMG"))
_LISTS: Mapping[str, Kind] = {
    "SQ": "MMC",
    "HS": "MMC",
    "SMC": "SMC",
    "SW": "SW",
    "Gun": "Gun",
    "Veh": "vehicle",
}
_FORCES = "O/B"
_TO_WRITE_ON = re.compile(r"(0-0-0|000) .*|[A-Z]{2} [A-Za-z]{2,3}")
_BLANK = "a blank counter to write on"
_PLAIN = re.compile(
    "opfor (MMC|SMC|SW|Gun|vehicle|wreck|fortification|S[?]|VPO|control|marker|state)"
    " ?(.*)"
)
"""The name of a counter that opfor made because the module has none."""
_UNKNOWN = "its name says nothing to opfor"
_NO_TYPE = "opfor has no such counter"


class Counters:
    """Tells what counters are.

    Args:
        module: the player's; without it counters are told by what a saved game says.
        types: opfor's counter types.
        words: the table of names.
    """

    def __init__(
        self,
        module: Module | None = None,
        types: Mapping[str, Counter] | None = None,
        words: Words | None = None,
    ) -> None:
        self.module = module
        self._types = shipped() if types is None else types
        self._words = words or shipped_words()
        self._known: dict[tuple[str, str, str], Meaning] = {}
        rows = self._words.row
        self._rows = [(re.compile(row.name), row) for row in rows if row.name]
        self._numbers = {row.gpid: row for row in reversed(rows) if row.gpid}
        self._palette = [(re.compile(r.title), r) for r in self._words.palette]
        self.wanted = self._words.write

    def slot_of(self, piece: Piece) -> Slot | None:
        """The slot of the module that a counter came from."""
        if self.module is None:
            return None
        return self.module.by_gpid.get(piece.gpid)

    def meaning(self, piece: Piece) -> Meaning:
        """What a counter is now: a broken or reduced one has another type."""
        name = own_name(piece)
        key = piece.gpid, piece.name, name
        if key not in self._known:
            slot = self.slot_of(piece)
            path = slot.path if slot is not None else ()
            self._known[key] = self.named(piece, name, path)
        return self._known[key]

    @property
    def fingerprint(self) -> str:
        """What all its answers follow from, but for the module."""
        return digest(self._words, sorted(self._types.values(), key=lambda p: p.id))

    def state(self, word: str) -> str:
        """Opfor's word for a state that a layer shows, or else the layer's own."""
        return self._words.states.get(word, word)

    def slot_meaning(self, slot: Slot) -> Meaning:
        """What a counter of the module is, as it comes from the palette."""
        if self.module is None:
            raise ValueError("without a module there are no slots")
        piece = self.module.piece(slot, expand=False)
        return self.named(piece, own_name(piece), slot.path)

    def named(self, piece: Piece, name: str, path: tuple[str, ...] = ()) -> Meaning:
        """What a counter is under one of its names, from a list of the palette.

        The surest sign comes first: a row, what the name prints, then the list.
        """
        if max(len(name), len(piece.name)) > LONGEST_NAME:
            return Meaning("none", why=_UNKNOWN)
        if plain := _PLAIN.fullmatch(piece.name):
            kind: Any = plain[1]
            return self._plain(kind, plain[2])
        row, list_ = self._row(piece, name), self._of_palette(path)
        if list_ is not None and list_.overrides:
            return list_.meaning
        if row is not None:
            return row.meaning
        kind, listed = _printed(piece, name), _listed(path)
        if list_ is not None and kind == "vehicle":
            kind = None
        weapon = listed in {"Gun", "vehicle"} and kind != "wreck"
        if weapon or (kind is None and list_ is None):
            kind = listed
        if kind is not None:
            return self._typed(kind, piece, name, path)
        return list_.meaning if list_ is not None else Meaning("none", why=_UNKNOWN)

    def _plain(self, kind: Kind, what: str) -> Meaning:
        """What one of opfor's own plain counters is: its name says so."""
        if what in self._types:
            return Meaning(kind, what)
        return Meaning(kind, what="" if "/" in what else what)

    def _row(self, piece: Piece, name: str) -> Row | None:
        """The row of the counter's number, of its name now, or of its first name."""
        if piece.gpid in self._numbers:
            return self._numbers[piece.gpid]
        for each in (name, piece.name):
            for pattern, row in self._rows:
                if pattern.fullmatch(each):
                    return row
        return None

    def _of_palette(self, path: tuple[str, ...]) -> Row | None:
        for pattern, row in self._palette:
            if any(pattern.fullmatch(title) for title in path):
                return row
        return None

    def _typed(
        self, kind: Kind, piece: Piece, name: str, path: tuple[str, ...]
    ) -> Meaning:
        nations = self._nations(piece, name, path)
        match kind:
            case "MMC":
                code = self._mmc(name, nations)
            case "SMC":
                code = self._smc(piece, name, nations)
            case "Gun" | "vehicle":
                code = self._numbered(piece.gpid) or self._called(name, nations)
            case "wreck":
                vehicle = _WRECK.fullmatch(name)
                code = self._called(vehicle[1] if vehicle else name, nations)
                return Meaning("wreck", code)
            case _:
                code = self._weapon(name, nations)
        why = "" if code else _BLANK if _TO_WRITE_ON.fullmatch(name) else _NO_TYPE
        return Meaning(kind, code, why=why)

    def _nations(self, piece: Piece, name: str, path: tuple[str, ...]) -> Sequence[str]:
        letters = self._letters(piece, path)
        found = list(self._words.nations.get(letters, ()))
        mark = _CLASS.search(name)
        marks = {name.partition(" ")[2].split(" ")[0], mark[1] if mark else ""}
        for word, nations in self._words.first.items():
            if word in marks or (len(word) > 1 and word in name):
                base = tuple(found)
                fits = [n for n in nations if n in base or n.startswith(base)]
                found = [*fits, *(n for n in found if n not in fits)]
        return found

    def _letters(self, piece: Piece, path: tuple[str, ...]) -> str:
        """VASL's letters of the counter's nation; empty for none."""
        for title in path:
            if title in self._words.titles:
                return self._words.titles[title]
            if title in self._words.nations:
                return title
        for image in images(piece):
            folder = _FOLDER.match(image)
            if folder and folder[1] in self._words.nations:
                return folder[1]
        return ""

    # -- opfor's counter types -----------------------------------------------------

    def _mmc(self, name: str, nations: Sequence[str]) -> str:
        factors, size = _FACTORS.search(f" {name}"), _CLASS.search(name)
        if factors is None or size is None:
            return ""
        fp, range_, morale = (int(part) for part in factors.groups())
        key = _SIZES[size[2].lower()], fp, range_, morale
        for nation in nations:
            found = self._squads.get((nation, *key), ())
            # NKVD and striped ones have the factors of others.
            for mark, word in (("N", "NKVD"), ("str", "striped")):
                marked = [code for code in found if word in self._types[code].name]
                if marked and (size[1] == mark or name.startswith(f"{mark} ")):
                    return marked[0]
                found = [code for code in found if code not in marked] or found
            if found:
                return found[0]
        return ""

    @cached_property
    def _squads(self) -> dict[tuple[str, Size, int, int, int], list[str]]:
        found: dict[tuple[str, Size, int, int, int], list[str]] = {}
        for code, piece in self._types.items():
            if isinstance(piece, MMC):
                factors = piece.fp, piece.range, piece.morale
                found.setdefault((piece.nation, piece.size, *factors), []).append(code)
        return found

    def _smc(self, piece: Piece, name: str, nations: Sequence[str]) -> str:
        if name in ("Hero", "Hero Para", "Hero OBLI"):
            return self._called("Hero", nations)
        grade = _LEADER.match(name)
        if grade is None or "Gestapo" in name:
            return ""
        if name.endswith(" AL"):
            return self._called(name, nations)
        commissar = re.fullmatch(r"[a-z]{2}COM", piece.name) is not None
        code = grade[0] + (" Commissar" if commissar else "")
        return self._called(code, nations)

    def _numbered(self, gpid: str) -> str:
        return self._by_gpid.get(gpid, "") if gpid else ""

    @cached_property
    def _by_gpid(self) -> dict[str, str]:
        """Opfor's Guns and vehicles by the numbers that they know."""
        return {
            gpid: code
            for code, piece in self._types.items()
            if isinstance(piece, Gun | Vehicle)
            for gpid in piece.vasl
        }

    def _called(self, name: str, nations: Sequence[str]) -> str:
        """The first counter type of that name among some nations'."""
        for old, new in _OTHER_NAMES:
            name = name.replace(old, new)
        for nation in nations:
            if (code := f"{nation}/{slug(name)}") in self._types:
                return code
        return ""

    def _weapon(self, name: str, nations: Sequence[str]) -> str:
        """A SW: the nation's own, one of a nation in brackets, or a dm mortar."""
        own = name.removeprefix("dm ").replace(" (", "(")
        if code := self._called(own, (*nations, "any")):
            return code
        bare, _, letter = own.partition("(")
        if maker := self._words.letters.get(letter[:1]):
            nations = (maker,)
        elif letter:
            return ""
        if code := self._called(bare, nations):
            return code
        start = " ".join(bare.split(" ")[:2])
        alike = [
            code
            for code in self._of(nations)
            if self._types[code].name.startswith(f"{start} ")
        ]
        return alike[0] if len(alike) == 1 else ""

    def _of(self, nations: Sequence[str]) -> Iterator[str]:
        return (c for c, piece in self._types.items() if piece.nation in nations)


def _listed(path: tuple[str, ...]) -> Kind | None:
    """What the list of an order of battle says that its counters are."""
    at = next((n for n, title in enumerate(path) if title.endswith(_FORCES)), len(path))
    return next((_LISTS[title] for title in path[at:] if title in _LISTS), None)


def _printed(piece: Piece, name: str) -> Kind | None:
    """What a counter's name and pictures say that it is; None if they do not."""
    if _WRECK.fullmatch(piece.name):
        return "wreck"
    if _FACTORS.search(f" {name} ") and _CLASS.search(name):
        return "MMC"
    if any(form.fullmatch(text) for form in _SMC for text in (piece.name, name)):
        return "SMC"
    folder = re.search("/(gun|veh)/", " ".join(images(piece)))
    if folder is None:
        return "SW" if _WEAPON.fullmatch(name) else None
    return "Gun" if folder[1] == "gun" else "vehicle"
