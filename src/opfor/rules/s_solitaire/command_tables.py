"""The tables whose rows are made of clauses: which vocabulary each is checked with."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from opfor.core.errors import OpforError
from opfor.core.table import Table
from opfor.rules.s_solitaire.s08_fire import command_clauses as fire_clauses
from opfor.rules.s_solitaire.s09_movement import command as move_command
from opfor.rules.s_solitaire.s09_vehicles import command as vehicle_command

VOCABULARIES: Mapping[str, Callable[[Sequence[str]], str]] = MappingProxyType(
    {
        **dict.fromkeys(("A3a", "A3b", "A3c", "A3d"), fire_clauses.fault),
        **dict.fromkeys(("A4a", "A4b"), move_command.fault),
        "A4c": vehicle_command.fault,
    }
)
"""By table, what says why a row is no Command; an empty text if it is one."""


def check_commands(tables: Mapping[str, Table]) -> None:
    """See that the rules know every clause of every row.

    Errors:
        OpforError: naming the first row that has one they do not know.
    """
    for name, fault in VOCABULARIES.items():
        for row in tables[name].rows if name in tables else ():
            if wrong := fault(row.result):
                do = 'see "The clauses" in docs/tables.md'
                raise OpforError(f"result: {wrong}", row.place, do)
