"""A4.15: Infantry OVR: who may overrun whom, at what cost."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.movement.infantry_cost import EntryCost
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    known_to_other_side,
    mmc,
    smc,
)
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.choices.orders import MoveTo
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side, Unit

COSTS = 2
"""What the MF to enter are multiplied by."""


def victim(view: GameView, side: Side, where: LocationName) -> Unit | None:
    """The lone enemy SMC of a Location, if he is all that is known of the enemy there.

    Prisoners do not count; a S? does, as a unit.
    """
    if not where or (side == "FRIENDLY" and view.state.suspects_at(where)):
        return None
    there = [u for u in view.state.units_at(where, other(side)) if not u.guard]
    if len(there) != 1 or not known_to_other_side(there[0]):
        return None
    return there[0] if smc(view, there[0]) is not None else None


@rule(
    "A4.15",
    "Infantry OVR",
    exc=("neither by a charge nor in Bypass, a Dash or a Minimum Move",),
    cites=("A4.14", "A4.13"),
)
def overrun_entry(
    view: GameView, units: Sequence[Unit], move: Move, order: MoveTo, entry: EntryCost
) -> EntryCost:
    """Good Order MMC enter the Location of a lone Known SMC for twice its MF.

    SMC may go with them. Reading: D-213.

    EXC: neither by a charge nor in Bypass, a Dash or a Minimum Move.

    Errors:
        Illegal: they cannot.
    """
    if move.charge or move.bypass or move.dash or order.bypass or order.minimum:
        raise Illegal("A4.15", "an Infantry OVR is a plain step of a move")
    if victim(view, units[0].side, order.to) is None:
        raise Illegal("A4.15", f"no lone Known enemy SMC is in {order.to}")
    if not any(mmc(view, unit) and _able(unit) for unit in units):
        raise Illegal("A4.15", "a Good Order MMC is needed")
    if not all(_able(unit) for unit in units if not unit.guard):
        raise Illegal("A4.15", "all must be in Good Order, and armed")
    if entry.all:
        raise Illegal("A4.15", "twice the MF cannot be spent")
    return replace(entry, parts=entry.parts * COSTS)


def _able(unit: Unit) -> bool:
    return unit.good_order and not unit.unarmed
