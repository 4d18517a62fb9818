"""Counter types as files: those that ship in data/counters, those of packs."""

import contextlib
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn

import msgspec
from msgspec import Struct

from opfor.core.did_you_mean import did_you_mean
from opfor.core.disk_cache import digest_of, keep, kept_path, read_kept
from opfor.core.errors import OpforError
from opfor.core.misfit import misfit
from opfor.core.packs import read_bytes, toml_files
from opfor.core.table import Source
from opfor.core.toml_lines import key_lines, nearest_line
from opfor.core.toml_text import parse_toml
from opfor.state.counters import (
    KINDS,
    MMC,
    SMC,
    Confidence,
    Counter,
    Dummy,
    Gun,
    SupportWeapon,
    Vehicle,
    slug,
)

FOLDER = "counters"
LISTS = "lists"
FORM = "the fields are in docs/how-to/packs.md"

READ_BY = ("counters.py", "counter_lists.py")
"""The code that reads and checks counters: what is kept holds only for it."""

MOST_KEPT = 60
"""The counters of so many nations, of a few versions of opfor, are kept."""


class _ListFile(Struct, frozen=True, forbid_unknown_fields=True):
    nation: str
    source: Source
    confidence: Confidence
    mmc: list[dict[str, Any]] = []
    smc: list[dict[str, Any]] = []
    sw: list[dict[str, Any]] = []
    gun: list[dict[str, Any]] = []
    vehicle: list[dict[str, Any]] = []
    dummy: list[dict[str, Any]] = []


class _Kept(Struct, frozen=True):
    """Counters that were read and checked before, by kind; `ids` in their order."""

    ids: list[str]
    mmc: list[MMC]
    smc: list[SMC]
    sw: list[SupportWeapon]
    gun: list[Gun]
    vehicle: list[Vehicle]
    dummy: list[Dummy]


class _Lists(dict[str, Counter]):
    """The long lists of Guns and vehicles, a nation's read when one of it is asked for.

    Tables name none of these, so most games never read them.
    """

    def __init__(self, folder: Path) -> None:
        self.left = {path.name: path for path in sorted(folder.iterdir())}

    def __missing__(self, code: str) -> Counter:
        folder = self.left.pop(code.partition("/")[0], None)
        if folder is None:
            raise KeyError(code)
        self.update(_shipped_in(folder))
        return self[code]

    def __contains__(self, code: object) -> bool:
        return self.get(str(code)) is not None

    def get(self, code: str, default: Any = None) -> Any:
        try:
            return self[code]
        except KeyError:
            return default

    def __iter__(self) -> Iterator[str]:
        for nation in tuple(self.left):
            self.get(f"{nation}/")
        return super().__iter__()


@cache
def shipped() -> ChainMap[str, Counter]:
    """Every counter type that comes with opfor, by its id."""
    folder = Path(str(files("opfor.data") / FOLDER))
    return ChainMap(_shipped_in(folder), _Lists(folder / LISTS))


def _shipped_in(folder: Path) -> dict[str, Counter]:
    """The counter types of a folder of opfor's: once read and checked, kept so."""
    paths, code = sorted(folder.glob("*.toml")), Path(__file__).parent
    digest = digest_of([*paths, *(code / name for name in READ_BY)])
    path = kept_path("counters", digest, ".msgpack")
    if data := read_kept(path):
        with contextlib.suppress(msgspec.MsgspecError):
            kept = msgspec.msgpack.decode(data, type=_Kept)
            every = {each.id: each for kind in KINDS for each in getattr(kept, kind)}
            return {id_: every[id_] for id_ in kept.ids}
    found = _counters_of(paths)
    kinds = {
        kind: [piece for piece in found.values() if type(piece) is made]
        for kind, made in KINDS.items()
    }
    keep(path, msgspec.msgpack.encode({"ids": [*found]} | kinds), most=MOST_KEPT)
    return found


