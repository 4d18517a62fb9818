"""opfor as the one who sits in the room: what comes is done, what follows is sent.

Messages are done one after another, in the order in which they come; whoever sends
more waits. What the game answers goes to the player, and to all who look on.
"""

import asyncio
import contextlib
from collections.abc import Callable, Sequence

from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.ports.session import Session
from opfor.vasl.live.chat import Rolled, Said, heard, says
from opfor.vasl.live.discreet import discreet
from opfor.vasl.live.keeper import Keeper
from opfor.vasl.live.outbox import Outbox
from opfor.vasl.live.people import BOT, BOT_NAME, ROOM, Person
from opfor.vasl.live.private import whisper, whispered
from opfor.vasl.live.seat import Done, Out, Restore, Seat
from opfor.vasl.live.server import SYNC, Server
from opfor.vasl.live.steps import Step
from opfor.vasl.live.wire import properties, unpacked
from opfor.vasl.saves.commands import (
    BEGIN,
    Chat,
    Command,
    Node,
    in_order,
    read_commands,
    tree,
    write_commands,
)

COMPARE, SIT = "compare", "sit"
"""What is said to the host and not to the game: look at my table; the seat is mine."""
MOST_COMMANDS = 20_000
"""Most commands of a message; a whole game of VASL has some hundreds."""
MOST_TOLD = 20
"""Differences that are listed."""


class For(Struct, frozen=True):
    """Something for some people alone.

    Args:
        people: who gets it.
        text: commands.
    """

    people: tuple[Person, ...]
    text: str


Letter = Out | For


