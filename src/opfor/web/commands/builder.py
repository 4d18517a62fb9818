"""The player's own Commands: rows of clauses, checked, tried, kept in a pack of his."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from threading import Lock

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.core.table import Row, Span, Table
from opfor.rules.s_solitaire.command_tables import VOCABULARIES
from opfor.state.nations import Loaded, Nation, load_all
from opfor.views.board.scene import Theme
from opfor.views.sheets.file import MARK
from opfor.views.table_toml import value_toml
from opfor.web.commands.scenes import scenes, set_up
from opfor.web.commands.trial import Trial, tried
from opfor.web.commands.words import ShapedClause, one_by_one, taken_apart
from opfor.web.packs.editor import Edit, EditRow, PackFolder

MOST_CLAUSES = 12
"""Clauses that a row may have here."""

MOST_TEXT = 300
"""Characters of a clause."""


class CommandRow(Struct, frozen=True, kw_only=True):
    """A row of a Command table as it is in force: its DR, clauses and source."""

    on: str
    clauses: tuple[ShapedClause, ...]
    source: str
    pack: str


class CommandTable(Struct, frozen=True, kw_only=True):
    """A Command table of a nation.

    Args:
        table, title: what it is.
        id: where its rows come from: the divider's, or the nation's own.
        rows: in order.
        scenes: the placements to try it on, id and title.
    """

    table: str
    title: str
    id: str
    rows: tuple[CommandRow, ...]
    scenes: tuple[tuple[str, str], ...]


class Wanted(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row to be tried or kept.

    Args:
        nation, table, on: which row, by its DR.
        clauses: what it says.
        pack: the player's pack; empty: as it ships.
        scene: the placement to try it on.
        theme: of the picture.
        own: it is kept for this nation alone.
    """

    nation: str
    table: str
    on: str
    clauses: tuple[str, ...]
    pack: str = ""
    scene: str = ""
    theme: Theme = "light"
    own: bool = False


class TriedCommand(Struct, frozen=True, kw_only=True):
    """What was tried: its clauses with what is wrong, and, if nothing is, the trial."""

    clauses: tuple[ShapedClause, ...]
    trial: Trial | None = None
    said: str = ""


class CommandBuilder:
    """Reads, tries and keeps Commands.

    Args:
        shelf: where the player's packs lie.
    """

    def __init__(self, shelf: PackFolder) -> None:
        self._shelf = shelf
        self._busy = Lock()

    def table(self, nation: str, table: str, pack: str = "") -> CommandTable:
        """A Command table of a nation, with a pack over it if one is named.

        Errors:
            OpforError: there is no such nation, table or pack.
        """
        found = self._nation(nation, table, pack)[1].table(table)
        return CommandTable(
            table=table,
            title=found.title,
            id=found.id.name,
            rows=tuple(_shown(table, span, row) for span, row in found.shown()),
            scenes=tuple(
                (s.id, s.title) for s in scenes().values() if table in s.tables
            ),
        )

    def tried(self, wanted: Wanted) -> TriedCommand:
        """What units do by a row, on a placement.

        Errors:
            OpforError: it names what there is not.
        """
        clauses = _clauses(wanted)
        faulty = any(clause.fault for clause in clauses)
        if faulty or not clauses:
            said = "" if faulty else "a row has one clause at least"
            return TriedCommand(clauses=clauses, said=said)
        loaded, nation = self._nation(wanted.nation, wanted.table, wanted.pack)
        span = _span(nation.table(wanted.table), wanted.on)
        scene = scenes().get(wanted.scene)
        if scene is None or wanted.table not in scene.tables:
            raise OpforError(f"there is no placement {wanted.scene[:40]!r}")
        with self._busy:
            try:
                begun = set_up(scene, loaded, nation, wanted.table)
                trial = tried(
                    begun,
                    scene.who,
                    wanted.table,
                    span,
                    wanted.clauses,
                    theme=wanted.theme,
                )
            except OpforError as error:
                return TriedCommand(clauses=clauses, said=error.what)
        return TriedCommand(clauses=clauses, trial=trial)

    def keep(self, wanted: Wanted) -> CommandTable:
        """Put a row into the player's pack; one as it ships is taken out of it.

        Errors:
            OpforError: it is no Command, or cannot be kept there.
        """
        for clause in _clauses(wanted):
            if clause.fault:
                raise OpforError(f"{clause.text!r}: {clause.fault}")
        if not wanted.clauses:
            raise OpforError("a row has one clause at least")
        _, nation = self._nation(wanted.nation, wanted.table, wanted.pack)
        table = nation.table(wanted.table)
        span = _span(table, wanted.on)
        if wanted.own or table.id.name != wanted.table:
            self._keep_own(wanted, nation, span)
        else:
            self._keep_for_all(wanted, span)
        return self.table(wanted.nation, wanted.table, wanted.pack)

    def _keep_for_all(self, wanted: Wanted, span: Span) -> None:
        rows = self._shelf.editing(wanted.pack, wanted.table).own
        others = [row for row in rows if row.on != str(span)]
        below = load_all().tables[wanted.table]
        same = one_by_one(_row_on(below, span).result) == wanted.clauses
        text = value_toml(list(wanted.clauses))
        own = [] if same else [EditRow(on=str(span), result=text)]
        edit = Edit(pack=wanted.pack, table=wanted.table, rows=(*others, *own))
        found = self._shelf.keep(edit)
        if not found.ok:
            raise OpforError(found.said)

    def _keep_own(self, wanted: Wanted, nation: Nation, span: Span) -> None:
        """The nation's own table, whole: its rows are those in force but for one."""
        id_ = f"{nation.id}/{wanted.table}"
        table, below = nation.table(wanted.table), load_all().tables[wanted.table]
        rows = [row for each, row in _rows(table) if each != span]
        rows.append(Row(on=span, result=wanted.clauses, source="player"))
        rows = [_as_below(row, below) for row in rows]
        own = [row for row in rows if row.source == "player"]
        text = _file(id_, table, rows) if own else ""
        self._shelf.keep_file(wanted.pack, id_, text)

    def _nation(self, nation: str, table: str, pack: str) -> tuple[Loaded, Nation]:
        if table not in VOCABULARIES:
            raise OpforError(f"{table[:20]!r} is no table of Commands")
        loaded = load_all(*self._packs(pack))
        return loaded, loaded.nation(nation)

    def _packs(self, pack: str) -> Sequence[Path]:
        folder = self._shelf.pack(pack) if pack else None
        return [folder] if folder and any(folder.rglob("*.toml")) else []


