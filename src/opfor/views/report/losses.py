"""What a side lost in a part of a game: who, how, and the CVP that it gave (A26.22)."""

from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import NamedTuple

from opfor.core.event import Emitted
from opfor.core.fact import Fact
from opfor.state.events import LossesChanged
from opfor.state.units import Side
from opfor.views.text.called import Names

HOW = MappingProxyType(
    {
        "unit_captured": "captured, ",
        "half_lost": "Reduced, ",
        "unit_escaped": "free again, ",
    }
)
"""What is said of a loss that is not the usual one."""


class Loss(NamedTuple):
    """A unit or Weapon that was lost, or came back."""

    side: Side
    id: str
    points: int
    how: str


def losses(events: Iterable[Emitted], side: Side, names: Names) -> Iterator[str]:
    """What a side lost, in order: `4-6-7 A (2 CVP)`, `PzIIIL 2 (captured, 10 CVP)`."""
    for loss in _losses(events):
        if loss.side == side:
            worth = f"{HOW.get(loss.how, '')}{loss.points} CVP".replace("-", "\u2212")
            yield f"{names.of(loss.id)} ({worth})" if loss.points else names.of(loss.id)


def _losses(events: Iterable[Emitted]) -> Iterator[Loss]:
    """Each once: that it gives CVP is told before that it is gone."""
    paid = set()
    for emitted in events:
        match emitted.event:
            case LossesChanged(
                side=side,
                what=Fact("cvp_for", {"points": int(points), "why": Fact(how, of)}),
            ):
                loser: Side = "ENEMY" if side == "FRIENDLY" else "FRIENDLY"
                paid.add(of["id"])
                yield Loss(loser, str(of["id"]), points, how)
            case LossesChanged(side=side, what=Fact("has_lost", {"unit": str(id_)})):
                if id_ not in paid:
                    yield Loss(side, id_, 0, "")
