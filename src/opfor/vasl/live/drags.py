"""Counters that the player has dragged, as orders: move, advance, rout, drive.

A drag over several hexes is the way that takes the least MF.
"""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from opfor.core.ask import Order
from opfor.core.errors import Illegal, OpforError
from opfor.core.event import Emitted
from opfor.ports.console import QUIET
from opfor.ports.session import Session
from opfor.rules.a_infantry.a04_movement.reach import reach
from opfor.rules.choices.orders import MoveTo
from opfor.rules.sequence import legal_orders
from opfor.state.state import State
from opfor.state.units import OFFBOARD, LocationName, Side, Unit
from opfor.vasl.live.hands import Hand

FRIENDLY: Side = "FRIENDLY"
Kind = Literal["move", "drive", "advance", "rout"]


class Drag(Struct, frozen=True):
    """Units of one Location that were put into another.

    Args:
        kind: what the phase makes of it.
        units: their ids.
        start, to: from where, and where to.
    """

    kind: Kind
    units: tuple[str, ...]
    start: LocationName
    to: LocationName


class Marched(Struct, frozen=True):
    """What became of it: the Locations that were left of the way.

    Args:
        entered: how many were entered.
        left: those that were not, as something happened before.
    """

    entered: int
    left: tuple[LocationName, ...]

    @property
    def stopped(self) -> bool:
        """Whether they did not come to its end."""
        return bool(self.left)


def drags_of(state: State, hand: Hand) -> list[Drag]:
    """The orders that moved units mean now; none where the phase has none for them."""
    units = [state.units[id_] for id_ in hand.moved]
    if any(unit.side != FRIENDLY for unit in units):
        return []
    groups: dict[tuple[Kind, LocationName, LocationName], list[str]] = {}
    for unit in units:
        kind = _kind(state, unit)
        if kind is None:
            return []
        key = kind, unit.location, hand.moved[unit.id]
        groups.setdefault(key, []).append(unit.id)
    return [
        Drag(kind, ids, start, to)
        for (kind, start, to), all_ in groups.items()
        for ids in (
            [tuple(all_)] if kind in ("move", "advance") else [(i,) for i in all_]
        )
    ]


def _kind(state: State, unit: Unit) -> Kind | None:
    if state.phase == "RtPh":
        return "rout"
    if state.side != FRIENDLY:
        return None
    if state.phase == "MPh":
        return "drive" if unit.vehicle else "move"
    return "advance" if state.phase == "APh" else None


def march(
    session: Session, drag: Drag, moments: Sequence[tuple[Emitted, State]]
) -> Marched:
    """Give the orders of a drag, one Location after another until something happens.

    Args:
        session: the game, at an order of the player's.
        drag: what was dragged.
        moments: what happens, as the game tells it.

    Errors:
        OpforError: the first of them is not legal; nothing has changed.
    """
    route = way(session, drag)
    for step, to in enumerate(route):
        asked = session.game.pending
        before = len(moments)
        if asked is None or not isinstance(asked.request, Order):
            return Marched(step, route[step:])
        try:
            session.game.answer(asked.number, _order(drag, to))
        except OpforError:
            if step:
                return Marched(step, route[step:])
            raise
        if any(not isinstance(e.event, QUIET) for e, _ in moments[before:]):
            return Marched(step + 1, route[step + 1 :])
    return Marched(len(route), ())


def way(session: Session, drag: Drag) -> tuple[LocationName, ...]:
    """The Locations to enter, the last of them where the units were put.

    Errors:
        OpforError: they cannot come there.
    """
    if drag.kind != "move":
        return (drag.to,)
    play = session.play
    try:
        legal_orders.check(play, FRIENDLY, MoveTo(drag.units, drag.to))
    except Illegal as refused:
        if drag.start == OFFBOARD or drag.to in session.world.exits(drag.start):
            raise
        found = reach(play, [play.state.units[i] for i in drag.units]).get(drag.to)
        if found is None:
            what = f"{', '.join(drag.units)} cannot reach {drag.to} with the MF left"
            raise OpforError(what, do="go hex by hex") from refused
        return found.route[1:]
    return (drag.to,)


def _order(drag: Drag, to: LocationName) -> dict[str, Any]:
    if drag.kind in ("move", "advance"):
        return {"type": drag.kind, "units": drag.units, "to": to}
    return {"type": drag.kind, "unit": drag.units[0], "to": to}
