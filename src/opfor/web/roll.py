"""A Mission rolled on the start page, and weighed in the background.

A rolled Mission is a file of the pack `rolled` on the player's shelf, so it stays, and
is begun like any other.
"""

import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from fastapi import FastAPI, Response
from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.core.write_file import write_files
from opfor.geo.boards.library import Library
from opfor.missions.roll import roll
from opfor.missions.weigh import HALF, PROOF, Step, in_words, weigh
from opfor.missions.wishes import DIFFICULTIES, KINDS, LENGTHS, WIN_RATES, Wishes
from opfor.ports.session import Setup, folders
from opfor.state.mission import FOLDER, SUFFIX, load_mission
from opfor.study.interval import share_interval
from opfor.study.run import Games, Told, won_of
from opfor.views.mission_toml import mission_toml
from opfor.web.background import Background, OwnProcesses, Progress, Tell
from opfor.web.game.rooms import MOST_MAP, MOST_SEED, OpenGames
from opfor.web.json_http import described, json_of, post

PACK = "rolled"
"""The pack on the shelf in which they lie."""

_ID = re.compile(rf"{PACK}-\d{{1,15}}", re.ASCII)


class RollWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is wished on the page.

    Args:
        wishes: kind, sides, month, map, length, difficulty; its boards are passed over.
        whose: whose boards it is drawn from.
        seed: what all draws follow from; None: by chance.
    """

    wishes: Wishes = Wishes()
    whose: Literal["all", "ours", "mine"] = "all"
    seed: int | None = None


class RolledMission(Struct, frozen=True, kw_only=True):
    """A rolled Mission as the page tells of it.

    Args:
        id, pack: how a game of it is begun.
        title, kind, map, turns, situation: what it is about.
        against: sides and month.
        points: those of the FRIENDLY OB.
        seed: what rolls it again.
        difficulty: how often it is to be won.
    """

    id: str
    pack: str
    title: str
    kind: str
    map: str
    turns: int
    situation: tuple[str, ...]
    against: str
    points: int
    seed: int
    difficulty: str


class WeighWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which rolled Mission is weighed; an empty id stops it."""

    id: str = ""
    difficulty: Literal["easy", "fair", "hard"] = "fair"


class Weighing(Progress, frozen=True, kw_only=True):
    """How far a Mission is weighed.

    Args:
        id: the Mission; empty: none.
        games, needed: games of the way that is being played, and about how many.
        now: the rate so far, in words.
        steps: what was played and changed before.
    """

    id: str = ""
    games: int = 0
    needed: int = PROOF
    now: str = ""
    steps: tuple[str, ...] = ()


class RollRoom(Background[Weighing]):
    """What a server rolls, and the one Mission that it weighs.

    Args:
        rooms: its games and places.
    """

    def __init__(self, rooms: OpenGames) -> None:
        super().__init__(Weighing())
        self._rooms = rooms

    def roll(self, wish: RollWish) -> RolledMission:
        """Roll a Mission and put it into the pack.

        Errors:
            OpforError: the wishes cannot be fulfilled together.
        """
        places = self._rooms.places
        if len(wish.wishes.map) > MOST_MAP:
            raise OpforError("this map is too long")
        seed = secrets.randbelow(MOST_SEED) if wish.seed is None else wish.seed
        if not 0 <= seed < 2**53:
            raise OpforError(f"{seed} is no seed", do="give a whole number from 0")
        names = _boards(places.boards, wish.whose)
        wishes = replace(wish.wishes, boards=names)
        found = roll(wishes, seed, boards=places.boards, packs=places.packs)
        made = found.mission
        self._write(made.id, mission_toml(made))
        return RolledMission(
            id=made.id,
            pack=PACK,
            title=made.title,
            kind=found.kind,
            map=made.map,
            turns=made.turns,
            situation=made.situation,
            against=f"{made.friendly} against {made.enemy}, {made.date}",
            points=found.points,
            seed=seed,
            difficulty=wishes.difficulty,
        )

    def weigh(self, wish: WeighWish) -> Weighing:
        """Begin to weigh a rolled Mission, or stop.

        Errors:
            OpforError: there is no such Mission.
        """
        if not wish.id:
            return self.stop("stopped")
        places = self._rooms.places
        setup = Setup(
            mission=load_mission(str(self._file(wish.id))),
            seed=int(wish.id.rpartition("-")[2]),
            boards=folders(places.boards),
            packs=folders(places.packs),
        )
        rate = WIN_RATES[wish.difficulty]

        def work(workers: OwnProcesses, tell: Tell) -> None:
            told, changed = _heard(tell)
            found = weigh(setup, rate, workers=workers, told=told, changed=changed)
            self._write(found.mission.id, mission_toml(found.mission))
            tell(said="as wished" if found.reached else "not known to be as wished")

        return self.begin(Weighing(id=wish.id, running=True), work)

    def _file(self, id_: str) -> Path:
        """The file of a rolled Mission; an id is no path.

        Errors:
            OpforError: there is none of that id.
        """
        path = self._folder / FOLDER / f"{id_}{SUFFIX}"
        if not (_ID.fullmatch(id_) and path.is_file()):
            raise OpforError(f"no Mission {id_[:40]!r} was rolled")
        return path

    def _write(self, id_: str, text: str) -> None:
        try:
            (self._folder / FOLDER).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            what = f"cannot be written ({error.strerror})"
            raise OpforError(what, str(self._folder)) from error
        write_files(self._folder, {f"{FOLDER}/{id_}{SUFFIX}": text.encode()})

    @property
    def _folder(self) -> Path:
        shelf = self._rooms.places.shelf
        if shelf is None:
            raise OpforError("this server has no shelf for packs")
        return shelf / PACK


def _heard(tell: Tell) -> tuple[Told, Callable[[Step], object]]:
    """Who hears of the games and of the steps of a weighing, and tells the page."""
    steps = list[str]()

    def told(games: Games) -> None:
        known = share_interval(*won_of(games[""]), half=HALF)
        rate = f"{known.value:.0%} ({known.low:.0%} to {known.high:.0%})"
        tell(games=len(games[""]), now=rate)

    def changed(step: Step) -> None:
        steps.append(in_words(step))
        tell(steps=tuple(steps), games=0, now="")

    return told, changed


def _boards(places: tuple[Path, ...], whose: str) -> tuple[str, ...]:
    every, ours = Library(places).names(), Library().names()
    theirs = [name for name in every if name not in ours]
    return tuple({"all": every, "ours": ours, "mine": theirs}[whose])


def add_roll(app: FastAPI, rooms: OpenGames) -> RollRoom:
    """Rolling and weighing, for the start page."""
    room = RollRoom(rooms)

    @app.get(
        "/api/roll",
        summary="What may be wished of a rolled Mission",
        **described(dict[str, list[str]]),
    )
    async def wishes() -> Response:
        known = {"kinds": KINDS, "lengths": LENGTHS, "difficulties": DIFFICULTIES}
        return json_of(known)

    post(
        app,
        "/api/roll",
        room.roll,
        summary="Roll a Mission",
        body=RollWish,
        answer=RolledMission,
    )

    @app.get(
        "/api/roll/weighing",
        summary="How far a rolled Mission is weighed",
        **described(Weighing),
    )
    async def weighing() -> Response:
        return json_of(room.now)

    post(
        app,
        "/api/roll/weighing",
        room.weigh,
        summary="Weigh a rolled Mission, or stop",
        body=WeighWish,
        answer=Weighing,
    )

    return room
