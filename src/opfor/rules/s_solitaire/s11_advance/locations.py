"""What the ENEMY's advances ask about Locations: what is open, near, and covered."""

from collections.abc import Sequence

from opfor.geo.edges import Quarter
from opfor.rules.a_infantry.a26_victory.a26_1_control import controls, vpo_locations
from opfor.rules.b_terrain.b23_9_fortified_buildings import inherent_tem
from opfor.rules.choices.give_order import allowed
from opfor.rules.choices.orders import Advance
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import heavy
from opfor.rules.s_solitaire.s09_movement.command_clauses import edge_of
from opfor.rules.s_solitaire.s09_movement.movers import stack
from opfor.rules.s_solitaire.s09_movement.s09_26_prohibited import prohibited
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit


def closer(
    view: GameView,
    here: LocationName,
    goals: Sequence[LocationName],
    open_: Sequence[LocationName],
) -> list[LocationName]:
    """Those Locations that are closer to the goal that is nearest now.

    Of several that are as near as each other, to any of them.
    """
    far = {goal: distance(view, here, goal) for goal in goals}
    now = min(far.values(), default=(0, 0))
    nearest = [goal for goal in goals if far[goal] == now]
    return [
        at for at in open_ if any(distance(view, at, goal) < now for goal in nearest)
    ]


def distance(view: GameView, a: LocationName, b: LocationName) -> tuple[int, int]:
    """Hexes between two Locations, then levels."""
    return view.world.range(a, b), abs(view.world.height(a) - view.world.height(b))


def to_edge(view: GameView, here: LocationName, edge: Quarter) -> int:
    """Hexes from a Location to an edge of the map."""
    world = view.world
    if edge == "FBE":
        return world.fbe_distance(here)
    return min(world.range(here, at) for at in edge_of(view, edge))


def can_enter(view: GameView, unit: Unit, to: LocationName) -> bool:
    """Whether a unit may advance into a Location, and it is none it avoids."""
    return legal(view, (unit.id,), to) and not avoided(view, [unit], to)


def legal(
    view: GameView, ids: tuple[str, ...], to: LocationName, inside: str = ""
) -> bool:
    """Whether some units may advance so."""
    return allowed(view, "ENEMY", Advance(ids, to, inside))


def avoided(view: GameView, units: Sequence[Unit], to: LocationName) -> bool:
    """Whether it is a Prohibited Location for them (S9.26)."""
    return bool(prohibited(view, stack(view, units), to))


def in_vpo(view: GameView, at: LocationName) -> bool:
    """Whether it is a VPO Location."""
    return at in vpo_locations(view)


def has_heavy(view: GameView, unit: Unit) -> bool:
    """Whether a unit possesses a HW that functions."""
    held = view.state.weapons_of(unit.id)
    return any(heavy(view, sw) and not sw.malfunctioned for sw in held)


def tem(view: GameView, at: LocationName) -> int:
    """The inherent TEM of a Location, that of a Fortified Building too (D-183)."""
    return inherent_tem(view, at)


def cover_now(view: GameView, unit: Unit) -> int:
    """The TEM that a unit has where it is, in its fortification too."""
    inside = view.state.fortifications.get(unit.inside)
    dug_in = {"foxhole": 2, "trench": 2, "pillbox": 3}
    own = dug_in.get(inside.kind, 0) if inside else 0
    return max(own, *(inside.defence if inside else ()), tem(view, unit.location))


def hexside_tem(view: GameView, at: LocationName) -> int:
    """The highest TEM of the hexsides of a Location at ground level."""
    hex_, level = view.world.locate(at)
    sides = (view.world.ground.side_tem(hex_, side) for side in range(6))
    return 0 if level else max(sides)


def to_take(view: GameView, at: LocationName) -> bool:
    """Whether it is a FRIENDLY Controlled VPO Location."""
    return in_vpo(view, at) and controls(view, "FRIENDLY", at)
