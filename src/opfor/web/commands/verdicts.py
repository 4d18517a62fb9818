"""Which clause of a Move Command decides, and why those before it do not.

Of a Fire Command the reasons say it line by line. Of a Move Command the first clause
that can be fulfilled decides: here each is asked whether its conditions hold.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from opfor.core.ask import Pending
from opfor.core.table import Row
from opfor.rules.choices.vocabulary import OWN
from opfor.rules.s_solitaire.s09_movement import command_clauses as on_foot
from opfor.rules.s_solitaire.s09_movement.command_manners import STOP, THEN
from opfor.rules.s_solitaire.s09_movement.movers import stack
from opfor.rules.s_solitaire.s09_movement.s09_2_command import (
    CommandReading,
    read_command,
)
from opfor.rules.s_solitaire.s09_vehicles import command_clauses as driving
from opfor.rules.s_solitaire.s09_vehicles.s09_3_command import (
    VehicleCommandReading,
    read_row,
)
from opfor.state.play import Play

DECIDES = "decides"
FURTHER = "goes with the clause before it"
LATER = "not looked at: one before it decides"
CANNOT = "cannot be fulfilled here"
ASKS = "you are asked"

Reading = CommandReading | VehicleCommandReading
Holds = Callable[[str], bool]


class _Way(Struct, frozen=True):
    """How a kind of Move Command is read: by what, and which conditions hold."""

    read: Callable[[Row], Reading | None]
    holds: Holds


def verdicts(play: Play, who: Sequence[str], table: str, row: Row) -> tuple[str, ...]:
    """What is to be said of each clause of a row of {A4a} to {A4c}; nothing of {A3}.

    Args:
        play: the moment at which the Command is read.
        who: the units that have it.
        table: the Command table.
        row: the row, as the table has it.
    """
    if table.startswith("A3"):
        return ()
    way = _by_vehicle(play, who[0]) if table == "A4c" else _on_foot(play, who)
    try:
        reading = way.read(row)
    except Pending:
        return _until(row, way.holds, OWN, ASKS)
    if reading is None:
        return tuple(_unfulfilled(text, way.holds) for text in row.result)
    if reading.row != row:
        return _until(row, way.holds, "as ", DECIDES)
    return _told(row, way.holds, reading.clause, DECIDES)


def _on_foot(play: Play, who: Sequence[str]) -> _Way:
    mover = stack(play, [play.state.units[id_] for id_ in who])

    def holds(name: str) -> bool:
        condition = on_foot.CONDITIONS.read(name)
        return condition is None or condition.meaning(play, mover)

    return _Way(lambda row: read_command(play, mover, row), holds)


def _by_vehicle(play: Play, id_: str) -> _Way:
    unit = play.state.units[id_]

    def holds(name: str) -> bool:
        condition = driving.CONDITIONS.read(name)
        return condition is None or condition.meaning(play, unit)

    return _Way(lambda row: read_row(play, unit, row), holds)


def _until(row: Row, holds: Holds, begins: str, said: str) -> tuple[str, ...]:
    """The verdicts where the first clause of a kind decides whose conditions hold."""
    for n, text in enumerate(row.result):
        before, action = _split(text)
        if action.startswith(begins) and all(map(holds, before)):
            return _told(row, holds, n, said)
    return ()


def _told(row: Row, holds: Holds, decides: int, said: str) -> tuple[str, ...]:
    early = [_unfulfilled(text, holds) for text in row.result[:decides]]
    late = list[str]()
    for text in row.result[decides + 1 :]:
        attached = text.startswith((THEN, STOP)) and LATER not in late
        late.append(FURTHER if attached else LATER)
    return (*early, said, *late)


def _unfulfilled(text: str, holds: Holds) -> str:
    """Why a clause does not decide."""
    if text.startswith((THEN, STOP)):
        return FURTHER
    before, _ = _split(text)
    for name in before:
        if not holds(name):
            return f"it is not so here: {name}"
    return CANNOT


def _split(text: str) -> tuple[list[str], str]:
    """The conditions of a clause, and the rest of it."""
    before, own, words = text.partition(OWN)
    if own:
        conditions, action = before.removesuffix(": "), own + words
    else:
        conditions, _, action = text.rpartition(": ")
    return (conditions.split(" and ") if conditions else []), action
