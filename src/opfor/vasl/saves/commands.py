"""The commands that a saved game, a log and VASSAL's network are made of.

A text is a tree: a command, then those that follow from it, each of which may have
such of its own. Order of deeds is the order of reading. What is not known is kept as
it is, so that a text read and written again is the same to the byte.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.vasl.saves.escape import join, split

ESC = "\x1b"
MAX_DEPTH = 32
"""Deepest nesting of commands; real saves go three deep."""
MAX_COMMANDS = 200_000
"""Most commands of one text; a log of a long game has some thousands."""


class AddPiece(Struct, frozen=True):
    """A counter, or a stack, that is on the table from now on.

    Args:
        id: its id; empty lets the engine find one.
        type: what it is; `traits.read_traits` takes it apart.
        state: how it is.
    """

    id: str
    type: str
    state: str


class RemovePiece(Struct, frozen=True):
    """A counter or stack that is gone."""

    id: str


class ChangePiece(Struct, frozen=True):
    """A counter or stack with another state.

    Args:
        id: whose.
        state: the new one.
        old: the one before; None where the command has none.
    """

    id: str
    state: str
    old: str | None = None


class MovePiece(Struct, frozen=True):
    """A counter, or a whole stack, put somewhere.

    Args:
        id: whose.
        map, x, y: where to, in pixels of that map.
        under: the counter directly below it then; "null" for none.
        old_map, old_x, old_y, old_under: where it was.
        player: who moved it; part of it may be a password, so it is never shown.
    """

    id: str
    map: str
    x: int
    y: int
    under: str
    old_map: str
    old_x: int
    old_y: int
    old_under: str
    player: str


class Chat(Struct, frozen=True):
    """A line in the chat window; dice come only as such lines."""

    text: str


class Log(Struct, frozen=True):
    """A step of a log, or of several that are one, done when the player steps to it."""

    command: "Command"


class SetBoards(Struct, frozen=True):
    """The boards of the game; `boards.read_boards` takes the text apart."""

    text: str


class Other(Struct, frozen=True):
    """Any other command, as it is written; empty for the one that does nothing."""

    text: str


Command = (
    AddPiece | RemovePiece | ChangePiece | MovePiece | Chat | Log | SetBoards | Other
)


class Node(Struct, frozen=True):
    """A command with those that follow from it.

    Args:
        command: its own.
        after: what follows from it, in order.
        written: its text where it is written in another way than ours.
    """

    command: Command
    after: tuple["Node", ...] = ()
    written: str = ""


BEGIN, END = Other("begin_save"), Other("end_save")
"""What a saved game's text begins with, and what ends its part before the steps."""
NOTHING = Other("")


def read_commands(text: str) -> Node:
    """The tree of a text.

    Errors:
        OpforError: more, or deeper nested, commands than a game can have.
    """
    if text.count(ESC) >= MAX_COMMANDS:
        raise OpforError(
            f"there are more than {MAX_COMMANDS} commands", do="load a smaller save"
        )
    return _read(text, 1)


def write_commands(node: Node) -> str:
    """The text of a tree: the inverse of `read_commands`."""
    if node.written:
        return node.written
    own = write_command(node.command)
    if not node.after:
        return own
    return join([own, *(write_commands(each) for each in node.after)], ESC)


def in_order(node: Node) -> Iterator[Command]:
    """Every command of a tree in the order in which they are done."""
    yield node.command
    for each in node.after:
        yield from in_order(each)


def tree(commands: Sequence[Command]) -> Node:
    """A tree of commands of one rank, the first of them at its head."""
    first, *others = commands or (NOTHING,)
    return Node(first, tuple(Node(each) for each in others))


def saved_game(start: Sequence[Node], then: Sequence[Node] = ()) -> Node:
    """A saved game's tree: what sets it up, then the steps of a log."""
    return Node(BEGIN, (Node(NOTHING, tuple(start)), Node(END), *then))


def setup_part(node: Node) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
    """The top commands of a saved game to its end, and the steps that come after."""
    for number, each in enumerate(node.after):
        if each.command == END:
            return node.after[:number], node.after[number + 1 :]
    return node.after, ()


def _read(text: str, depth: int) -> Node:
    if ESC not in text:
        return _with_written(Node(_command(text)), text)
    if depth > MAX_DEPTH:
        raise OpforError(
            f"commands are nested more than {MAX_DEPTH} deep",
            do="save the game anew in VASL",
        )
    own, *others = split(text, ESC)
    if ESC in own:  # a head that is a sequence itself: kept as it is
        return Node(Other(text), written=text)
    node = Node(_command(own), tuple(_read(each, depth + 1) for each in others))
    return _with_written(node, text)


def _with_written(node: Node, text: str) -> Node:
    if write_commands(node) == text:
        return node
    return Node(node.command, node.after, text)


def write_command(command: Command) -> str:
    """The text of one command."""
    match command:
        case AddPiece(id=id_, type=type_, state=state):
            text = "+/" + join([id_ or "null", type_, state], "/")
        case RemovePiece(id=id_):
            text = f"-/{id_}"
        case ChangePiece(id=id_, state=state, old=old):
            states = [state] if old is None else [state, old]
            text = "D/" + join([id_, *states], "/")
        case MovePiece():
            text = "M/" + join([str(part) for part in _move_parts(command)], "/")
        case Chat(text=said):
            text = f"CHAT{said}"
        case Log(command=inner):
            text = f"LOG\t{write_command(inner)}"
        case SetBoards(text=boards):
            text = f"bd\t{boards}"
        case Other():
            text = command.text
    return text


def _command(text: str) -> Command:
    """One command; what does not have the form of its kind stays as it is."""
    for begin, read in _READERS.items():
        if text.startswith(begin):
            return read(text[len(begin) :]) or Other(text)
    return Other(text)


def _add(text: str) -> Command | None:
    found = split(text, "/")
    if len(found) != 3:
        return None
    return AddPiece("" if found[0] == "null" else found[0], *found[1:])


def _change(text: str) -> Command | None:
    found = split(text, "/")
    return ChangePiece(*found) if len(found) in (2, 3) else None


def _step(text: str) -> Command | None:
    """A step of a log; VASSAL makes none within a step."""
    return None if text.startswith("LOG\t") else Log(_command(text))


def _move(text: str) -> Command | None:
    try:
        id_, map_, x, y, under, old_map, old_x, old_y, old_under, player = split(
            text, "/"
        )
        to, old = (int(x), int(y)), (int(old_x), int(old_y))
    except ValueError:
        return None
    return MovePiece(id_, map_, *to, under, old_map, *old, old_under, player)


_READERS: Mapping[str, Callable[[str], Command | None]] = {
    "+/": _add,
    "-/": RemovePiece,
    "D/": _change,
    "M/": _move,
    "CHAT": Chat,
    "LOG\t": _step,
    "bd\t": SetBoards,
}


def _move_parts(move: MovePiece) -> tuple[str | int, ...]:
    to = move.id, move.map, move.x, move.y, move.under
    return (*to, move.old_map, move.old_x, move.old_y, move.old_under, move.player)
