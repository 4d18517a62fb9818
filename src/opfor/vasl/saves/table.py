"""The player's table: what lies where after some commands, as VASSAL does them.

It knows counters and stacks, not what they are. Whoever follows a live game, steps
through a log or reads a saved game feeds it commands in order.
"""

from collections.abc import Collection, Iterable, Iterator

import msgspec

from opfor.core.errors import OpforError
from opfor.vasl.saves.commands import (
    AddPiece,
    ChangePiece,
    Command,
    Log,
    MovePiece,
    RemovePiece,
    SetBoards,
)
from opfor.vasl.saves.traits import (
    MAX_MEMBERS,
    Piece,
    Stack,
    read_piece,
    read_stack,
    read_state,
)

MAX_PIECES = 20_000
"""Most counters of a table; the largest scenarios have some hundreds."""
STACK = "stack"


class Lying(msgspec.Struct, frozen=True):
    """A counter where it lies.

    Args:
        id: its id.
        piece: what it is.
        map, x, y: its place, the stack's if it is in one.
        level: its place in the stack from the bottom, 1 for the lowest.
    """

    id: str
    piece: Piece
    map: str
    x: int
    y: int
    level: int = 1


class Table:
    """What lies on the table.

    Args:
        commands: what has been done so far, in order; steps of a log are passed over.
    """

    def __init__(self, commands: Iterable[Command] = ()) -> None:
        self.pieces: dict[str, Piece] = {}
        self.stacks: dict[str, Stack] = {}
        self.boards = ""
        self._stack_of: dict[str, str] = {}
        self._at: dict[tuple[str, int, int], list[str]] = {}
        for command in commands:
            self.apply(command)

    def apply(self, command: Command) -> None:
        """Do a command; what has no meaning for the table changes nothing.

        Errors:
            OpforError: more counters than a table can hold, or one beyond measure.
        """
        match command:
            case AddPiece():
                self._add(command)
            case RemovePiece(id=id_):
                self._leave(id_)
                self.pieces.pop(id_, None)
                self._put_stack(id_, None)
            case ChangePiece(id=id_, state=state):
                self._change(id_, state)
            case MovePiece():
                self._move(command)
            case SetBoards(text=text) if text:
                self.boards = text

    def step(self, command: Command) -> None:
        """As `apply`, and a step of a log is done."""
        while isinstance(command, Log):
            command = command.command
        self.apply(command)

    def lying(self) -> Iterator[Lying]:
        """Every counter, stack by stack from the bottom, then those that lie alone."""
        stacked = set()
        for stack in self.stacks.values():
            for level, id_ in enumerate(stack.members, 1):
                if id_ in self.pieces and id_ not in stacked:
                    stacked.add(id_)
                    piece = self.pieces[id_]
                    yield Lying(id_, piece, stack.map, stack.x, stack.y, level)
        for id_, piece in self.pieces.items():
            if id_ not in stacked:
                yield Lying(id_, piece, *piece.place)

    def copy(self) -> "Table":
        """Another that is as this one is."""
        return self._with(self.pieces, self.stacks)

    def part(self, places: Collection[tuple[str, int, int]]) -> "Table":
        """What lies at some places: map and pixel."""
        stacks = {
            id_: stack
            for id_, stack in self.stacks.items()
            if (stack.map, stack.x, stack.y) in places
        }
        stacked = [id_ for stack in stacks.values() for id_ in stack.members]
        pieces = {id_: self.pieces[id_] for id_ in stacked if id_ in self.pieces}
        pieces |= {
            id_: piece
            for id_, piece in self.pieces.items()
            if id_ not in self._stack_of and piece.place in places
        }
        return self._with(pieces, stacks)

    def place(self, id_: str) -> tuple[str, int, int] | None:
        """Where a counter or stack is; None for one that is not there."""
        stack = self.stacks.get(self.stack_of(id_) or id_)
        if stack is not None:
            return stack.map, stack.x, stack.y
        return self.pieces[id_].place if id_ in self.pieces else None

    def stacks_at(self, place: tuple[str, int, int]) -> list[str]:
        """The ids of the stacks of a place that have counters."""
        return [id_ for id_ in self._at.get(place, ()) if self.stacks[id_].members]

    def below(self, id_: str) -> str:
        """The counter directly beneath one; empty for none."""
        if not (stack_id := self.stack_of(id_)):
            return ""
        members = self.stacks[stack_id].members
        at = members.index(id_)
        return members[at - 1] if at else ""

    def _with(self, pieces: dict[str, Piece], stacks: dict[str, Stack]) -> "Table":
        found = Table()
        found.boards = self.boards
        found.pieces = dict(pieces)
        for id_, stack in stacks.items():
            found._put_stack(id_, stack)
        return found

    def stack_of(self, id_: str) -> str:
        """The id of the stack that a counter is in; empty for none."""
        return self._stack_of.get(id_, "")

    def _add(self, command: AddPiece) -> None:
        if len(self.pieces) + len(self.stacks) >= MAX_PIECES:
            raise OpforError(
                f"there are more than {MAX_PIECES} counters", do="remove some in VASL"
            )
        id_ = command.id or f"new-{len(self.pieces) + len(self.stacks)}"
        if command.type == STACK:
            self._put_stack(id_, read_stack(command.state))
        else:
            self.pieces[id_] = read_piece(command.type, command.state)

    def _change(self, id_: str, state: str) -> None:
        if id_ in self.stacks:
            self._put_stack(id_, read_stack(state))
        elif id_ in self.pieces:
            self.pieces[id_] = read_state(self.pieces[id_], state)

    def _move(self, move: MovePiece) -> None:
        """A counter leaves its stack and joins another; a stack goes as one."""
        place = move.map, move.x, move.y
        if move.id in self.stacks:
            moving = self.stacks[move.id].members
            self._put_stack(move.id, Stack(*place))
        elif move.id in self.pieces:
            self._leave(move.id)
            moving = (move.id,)
        else:
            return
        for id_ in moving:
            if id_ in self.pieces:
                self.pieces[id_] = self.pieces[id_].at(*place)
        self._join(moving, place, move)

    def _join(
        self, moving: tuple[str, ...], place: tuple[str, int, int], move: MovePiece
    ) -> None:
        there = [id_ for id_ in self._at.get(place, ()) if id_ != move.id]
        below = self.stack_of(move.under)
        if below in there:
            at = self.stacks[below].members.index(move.under) + 1
            self._insert(below, at, moving)
        elif there:
            self._insert(there[0], 0, moving)
        elif move.id in self.stacks:
            self._insert(move.id, 0, moving)
        elif self._lies_alone(move.under, place):
            new = Stack(*place, (move.under, *moving))
            self._put_stack(f"with-{move.under}", new)

    def _lies_alone(self, id_: str, place: tuple[str, int, int]) -> bool:
        return id_ in self.pieces and self.pieces[id_].place == place

    def _insert(self, stack_id: str, at: int, ids: tuple[str, ...]) -> None:
        stack = self.stacks[stack_id]
        members = (*stack.members[:at], *ids, *stack.members[at:])
        if len(members) > MAX_MEMBERS:
            raise OpforError("a stack has no end", do="take counters out of it")
        self._put_stack(stack_id, msgspec.structs.replace(stack, members=members))

    def _leave(self, id_: str) -> None:
        """Take a counter out of the stack that it is in."""
        if stack_id := self.stack_of(id_):
            stack = self.stacks[stack_id]
            left = tuple(each for each in stack.members if each != id_)
            self._put_stack(stack_id, msgspec.structs.replace(stack, members=left))

    def _put_stack(self, id_: str, new: Stack | None) -> None:
        """A stack as it is from now on, None if it is gone."""
        if (old := self.stacks.pop(id_, None)) is not None:
            self._at[old.map, old.x, old.y].remove(id_)
            for member in old.members:
                if self._stack_of.get(member) == id_:
                    del self._stack_of[member]
        if new is not None:
            self.stacks[id_] = new
            self._at.setdefault((new.map, new.x, new.y), []).append(id_)
            self._stack_of |= dict.fromkeys(new.members, id_)
