"""A10.53: who Interdicts a rout, and whether there is a way that nobody Interdicts."""

from msgspec.structs import replace

from opfor.core.rule import rule
from opfor.geo.movement.infantry_cost import ALL
from opfor.geo.movement.paths import FAR, Price
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_units import armed, known_to_other_side
from opfor.rules.a_infantry.a10_morale.rout import foes, must_rout, normal_range
from opfor.rules.a_infantry.a10_morale.rout_paths import (
    begin_or_continue,
    price,
    reached,
)
from opfor.rules.a_infantry.a12_concealment.concealment import in_the_open
from opfor.rules.b_terrain.b27_entrenchments import refuges
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side, Unit

REFUGE = 2 * MF
"""MF to get into a fortification of a Location, and out again."""


@rule(
    "A10.53",
    "Interdiction",
    exc=("not by a broken, pinned, CX or Encircled unit, or one in Melee",),
    cites=("A10.531", "A12.1"),
)
def interdictors(view: GameView, unit: Unit, at: LocationName) -> list[Unit]:
    """The enemy units that Interdict one that routs through a Location.

    Unhindered LOS to Open Ground within normal range, 16 hexes at the most. EXC: not
    by those that are broken, pinned, CX, Encircled or in Melee. A concealed unit
    stays concealed, and Interdicts nobody (D-121).
    """
    if not view.world.ground.open_ground(view.world.locate(at)):
        return []
    return [
        enemy
        for enemy, reach in _watching(view, unit.side)
        if view.world.range(at, enemy.location) <= reach
        and in_the_open(view, enemy.location, at, unit.side)
    ]


def _watching(view: GameView, side: Side) -> list[tuple[Unit, int]]:
    """The enemies of a side who could Interdict, and how far."""

    def found() -> list[tuple[Unit, int]]:
        return [
            (enemy, normal_range(view, enemy))
            for enemy in view.state.units.values()
            if enemy.side != side and enemy.location and _able(enemy)
        ]

    return view.world.once(view.state, ("interdict", side), found)


def _able(enemy: Unit) -> bool:
    hampered = enemy.broken or enemy.pinned or enemy.cx or enemy.encircled
    return (
        armed(enemy)
        and known_to_other_side(enemy)
        and not (hampered or enemy.melee or enemy.panic)
    )


@rule("A20.21/way", "A way out without Interdiction or Low Crawl")
def safe_way(view: GameView, unit: Unit) -> bool:
    """Whether a unit can rout without Interdiction or Low Crawl to where it may stay.

    To one of its goals; without any, to a Location that it would not have to leave.
    """
    among = foes(view, unit.side)
    move = begin_or_continue(view, unit, among)
    costs = unseen(view, unit, price(view, unit, among, move.seen))
    found = reached(view, unit.location, move.allotment, costs)
    world = view.world
    number = world.ground.number
    if move.goals:
        return any(found.spent[number(world.locate(to))] < FAR for to in move.goals)
    ends = (world.names[end] for end in found.places())
    return any(
        not must_rout(view, replace(unit, location=to, inside=""), among=among)
        for to in ends
        if to != unit.location
    )


def unseen(view: GameView, unit: Unit, costs: Price) -> Price:
    """The same prices, but no way into a Location where the unit is Interdicted.

    An entrenchment or pillbox there with room for it saves it from that, for a MF to
    enter it and one to leave it (A10.51).
    """
    world = view.world
    known: dict[int, int | None] = {}

    def safe(here: int, way: int, there: int, quarters: int) -> int | None:
        if there not in known:
            at = world.name(world.ground.locations[there])
            hot = bool(interdictors(view, unit, at))
            way_round = REFUGE if refuges(view, unit, at) else None
            known[there] = way_round if hot else 0
        more = known[there]
        found = None if more is None else costs(here, way, there, quarters)
        return found if more is None or found in (None, ALL) else found + more

    return safe
