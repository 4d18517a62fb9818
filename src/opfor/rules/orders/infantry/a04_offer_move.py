"""A4: what stacks and units can do next in the MPh, as it is offered."""

from collections.abc import Iterator

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import mf
from opfor.rules.a_infantry.a02_5_entry_and_exit import OWN_EDGE, may_exit
from opfor.rules.a_infantry.a04_movement.a04_1_who_may_move import movable
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import (
    begin_or_continue,
    move_of,
    step,
)
from opfor.rules.a_infantry.a04_movement.a04_3_bypass import bypasses
from opfor.rules.a_infantry.a04_movement.a04_13_cost import standing
from opfor.rules.a_infantry.a04_movement.a04_15_overrun import victim
from opfor.rules.a_infantry.a04_movement.stack import Stack, on_road
from opfor.rules.a_infantry.a04_movement.standing import Standing
from opfor.rules.a_infantry.a15_heat_of_battle.a15_43_berserk_charge import (
    charge_ways,
    charging,
)
from opfor.rules.a_infantry.a20_prisoners.a20_5_guards import captives
from opfor.rules.b_terrain.b27_entrenchments.b27_54_mph_along_trenches import (
    trenches_on,
)
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import MoveTo
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import GameView
from opfor.state.units import (
    OFFBOARD,
    LocationName,
    Side,
    Unit,
)


def offer_move(view: GameView, side: Side) -> Iterator[Offer]:
    """Each stack or unit into each Location that it can enter next, and how.

    Berserk units that must charge go before all others.
    """
    if forced := list(charges(view, side)):
        yield from forced
        return
    now = standing(view)
    for units in stacks(view, side):
        yield from steps_of(view, now, units)


def stacks(view: GameView, side: Side) -> list[list[Unit]]:
    """Who may move now: the stack in hand, then each other whole stack and each unit.

    While a stack is in hand, only its parts are offered; ordering anybody else to
    move ends it.
    """
    if view.state.move:
        return list(_parts(view))
    together: dict[str, list[Unit]] = {}
    for unit in view.state.units.values():
        if unit.side == side and movable(view, unit):
            together.setdefault(unit.location or unit.id, []).append(unit)
    whole = [stack for stack in together.values() if len(stack) > 1]
    return [*whole, *([unit] for stack in together.values() for unit in stack)]


def _parts(view: GameView) -> Iterator[list[Unit]]:
    """Each part of the stack in hand, and each unit of it alone.

    Units that a player has set apart by hand are no stack any more (A4.2).
    """
    units = view.state.units
    for part in view.state.move.parts if view.state.move else ():
        found = (units[id_] for id_ in part.units if id_ in units)
        able = [unit for unit in found if movable(view, unit) and not part.stopped]
        if len({unit.location for unit in able}) == 1:
            yield able
        if len(able) > 1:
            yield from ([unit] for unit in able)


def steps_of(view: GameView, now: Standing, units: list[Unit]) -> Iterator[Offer]:
    """All that a stack can do next, each way of moving once for each Location."""
    ids = tuple(unit.id for unit in units)
    held = captives(view)
    units = [*units, *(taken for id_ in ids for taken in held.get(id_, ()))]
    here, side = units[0].location, units[0].side
    fresh = move_of(view, units) is None
    stacks_ = {how: _begun(view, units, how) for how in (HOWS if fresh else GOING_ON)}
    ways = [to for to, _ in view.world.ways(here, edge=OWN_EDGE[side])]
    if may_exit(view, side, here):
        ways.append(OFFBOARD)
    move = stacks_[""].move if stacks_[""] else Move(units=ids)
    for to in ways:
        done = ""
        for how, stack in stacks_.items():
            if stack is None or (how in INSTEAD and done) or _idle(view, how, to):
                continue
            offer = _offer(view, now, stack, _order(ids, to, how))
            if offer:
                done = "done"
                yield offer
        if now.known_against(side, to) and victim(view, side, to):
            yield from _overruns(view, now, stacks_[""], ids, to)
        if here and to:
            yield from _bypasses(view, now, stacks_[""], ids, to)
    yield from _along_trenches(view, now, stacks_[""], ids)
    if move.bypass:
        yield from _round_the_corner(view, now, Stack(units, move), ids)


HOWS = ("", "assault", "double_time", "dash", "minimum")
"""How a move can begin."""

