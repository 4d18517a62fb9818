"""The page that builds Commands, and what it fetches."""

from fastapi import FastAPI, Response
from msgspec import Struct

from opfor.rules.s_solitaire.command_tables import VOCABULARIES
from opfor.state.nations import load_all, nations
from opfor.web.commands.builder import (
    CommandBuilder,
    CommandTable,
    TriedCommand,
    Wanted,
)
from opfor.web.commands.words import Shape, shapes
from opfor.web.game.rooms import OpenGames
from opfor.web.json_http import described, json_of, post
from opfor.web.packs.editor import PackFolder
from opfor.web.pages import page
from opfor.web.tables import Name, PackName


class Vocabularies(Struct, frozen=True, kw_only=True):
    """What there is to choose from: nations and tables by name, shapes of clauses."""

    nations: tuple[tuple[str, str], ...]
    tables: tuple[tuple[str, str], ...]
    shapes: dict[str, tuple[Shape, ...]]


def add_commands(app: FastAPI, rooms: OpenGames) -> None:
    """The page of Commands, and what it fetches."""
    builder = CommandBuilder(PackFolder(rooms.places.shelf))

    @app.get("/commands", summary="The page of Commands", response_class=Response)
    def commands_page() -> Response:
        return page("commands")

    @app.get(
        "/api/commands",
        summary="Nations, Command tables, and the words of their clauses",
        **described(Vocabularies),
    )
    def words() -> Response:
        return json_of(_vocabularies())

    @app.get(
        "/api/commands/table",
        summary="A Command table of a nation",
        **described(CommandTable),
    )
    def table(nation: Name, id: Name, pack: PackName = "") -> Response:  # noqa: A002
        return json_of(builder.table(nation, id, pack))

    post(
        app,
        "/api/commands/try",
        builder.tried,
        summary="What units do by a row of clauses; nothing is written",
        body=Wanted,
        answer=TriedCommand,
    )

    post(
        app,
        "/api/commands/row",
        builder.keep,
        summary="Put a row into the player's pack",
        body=Wanted,
        answer=CommandTable,
    )


def _vocabularies() -> Vocabularies:
    loaded = load_all()
    every = (loaded.nation(id_) for id_ in nations(loaded.tables))
    return Vocabularies(
        nations=tuple((nation.id, str(nation.fact("name"))) for nation in every),
        tables=tuple((name, loaded.tables[name].title) for name in VOCABULARIES),
        shapes=dict(shapes()),
    )