def counters(*packs: Path) -> ChainMap[str, Counter]:
    """Every counter type by its id: the shipped ones, then those of packs over them.

    A pack's counters are the *.toml files of its `counters` folder.

    Raises:
        OpforError: naming the file, line and key of what is wrong.
    """
    own = [read_counters(pack / FOLDER) for pack in packs if (pack / FOLDER).is_dir()]
    return ChainMap(*reversed(own), *shipped().maps)


def unlisted(types: Mapping[str, Counter]) -> Mapping[str, Counter]:
    """All of some counter types but the long lists; a name is looked up here first."""
    if not isinstance(types, ChainMap):
        return types
    return ChainMap(*(part for part in types.maps if not isinstance(part, _Lists)))


def counter(code: str) -> Counter:
    """The shipped counter type of that id; `World.counter` knows those of packs too.

    Raises:
        OpforError: there is none.
    """
    return find(shipped(), code)


def find(types: Mapping[str, Counter], code: str) -> Counter:
    """The counter type of that id among some.

    Raises:
        OpforError: there is none.
    """
    if code in types:
        return types[code]
    do = did_you_mean(code, types) or "counters are in data/counters, or in a pack"
    raise OpforError(f"{code!r} is no counter", do=do)


def read_counters(folder: Path) -> dict[str, Counter]:
    """The counter types of a folder of *.toml files, by id.

    Raises:
        OpforError: naming the file, line and key of what is wrong.
    """
    return _counters_of(toml_files(folder))


def _counters_of(paths: Iterable[Path]) -> dict[str, Counter]:
    """As above, of some files; lines are looked up only to say where one is wrong."""
    found: dict[str, Counter] = {}
    for path in sorted(paths):
        for piece, row in _read(path):
            if piece.id in found:
                _twice(piece, _place(path, *row))
            found[piece.id] = piece
    return found


def placed_counters(folder: Path) -> list[tuple[Counter, str]]:
    """The counter types of a folder, with the file and line of each."""
    found: dict[str, tuple[Counter, str]] = {}
    for path in toml_files(folder):
        rows = list(_read(path))  # the walk for lines trusts what was read
        lines = key_lines(read_bytes(path).decode())
        for piece, row in rows:
            place = _place(path, *row, lines=lines)
            if piece.id in found:
                _twice(piece, place)
            found[piece.id] = piece, place
    return list(found.values())


def _twice(piece: Counter, place: str) -> NoReturn:
    raise OpforError(f"{piece.id} is there twice", place, "leave one out")


def _read(path: Path) -> Iterator[tuple[Counter, tuple[str, int, str]]]:
    """The counters of one file, each with its kind, number and name in it."""
    raw = parse_toml(read_bytes(path), str(path))
    try:
        form = msgspec.convert(raw, _ListFile)
    except (msgspec.ValidationError, RecursionError) as error:
        found = misfit(error, _ListFile)
        raise OpforError(found.told(), str(path), found.do or FORM) from error
    common = {
        "nation": form.nation,
        "source": form.source,
        "confidence": form.confidence,
    }
    for kind, made in KINDS.items():
        for number, fields in enumerate(getattr(form, kind)):
            row = (kind, number, str(fields.get("name", "")))
            yield _piece(common | fields, made, path, row), row


def _place(
    path: Path,
    kind: str,
    number: int,
    name: str,
    *,
    lines: dict[tuple[str | int, ...], int] | None = None,
) -> str:
    """File and line of a row."""
    lines = lines or key_lines(read_bytes(path).decode())
    return f"{path}:{nearest_line(lines, (kind, number))} ({kind} {name})"


def _piece(
    row: Mapping[str, Any], made: type[Counter], path: Path, at: tuple[str, int, str]
) -> Counter:
    try:
        piece = msgspec.convert(row, made)
    except msgspec.ValidationError as error:
        found = misfit(error, made)
        raise OpforError(found.told(), _place(path, *at), found.do or FORM) from error
    if not slug(piece.name) or not slug(piece.nation) == piece.nation:
        raise OpforError(
            "name and nation must be words",
            _place(path, *at),
            "write the nation as its folder, the name as printed",
        )
    return piece
