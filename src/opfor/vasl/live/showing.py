"""What lies on the player's table, and what brings it to where the game is.

opfor compares the table itself with what it should show, not one moment of the game
with the next: so whatever the player has done by hand in between is put right, and
after each step both sides are equal.
"""

from collections.abc import Iterable, Iterator

from opfor.state.state import State
from opfor.vasl.games.log import NOWHERE, PLAYER, Laid, laid
from opfor.vasl.games.write import Writer
from opfor.vasl.saves.commands import (
    NOTHING,
    AddPiece,
    ChangePiece,
    Command,
    MovePiece,
    Node,
    RemovePiece,
    in_order,
    saved_game,
    write_commands,
)
from opfor.vasl.saves.table import STACK, Table
from opfor.vasl.saves.traits import Piece, Stack, piece_state, piece_type, stack_state

LAID = ("units", "weapons", "suspects", "fortifications", "markers", "control", "drawn")
"""The parts of a State that lie on the table."""
OWNER = "PROP"
"""The trait in which VASL notes who moved a counter last: not opfor's to change."""


class Showing:
    """A table that shows a game.

    Args:
        writer: makes the counters of a moment.
        table: what lies there now; by itself nothing.
        state: the game as it is shown; None if hands were on the table since.
    """

    def __init__(
        self, writer: Writer, table: Table | None = None, state: State | None = None
    ) -> None:
        self.writer = writer
        self.table = table or Table()
        self._state = state
        self._known: dict[str, tuple[Piece, Piece]] = {}

    def begin(self, state: State) -> None:
        """The table as a player has it who gets the whole game anew."""
        start = saved_game(self.writer.start(state))
        self.table = Table(in_order(start))
        self._state = state

    def copy(self) -> "Showing":
        """Another, for what is to be shown later."""
        return Showing(self.writer, self.table.copy(), self._state)

    def do(self, commands: Iterable[Command]) -> None:
        """Follow what was done on the table."""
        self._state = None
        for command in commands:
            self.table.apply(command)

    def toward(self, state: State) -> list[Command]:
        """Bring the table to a moment of the game; what was done for it."""
        was, self._state = self._state, state
        done: list[Command] = []
        if was is not None and all(getattr(was, n) is getattr(state, n) for n in LAID):
            return done
        wanted = laid(self.writer, state)
        for command in self._needed(wanted):
            self.table.apply(command)
            done.append(command)
        return done

    def text(self) -> str:
        """The table as the text of a saved game."""
        table = self.table
        adds = [
            AddPiece(
                e.id, piece_type(e.piece), piece_state(e.piece.at(e.map, e.x, e.y))
            )
            for e in table.lying()
        ]
        adds += [
            AddPiece(id_, STACK, stack_state(stack))
            for id_, stack in table.stacks.items()
            if stack.members
        ]
        made = Node(NOTHING, tuple(map(Node, adds)))
        return write_commands(saved_game(self.writer.around(made)))

    def _needed(self, wanted: Laid) -> Iterator[Command]:
        table = self.table
        for id_ in self.writer.ids() & table.pieces.keys() - wanted.keys():
            yield RemovePiece(id_)
        for id_, (pixel, below, piece) in wanted.items():
            old = table.pieces.get(id_)
            shown = self._is_shown(id_, piece, old)
            if old is not None and not shown and not _same_counter(old, piece):
                yield RemovePiece(id_)
                old = None
            if old is None:
                new = piece.at(NOWHERE, 0, 0)
                yield AddPiece(id_, piece_type(new), piece_state(new))
                yield from self._moves(id_, pixel, below)
                continue
            place = (self.writer.map, *pixel)
            if table.place(id_) != place or table.below(id_) != below:
                yield from self._moves(id_, pixel, below)
            if not shown and not _alike(piece, old):
                then = piece_state(old.at(*place))
                yield ChangePiece(id_, piece_state(_kept(piece, old)), then)
            self._known[id_] = piece, table.pieces[id_]

    def _is_shown(self, id_: str, piece: Piece, now: Piece | None) -> bool:
        """Whether the counter is as it was when this was shown last."""
        was = self._known.get(id_)
        return was is not None and was[0] is piece and was[1] is now

    def _moves(
        self, id_: str, pixel: tuple[int, int], below: str
    ) -> Iterator[MovePiece | AddPiece]:
        """A move; a stack is named at once, or each side would call it otherwise."""
        table, map_ = self.table, self.writer.map
        was = table.place(id_) or (NOWHERE, 0, 0)
        under = table.below(id_) or NOWHERE
        place = (map_, *pixel)
        alone = not [
            stack
            for stack in table.stacks_at(place)
            if table.stacks[stack].members != (id_,)
        ]
        yield MovePiece(id_, *place, below or NOWHERE, *was, under, PLAYER)
        if alone and not table.stack_of(id_):
            stack = Stack(map_, *pixel, (id_,))
            yield AddPiece(self.writer.new_id(), STACK, stack_state(stack))


def _same_counter(one: Piece, other: Piece) -> bool:
    """Whether they are the same counter; a newer engine may word its type anew."""
    return (
        len(one.traits) == len(other.traits)
        and one.name == other.name
        and all(a.kind == b.kind for a, b in zip(one.traits, other.traits, strict=True))
    )


def _alike(piece: Piece, old: Piece) -> bool:
    """Whether a counter is in the same state, wherever it lies."""
    pairs = zip(piece.traits[:-1], old.traits[:-1], strict=True)
    return piece.gpid == old.gpid and all(
        new.state == was.state or new.kind == OWNER for new, was in pairs
    )


def _kept(piece: Piece, old: Piece) -> Piece:
    """The counter with the note of who moved it last as it was."""
    pairs = zip(piece.traits, old.traits, strict=True)
    traits = [was if was.kind == OWNER else new for new, was in pairs]
    return Piece((*traits,))
