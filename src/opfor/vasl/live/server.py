"""A small private VASSAL server with one room, in which opfor sits.

It forwards what players of the room say, and gives all that they do to opfor, which
alone decides what comes of it: the first who joins plays, others look on. Nothing that
a client sends names a file. Lines, clients and what waits for either are bounded.
"""

import asyncio
import contextlib
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Callable
from typing import Any, Protocol

from opfor.vasl.live.people import BOT, BOT_NAME, COPIED, MAIN_ROOM, ROOM, Person
from opfor.vasl.live.wire import MAX_LINE, line_of, properties, words
from opfor.vasl.saves.escape import join, split

MOST_PEOPLE = 8
MOST_TASKS = 100
JOINING = 0.5
"""Seconds before a JOIN is answered: a client that is answered at once forgets to ask
for the game."""
AGAIN = 2.0
"""Seconds after which the list is sent again: it starts a sync that still waits."""
ALIVE = 60.0
"""Seconds after which an empty line says that opfor is still there."""
BYE = "!BYE"
SYNC = "SYNC"


class Host(Protocol):
    """Who sits in the room: what the server tells him."""

    async def came(self, person: Person) -> None:
        """Somebody is connected, and in no room yet."""
        ...

    async def joined(self, person: Person) -> None:
        """Somebody is in the room."""
        ...

    async def left(self, person: Person) -> None:
        """Somebody is not any more."""
        ...

    async def wants_game(self, person: Person) -> None:
        """Somebody's client asks for the game as it stands."""
        ...

    async def hears(self, person: Person, text: str) -> None:
        """Somebody sent a message to the room: commands, perhaps packed."""
        ...

    async def whispers(self, person: Person, other: Person, text: str) -> None:
        """Somebody sent a message to somebody else alone."""
        ...


class Server:
    """The server.

    Args:
        host: who sits in the room.
        joining, again: seconds, as above.
    """

    def __init__(
        self, host: Host, *, joining: float = JOINING, again: float = AGAIN
    ) -> None:
        self._host = host
        self._joining, self._again = joining, again
        self._people: list[Person] = []
        self._count = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self._bot: dict[str, str] = {}
        self._port = 0

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._port

    def in_room(self) -> list[Person]:
        """Everybody in the room, in the order of their coming."""
        return [person for person in self._people if person.room == ROOM]

    async def listen(self, address: str, port: int) -> asyncio.Server:
        """Begin to listen; the caller closes what is returned.

        Errors:
            OSError: the port is taken.
        """
        server = await asyncio.start_server(self._meet, address, port, limit=MAX_LINE)
        self._port = server.sockets[0].getsockname()[1]
        return server

    # -- one client ------------------------------------------------------------------

    async def close(self) -> None:
        """Part from everybody."""
        for person in self._people:
            person.send(BYE)
        ending = [*self._tasks]
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)

    async def _meet(self, reader: StreamReader, writer: StreamWriter) -> None:
        if task := asyncio.current_task():
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._count += 1
        person = Person(self._count, writer)
        try:
            if len(self._people) < MOST_PEOPLE:
                self._people.append(person)
                async with self._keeping_alive(person):
                    await self._listen_to(person, reader)
        except (OSError, ValueError, asyncio.CancelledError):
            pass  # gone, its line had no end, or opfor ends
        finally:
            await self._leave(person)
            with contextlib.suppress(OSError):
                writer.close()

    @contextlib.asynccontextmanager
    async def _keeping_alive(self, person: Person) -> AsyncIterator[None]:
        async def tick() -> None:
            while True:
                await asyncio.sleep(ALIVE)
                person.send("")

        task = asyncio.create_task(tick())
        try:
            yield
        finally:
            task.cancel()

    async def _listen_to(self, person: Person, reader: StreamReader) -> None:
        while line := await reader.readline():
            text = line.decode("utf-8", "replace").rstrip("\r\n")
            if text == BYE:
                return
            if text:
                await self._take(person, text)

    async def _leave(self, person: Person) -> None:
        if person not in self._people:
            return
        was = person.room
        self._people.remove(person)
        person.room = MAIN_ROOM
        self._send_lists()
        if was == ROOM:
            await self._host.left(person)

    # -- its messages ----------------------------------------------------------------

    async def _take(self, person: Person, text: str) -> None:
        kind, *rest = words(text)
        match kind, rest:
            case "REG", [id_, path, info, *_]:
                await self._register(person, id_, path, info)
            case "JOIN", [path, *_] if person.registered:
                await self._join(person, path)
            case "STATS", [info, *_] if person.registered:
                person.describe(info)
                self._send_lists()
            case "FWD", [path, message] if person.registered:
                await self._forward(person, path, message)

    async def _register(self, person: Person, id_: str, path: str, info: str) -> None:
        person.register(id_, path, info)
        for other in [*self._people]:
            if other is not person and other.registered and other.same_as(person):
                other.send(BYE)
                await self._leave(other)
        self._bot = {key: person.info.get(key, "") for key in COPIED}
        self._send_lists()
        await self._host.came(person)

    async def _join(self, person: Person, path: str) -> None:
        room = "".join(split(path, "/")[1:2])
        was, person.room = person.room, ROOM if room == ROOM else MAIN_ROOM
        if was == ROOM != person.room:
            await self._host.left(person)
        self._later(self._joining, self._send_lists)
        self._later(self._again, self._send_lists)
        if person.room == ROOM != was:
            await self._host.joined(person)

    async def _forward(self, person: Person, path: str, message: str) -> None:
        whose = "".join(split(path, "/")[2:3])
        if whose == BOT and message.startswith(SYNC):
            if person.room == ROOM:
                await self._host.wants_game(person)
        elif whose != BOT and (other := self._called(whose)):
            await self._host.whispers(person, other, message)
        elif whose == BOT or person.room == ROOM:
            await self._host.hears(person, message)

    def _called(self, id_: str) -> Person | None:
        found = (each for each in self._people if each.registered)
        return next((each for each in found if each.is_called(id_)), None)

    # -- lists -----------------------------------------------------------------------

    def _send_lists(self) -> None:
        """Who is where, to everybody; the rooms after it, or the client shows none."""
        known = [person for person in self._people if person.registered]
        for person in known:
            bot = self._bot_entry(person.module)
            person.send(line_of("LIST", *(p.entry(person) for p in known), bot))
            owner = properties({"owner": BOT})
            person.send(line_of("ROOM_INFO", properties({ROOM: owner})))

    def _bot_entry(self, module: str) -> str:
        info = {"name": BOT_NAME, "looking": "false", "away": "false", "profile": ""}
        told = info | self._bot | {"id": BOT, "ip": "127.0.0.1"}
        return join([join([module, ROOM, BOT], "/"), properties(told)], "=")

    def _later(self, seconds: float, do: Callable[[], None]) -> None:
        async def wait() -> None:
            await asyncio.sleep(seconds)
            do()

        if len(self._tasks) > MOST_TASKS:
            return  # somebody joins and joins: the lists that wait will do
        task = asyncio.create_task(wait())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
