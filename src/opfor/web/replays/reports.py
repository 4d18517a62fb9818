"""Reports: a game as a page, as one HTML file, or as Markdown in a zip."""

import asyncio
import io
import zipfile
from typing import Annotated

from fastapi import FastAPI, Query, Response

from opfor.views.analysis import read_analysis
from opfor.views.report import (
    Report,
    drawn_safe,
    html_report,
    markdown_files,
    report_css,
    report_of,
    turn_words,
)
from opfor.views.report.pictures import columns_svg
from opfor.web.json_http import described
from opfor.web.pages import CSS, HTML, SVG, ZIP, rendered, saved_as, svg_of
from opfor.web.replays.routes import MOST_MOMENT, Replay, Replays

_API = "/api/reports/{game}"


def add_reports(app: FastAPI, replays: Replays) -> None:
    """The page of a report, and what can be had of it."""

    @app.get("/report/{game}", summary="A game as a story", **described(media=HTML))
    async def page(game: str) -> Response:
        report = await replays.ask(game, _report)
        return Response(page_report(report, game), media_type=HTML)

    @app.get("/looks/report.css", summary="How a report looks", **described(media=CSS))
    def look() -> Response:
        return Response(report_css(), media_type=CSS)

    @app.get(
        "/api/replays/{game}/picture.svg",
        summary="The board at a moment, or at its last, where the fight is",
        **described(media=SVG),
    )
    async def picture(game: str, moment: Moment | None = None) -> Response:
        def drawn(each: Replay) -> str:
            return each.picture(len(each.reel) if moment is None else moment)

        return svg_of(await replays.ask(game, drawn))

    @app.get(
        f"{_API}/report.html",
        summary="A report as one file",
        **described(media=HTML),
    )
    async def html(game: str) -> Response:
        text = await replays.ask(game, _html)
        return Response(text, media_type=HTML, headers=saved_as(f"{game}.html"))

    @app.get(
        f"{_API}/report.zip",
        summary="A report in Markdown with its pictures",
        **described(media=ZIP),
    )
    async def markdown(game: str) -> Response:
        files = await replays.ask(game, lambda each: _files(each, game))
        data = await asyncio.to_thread(_zipped, files)
        return Response(data, media_type=ZIP, headers=saved_as(f"{game}.zip"))


Moment = Annotated[int, Query(ge=0, le=MOST_MOMENT)]


def page_report(report: Report, game: str) -> str:
    """A report as a page of the server, which loads the pictures one by one."""
    return rendered(
        "story",
        report=report,
        game=game,
        columns=drawn_safe(columns_svg),
        words=turn_words,
    )


def _report(replay: Replay) -> Report:
    return report_of(
        replay.world,
        replay.reel,
        replay.entries,
        replay.setup.modules,
        read_analysis(replay.path, replay.entries),
    )


def _html(replay: Replay) -> str:
    return html_report(_report(replay), replay.world, replay.reel, replay.ground)


def _files(replay: Replay, game: str) -> dict[str, bytes]:
    return markdown_files(
        _report(replay), replay.world, replay.reel, game, replay.ground
    )


def _zipped(files: dict[str, bytes]) -> bytes:
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return found.getvalue()
