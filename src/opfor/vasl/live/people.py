"""The people who are connected, and what VASSAL's server tells them of each other.

A player's id bears his VASSAL password before its last point. It stays in the one place
that needs it to address his client; everybody else, and all that is kept or written,
has an alias for it.
"""

from asyncio import StreamWriter

from opfor.vasl.live.wire import packed, properties, read_properties
from opfor.vasl.saves.escape import join, split

BOT = "bot.1"
BOT_NAME = "opfor"
ROOM = "opfor"
MAIN_ROOM = "Main Room"
LONGEST = 200
"""Most characters of a name, an id or a room."""
COPIED = ("client", "moduleVersion", "crc", "CombinedCrc")
"""What opfor says of itself as the player does, so that versions match."""
SHOWN = (*COPIED, "name", "looking", "away", "profile")
"""What is told of a player to others."""
MAX_BACKLOG = 16 * 2**20
"""Bytes that may wait for a client that does not read."""


class Person:
    """Somebody who is connected.

    Args:
        number: which; his alias follows from it.
        writer: his connection.
    """

    def __init__(self, number: int, writer: StreamWriter) -> None:
        self.alias = f"player{number}.{number}"
        self.room = MAIN_ROOM
        self.module = ""
        self.info: dict[str, str] = {}
        self._writer = writer
        self._id = ""

    @property
    def registered(self) -> bool:
        """Whether he has said who he is."""
        return bool(self._id)

    @property
    def name(self) -> str:
        """What he is called."""
        return self.info.get("name", "")[:LONGEST]

    def register(self, id_: str, path: str, info: str) -> None:
        """Who he says that he is; what is beyond measure is cut."""
        self._id = id_[: 2 * LONGEST]
        self.module = split(path, "/")[0][:LONGEST]
        self.describe(info)

    def describe(self, info: str) -> None:
        """What his client says of him."""
        read = read_properties(info)
        self.info = {key: read[key][:LONGEST] for key in SHOWN if key in read}

    def is_called(self, id_: str) -> bool:
        """Whether a path names him, by his own id or by the alias."""
        return id_ in (self._id, self.alias)

    def same_as(self, other: "Person") -> bool:
        """Whether both are one player who has come back: one name, one password."""
        return self.name == other.name and self.secret == other.secret

    def send(self, line: str) -> None:
        """A line to him; one who reads nothing any more is left."""
        transport = self._writer.transport
        if transport.is_closing():
            return
        if transport.get_write_buffer_size() > MAX_BACKLOG:
            transport.abort()
            return
        self._writer.write(f"{line}\n".encode("utf-8", "replace"))

    def give(self, text: str) -> None:
        """Commands to him."""
        self.send(packed(text))

    def entry(self, whose: "Person") -> str:
        """How he stands in the list that somebody gets: only to himself by his id."""
        id_ = self._id if whose is self else self.alias
        info = self.info | {"id": id_, "ip": "127.0.0.1"}
        path = join([self.module, self.room, id_], "/")
        return join([path, properties(info)], "=")

    @property
    def secret(self) -> str:
        """The part of his id that may be his password."""
        return self._id.rpartition(".")[0]
