"""Files and messages that were changed by chance or malice: read, or one sentence."""

import io
import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from random import Random
from time import process_time

import msgspec
from msgspec import Struct

import opfor.data
from opfor.core.errors import OpforError
from opfor.core.save import read_save
from opfor.geo.boards.text import text_board
from opfor.geo.boards.vasl import read_board_file
from opfor.ports.examples import read_example
from opfor.state.mission import read_mission
from opfor.state.nations import load_all
from opfor.state.pack_file import packed_file, unpacked
from opfor.vasl.counters.meanings import Counters
from opfor.vasl.counters.module import parse_module
from opfor.vasl.saves.scramble import scramble
from opfor.web.game import messages as m
from tests.geo.boards.test_vasl import SMALL
from tests.geo.vaslfile import write_archive
from tests.ports.test_any_mission import begun, changed
from tests.soak.seeds import Counts, chance
from tests.vasl.given import build_file, save, slot
from tests.vasl.test_hostile import TEXT, read_shown

DATA = Path(opfor.data.__file__).parent
TESTS = Path(__file__).parents[1]

SUMS = b"CREATE TABLE sums"
"""What the saves of 0.1.0 have not: nobody knows whether their states were changed."""

LONGEST = 20.0
"""Seconds of the processor that one file may take."""

EDGES = (
    *(b"", b"-1", b"0", b"65535", b"1e999", b"2147483648", b"99999999999999999999"),
    *(b'""', b'"x"', b"[]", b"{}", b"[[", b"]]", b"true", b"nan", b"1941-13", b"\0"),
    *(b"\xff\xfe", b"../../../etc/passwd", b'"' + b"A" * 5000 + b'"', b"\n", b"="),
)


def mutated(data: bytes, rng: Random) -> bytes:
    """Bytes with a few of them changed, cut out, doubled, or cut off."""
    found = bytearray(data)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(found) + 1)
        end = min(len(found), at + rng.choice((1, 1, 4, 40, 400)))
        match rng.randrange(5):
            case 0:
                found[at:end] = rng.randbytes(end - at)
            case 1:
                found[at:end] = b""
            case 2:
                found[at:at] = found[at:end]
            case 3:
                found[at:end] = rng.choice(EDGES)
            case _ if rng.random() < 0.2:
                del found[at:]
    return bytes(found)


def rewritten(data: bytes, rng: Random) -> bytes:
    """A text with a value of another kind, a line left out, doubled or moved."""
    lines = data.splitlines()
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(lines))
        key, sign, _ = lines[at].partition(rng.choice((b"=", b":", b" ")))
        match rng.randrange(4):
            case 0:
                lines[at] = key + sign + b" " + rng.choice(EDGES)
            case 1:
                lines.insert(at, rng.choice(lines))
            case 2:
                lines[at] = mutated(lines[at], rng)
            case _ if len(lines) > 1:
                del lines[at]
    return b"\n".join(lines)


def inside(data: bytes, rng: Random) -> bytes:
    """An archive with one of its files changed: its own sums are right."""
    made = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        which = rng.choice(old.namelist())
        for name in old.namelist():
            other = name == which
            new.writestr(
                name, mutated(old.read(name), rng) if other else old.read(name)
            )
    return made.getvalue()


def some_way(data: bytes, rng: Random) -> bytes:
    """An archive that was changed as bytes, or in one of its files."""
    return inside(data, rng) if rng.random() < 0.5 else mutated(data, rng)


def cell(path: Path, rng: Random) -> None:
    """Change a value in a database: what stands around it stays right."""
    with closing(sqlite3.connect(path)) as db:
        names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        table = rng.choice(sorted(name for (name,) in names))
        found = db.execute(f"SELECT * FROM {table}")  # noqa: S608 - ours
        columns, rows = [name for name, *_ in found.description], found.fetchall()
        if not rows:
            return
        row, at = rng.choice(rows), rng.randrange(len(columns))
        where = " AND ".join(f"{name} IS ?" for name in columns)
        sql = f"UPDATE OR IGNORE {table} SET {columns[at]} = ? WHERE {where}"  # noqa: S608 - ours
        with suppress(sqlite3.IntegrityError), db:  # a number must be one
            db.execute(sql, (_another(row[at], rng), *row))


def _another(value: object, rng: Random) -> object:
    if rng.random() < 0.2:
        return rng.choice((None, -1, 0, 1.5, 2**62, "", "x", b"\xff", "[]", "{}"))
    match value:
        case int():
            return value + rng.choice((-1, 1, 1000))
        case bytes():
            return mutated(value, rng)
    return mutated(str(value).encode(), rng).decode(errors="replace")


# -- what is read: each says what is wrong with a file, or nothing -----------------


@cache
def files(pattern: str, under: Path = TESTS) -> tuple[bytes, ...]:
    """Good files."""
    found = sorted(under.glob(pattern))
    assert found, pattern
    return tuple(path.read_bytes() for path in found)


