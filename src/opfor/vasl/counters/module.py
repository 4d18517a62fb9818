"""The player's own VASL module: every counter that it can put on a map, by gpid.

A module (vasl.vmod) is a zip; its `buildFile` (`buildFile.xml` in newer ones) is an XML
tree of windows, tabs and lists with a slot for each counter. A slot's counter names
prototypes, lists of traits that many counters share. Nothing of a module comes with
opfor: what is read here is kept in the player's cache folder, and nowhere else.
"""

import hashlib
from collections.abc import Iterator
from functools import cached_property
from io import BytesIO
from pathlib import Path
from xml.sax import SAXException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl

import msgspec
from defusedxml import sax
from defusedxml.common import DefusedXmlException

from opfor.core.disk_cache import keep, kept_path, read_kept
from opfor.core.errors import OpforError
from opfor.vasl.boards.laid import EDGE
from opfor.vasl.saves.escape import split
from opfor.vasl.saves.packed import read_members
from opfor.vasl.saves.traits import (
    MAX_TRAITS,
    Piece,
    Trait,
    piece_state,
    piece_type,
    read_piece,
    whole,
)

MAX_BUILD = 64 * 2**20
"""Largest buildFile read, in bytes; real ones hold some 4 MB."""
MAX_DEPTH = 60
MAX_SLOTS = 50_000
MAX_DEFINITION = 2**16
"""Longest text of one slot or prototype, in characters."""
MOST_KEPT = 4
"""So many modules are kept as they were read, some 3 MB each."""

_NAMES = ("buildFile", "buildFile.xml")
_WHAT = "module of VASL"
_DO = "choose the vasl.vmod that you play with"
_PROTOTYPE = "prototype"
_SLOTS = ("PieceSlot", "CardSlot")
_PALETTE = "PieceWindow"


class Slot(msgspec.Struct, frozen=True):
    """A counter of the module.

    Args:
        gpid: its number; saved counters have it.
        name: as its slot is called.
        path: the titles of the window, tabs and lists around it, outermost first.
        definition: the text of the counter, its prototypes not expanded.
    """

    gpid: str
    name: str
    path: tuple[str, ...]
    definition: str


class Module(msgspec.Struct, frozen=True, dict=True):
    """What a module says of its counters.

    Args:
        name, version: its own.
        digest: a fingerprint of its buildFile.
        edge: the empty border around boards, in pixels.
        slots: every counter.
        prototypes: the texts of the prototypes, by name.
    """

    name: str
    version: str
    digest: str
    edge: tuple[int, int]
    slots: tuple[Slot, ...]
    prototypes: dict[str, str]

    @cached_property
    def by_gpid(self) -> dict[str, Slot]:
        """The slots by their number."""
        return {slot.gpid: slot for slot in self.slots}

    def piece(self, slot: Slot, *, expand: bool = True) -> Piece:
        """A slot's counter as it comes from the palette.

        Args:
            slot: which.
            expand: with the traits of its prototypes in their places; else without.

        Errors:
            OpforError: it is no counter, or beyond measure.
        """
        piece = _defined(slot.definition)
        left = iter(range(MAX_TRAITS))
        return Piece(tuple(self._expanded(piece, left)) if expand else piece.traits)

    def command_parts(self, slot: Slot) -> tuple[str, str]:
        """The type and state of a slot's counter, as an AddPiece has them."""
        piece = self.piece(slot)
        return piece_type(piece), piece_state(piece)

    def _expanded(self, piece: Piece, left: Iterator[int]) -> Iterator[Trait]:
        """Its traits; `left` runs out if prototypes name each other without end."""
        for trait in piece.traits:
            text = self._prototype(trait)
            if text is None:
                yield trait
            elif next(left, None) is None:
                raise OpforError("its prototypes have no end", do=_DO)
            else:  # the last stands for the counter itself
                yield from list(self._expanded(_defined(text), left))[:-1]

    def _prototype(self, trait: Trait) -> str | None:
        if trait.kind != _PROTOTYPE:
            return None
        return self.prototypes.get(trait.fields[1] if len(trait.fields) > 1 else "")


