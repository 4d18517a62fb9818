"""The games of a server: those in its folder, and those that are open."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.cycles import set_aside, take_back
from opfor.core.errors import OpforError
from opfor.ports.session import (
    SUFFIX,
    Session,
    Setup,
    amended,
    begin,
    folders,
    new_path,
    resume,
)
from opfor.state.in_progress import Resolution
from opfor.state.mission import Mission, missions
from opfor.web import start_page
from opfor.web.coach import FILE as COACHES
from opfor.web.coach import read_coaches
from opfor.web.folders import Places
from opfor.web.game.los_warmup import Beginning
from opfor.web.game.room import OpenGame, fault
from opfor.web.game_names import is_id
from opfor.web.lessons import lesson_missions
from opfor.web.lessons import shown as lessons_shown
from opfor.web.thumbnails import (
    card_picture,
    map_picture,
    small_picture,
    snapshot,
)

MOST_OPEN = 8
"""The most games that are open at once."""

MOST_SEED = 1_000_000
"""Seeds chosen at random stay below this, so that they can be told and typed."""

DELETED = "deleted"
"""The folder of deleted games, within that of saves."""

MOST_MAP = 200
"""The most letters of a map in words."""


class NewGame(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Mission with the player's changes; None leaves it as it is.

    Args:
        packs: names of packs in force; None: those of the command line.
        policies: who decides the ENEMY's discretion, by the name of the policy.
        on_table: what he resolves on his own table.
    """

    mission: str
    seed: int | None = None
    dice: Literal["seeded", "mine"] = "seeded"
    map: str | None = None
    date: str | None = None
    friendly: str | None = None
    enemy: str | None = None
    ac: int | None = None
    packs: tuple[str, ...] | None = None
    policies: dict[str, str] = {}
    on_table: tuple[Resolution, ...] = ()


