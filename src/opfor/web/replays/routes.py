"""Replays: a saved game as a film, its board at any moment, and a branch from there.

A replay is read from its save and never writes to it. A moment is a number of events:
0 is before the first of them.
"""

import asyncio
import contextlib
import secrets
from collections import OrderedDict
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, Literal

from fastapi import FastAPI, Query, Request, Response
from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.core.event import RollMade
from opfor.core.save import read_save
from opfor.geo.ground import Location
from opfor.ports.session import branch, kind_on, read_setup, saved_world
from opfor.state.judged_world import as_judged
from opfor.state.state import State
from opfor.state.world import World
from opfor.views.board.counters import symbols
from opfor.views.game_picture import objectives
from opfor.views.replay import Reel
from opfor.views.report.pictures import MapPicture, ground_of, whole_svg
from opfor.views.text.called import names_of
from opfor.views.text.condensed import story_from_set_up
from opfor.views.text.look import hex_lines
from opfor.views.text.words import say
from opfor.web.game.messages import DrawnCounter, ToldEvent
from opfor.web.game.queries import why_of
from opfor.web.game.rooms import MOST_SEED, OpenGames, free_path
from opfor.web.game.view import (
    Looks,
    hexes_by_word,
    hexes_named,
    pieces,
    score,
    title_of,
    told_events,
)
from opfor.web.json_http import described, json_of, read_body
from opfor.web.pages import SVG, page, svg_of
from opfor.web.pictures import BoardShape, Theme, board_picture, board_shape

MOST_KEPT = 4
"""Replays that are kept ready."""

MOST_FACES = 200
"""Faces that one request names."""

MOST_MOMENT = 10_000_000
"""No game has as many events."""

# -- what pages get ----------------------------------------------------------------