def a_save(rng: Random, folder: Path) -> str:
    """A save; what opens is the game that it was."""
    good = rng.choice([save for save in files("saves/*/*.opfor") if SUMS in save])
    path, other = folder / "a.opfor", folder / "b.opfor"
    path.write_bytes(good)
    if rng.random() < 0.5:
        other.write_bytes(good)
        cell(other, rng)
    else:
        other.write_bytes(mutated(good, rng))
    before = read_save(path)
    try:
        found = read_save(other)
    except OpforError as error:
        return str(error).replace("\n", "") if other.name in str(error) else "?\n"
    assert found.options == before.options, "other options"
    assert found.entries == before.entries[: len(found.entries)], "other answers"
    if not found.mended and len(found.entries) == len(before.entries):
        assert found.events == before.events, "other events"
        assert found.snapshots == before.snapshots, "other states"
        assert found.kept == before.kept, "other luck"
    return ""


def a_pack(rng: Random, folder: Path) -> str:
    """A folder of tables and counters."""
    pack = folder / "pack"
    shutil.copytree(rng.choice(sorted((DATA / "nations").iterdir())), pack)
    path = rng.choice(sorted(pack.rglob("*.toml")))
    path.write_bytes(rewritten(path.read_bytes(), rng))
    return said(lambda: load_all(pack))


@cache
def archive(name: str) -> bytes:
    """A nation's folder as the file of a pack."""
    return packed_file(DATA / "nations" / name)[1]


def a_pack_file(rng: Random, _folder: Path) -> str:
    """A pack as it is passed on."""
    good = archive(rng.choice(("romanian", "greek", "finnish")))
    return said(lambda: unpacked(some_way(good, rng), "pack.opforpack"))


def a_board(rng: Random, folder: Path) -> str:
    """A board in VASL's form."""
    path = write_archive(folder / "bdx1", SMALL)
    path.write_bytes(some_way(path.read_bytes(), rng))
    return said(lambda: read_board_file(path))


def a_text_board(rng: Random, _folder: Path) -> str:
    """A board of ours."""
    text = rewritten(rng.choice(files("boards/*.txt", DATA)), rng)
    return said(lambda: text_board(text.decode(errors="replace"), file="o.txt"))


def a_module(rng: Random, _folder: Path) -> str:
    """What a VASL module is built from."""
    text = "+/null/prototype;P\tpiece;K;D; ;4-6-7 1sq/\tnull;0;0;12"
    data = mutated(build_file(slot("12", "x", text)), rng)

    def read() -> None:
        module = parse_module(data)
        for each in module.slots:
            module.piece(each)
            Counters(module).slot_meaning(each)

    return said(read)


def a_game_of_vasl(rng: Random, folder: Path) -> str:
    """A saved game of VASL's."""
    path = save(folder / "game.vsav", TEXT)
    if rng.random() < 0.5:
        text = mutated(TEXT.encode(), rng).decode(errors="replace")
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("savedGame", scramble(text))
    else:
        path.write_bytes(some_way(path.read_bytes(), rng))
    return said(lambda: read_shown(path))


def a_mission(rng: Random, folder: Path) -> str:
    """A Mission, and the game of it if it begins."""
    if rng.randrange(4):
        text = rewritten(rng.choice(files("missions/*.toml", DATA)), rng)
        return said(lambda: read_mission(text, "mine.toml"))
    return begun(changed(rng), folder / "mine.opfor")


def an_example(rng: Random, _folder: Path) -> str:
    """A worked example."""
    text = rewritten(rng.choice(files("examples/*.toml")), rng)
    return said(lambda: read_example(text, "mine.toml"))


def a_message(rng: Random, _folder: Path) -> str:
    """What a page sends."""
    tags = [form.__struct_config__.tag for form in m.AnyRequest.__args__]
    form = rng.choice(m.AnyRequest.__args__)
    good = {name: rng.choice(VALUES) for name in form.__struct_fields__}
    text = msgspec.json.encode({"do": rng.choice(tags), **good, "id": 1})
    return said(
        lambda: m.read_request(mutated(text, rng) if rng.random() < 0.5 else text)
    )


VALUES = (1, -1, "467A", "o1A10", [], ["467A"], {"type": "end"}, None, True, 2**60, "")


def said(read: Callable[[], object]) -> str:
    """What a reader says of something."""
    try:
        read()
    except OpforError as error:
        return str(error) or "?\n"
    return ""


class Way(Struct, frozen=True):
    """A kind of file: how one is read, and how many there are in a trial.

    So many that a trial of each takes about as long, a second of the processor.
    """

    read: Callable[[Random, Path], str]
    each: int


WAYS = {
    "saves": Way(a_save, 100),
    "packs": Way(a_pack, 80),
    "files of packs": Way(a_pack_file, 600),
    "VASL boards": Way(a_board, 100),
    "text boards": Way(a_text_board, 40),
    "modules": Way(a_module, 600),
    "games of VASL": Way(a_game_of_vasl, 300),
    "Missions": Way(a_mission, 70),
    "examples": Way(an_example, 200),
    "messages": Way(a_message, 1500),
}


def trial(seed: int, folder: Path) -> Counts:
    """Some files of one kind."""
    kind = list(WAYS)[seed % len(WAYS)]
    way, rng, refused = WAYS[kind], chance("files", seed), 0
    for nth in range(way.each):
        own = folder / str(nth)
        own.mkdir()
        began = process_time()
        told = way.read(rng, own)
        assert "\n" not in told, f"file {nth}: {told}"
        assert process_time() - began < LONGEST, f"file {nth} took too long"
        refused += bool(told)
        shutil.rmtree(own)
    return {"files": way.each, "refused": refused, kind: way.each}