class Rematch(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the dice of the game before come again."""

    dice: Literal["same", "new"] = "new"


class OpenGames:
    """The open games by id.

    Args:
        places: where saves, boards and tables lie.

    Attributes:
        first: the opening of the game of the command line, if it named one.
        fault: why that failed.
        beginning: the new game that is being begun.
    """

    def __init__(self, places: Places) -> None:
        self.places = places
        self._open: dict[str, OpenGame] = {}
        self._lock = asyncio.Lock()
        self._paths: dict[str, Path] = {}
        self.first: asyncio.Task[str] | None = None
        self.fault: OpforError | None = None
        self.beginning: Beginning | None = None

    async def open_first(
        self, opened: Callable[[], Session], then: Callable[[str], Awaitable[None]]
    ) -> str:
        """Open the game of the command line; its id.

        Args:
            opened: begins or resumes it.
            then: is told its id, once it is open.

        Errors:
            OpforError: it cannot be opened; kept as `fault`.
        """
        room = OpenGame("", opened)
        try:
            async with self._lock:
                await self._enter(room)
            self._paths[room.id] = room.session.save.path
            await then(room.id)
        except OpforError as error:
            self.fault = error
            raise
        except Exception as error:
            self.fault = OpforError(fault(error))
            raise self.fault from error
        return room.id

    async def room(self, id_: str) -> OpenGame:
        """The room of a game, opened if it is not open yet.

        Errors:
            OpforError: there is no such game, or it cannot be opened.
        """
        async with self._lock:
            if id_ not in self._open:
                path = self.path(id_)
                await self._enter(OpenGame(id_, lambda: resume(path)))
            return self._open[id_]

    async def begin(self, new: NewGame) -> str:
        """Begin a game; its id.

        Errors:
            OpforError: it cannot be played so.
        """
        setup = self._setup(new)
        path = new_path(setup.mission, setup.seed, self.places.games)
        return await self.begin_on(setup, path)

    async def begin_on(self, setup: Setup, path: Path) -> str:
        """Begin the game of a Setup in a file of its own; its id.

        Errors:
            OpforError: it cannot be played so.
        """
        async with self._lock:
            now = self.beginning = Beginning()
            room = OpenGame(path.stem, lambda: begin(setup, path, ready=now.get_ready))
            try:
                await self._enter(room)
            finally:
                self.beginning = None
        return room.id

    async def rematch(self, id_: str, *, same: bool) -> str:
        """Begin the Mission of a game once more, with its dice or new ones; its id.

        Errors:
            OpforError: there is no such game, or it cannot be played.
        """
        _, setup = start_page.read(self.path(id_))
        if not same:
            setup = replace(setup, seed=secrets.randbelow(MOST_SEED))
        path = new_path(setup.mission, setup.seed, self.places.games)
        async with self._lock:
            room = OpenGame(path.stem, lambda: begin(setup, path))
            await self._enter(room)
        return room.id

    async def leave(self, id_: str) -> None:
        """Close a game that nobody looks at.

        Errors:
            OpforError: a page has it open.
        """
        async with self._lock:
            room = self._open.get(id_)
            if room and room.beside:
                raise OpforError("this game is played in VASL", do="end that first")
            if room and room.posts:
                raise OpforError("this game is open in a page", do="close that page")
            if room:
                del self._open[id_]
                await room.close()
                del room
                take_back()

    async def close(self) -> None:
        """Close every game."""
        while self._open:
            await self._open.popitem()[1].close()
        take_back()

    async def _enter(self, room: OpenGame) -> None:
        if len(self._open) >= MOST_OPEN:
            idle = next((r for r in self._open.values() if not r.in_use), None)
            if idle is None:
                raise OpforError(f"{MOST_OPEN} games are open", do="close a page")
            del self._open[idle.id]
            await idle.close()
            del idle
            take_back()
        try:
            await room.open()
        except BaseException:
            await room.close()
            raise
        self._open[room.id] = room
        set_aside()

    def path(self, id_: str) -> Path:
        """The file of a game; an id is no path."""
        path = self._paths.get(id_) or self.places.games / f"{id_}{SUFFIX}"
        if not is_id(id_) or not path.is_file():
            raise OpforError(f"there is no game {id_[:40]!r}")
        return path

    def _setup(self, new: NewGame) -> Setup:
        packs = self._chosen(new.packs)
        known = self._known(packs)
        if new.mission not in known:
            raise OpforError(f"there is no Mission {new.mission[:40]!r}")
        changes = {
            name: getattr(new, name) or None
            for name in ("map", "date", "friendly", "enemy")
        }
        if len(changes["map"] or "") > MOST_MAP:
            raise OpforError("this map is too long")
        mission = amended(known[new.mission], packs, ac=new.ac, **changes)
        seed = secrets.randbelow(MOST_SEED) if new.seed is None else new.seed
        if not 0 <= seed < 2**53:
            raise OpforError(f"{seed} is no seed", do="give a whole number from 0")
        return Setup(
            mission=mission,
            seed=seed,
            dice=new.dice,
            boards=folders(self.places.boards),
            packs=folders(packs),
            policies=new.policies,
            on_table=tuple(dict.fromkeys(new.on_table)),
        )

    @staticmethod
    def _known(packs: Sequence[Path]) -> dict[str, Mission]:
        """The Missions that may be played: those of lessons as well."""
        return dict(lesson_missions()) | missions(*packs)

    def _chosen(self, names: tuple[str, ...] | None) -> tuple[Path, ...]:
        """The packs of a new game."""
        if names is None:
            return self.places.packs
        known = self._packs()
        for name in names:
            if name not in known:
                raise OpforError(f"there is no pack {name[:40]!r}")
        return tuple(known[name] for name in dict.fromkeys(names))

    # -- the start page ------------------------------------------------------------

    def offers(self) -> dict[str, Any]:
        """What the start page offers: Missions, nations, boards, packs, saves."""
        places = self.places
        found = start_page.offers(self._packs(), places.packs, places.boards)
        files = [*places.games.glob(f"*{SUFFIX}"), *self._paths.values()]
        games, misnamed = start_page.saves(files), start_page.misnamed(files)
        coaches = read_coaches(places.games.parent / COACHES)
        lessons = lessons_shown(games, coaches)
        return found | {"games": games, "misnamed": misnamed, "lessons": lessons}

    def card(self, mission: str) -> bytes:
        """The map of a Mission as it is drawn, for its card.

        Errors:
            OpforError: there is no such Mission, or its boards are not there.
        """
        known = self._known(self.places.packs)
        if mission not in known:
            raise OpforError(f"there is no Mission {mission[:40]!r}")
        return card_picture(known[mission].map, folders(self.places.boards))

    def picture(self, id_: str) -> bytes:
        """A game as a small picture.

        Errors:
            OpforError: there is no such game, or its boards are gone.
        """
        saved, setup = start_page.read(self.path(id_))
        return small_picture(setup, snapshot(saved))

    def map_picture(self, text: str) -> bytes:
        """A map as a small picture.

        Errors:
            OpforError: it is no map, or its boards are not there.
        """
        if len(text) > MOST_MAP:
            raise OpforError("this map is too long")
        return map_picture(text, folders(self.places.boards))

    def _packs(self) -> dict[str, Path]:
        return start_page.packs_by_name(self.places.packs, self.places.shelf)


def free_path(folder: Path, root: str) -> Path:
    """The file of a new game: a name, and a number that no game has or had."""
    number = 1
    while any(
        (place / f"{root}{number}{SUFFIX}").exists()
        for place in (folder, folder / DELETED)
    ):
        number += 1
    return folder / f"{root}{number}{SUFFIX}"