class ToldLine(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of the story: its moment, rule and words, the dice, and where it is."""

    number: int
    rule: str = ""
    text: str = ""
    style: str = ""
    dice: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()


class ToldPart(Struct, frozen=True):
    """A phase, and the moment at which it began."""

    number: int
    turn: int
    side: str
    phase: str


class Story(Struct, frozen=True, kw_only=True):
    """A game for its time line.

    Args:
        title: the Mission, who against whom, and when.
        moments: the number of events.
        turns: how many the Mission has.
        over: how it ended; empty if it goes on.
        parts: the phases in which something happened.
        lines: the story line by line.
        told: its events, each in a sentence, as the log of the game tells them.
        branches: the moments at which the player decided something.
    """

    title: str
    moments: int
    turns: int
    over: str
    parts: tuple[ToldPart, ...]
    lines: tuple[ToldLine, ...]
    told: tuple[ToldEvent, ...]
    branches: tuple[int, ...]


class Frame(Struct, frozen=True, kw_only=True):
    """The board at a moment."""

    moment: int
    turn: int
    phase: str
    side: str
    ac: int
    pieces: tuple[DrawnCounter, ...]
    vpo: tuple[tuple[int, str], ...]
    score: tuple[str, ...]
    judged: tuple[int, ...] = ()


class Branch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a game of its own begins, and whether the dice that came come again."""

    moment: int
    dice: Literal["same", "new"] = "same"


class Branched(Struct, frozen=True):
    """The id of the new game, and how many answers it has."""

    id: str
    answers: int


class EventReason(Struct, frozen=True, kw_only=True):
    """What lies behind an event: lines, tables with the row lit, candidates' hexes."""

    lines: tuple[ToldLine, ...]
    tables: tuple[dict[str, Any], ...]
    chosen: tuple[int, ...]
    losers: tuple[int, ...]


Faces = dict[str, str]
"""Faces of counters as SVG, by name."""


# -- a replay ----------------------------------------------------------------------


class Replay:
    """A game as its save tells it.

    Args:
        path: the file of the save.
    """

    def __init__(self, path: Path) -> None:
        saved = read_save(path)
        self.path = path
        self.setup = read_setup(saved.options, str(path))
        self.world: World = saved_world(self.setup, str(path))
        begun = State(mission=self.setup.mission)
        self.reel = Reel(begun, kind_on(self.world).told(saved))
        self.parts = self.reel.parts()
        self.looks = Looks(self.world.map, self.world.ground.facts)
        self.lock = Lock()
        self.entries = saved.entries
        decided = [at for at, entry in enumerate(saved.entries) if entry.decision]
        self._decided = [at for at in decided if at >= saved.floor]

    def story(self) -> Story:
        """All that its time line shows."""
        mission, reel = self.setup.mission, self.reel
        return Story(
            title=title_of(mission),
            moments=len(reel),
            turns=mission.turns,
            over=say(reel.last.over),
            parts=tuple(
                ToldPart(part.number, part.turn, part.side, part.phase)
                for part in self.parts
            ),
            lines=tuple(self._lines()),
            told=tuple(told_events(self.world, reel.last, reel.events, whole=True)),
            branches=tuple(self.entries[at].asked.after for at in self._decided),
        )

    def _lines(self) -> list[ToldLine]:
        events, names = self.reel.events, names_of(self.world, self.reel.last)
        dice = {e.number: e.event.dice for e in events if isinstance(e.event, RollMade)}
        return [
            ToldLine(
                number=line.number,
                rule=line.rule,
                text=names.told(line.text),
                style=line.style,
                dice=dice.get(line.number, ()),
                hexes=tuple(hexes_named(self.world, line.text)),
            )
            for line in story_from_set_up(self.world, events)
        ]

    def moment(self, moment: int) -> State:
        """The state at a moment.

        Errors:
            OpforError: the game has no such moment.
        """
        if not 0 <= moment <= len(self.reel):
            raise OpforError(f"there is no moment {moment}", do="choose an earlier one")
        return self.reel.at(moment)

    def frame(self, moment: int) -> Frame:
        """The board at a moment."""
        state = self.moment(moment)
        world = as_judged(self.world, state.judged)
        return Frame(
            moment=moment,
            turn=state.turn,
            phase=state.phase,
            side=state.side,
            ac=state.ac_number,
            pieces=tuple(pieces(world, state, self.looks).values()),
            vpo=tuple((vpo.hex, vpo.side) for vpo in objectives(world, state)),
            score=tuple(score(state)),
            judged=hexes_by_word(world),
        )

    def why(self, number: int) -> dict[str, Any]:
        """What lies behind an event."""
        events = self.reel.events
        state = self.moment(number)
        return why_of(as_judged(self.world, state.judged), state, events, number)

    def look(self, moment: int, hex_: int) -> list[str]:
        """A hex at a moment, in words."""
        if not 0 <= hex_ < len(self.world.map):
            raise OpforError(f"there is no hex {hex_}")
        state = self.moment(moment)
        names = names_of(self.world, state)
        world = as_judged(self.world, state.judged)
        lines = hex_lines(world, state, Location(hex_))
        return [names.told(line) for line in lines]

    @cached_property
    def ground(self) -> MapPicture:
        """The map for pictures, drawn once."""
        return ground_of(self.world)

    def picture(self, moment: int) -> str:
        """The board at a moment as a picture of its own, where the fight is."""
        return whole_svg(self.world, self.moment(moment), self.ground)

    def faces(self, names: Sequence[str]) -> Faces:
        """Faces by name; those that are not known are left out."""
        known = self.looks.faces
        return {name: known[name] for name in names[:MOST_FACES] if name in known}

    def answers_at(self, moment: int) -> int:
        """How many answers a game has that is taken up at a moment.

        It waits at the first decision from that moment on, or where the save ends.
        """
        self.moment(moment)
        later = (at for at in self._decided if self.entries[at].asked.after >= moment)
        return next(later, len(self.entries))


class Replays:
    """The replays that pages look at, the last ones kept ready.

    Args:
        rooms: the games of the server.
    """

    def __init__(self, rooms: OpenGames) -> None:
        self._rooms = rooms
        self._ready: OrderedDict[tuple[Path, int, int], Replay] = OrderedDict()
        self._lock = asyncio.Lock()

    async def of(self, game: str) -> Replay:
        """The replay of a game as its save is now.

        Errors:
            OpforError: there is no such game, or it cannot be read.
        """
        path = self._rooms.path(game)
        found = path.stat()
        key = (path, found.st_mtime_ns, found.st_size)
        async with self._lock:
            if key not in self._ready:
                self._ready[key] = await asyncio.to_thread(Replay, path)
            self._ready.move_to_end(key)
            while len(self._ready) > MOST_KEPT:
                self._ready.popitem(last=False)
            return self._ready[key]

    async def ask(self, game: str, do: Any) -> Any:
        """Do something with a replay, in a thread, one after another."""
        replay = await self.of(game)

        def alone() -> Any:
            with replay.lock:
                return do(replay)

        return await asyncio.to_thread(alone)

    async def branch(self, game: str, wish: Branch) -> Branched:
        """A new game that goes on from a moment of another one, which stays as it is.

        Errors:
            OpforError: it has no such moment, cannot be played on by this opfor, or
                the new file cannot be written.
        """
        replay = await self.of(game)
        answers = replay.answers_at(wish.moment)
        seed = secrets.randbelow(MOST_SEED) if wish.dice == "new" else None
        source = self._rooms.path(game)
        path = _free(self._rooms.places.games, source.stem)
        await asyncio.to_thread(branch, source, answers, path, seed=seed)
        try:
            await self._rooms.room(path.stem)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        return Branched(path.stem, answers)


def _free(folder: Path, stem: str) -> Path:
    """The file of a branch: the name of the game it comes from, and a number."""
    path = free_path(folder, f"{stem.partition('-branch')[0][:80]}-branch")
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return path


# -- routes ------------------------------------------------------------------------

Moment = Annotated[int, Query(ge=0, le=MOST_MOMENT)]
Names = Annotated[str, Query(max_length=12 * MOST_FACES, pattern=r"^[0-9a-f,]*$")]

_API = "/api/replays/{game}"


def add_replays(app: FastAPI, rooms: OpenGames) -> Replays:
    """The page of replays and all that it fetches."""
    replays = Replays(rooms)

    @app.get("/replay", summary="The page of all replays", response_class=Response)
    def replays_page() -> Response:
        return page("replays")

    @app.get("/replay/{game}", summary="The page of a replay", response_class=Response)
    def replay_page(game: str) -> Response:  # noqa: ARG001 - the page reads its address
        return page("replay")

    _add_story(app, replays)
    _add_pictures(app, replays)
    return replays


def _add_story(app: FastAPI, replays: Replays) -> None:
    @app.get(_API, summary="A game for its time line", **described(Story))
    async def story(game: str) -> Response:
        return json_of(await replays.ask(game, Replay.story))

    @app.get(f"{_API}/frame", summary="The board at a moment", **described(Frame))
    async def frame(game: str, moment: Moment) -> Response:
        return json_of(await replays.ask(game, lambda each: each.frame(moment)))

    @app.get(f"{_API}/why", summary="The reasons of an event", **described(EventReason))
    async def why(game: str, event: Moment) -> Response:
        return json_of(await replays.ask(game, lambda each: each.why(event)))

    @app.get(f"{_API}/look", summary="A hex in words", **described(list[str]))
    async def look(game: str, moment: Moment, hex: Moment) -> Response:  # noqa: A002
        return json_of(await replays.ask(game, lambda each: each.look(moment, hex)))

    @app.post(
        f"{_API}/branch",
        summary="A new game that goes on from a moment; the old one stays as it is",
        **described(Branched, body=Branch),
    )
    async def take_up(game: str, request: Request) -> Response:
        return json_of(await replays.branch(game, await read_body(request, Branch)))


def _add_pictures(app: FastAPI, replays: Replays) -> None:
    @app.get(f"{_API}/board", summary="The hexes of its map", **described(BoardShape))
    async def board(game: str) -> Response:
        return json_of(
            await replays.ask(game, lambda each: board_shape(game, each.world))
        )

    @app.get(
        f"{_API}/board.svg",
        summary="The map without its counters",
        **described(media=SVG),
    )
    async def picture(game: str, theme: Theme = "light", grid: bool = True) -> Response:
        replay = await replays.of(game)
        svg = await asyncio.to_thread(board_picture, replay.world, theme, grid=grid)
        return svg_of(svg)

    @app.get(
        f"{_API}/symbols.svg",
        summary="What every counter uses",
        **described(media=SVG),
    )
    async def shapes(game: str) -> Response:
        return svg_of(symbols((await replays.of(game)).looks.sheet))

    @app.get(f"{_API}/faces", summary="Faces of counters", **described(Faces))
    async def faces(game: str, names: Names = "") -> Response:
        wanted = [name for name in names.split(",") if name]
        return json_of(await replays.ask(game, lambda each: each.faces(wanted)))