GOING_ON = ("", "late")
"""How it can go on: as it is, or by Double Time declared now."""

INSTEAD = ("late", "minimum")
"""Offered only for what cannot be entered otherwise."""


def _order(ids: tuple[str, ...], to: LocationName, how: str) -> MoveTo:
    return MoveTo(
        ids,
        to,
        assault=how == "assault",
        double_time=how in ("double_time", "late"),
        dash=how == "dash",
        minimum=how == "minimum",
    )


def _begun(view: GameView, units: list[Unit], how: str) -> Stack | None:
    try:
        return begin_or_continue(
            view, units, _order(tuple(u.id for u in units), OFFBOARD, how)
        )
    except Illegal:
        return None


def _idle(view: GameView, how: str, to: LocationName) -> bool:
    """Whether a way of moving cannot lead there at all, seen without counting MF."""
    return how == "dash" and (to == OFFBOARD or not on_road(view, to))


def _offer(view: GameView, now: Standing, stack: Stack, order: MoveTo) -> Offer | None:
    try:
        after = step(view, now, stack, order)
    except Illegal:
        return None
    cost = after.spent - stack.move.spent
    return Offer(order, _label(view, order, cost), (order.to,), cost)


def _label(view: GameView, order: MoveTo, cost: int) -> str:
    named = {
        "Assault Movement": order.assault,
        "Double Time": order.double_time,
        "Dash": order.dash,
        "Minimum Move": order.minimum,
        _bypass(view, order): bool(order.bypass),
        "Infantry OVR": order.overrun,
        "along the trench": bool(order.inside),
    }
    how = "".join(f", {name}" for name, used in named.items() if used)
    to = order.to or "off the map"
    return f"{' + '.join(order.units)} to {to} ({mf(cost)} MF{how})"


def _bypass(view: GameView, order: MoveTo) -> str:
    """Bypass, by the hexes across the hexsides that it goes along."""
    around = (
        view.world.map.neighbours[view.world.locate(order.to).hex] if order.to else ()
    )
    hexes = [view.world.map.name(around[n]) for n in order.bypass if around[n] >= 0]
    return f"Bypass along {' and '.join(hexes)}"


def _overruns(
    view: GameView,
    now: Standing,
    stack: Stack | None,
    ids: tuple[str, ...],
    to: LocationName,
) -> Iterator[Offer]:
    """Infantry OVR of the lone SMC in the next Location."""
    if stack and (found := _offer(view, now, stack, MoveTo(ids, to, overrun=True))):
        yield found


def _along_trenches(
    view: GameView, now: Standing, stack: Stack | None, ids: tuple[str, ...]
) -> Iterator[Offer]:
    """Into each trench that is connected with the one that a stack is in."""
    for to, inside in trenches_on(view, stack.units) if stack else ():
        order = MoveTo(ids, to, inside=inside)
        if stack and (found := _offer(view, now, stack, order)):
            yield found


def _bypasses(
    view: GameView,
    now: Standing,
    stack: Stack | None,
    ids: tuple[str, ...],
    to: LocationName,
) -> Iterator[Offer]:
    """Bypass of the next hex, along each of its hexsides that allow it."""
    if stack is None:
        return
    for sides in bypasses(view, stack.units[0].location, to, stack.move):
        if found := _offer(view, now, stack, MoveTo(ids, to, bypass=sides)):
            yield found


def _round_the_corner(
    view: GameView, now: Standing, stack: Stack, ids: tuple[str, ...]
) -> Iterator[Offer]:
    """Further along the obstacle that is being bypassed, or into it."""
    here = stack.units[0].location
    yield from _bypasses(view, now, stack, ids, here)
    if found := _offer(view, now, stack, MoveTo(ids, here)):
        yield found


def charges(view: GameView, side: Side) -> Iterator[Offer]:
    """The steps that berserk units must take before anything else (A15.43)."""
    units = view.state.units.values()
    if not [unit for unit in units if unit.berserk and unit.side == side]:
        return
    now = standing(view)
    for unit in charging(view, side):
        stack = _begun(view, [unit], "")
        steps = charge_ways(view, unit)
        found = [
            offer
            for to in (steps if stack else ())
            if stack and (offer := _offer(view, now, stack, MoveTo((unit.id,), to)))
        ]
        if found:
            yield from found
            return
