"""The tables whose rows are made of clauses: which vocabulary each is checked with."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from opfor.core.errors import OpforError
from opfor.core.policy import ASK, DEFAULT
from opfor.core.table import Row, Table
from opfor.rules.choices.vocabulary import in_own_words
from opfor.rules.s_solitaire.s08_fire import command_clauses as fire_clauses
from opfor.rules.s_solitaire.s09_movement import command_manners as move_manners
from opfor.rules.s_solitaire.s09_vehicles import s09_3_command as vehicle_command
from opfor.state.nations import Nation
from opfor.state.table_results import last

FIRE_TABLES = ("A3a", "A3b", "A3c", "A3d")
MOVE_TABLES = ("A4a", "A4b", "A4c")

VOCABULARIES: Mapping[str, Callable[[Sequence[str]], str]] = MappingProxyType(
    {
        **dict.fromkeys(FIRE_TABLES, fire_clauses.fault),
        **dict.fromkeys(("A4a", "A4b"), move_manners.fault),
        "A4c": vehicle_command.fault,
    }
)
"""By table, what says why a row is no Command; an empty text if it is one."""


def check_commands(tables: Mapping[str, Table]) -> None:
    """See that the rules know every clause of every row, of nations' tables too.

    Errors:
        OpforError: naming the first row that has one they do not know.
    """
    for table, row in _rows(tables):
        if wrong := VOCABULARIES[table](row.result):
            do = 'see "The clauses" in docs/tables.md, or begin it with "ask: "'
            raise OpforError(f"result: {wrong}", row.place, do)


def _rows(tables: Mapping[str, Table]) -> Iterator[tuple[str, Row]]:
    """Each row of a Command table, with the name of the table."""
    for table in tables.values():
        name = last(table.id)
        if name in VOCABULARIES:
            yield from ((name, row) for row in table.rows)


def check_nobody_is_asked(enemy: Nation, readings: Mapping[str, str]) -> None:
    """See that no clause in own words would be asked of a player who is not there.

    Args:
        enemy: the nation whose Commands are used.
        readings: how policies are set, by name.

    Errors:
        OpforError: naming the first row with such a clause.
    """
    policies = dict.fromkeys(FIRE_TABLES, "S6.23 own words")
    policies |= dict.fromkeys(MOVE_TABLES, "S9.22 own words")
    for name, policy in policies.items():
        for row in enemy.table(name).rows:
            asks = readings.get(policy, DEFAULT) in (ASK, DEFAULT)
            if asks and any(map(in_own_words, row.result)):
                do = f'set the policy "{policy}" to "pass over" in the pack\'s policies'
                what = "a clause in own words is asked of a player, and nobody plays"
                raise OpforError(what, row.place, do)
