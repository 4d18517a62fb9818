"""A4.61: Assault Movement."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.state.in_progress import Move


@rule("A4.61", "Assault Movement")
def check_assault(before: Move, after: Move) -> None:
    """One Location, and not with all MF, bonuses counted."""
    if before.steps or after.spent >= before.allotment:
        raise Illegal("A4.61", "Assault Movement is one Location with MF to spare")
