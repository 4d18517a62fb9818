"""A15.43: how berserk units move."""

from collections.abc import Iterator

from opfor.core.rule import rule
from opfor.geo.movement.infantry_cost import ALL
from opfor.geo.movement.paths import Reach, reach
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    known_enemies,
    known_to_other_side,
)
from opfor.rules.a_infantry.a04_movement.a04_1_who_may_move import movable
from opfor.rules.a_infantry.a04_movement.a04_12_leader_bonus import CHARGE_MF
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side, Unit


def charge_step(view: GameView, unit: Unit) -> LocationName | None:
    """The Location that a berserk unit enters next; None if it is free to stay."""
    return next(iter(charge_steps(view, unit).values()), None)


@rule("A15.43", "Berserk charge", cites=("S6.301",))
def charge_steps(view: GameView, unit: Unit) -> dict[LocationName, LocationName]:
    """The Locations that a berserk unit may charge, each with the next one on the way.

    It goes by the way of least MF at the nearest Known enemy in its LOS, and on until
    it is in that Location; of several as near it has the choice. None if it is free to
    stay. Reading: D-104 on one that loses sight of it.
    """
    here = unit.location
    enemies = known_enemies(view, unit.side, here) or _lost_sight(view, unit)
    if not enemies or any(enemy.location == here for enemy in enemies):
        return {}
    world, found = view.world, _ways(view, here)
    held = {world.ground.number(world.locate(e.location)): e for e in enemies}
    nearest = min(world.range(here, enemy.location) for enemy in enemies)
    ends = [
        number
        for number, enemy in held.items()
        if world.range(here, enemy.location) == nearest
    ]
    name, places = world.name, world.ground.locations
    return {
        name(places[end]): name(places[found.route(end)[1]])
        for end in found.closest(ends)
    }


def charge_ways(view: GameView, unit: Unit) -> list[LocationName]:
    """Every Location that may come next in its charge: on any way of least MF."""
    world, here = view.world, unit.location
    found: dict[LocationName, None] = {}
    for end in charge_steps(view, unit):
        number = world.ground.number(world.locate(end))
        least = _ways(view, here).spent[number]
        for to in world.exits(here):
            quarters = world.entry(here, to).quarters
            cost = CHARGE_MF if quarters == ALL else quarters
            if cost + _ways(view, to).spent[number] == least:
                found[to] = None
    return list(found)


def _ways(view: GameView, here: LocationName) -> Reach:
    """What a charge costs from a Location to all others: that is the map's alone."""
    world = view.world
    known: dict[LocationName, Reach] = world.lasting("charges", None, dict)
    if here not in known:
        start = world.ground.number(world.locate(here))
        known[here] = reach(world.moves, [start], allotment=CHARGE_MF)
    return known[here]


def _lost_sight(view: GameView, unit: Unit) -> list[Unit]:
    """The Known enemies anywhere, for a charge that has begun."""
    move = view.state.move
    if move is None or unit.id not in move.units or not move.steps:
        return []
    return [
        enemy
        for enemy in view.state.units.values()
        if enemy.side != unit.side
        and enemy.location
        and not enemy.guard
        and known_to_other_side(enemy)
    ]


def charging(view: GameView, side: Side) -> Iterator[Unit]:
    """The berserk units of a side that may still move, those in hand first."""
    berserk = [
        unit
        for unit in view.state.units.values()
        if unit.berserk and unit.side == side and unit.location
    ]
    in_hand = view.state.move.units if view.state.move else ()
    for unit in sorted(berserk, key=lambda unit: unit.id not in in_hand):
        if movable(view, unit):
            yield unit
