"""A Player Turn as a log of VASL: the player steps through it in his own window.

It begins with the table as the Player Turn did. Each line that opfor tells is a step:
what has changed on the table since the one before, then the line in the chat. Dice
come as VASL writes its own, so that it draws them.
"""

from collections.abc import Iterator, Sequence

from opfor.core.errors import OpforError
from opfor.core.event import Emitted, RollMade
from opfor.state.state import State
from opfor.vasl.games.told import Told, moment_of
from opfor.vasl.games.write import Writer
from opfor.vasl.saves.archive import Archive
from opfor.vasl.saves.commands import (
    AddPiece,
    ChangePiece,
    Chat,
    Command,
    Log,
    MovePiece,
    Node,
    RemovePiece,
    tree,
)
from opfor.vasl.saves.traits import Piece, piece_state, piece_type
from opfor.views.replay import Reel
from opfor.views.text.log import LogLine, log_lines

PLAYER = "opfor"
NOWHERE = "null"

Place = tuple[int, int]
Laid = dict[str, tuple[Place, str, Piece]]
"""By a counter's id: its pixel, the id beneath it, and the counter."""


def turn_log(
    game: Told, writer: Writer, turn: int | None, side: str
) -> tuple[Archive, int]:
    """The log of a Player Turn, and how many steps it has.

    Args:
        game: the game.
        writer: writes its moments.
        turn: the Game Turn; None: the last one of that side.
        side: whose Player Turn.

    Errors:
        OpforError: the game did not come to it.
    """
    start, end = span_of(game.reel, turn, side)
    events = game.reel.events[start - 1 : end]
    begun = game.reel.at(start)
    steps = [*_steps(game, writer, begun, start, events)]
    return writer.archive(begun, steps), len(steps)


def span_of(reel: Reel, turn: int | None, side: str) -> tuple[int, int]:
    """The first event of a Player Turn, and the last."""
    if side not in ("FRIENDLY", "ENEMY"):
        raise OpforError(f"{side[:20]!r} is no side", do="write FRIENDLY or ENEMY")
    phases = reel.phases()
    if turn is None:
        turns = [part.turn for part in phases if part.side == side]
        if not turns:
            raise OpforError(f"the {side} has had no Player Turn yet")
        turn = turns[-1]
    start = moment_of(reel, f"{turn} {side} RPh")
    other = (p.number for p in phases if p.number > start and p.side != side)
    return start, next(other, len(reel) + 1) - 1


def _steps(
    game: Told,
    writer: Writer,
    begun: State,
    start: int,
    events: Sequence[Emitted],
) -> Iterator[Node]:
    lines = log_lines(game.world, events)
    rolls = {e.number: e.event for e in events if isinstance(e.event, RollMade)}
    before, done = laid(writer, begun), start
    for line in lines:
        state = game.reel.at(line.number)
        now = laid(writer, state)
        commands = [*_changes(writer, before, now)]
        for number in range(done + 1, line.number + 1):
            if (roll := rolls.get(number)) is not None:
                commands += dice_line(roll)
        commands.append(event_line(line))
        yield tree([Log(command) for command in commands])
        before, done = now, line.number
    last = game.reel.at(start - 1 + len(events))
    if rest := [*_changes(writer, before, laid(writer, last))]:
        yield tree([Log(command) for command in rest])


def event_line(line: LogLine) -> Chat:
    """A line of the log with its rule, as VASL writes what happens."""
    rule = f" [{line.rule}]" if line.rule else ""
    return Chat(f"* {' '.join(line.text.split())}{rule} *")


def dice_line(roll: RollMade) -> list[Chat]:
    """A DR or dr as VASL writes its own: it draws the dice then."""
    if len(roll.dice) not in (1, 2):
        return []
    dice = ",".join(map(str, roll.dice))
    kind = "DR" if len(roll.dice) == 2 else "dr"
    return [Chat(f"*** (Other {kind}) {dice} ***   <{PLAYER}>")]


# -- from one moment to the next ---------------------------------------------------


def laid(writer: Writer, state: State) -> Laid:
    """Each counter of a moment by its id."""
    found: Laid = {}
    for pixel, pile in writer.piles(state).items():
        below = writer.kept_on(pixel)
        for put in pile:
            id_ = writer.id_of(put.key)
            found[id_] = pixel, below, put.piece
            below = id_
    return found


def _changes(writer: Writer, before: Laid, now: Laid) -> Iterator[Command]:
    """What takes the table from one moment to the next."""
    for id_ in before:
        if id_ not in now:
            yield RemovePiece(id_)
    for id_, (pixel, below, piece) in now.items():
        old = before.get(id_)
        if old is not None and piece_type(old[2]) != piece_type(piece):
            yield RemovePiece(id_)
            old = None
        if old is None:
            new = piece.at(NOWHERE, 0, 0)
            yield AddPiece(id_, piece_type(new), piece_state(new))
            yield _move(writer, id_, pixel, below, None)
            continue
        if old[:2] != (pixel, below):
            yield _move(writer, id_, pixel, below, old)
        then = piece_state(old[2].at(writer.map, *pixel))
        if piece_state(piece) != then:
            yield ChangePiece(id_, piece_state(piece), then)


def _move(
    writer: Writer,
    id_: str,
    pixel: Place,
    below: str,
    old: tuple[Place, str, Piece] | None,
) -> MovePiece:
    (x, y), under = pixel, below or NOWHERE
    if old is None:
        return MovePiece(id_, writer.map, x, y, under, NOWHERE, 0, 0, NOWHERE, PLAYER)
    (old_x, old_y), old_under = old[0], old[1] or NOWHERE
    return MovePiece(
        id_, writer.map, x, y, under, writer.map, old_x, old_y, old_under, PLAYER
    )
