"""A client that speaks to the server as VASSAL does: it joins, syncs, drags, steps."""

import socket
import time
from collections import deque
from collections.abc import Callable

from opfor.vasl.counters.layers import label
from opfor.vasl.live.people import BOT, ROOM
from opfor.vasl.live.wire import (
    line_of,
    packed,
    properties,
    unpacked,
)
from opfor.vasl.saves.commands import (
    BEGIN,
    NOTHING,
    AddPiece,
    Chat,
    Command,
    Log,
    MovePiece,
    Node,
    SetBoards,
    in_order,
    read_commands,
    saved_game,
    tree,
    write_commands,
)
from opfor.vasl.saves.table import Table
from opfor.vasl.saves.traits import stack_state
from opfor.vasl.things.notes import read_note
from tests.vasl.given import added

PATIENCE = 60.0


class Client:
    """A player's VASL.

    Args:
        port: where the server listens.
        name: what he is called.
        owner: what his id begins with: his password.
    """

    def __init__(self, port: int, name: str = "Old", owner: str = "pw-Old") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._rest = b""
        self.name, self.owner = name, owner
        self.id = f"{owner}.{time.time_ns() // 1_000_000}"
        self.table = Table()
        self.said: list[str] = []
        self.steps: deque[list[Command]] = deque()
        self.lists: list[str] = []
        self.info = {"name": name, "id": self.id, "client": "3.7.1", "crc": "1"}
        self.games = 0
        self.open = False

    # -- the line --------------------------------------------------------------------

    def send(self, line: str) -> None:
        """A line, as it is."""
        self.socket.sendall(f"{line}\n".encode())

    def read(self, timeout: float = PATIENCE) -> str | None:
        """The next line; None if none comes in time, or the server has gone."""
        end = time.monotonic() + timeout
        while b"\n" not in self._rest:
            left = end - time.monotonic()
            if left <= 0:
                return None
            self.socket.settimeout(left)
            try:
                data = self.socket.recv(2**16)
            except (TimeoutError, ConnectionError):
                return None
            if not data:
                return None
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode()

    def take(self, line: str) -> None:
        """Do what a line says."""
        if line.startswith(("LIST\t", "ROOM_INFO\t")):
            self.lists.append(line)
        elif line.startswith("SYNC"):
            if self.open:
                self.forward(f"VASL/*/{BOT}", write_commands(self.saved()))
        elif line and line != "!BYE":
            self.done(read_commands(unpacked(line)))

    def done(self, node: Node) -> None:
        """Do a message's commands."""
        if node.command == BEGIN:
            self.table = Table(in_order(node))
            self.steps.clear()
            self.games += 1
            self.open = True
            return
        commands = [*in_order(node)]
        if isinstance(commands[0], Log):
            self.steps.append([c.command for c in commands if isinstance(c, Log)])
            return
        self.apply(commands)

    def apply(self, commands: list[Command]) -> None:
        """Do commands at the table; chat is shown."""
        for command in commands:
            if isinstance(command, Chat):
                self.said.append(command.text)
            else:
                self.table.apply(command)

    def saved(self) -> Node:
        """The table as a saved game."""
        adds = [added(e.id, e.piece.at(e.map, e.x, e.y)) for e in self.table.lying()]
        stacks = [
            AddPiece(id_, "stack", stack_state(stack))
            for id_, stack in self.table.stacks.items()
        ]
        made = Node(NOTHING, tuple(Node(each) for each in (*adds, *stacks)))
        return saved_game([made, Node(SetBoards(self.table.boards))])

    def until(self, seen: Callable[[], bool], timeout: float = PATIENCE) -> None:
        """Read until something is so."""
        end = time.monotonic() + timeout
        while not seen():
            line = self.read(max(0.01, end - time.monotonic()))
            assert line is not None, f"it did not come: {self.said[-5:]}"
            self.take(line)

    def settle(self) -> list[str]:
        """Read all that what was sent has brought; what the chat says of it."""
        said, mark = len(self.said), f"mark{time.monotonic_ns()}"
        self.lists.clear()
        self.send(line_of("STATS", properties(self.info | {"profile": mark})))
        self.until(lambda: any(mark in line for line in self.lists))
        return self.said[said:]

    # -- what a player does ----------------------------------------------------------

    def register(self) -> None:
        """Say who he is, and wait for the lists."""
        self.send(line_of("REG", self.id, "VASL/Main Room", properties(self.info)))
        self.until(lambda: len(self.lists) >= 2)

    def join(self) -> None:
        """Join the room, and get the game."""
        self.open = False
        self.lists.clear()
        self.send(line_of("JOIN", f"VASL/{ROOM}", "null"))
        self.until(lambda: len(self.lists) >= 2)
        games = self.games
        sync = f"SYNC{properties(self.info)}"
        self.forward(f"VASL/*/{BOT}", sync, zipped=False)
        self.until(lambda: self.games > games)

    def forward(self, path: str, text: str, *, zipped: bool = True) -> None:
        """A message to somebody."""
        self.send(line_of("FWD", path, packed(text) if zipped else text))

    def tell(self, *commands: Command) -> None:
        """Commands to the room."""
        text = write_commands(tree(commands))
        self.forward(f"VASL/{ROOM}/~{self.id}", text)

    def say(self, text: str) -> list[str]:
        """Type a line in the chat; what it brings there."""
        self.tell(Chat(f"<{self.name}> - {text}"))
        return self.settle()

    def piece(self, thing: str) -> str:
        """The id of the counter of a unit."""
        for id_, piece in self.table.pieces.items():
            if read_note(label(piece)).id == thing:
                return id_
        raise AssertionError(f"no counter of {thing}")

    def drag(self, id_: str, x: int, y: int, under: str = "null") -> None:
        """Drag a counter or a stack, as VASL sends it."""
        place = self.table.place(id_)
        assert place is not None
        move = MovePiece(id_, "Main Map", x, y, under, *place, "null", self.owner)
        self.table.apply(move)
        self.tell(move)

    def step(self) -> bool:
        """Press Page Down; False if no step waits."""
        if not self.steps:
            return False
        commands = self.steps.popleft()
        self.apply(commands)
        self.tell(*commands)
        return True

    def close(self, *, politely: bool = True) -> None:
        """Leave, or be cut off."""
        if politely:
            self.send("!BYE")
        self.socket.close()
