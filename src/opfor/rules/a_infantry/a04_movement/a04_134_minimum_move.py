"""A4.134: the Minimum Move."""

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.movement.infantry_cost import EntryCost
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.stack import Stack
from opfor.state.in_progress import Move


@rule("A4.134", "Minimum Move", cites=("A4.51",))
def minimum_move(stack: Stack, entry: EntryCost, side: int) -> Move:
    """One Location for units that lack the MF; all they have is spent.

    They become CX and are pinned. Reading: D-102, not units that are CX already, and
    no Double Time, Assault Movement or Dash.
    """
    units, move = stack
    if move.spent or move.steps:
        raise Illegal("A4.134", "a Minimum Move is the whole move")
    if move.assault or move.double_time or move.dash or move.charge:
        raise Illegal("A4.134", "a Minimum Move is nothing else")
    if any(unit.cx for unit in units):
        raise Illegal("A4.134", "a CX unit makes no Minimum Move")
    if move.allotment < MF:
        raise Illegal("A4.134", "at least one MF is needed")
    if entry.all or entry.quarters <= move.allotment:
        raise Illegal("A4.134", "their MF are enough")
    spent = move.allotment
    return replace(
        move,
        spent=spent,
        here=spent,
        road=False,
        steps=1,
        entry_side=side,
        minimum=True,
        stopped=True,
    )
