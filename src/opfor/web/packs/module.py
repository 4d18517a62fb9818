"""The page on which a module is typed in: sheets, and the module as one file."""

from asyncio import to_thread
from typing import Annotated, Literal

from fastapi import FastAPI, Query, Request, Response
from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.rules.s_solitaire.command_tables import check_commands
from opfor.state.pack_file import NAME, SUFFIX, packed_file, unpacked
from opfor.state.pack_stamp import stamp_of
from opfor.state.packs import check_pack
from opfor.views.rule_index import load_index
from opfor.views.sheets.compare import Difference, differences
from opfor.views.sheets.faults import Mark
from opfor.views.sheets.folder import Open, Progress, SheetFolder, counted
from opfor.views.sheets.merge import merge, take_in
from opfor.views.sheets.shape import Typed
from opfor.views.sheets.words import between, words
from opfor.web.game.rooms import OpenGames
from opfor.web.json_http import BINARY, described, json_of, read_body
from opfor.web.packs.editor import PackFolder
from opfor.web.pages import ZIP, page, saved_as
from opfor.web.tables import Name, PackName


class ModuleShown(Struct, frozen=True, kw_only=True):
    """A module: its name and version, and every table with how much is typed."""

    name: str
    stamp: str
    tables: list[Progress]


class ShownSheet(Struct, frozen=True, kw_only=True):
    """A sheet to type in.

    Args:
        table, title, note, nation, key: its head.
        readers: the rules that read the table.
        fixed: whether its lines are no numbers.
        columns: what stands under each time.
        typed: what is in it.
        words: what may be typed, by line; "" in every line.
        between: what parts of a cell are completed one by one.
        inherited: the nation whose table counts until this one is whole.
        locked: why it cannot be typed in.
        state: how it stands.
    """

    table: str
    title: str
    note: str
    nation: str
    key: str
    readers: tuple[str, ...]
    fixed: bool
    columns: tuple[str, ...]
    typed: Typed
    words: dict[str, tuple[str, ...]]
    between: str
    inherited: str
    locked: str
    state: "SheetState"


class SheetState(Struct, frozen=True, kw_only=True):
    """How a sheet stands: ours in each cell, what is wrong, the dice, how far."""

    ours: tuple[tuple[str, ...], ...]
    marks: tuple[Mark, ...]
    foot: tuple[str, ...]
    progress: Progress


class SheetTyped(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sheet to be kept."""

    pack: str
    table: str
    typed: Typed


class TakenIn(Struct, frozen=True, kw_only=True):
    """What came of taking a file in: the module it is in, and what differs."""

    name: str
    said: str
    conflicts: tuple[str, ...] = ()


class SaidOfModule(Struct, frozen=True):
    """Whether a module is right, in a sentence."""

    ok: bool
    said: str


How = Literal["new", "mine", "theirs"]
NewName = Annotated[str, Query(max_length=40)]
Nation = Annotated[str, Query(max_length=40)]


def add_module(app: FastAPI, rooms: OpenGames) -> None:
    """The page, and what it fetches."""
    shelf = PackFolder(rooms.places.shelf)

    @app.get("/module", summary="The page of modules", response_class=Response)
    def module_page() -> Response:
        return page("module")

    @app.get("/api/modules", summary="The modules by name", **described(list[str]))
    def modules() -> Response:
        return json_of(shelf.names())

    @app.get("/api/module", summary="How far a module is", **described(ModuleShown))
    def shown(pack: PackName, nation: Nation = "") -> Response:
        folder = shelf.pack(pack)
        tables = SheetFolder(folder).progress(all_of=nation)
        stamp = str(stamp_of(folder))
        return json_of(ModuleShown(name=pack, stamp=stamp, tables=tables))

    @app.get("/api/module/sheet", summary="A sheet", **described(ShownSheet))
    def sheet(pack: PackName, id: Name) -> Response:  # noqa: A002
        return json_of(sheet_shown(SheetFolder(shelf.pack(pack)).open(id)))

    @app.post(
        "/api/module/sheet",
        summary="Keep a sheet as it is typed; how it stands",
        **described(SheetState, body=SheetTyped),
    )
    async def keep(request: Request) -> Response:
        wish = await read_body(request, SheetTyped)
        folder = SheetFolder(shelf.pack(wish.pack))
        return json_of(state_of(await to_thread(folder.keep, wish.table, wish.typed)))

    _add_files(app, shelf)


def _add_files(app: FastAPI, shelf: PackFolder) -> None:
    @app.get(
        "/api/module/check", summary="Whether a module is right",
        **described(SaidOfModule),
    )  # fmt: skip
    def check(pack: PackName) -> Response:
        return json_of(_checked(shelf, pack))

    @app.get(
        "/api/module/difference",
        summary="How a module differs from what ships",
        **described(list[Difference]),
    )
    def difference(pack: PackName) -> Response:
        return json_of(differences(shelf.pack(pack)))

    @app.get("/api/module/file", summary="A module as one file", **described(media=ZIP))
    def file(pack: PackName) -> Response:
        stamp, data = packed_file(shelf.pack(pack))
        name = f"{stamp.name}-{stamp.version}{SUFFIX}"
        return Response(data, media_type=ZIP, headers=saved_as(name))

    @app.post(
        "/api/module/file",
        summary="Take a module in: as a new one, or into one that is there",
        **described(TakenIn, body=BINARY),
    )
    async def take(request: Request, name: NewName = "", how: How = "new") -> Response:
        data = await request.body()
        return json_of(await to_thread(_taken_in, shelf, data, name, how))


def sheet_shown(opened: Open) -> ShownSheet:
    """A sheet as the page shows it."""
    shape = opened.shape
    nation = str(shape.nation.fact("name")) if shape.nation else ""
    name = shape.table.rpartition("/")[2]
    return ShownSheet(
        table=shape.table,
        title=shape.like.title,
        note=shape.like.note,
        nation=nation,
        key=shape.key,
        readers=tuple(map(str, load_index().tables.get(name, ()))),
        fixed=bool(shape.labels),
        columns=tuple(", ".join(when.values()) for when in shape.columns),
        typed=opened.typed,
        words=words(shape),
        between=between(shape),
        inherited=shape.inherited,
        locked=opened.locked,
        state=state_of(opened),
    )


def state_of(opened: Open) -> SheetState:
    """How a sheet stands."""
    found = opened.found
    return SheetState(
        ours=opened.ours, marks=found.marks, foot=found.foot, progress=counted(opened)
    )


def _checked(shelf: PackFolder, name: str) -> SaidOfModule:
    folder = shelf.pack(name)
    try:
        pack = check_pack(folder)
        check_commands(pack.loaded.tables)
    except OpforError as error:
        return SaidOfModule(False, str(error).replace(f"{folder}/", ""))
    count = f"{pack.tables} tables, {pack.counters} counters"
    return SaidOfModule(True, f"all right: {count}, {len(pack.missions)} Missions")


def _taken_in(shelf: PackFolder, data: bytes, name: str, how: How) -> TakenIn:
    other = unpacked(data, "the file")
    if how != "new":
        found = merge(shelf.pack(name), other, theirs=how == "theirs")
        said = f"{other.stamp}: {found.added} files and {found.rows} rows added"
        return TakenIn(name=name, said=said, conflicts=found.conflicts)
    wanted = name or other.stamp.name
    if not NAME.fullmatch(wanted):
        raise OpforError(f"{wanted[:40]!r} is no name for a module")
    take_in(shelf.place, other, wanted)
    return TakenIn(name=wanted, said=f"{other.stamp} is in as {wanted!r}")