class Host:
    """Plays with the one who came first, and lets others look on.

    Args:
        seat: opfor in the game; only the game's own thread touches it.
        keeper: who owns the game.
        seated: takes the seat anew where the game was opened again.
    """

    def __init__(
        self, seat: Seat, keeper: Keeper, seated: Callable[[Session], Seat]
    ) -> None:
        self.server = Server(self)
        self.seat = seat
        self._keeper = keeper
        self._seated = seated
        self._player: Person | None = None
        self._asked: Person | None = None
        self._met = False
        self._differing: list[str] = []
        self._lock = asyncio.Lock()
        self._outbox: Outbox[Letter] = Outbox(self._deliver)

    async def listen(self, address: str, port: int) -> asyncio.Server:
        """Begin to listen; the caller closes what is returned, and this.

        Errors:
            OSError: the port is taken.
        """
        server = await self.server.listen(address, port)
        self._outbox.begin()
        return server

    async def close(self) -> None:
        """Part from everybody, and from the game."""
        await self.server.close()
        await self._outbox.close()
        with contextlib.suppress(Exception):  # a fault here loses nothing
            await self._keeper.work(self.seat.leave)
        await self._keeper.close()

    @property
    def player(self) -> str:
        """Who plays; empty while nobody does."""
        return self._player.name if self._player else ""

    def follow(self) -> None:
        """Show what came about elsewhere; called in the game's own thread."""
        try:
            same = self.seat.session is self._keeper.session
            outs = self.seat.follow() if same else self._seat_anew()
        except Exception as error:
            outs = [*self._seat_anew(), *self.seat.says(_faulty(error))]
        self._outbox.put(outs)

    # -- from the server -------------------------------------------------------------

    async def came(self, person: Person) -> None:
        """Look at the table of a player who has come back, before he gets the game."""
        if self._met and self._player is None:
            self._ask_for_table(person)

    async def joined(self, person: Person) -> None:
        """The first has the seat; others look on."""
        if self._player is None:
            self._player = person

    async def left(self, person: Person) -> None:
        """The seat is free for who joins next, or says that he takes it."""
        if self._player is person:
            self._player = None

    async def wants_game(self, person: Person) -> None:
        """The game as it stands, and to the player what waits for him."""
        async with self._lock:
            if person is self._player:
                await self._do(lambda: self._welcome(person))
            else:
                await self._do(lambda: self._look_on(person))

    async def hears(self, person: Person, text: str) -> None:
        """What somebody did or said."""
        self._outbox.hurry()
        async with self._lock:
            try:
                await self._hear(person, text)
            except OpforError as error:
                self._say([person], str(error))
            except Exception as error:
                self._say(self.server.in_room(), _faulty(error))
            if self.seat.session is not self._keeper.session:
                await self._do(self._seat_anew)
            await self._outbox.rest()

    async def whispers(self, person: Person, other: Person, text: str) -> None:
        """What somebody says to somebody else in private; nothing else goes by."""
        try:
            _, found = await asyncio.to_thread(_read, text)
        except OpforError as error:
            self._say([person], str(error))
            return
        for said in whispered(found):
            self._give([other], [whisper(person, said)])

    # -- one message -----------------------------------------------------------------

    async def _hear(self, person: Person, text: str) -> None:
        node, found = await asyncio.to_thread(_read, text)
        if node.command == BEGIN:
            await self._look_at(person, found)
            return
        for said in whispered(found) if person is self._player else ():
            await self._hear_player(person, Said(said))
        commands = await self._keeper.work(lambda: self._bare(person, found))
        chat = [command for command in commands if isinstance(command, Chat)]
        if person is not self._player:
            await self._hear_other(person, chat, len(commands) > len(chat))
            return
        if person.room != ROOM or not commands:
            return
        outs = await self._do(lambda: self.seat.does(commands))
        for line in chat if not any(_is_step(out) for out in outs) else ():
            if (what := heard(line.text)) is not None:
                await self._hear_player(person, what)

    async def _hear_player(self, person: Person, said: Said | Rolled) -> None:
        if isinstance(said, Said) and said.text.casefold() == COMPARE:
            self._ask_for_table(person)
        else:
            await self._do(lambda: self.seat.hears(said))

    def _bare(self, person: Person, commands: Sequence[Command]) -> list[Command]:
        known = self.seat.steps.his.table.pieces
        return [*discreet(commands, known, person.secret)]

    async def _hear_other(
        self, person: Person, chat: Sequence[Chat], moved: bool
    ) -> None:
        """Who looks on may speak; and take the seat if it is free."""
        if person.room != ROOM:
            return
        others = [each for each in self.server.in_room() if each is not person]
        self._give(others, chat)
        said = [heard(line.text) for line in chat]
        if Said(SIT) in said and self._player is None:
            self._player = person
            await self._do(lambda: self._take_seat(person))
        elif moved:
            self._say([person], "you look on: what you move is not seen by the others")

    async def _look_at(self, person: Person, commands: Sequence[Command]) -> None:
        """A player's own table: told where it differs; it does not become the game."""
        if person not in (self._player, self._asked):
            return
        lines = await self._keeper.work(lambda: self.seat.compares(commands))
        most = [*lines[:MOST_TOLD], *["…"] * (len(lines) > MOST_TOLD)]
        if person is not self._player:
            self._differing = most
        elif most:
            self._say([person], "on your table, not in the game:", *most)
            self._say([person], "`take` has it so, `sync` sets your table right")
        else:
            self._say([person], "your table is as the game")

    def _ask_for_table(self, person: Person) -> None:
        self._asked = person
        person.send(SYNC + properties({"name": BOT_NAME, "id": BOT}))

    # -- to the tables ---------------------------------------------------------------

    async def _do(self, do: Callable[[], Sequence[Letter]]) -> Sequence[Letter]:
        """Do something in the game's thread, and send what comes of it from there."""

        def done() -> Sequence[Letter]:
            letters = do()
            self._outbox.put(letters)
            return letters

        return await self._keeper.work(done)

    def _welcome(self, person: Person) -> list[Letter]:
        letters: list[Letter] = [For((person,), self.seat.sync())]
        if self._differing and self._asked is person:
            told = ("your table differed from the game:", *self._differing)
            letters.append(_told([person], *told, "`take` has it so"))
            self._differing = []
        self._met = True
        return [*letters, *self.seat.greeting(), *self.seat.returning()]

    def _look_on(self, person: Person) -> list[Letter]:
        what = f"you look on, {self.player or 'nobody'} plays; `sit` takes a free seat"
        return [For((person,), self.seat.sync()), _told([person], what)]

    def _take_seat(self, person: Person) -> list[Letter]:
        """The game for somebody who has just taken the seat."""
        return [For((person,), self.seat.sync()), *self.seat.greeting()]

    def _seat_anew(self) -> list[Letter]:
        """The game as it was opened again, after a fault or because it was stopped."""
        self.seat = self._seated(self._keeper.session)
        return [*self.seat.anew()]

    def _deliver(self, letter: Letter) -> float:
        """Send a letter; the seconds to wait after it."""
        people = self.server.in_room()
        others = [person for person in people if person is not self._player]
        match letter:
            case For(people=whom, text=text):
                for person in whom:
                    person.give(text)
            case Restore(text=text):
                for person in people:
                    person.give(text)
            case Done(commands=commands):
                _give(others, commands)
            case Step():
                if self._player is not None:
                    self._player.give(write_commands(letter.node()))
                if not letter.log:
                    _give(others, letter.commands)
                return letter.pause
        return 0.0

    def _say(self, people: Sequence[Person], *lines: str) -> None:
        self._outbox.put([_told(people, *lines)])

    def _give(self, people: Sequence[Person], commands: Sequence[Command]) -> None:
        if commands:
            self._outbox.put([For((*people,), write_commands(tree(commands)))])


def _read(text: str) -> tuple[Node, list[Command]]:
    """A message as its tree, and as its commands in order.

    Errors:
        OpforError: it is damaged, or has more of them than any can.
    """
    node = read_commands(unpacked(text))
    found = [*in_order(node)]
    if len(found) > MOST_COMMANDS:
        what = f"a message has more than {MOST_COMMANDS} commands"
        raise OpforError(what, do="say `sync`")
    return node, found


def _told(people: Sequence[Person], *lines: str) -> For:
    chat = [chat for line in lines for chat in says(line)]
    return For((*people,), write_commands(tree(chat)))


def _give(people: Sequence[Person], commands: Sequence[Command]) -> None:
    if commands and people:
        text = write_commands(tree(commands))
        for person in people:
            person.give(text)


def _faulty(error: Exception) -> str:
    what = type(error).__name__
    return f"a fault of opfor ({what}); the game is as it was saved"


def _is_step(out: Letter) -> bool:
    """Whether the player has taken a step of opfor's: what it says is not his."""
    return isinstance(out, Done) and out.step