def _shown(table: str, span: Span, row: Row) -> CommandRow:
    return CommandRow(
        on=str(span),
        clauses=tuple(taken_apart(table, text) for text in one_by_one(row.result)),
        source=row.source,
        pack=row.pack if row.layer or row.source == "player" else "",
    )


def _clauses(wanted: Wanted) -> tuple[ShapedClause, ...]:
    """The clauses of a row, each with what is wrong with it."""
    if len(wanted.clauses) > MOST_CLAUSES:
        raise OpforError(f"a row has at most {MOST_CLAUSES} clauses here")
    if wanted.table not in VOCABULARIES:
        raise OpforError(f"{wanted.table[:20]!r} is no table of Commands")
    fault = VOCABULARIES[wanted.table]
    return tuple(
        taken_apart(wanted.table, text, _wrong(text) or fault([text]))
        for text in wanted.clauses
    )


def _wrong(text: str) -> str:
    if len(text) > MOST_TEXT or not text.isprintable():
        return f"a clause is one line of {MOST_TEXT} characters at most"
    return ""


def _rows(table: Table) -> Iterable[tuple[Span, Row]]:
    """The rows in force, each with the numbers that it has left."""
    return ((span, replace(row, on=span)) for span, row in table.shown())


def _span(table: Table, on: str) -> Span:
    """The numbers of a row of a table.

    Errors:
        OpforError: no row has them.
    """
    for span, _ in table.shown():
        if str(span) == on:
            return span
    rows = ", ".join(str(span) for span, _ in table.shown())
    raise OpforError(f"there is no row {on[:20]!r}", do=f"the rows are {rows}")


def _row_on(table: Table, span: Span) -> Row:
    return next((row for each, row in table.shown() if each == span), table.rows[0])


def _as_below(row: Row, below: Table) -> Row:
    """A row, as the shipped one if it says the same."""
    same = next((r for r in below.rows if r.on == row.on), None)
    as_shipped = same is not None and one_by_one(same.result) == row.result
    return same if same is not None and as_shipped else row


def _file(id_: str, table: Table, rows: Iterable[Row]) -> str:
    """The file of a nation's own table."""
    lines = [MARK, f"id = {value_toml(id_)}", f"title = {value_toml(table.title)}"]
    lines += [f'key = "{table.key}"', 'source = "player"', "rows = ["]
    for row in sorted(rows, key=lambda row: row.on):
        parts = [f'on = "{row.on}"', f"result = {value_toml(list(row.result))}"]
        parts += [f'source = "{row.source}"'] if row.source != "player" else []
        parts += [f"note = {value_toml(row.note)}"] if row.note else []
        lines.append(f"  {{ {', '.join(parts)} }},")
    return "\n".join([*lines, "]", ""])
