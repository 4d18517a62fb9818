"""A played game weighed in the background, for the page of its replay."""

from asyncio import to_thread
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.core.write_file import put_bytes
from opfor.sim.analyse import analyse, begun, tasks
from opfor.views.analysis import (
    Analysis,
    analysis_file,
    cost_words,
    curve,
    encoded,
    read_analysis,
)
from opfor.web.background import Background, OwnProcesses, Progress, Tell
from opfor.web.game.rooms import OpenGames
from opfor.web.json_http import described, json_of, read_body
from opfor.web.replays.routes import Replay, Replays


class Dear(Struct, frozen=True):
    """A decision that cost much: when, at which moment, and what in words."""

    when: str
    moment: int
    text: str
    cost: float


class Analysing(Progress, frozen=True, kw_only=True):
    """How far the analysis of a game is, and what it says so far.

    Args:
        game: the game; empty: none was ever asked for.
        done, decisions: how many decisions are weighed, and of how many.
        curve: the chance of FRIENDLY to win, by moments.
        dearest: the decisions that cost most.
        judgement, luck: what decisions cost, and what everything else changed.
    """

    game: str = ""
    done: int = 0
    decisions: int = 0
    curve: tuple[tuple[int, float], ...] = ()
    dearest: tuple[Dear, ...] = ()
    judgement: float = 0.0
    luck: float = 0.0


class Goes(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether it is to be worked at."""

    running: bool


class AnalysisRoom(Background[Analysing]):
    """The one game that a server analyses.

    Args:
        rooms: the games of the server.
    """

    def __init__(self, rooms: OpenGames) -> None:
        super().__init__(Analysing())
        self._rooms = rooms

    def of(self, game: str, replay: Replay) -> Analysing:
        """How far the analysis of a game is: that in hand, or that in its file."""
        if self.now.game == game and self.now.running:
            return self.now
        path = self._rooms.path(game)
        said = self.now.said if self.now.game == game else ""
        return shown(game, _known(path, replay), said=said)

    def ask(self, game: str, replay: Replay) -> Analysing:
        """Go on with the analysis of a game; that of another one is stopped."""
        path = self._rooms.path(game)
        known = _known(path, replay)
        todo = tasks(replay.setup, replay.reel, replay.entries, known)

        def work(workers: OwnProcesses, tell: Tell) -> None:
            for found in analyse(known, todo, workers.each):
                if not path.is_file():  # deleted meanwhile: nothing is left behind
                    return
                _keep(path, found)
                tell(**_told(found))

        return self.begin(shown(game, known, running=bool(todo)), work)


def _known(path: Path, replay: Replay) -> Analysis:
    kept = read_analysis(path, replay.entries)
    return kept or begun(replay.reel, replay.entries)


def _keep(path: Path, found: Analysis) -> None:
    file = analysis_file(path)
    try:
        put_bytes(file, encoded(found))
    except OSError as error:
        raise OpforError(f"cannot be written ({error.strerror})", str(file)) from None


def shown(
    game: str, found: Analysis, *, running: bool = False, said: str = ""
) -> Analysing:
    """An analysis for a page."""
    return Analysing(game=game, running=running, said=said, **_told(found))


def _told(found: Analysis) -> dict[str, Any]:
    return {
        "done": len(found.looked),
        "decisions": found.decisions,
        "curve": tuple(curve(found)),
        "dearest": tuple(
            Dear(one.when, one.moment, cost_words(one), one.cost)
            for one in found.dearest
        ),
        "judgement": found.judgement,
        "luck": found.luck,
    }


def add_analysis(app: FastAPI, rooms: OpenGames, replays: Replays) -> AnalysisRoom:
    """The analysis of a game: as it is, begun, and stopped."""
    room = AnalysisRoom(rooms)
    path = "/api/replays/{game}/analysis"

    @app.get(path, summary="The analysis of a game", **described(Analysing))
    async def now(game: str) -> Response:
        return json_of(await replays.ask(game, lambda each: room.of(game, each)))

    @app.post(
        path,
        summary="Weigh the decisions of a game in the background",
        **described(Analysing),
    )
    async def begin(game: str) -> Response:
        return json_of(await replays.ask(game, lambda each: room.ask(game, each)))

    @app.put(
        path,
        summary="Whether the analysis is to go on",
        **described(Analysing, body=Goes),
    )
    async def stop(game: str, request: Request) -> Response:
        wish = await read_body(request, Goes)
        if not wish.running and room.now.game == game:
            await to_thread(room.stop)
        return json_of(await replays.ask(game, lambda each: room.of(game, each)))

    return room