def read_module(path: Path) -> Module:
    """Read a module; what was read before comes from the cache folder.

    Errors:
        OpforError: it is none, it is damaged, or larger than any can be.
    """
    members = read_members(path, dict.fromkeys(_NAMES, MAX_BUILD), what=_WHAT, do=_DO)
    build = next((members[name] for name in _NAMES if name in members), None)
    if build is None:
        raise OpforError(f"this is no {_WHAT} (no buildFile)", str(path), _DO)
    digest = _digest(build)
    kept = kept_path("vasl-module", digest, ".msgpack")
    if (found := _kept(read_kept(kept))) is not None:
        return found
    try:
        module = parse_module(build, digest)
    except OpforError as problem:
        raise OpforError(problem.what, str(path), problem.do) from None
    keep(kept, msgspec.msgpack.encode(module), most=MOST_KEPT)
    return module


def _digest(build: bytes) -> str:
    """The fingerprint of a buildFile, and of how it is read here."""
    code = Path(__file__).read_bytes()
    return hashlib.blake2b(build + code, digest_size=16).hexdigest()


def _kept(data: bytes | None) -> Module | None:
    try:
        return msgspec.msgpack.decode(data or b"", type=Module)
    except msgspec.MsgspecError:
        return None


def parse_module(build: bytes, digest: str = "") -> Module:
    """A module out of its buildFile.

    Errors:
        OpforError: no XML, entities or a DTD in it, or beyond measure.
    """
    reader = _Reader()
    try:
        sax.parse(BytesIO(build), reader, forbid_dtd=True)
    except (DefusedXmlException, SAXException, ValueError, LookupError) as problem:
        said = problem.getMessage() if isinstance(problem, SAXException) else problem
        raise OpforError(f"its buildFile is unusable ({said})", do=_DO) from None
    if not reader.slots:
        raise OpforError("its buildFile has no counters", do=_DO)
    return Module(
        name=reader.name,
        version=reader.version,
        digest=digest,
        edge=reader.edge,
        slots=tuple(reader.slots),
        prototypes=reader.prototypes,
    )


class _Reader(ContentHandler):
    """Takes slots and prototypes out of a buildFile as it passes by."""

    def __init__(self) -> None:
        super().__init__()
        self.name = self.version = ""
        self.edge = (EDGE, EDGE)
        self.slots: list[Slot] = []
        self.prototypes: dict[str, str] = {}
        self._titles: list[str] = []
        self._open: tuple[str, str] | None = None
        self._text: list[str] = []
        self._length = 0
        self._mapped = False

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802
        """A component begins."""
        kind = name.rpartition(".")[2]
        if len(self._titles) >= MAX_DEPTH:
            raise ValueError(f"it is nested more than {MAX_DEPTH} deep")
        if not self._titles:
            self.name, self.version = attrs.get("name", ""), attrs.get("version", "")
        if "edgeWidth" in attrs and len(self._titles) == 1 and not self._mapped:
            # The first map is the Main Map; others have no boards.
            self.edge = whole(attrs["edgeWidth"]), whole(attrs.get("edgeHeight", "0"))
            self._mapped = True
        title = attrs.get("entryName") or attrs.get("name") or ""
        if kind in _SLOTS:
            self._open = attrs.get("gpid", ""), title
        elif kind == "PrototypeDefinition":
            self._open = "", title
        self._titles.append(title)

    def endElement(self, name: str) -> None:  # noqa: N802
        """A component ends; a slot or prototype is complete."""
        self._titles.pop()
        if self._open is None:
            return
        gpid, title = self._open
        text = "".join(self._text)
        if name.rpartition(".")[2] in _SLOTS:
            path = tuple(self._titles[1:])
            self.slots.append(Slot(gpid, title, path, text))
        else:
            self.prototypes[title] = text
        if len(self.slots) + len(self.prototypes) > MAX_SLOTS:
            raise ValueError(f"it has more than {MAX_SLOTS} counters")
        self._open, self._text, self._length = None, [], 0

    def characters(self, content: str) -> None:
        """Text within a slot or prototype."""
        if self._open is None:
            return
        self._length += len(content)
        if self._length > MAX_DEFINITION:
            raise ValueError(f"a counter is longer than {MAX_DEFINITION} characters")
        self._text.append(content)


def _defined(text: str) -> Piece:
    """The counter of a slot's or prototype's text, which is an AddPiece."""
    parts = split(text.strip().removeprefix("+/"), "/")
    if len(parts) != 3:
        raise OpforError("a counter of the module has no known form", do=_DO)
    return read_piece(parts[1], parts[2])
