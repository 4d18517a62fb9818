"""Notes that explain: which row a table gave, and which line of a list decided.

Rules use `consult` and `decide` in place of the bare look-up and choice, so that `why`
can show each table with its row lit, and each list with the candidates it dropped.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec import Struct, field

from opfor.core.ask import Asker
from opfor.core.event import Note, RollMade
from opfor.core.fact import Fact, fact
from opfor.core.priority import PriorityList
from opfor.core.table import Row, Table

T = TypeVar("T")


class RowRead(Note, frozen=True):
    """A table was read; `row` is the index of the row it gave.

    `when` has the date and the columns that were asked for.
    """

    table: str = ""
    number: int = 0
    row: int = 0
    when: dict[str, str] = field(default_factory=dict)


class Narrowed(Struct, frozen=True):
    """What one line of a priority list did, candidates by name."""

    line: Fact | str
    before: tuple[str, ...]
    after: tuple[str, ...]
    skipped: bool = False


class Decided(Note, frozen=True):
    """A priority list chose among candidates; `chosen` is empty if it left nobody."""

    chosen: str = ""
    candidates: tuple[str, ...] = ()
    reasons: tuple[Narrowed, ...] = ()


class Considered(Note, frozen=True):
    """Rules were asked one after the other whether they apply; `why` alone tells it.

    `rules` are those asked, in order; `applies` is the last of them if one does.
    """

    rules: tuple[str, ...] = ()
    applies: str = ""


#: The notes of core, for the union of events that a save is read with.
AnyNote = Note | RollMade | RowRead | Decided | Considered


def consult(
    game: Asker, table: Table, number: int = 0, /, *, date: str = "", **when: str
) -> Row:
    """The row of a table for a number, told with the row lit."""
    row = table.look_up(number, date=date, **when)
    tell_row(game, table, number, row, ({"date": date} if date else {}) | when)
    return row


def tell_row(
    game: Asker, table: Table, number: int, row: Row, when: dict[str, str]
) -> None:
    """Tell which row a table gave, for a date and columns."""
    what = fact("table_read", table=str(table.id), title=table.title)
    game.emit(RowRead(what, table.id.name, number, row.index, when))


def decide(
    game: Asker,
    order: PriorityList[T],
    candidates: Sequence[T],
    *,
    purpose: Fact,
    name: Callable[[T], str] = str,
) -> T:
    """The candidate that a priority list chooses, told with the reasons."""
    choice = order.choose(candidates)

    def names(items: Sequence[T]) -> tuple[str, ...]:
        return tuple(map(name, items))

    game.emit(
        Decided(
            fact=purpose,
            chosen=name(choice.chosen),
            candidates=names(candidates),
            reasons=tuple(
                Narrowed(r.line, names(r.before), names(r.after), r.skipped)
                for r in choice.reasons
            ),
        )
    )
    return choice.chosen
