"""How far the tutorial of each game has come: kept by the server, for any browser."""

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from fastapi import FastAPI, Request, Response
from msgspec import Struct

from opfor.core.codec import BAD_JSON
from opfor.core.errors import OpforError
from opfor.web.json_http import described, json_of, read_body

if TYPE_CHECKING:
    from opfor.web.game.rooms import OpenGames

FILE = "coach.json"
"""Beside the folder of saves."""

MOST_STEPS = 1000
"""No tutorial has as many steps."""


class CoachAt(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the coach of a game is.

    Args:
        step: the number of the step, from 0.
        open: its marks are shown; else only its title.
        began: the moment of the game at which each step began.
    """

    step: int = 0
    open: bool = True
    began: tuple[int, ...] = ()


def add_coach(app: FastAPI, rooms: "OpenGames") -> None:
    """Where the coach of a game is, and where it is put."""
    file = rooms.places.games.parent / FILE

    @app.get(
        "/api/games/{game}/coach",
        summary="How far the tutorial of a game has come",
        **described(CoachAt),
    )
    def coach(game: str) -> Response:
        rooms.path(game)
        return json_of(read_coaches(file).get(game, CoachAt()))

    @app.put(
        "/api/games/{game}/coach",
        summary="Keep how far the tutorial of a game has come",
        **described(CoachAt, body=CoachAt),
    )
    async def put(game: str, request: Request) -> Response:
        at = await read_body(request, CoachAt)
        rooms.path(game)
        if not 0 <= at.step <= MOST_STEPS or len(at.began) > MOST_STEPS:
            raise OpforError(f"there is no step {at.step}")
        _write(file, read_coaches(file) | {game: at})
        return json_of(at)


def read_coaches(file: Path) -> dict[str, CoachAt]:
    """The coaches of all games; of a file that cannot be read, none."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, CoachAt])
    except (OSError, *BAD_JSON):
        return {}


def _write(file: Path, coaches: dict[str, CoachAt]) -> None:
    new = file.with_suffix(".new")
    try:
        new.write_bytes(msgspec.json.encode(coaches))
        new.replace(file)
    except OSError as error:
        raise OpforError(f"cannot be written ({error.strerror})", str(file)) from error
