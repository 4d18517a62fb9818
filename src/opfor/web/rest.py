"""The rest of the server: what no first page needs, loaded once that has come."""

from collections.abc import Awaitable, Callable

from fastapi import FastAPI

from opfor.ports.session import Session
from opfor.web.app import begin_app
from opfor.web.commands.routes import add_commands
from opfor.web.company.routes import add_campaigns
from opfor.web.designer.routes import add_designer
from opfor.web.folders import Places
from opfor.web.json_http import describe_forms
from opfor.web.packs.module import add_module
from opfor.web.packs.routes import add_packs
from opfor.web.replays.analysis import add_analysis
from opfor.web.replays.reports import add_reports
from opfor.web.roll import add_roll
from opfor.web.rules.routes import add_rules
from opfor.web.security import Door
from opfor.web.tables import add_tables
from opfor.web.vasl.live import VaslTable, add_in_vasl
from opfor.web.vasl.own import add_my_vasl


def make_app(
    places: Places,
    door: Door,
    opened: Callable[[], Session] | None = None,
    beside: Callable[[VaslTable, str], Awaitable[None]] | None = None,
) -> FastAPI:
    """The server's whole application; `begin_app` has what the arguments are."""
    app = begin_app(places, door, opened, beside)
    add_rest(app, alone=door.alone)
    return app


def add_rest(app: FastAPI, *, alone: bool) -> None:
    """The other pages and what they fetch.

    Args:
        app: what was begun; it may be serving already.
        alone: only this computer talks to the server.
    """
    rooms, films = app.state.rooms, app.state.films
    add_reports(app, films)
    add_my_vasl(app, rooms, films, alone=alone)
    app.state.table = add_in_vasl(app, rooms, alone=alone)
    add_tables(app, rooms)
    add_packs(app, rooms)
    add_commands(app, rooms)
    add_module(app, rooms)
    add_rules(app)
    add_campaigns(app, rooms)
    app.state.background += (
        add_designer(app, rooms),
        add_roll(app, rooms),
        add_analysis(app, rooms, films),
    )
    describe_forms(app)
    app.openapi_schema = None  # a description of before would lack all of this
