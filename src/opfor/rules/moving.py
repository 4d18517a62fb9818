"""A4 in play: the orders of the MPh, and all that follows from entering a Location."""

from collections.abc import Iterator

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.chart import MF
from opfor.rules.asl.a03_sequence import role
from opfor.rules.asl.a04_movement import plan
from opfor.rules.doing import Offer
from opfor.rules.orders import EndMove, MoveTo
from opfor.rules.s05_activation import check_activations
from opfor.state.events import Moved, MoveEnded
from opfor.state.play import Look, Play
from opfor.state.units import Side, Unit


def moves(look: Look, side: Side) -> Iterator[Offer]:
    """Each stack or unit into each Location that it can enter next."""
    for units in stacks(look, side):
        ids = tuple(unit.id for unit in units)
        for to in look.world.exits(units[0].location):
            order = MoveTo(ids, to)
            try:
                cost = plan(look, order).here
            except Illegal:
                continue
            label = f"{' + '.join(ids)} to {to} ({cost / MF:g} MF)"
            yield Offer(order, label, (to,), cost)


def stacks(look: Look, side: Side) -> list[list[Unit]]:
    """Who may move now: the stack in hand, else each unit and each whole stack."""
    ready = [
        unit
        for unit in look.state.units.values()
        if unit.side == side and not (unit.moved or unit.broken or unit.pinned)
    ]
    in_hand = look.state.move.units if look.state.move else ()
    if moving := [unit for unit in ready if unit.id in in_hand]:
        return [moving]
    together: dict[str, list[Unit]] = {}
    for unit in ready:
        together.setdefault(unit.location or unit.id, []).append(unit)
    whole = [stack for stack in together.values() if len(stack) > 1]
    return [*whole, *([unit] for unit in ready)]


def check(look: Look, side: Side, order: MoveTo) -> None:
    """Raise Illegal if the units cannot do that."""
    if any(u.side != side for u in _named(look, order)):
        raise Illegal("A4.2", "those are not your units")
    plan(look, order)


def _named(look: Look, order: MoveTo) -> list[Unit]:
    units = look.state.units
    return [units[id_] for id_ in order.units if id_ in units]


@rule("A3.3", "Movement Phase")
def move(play: Play, side: Side, order: MoveTo) -> None:
    """Move the stack into the Location, and do all that follows from it at once."""
    after = plan(play, order)
    if play.state.move and not set(after.units) <= set(play.state.move.units):
        play.emit(MoveEnded())
    play.emit(Moved(order.to, after))
    entered(play, side)
    if not any(_may_go_on(unit) for unit in play.state.movers()):
        play.emit(MoveEnded())


def entered(play: Play, side: Side) -> None:
    """What follows when the stack in hand has entered a Location, in order."""
    if side == "FRIENDLY":
        check_activations(play)


def _may_go_on(unit: Unit) -> bool:
    return unit.good_order and not unit.pinned


def halts(look: Look, side: Side) -> Iterator[Offer]:
    """The end of the move in hand."""
    if look.state.move and role(look.state, side) == "attacker":
        yield Offer(EndMove(), "end the move in hand")


def in_hand(look: Look, _side: Side, _order: EndMove) -> None:
    """Raise Illegal if no move is in hand."""
    if look.state.move is None:
        raise Illegal("A3.3", "no move is in hand")


def halt(play: Play, _side: Side, _order: EndMove) -> None:
    """End the move in hand."""
    play.emit(MoveEnded())
