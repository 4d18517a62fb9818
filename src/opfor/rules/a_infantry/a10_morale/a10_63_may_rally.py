"""A10.6 and A10.63: who may try to rally, and by himself."""

from collections.abc import Iterator
from itertools import chain

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import leads
from opfor.rules.choices.orders import Rally
from opfor.rules.choices.switches import way
from opfor.state.play import GameView
from opfor.state.units import Side, Unit


@rule("A10.6/may", "Who may try to rally", cites=("A10.63", "A18.11", "A19.12"))
def check_rally(view: GameView, side: Side, order: Rally) -> None:
    """A broken unit tries once a Player Turn, with a Good Order leader or by itself.

    By itself: SMC and MMC whose broken Morale Level is boxed; and, in its own RPh,
    the MMC of a side that is the first to try. A Disrupted unit needs a leader.

    Errors:
        Illegal: it may not.
    """
    unit = view.state.units.get(order.unit)
    if unit is None or unit.side != side or not unit.location:
        raise Illegal("A10.6", f"you have no unit {order.unit} on the map")
    if not unit.broken or unit.melee or unit.guard:
        raise Illegal("A10.6", f"{unit.id} is not broken, in Melee, or a prisoner")
    if unit.did("rally"):
        raise Illegal("A10.6", f"{unit.id} has tried to rally in this Player Turn")
    if order.leader:
        _may_lead(view, unit, view.state.units.get(order.leader))
    elif unit.disrupted:
        raise Illegal("A19.12", f"{unit.id} is Disrupted and needs a leader")
    elif not self_rally(view, unit):
        raise Illegal("A10.63", f"{unit.id} needs a leader to rally")


def _may_lead(view: GameView, unit: Unit, by: Unit | None) -> None:
    if by is None or by.side != unit.side or by.location != unit.location:
        raise Illegal("A10.6", "that leader is not in the Location")
    if by.id == unit.id or not leads(view, by):
        raise Illegal("A10.6", f"{by.id} is no leader who could rally others now")
    if by.did("deploy"):
        raise Illegal("A1.31", f"{by.id} has Deployed or Recombined units")


@rule(
    "A10.63",
    "Self-Rally",
    exc=("two MMC of the ENEMY, whoever has tried before",),
    cites=("A18.11", "S7.p2"),
)
def self_rally(view: GameView, unit: Unit) -> bool:
    """Whether a unit may rally by itself now.

    SMC and MMC with a boxed broken Morale Level always; any other MMC only as the
    first MMC of its side that tries to rally in its own RPh.

    EXC: two such MMC of the ENEMY, also after leaders have rallied others.
    """
    if has_self_rally(view, unit):
        return True
    if unit.side != view.state.side:
        return False
    if unit.side == "ENEMY":
        most = 1 if way(view, "S7.p2 number") == "one" else ALONE
        return alone(view, unit.side) < most
    return not _tried(view, unit.side)


def _tried(view: GameView, side: Side) -> bool:
    """Whether a MMC of the side has tried to rally in this RPh."""
    return any(
        unit.did("rally") and mmc(view, unit) is not None for unit in _of(view, side)
    )


def _of(view: GameView, side: Side) -> Iterator[Unit]:
    """The units of a side, those too that their own try has cost in this RPh."""
    every = chain(view.state.units.values(), view.state.fallen)
    return (unit for unit in every if unit.side == side)


ALONE = 2
"""MMC of the ENEMY that may Self-Rally in its RPh without a boxed level (S7.p2)."""


def has_self_rally(view: GameView, unit: Unit) -> bool:
    """Whether it is a SMC, or a MMC with a boxed broken Morale Level."""
    found = mmc(view, unit)
    return found is None or found.self_rally


def alone(view: GameView, side: Side) -> int:
    """The MMC of a side without it that have tried by themselves in this RPh."""
    return sum(
        unit.did("self rally") and not has_self_rally(view, unit)
        for unit in _of(view, side)
    )
