"""What the ENEMY's advances ask about Locations: what is open, near, and covered."""

from collections.abc import Sequence

from opfor.rules.a_infantry.a26_victory.control import controls
from opfor.rules.choices.orders import Advance
from opfor.rules.s_solitaire.s06_actions.actions import heavy
from opfor.rules.s_solitaire.s09_movement.movers import stack
from opfor.rules.s_solitaire.s09_movement.prohibited import prohibited
from opfor.rules.sequence.give_order import allowed
from opfor.rules.vpo import vpo_locations
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit


def closer(
    look: GameView,
    here: LocationName,
    goals: Sequence[LocationName],
    open_: Sequence[LocationName],
) -> list[LocationName]:
    """Those Locations that are closer to the goal that is nearest now."""
    goal = min(goals, key=lambda at: distance(look, here, at), default=None)
    if goal is None:
        return []
    now = distance(look, here, goal)
    return [at for at in open_ if distance(look, at, goal) < now]


def distance(look: GameView, a: LocationName, b: LocationName) -> tuple[int, int]:
    """Hexes between two Locations, then levels."""
    return look.world.range(a, b), abs(look.world.height(a) - look.world.height(b))


def can_enter(look: GameView, unit: Unit, to: LocationName) -> bool:
    """Whether a unit may advance into a Location, and it is none it avoids."""
    return legal(look, (unit.id,), to) and not avoided(look, [unit], to)


def legal(
    look: GameView, ids: tuple[str, ...], to: LocationName, inside: str = ""
) -> bool:
    """Whether some units may advance so."""
    return allowed(look, "ENEMY", Advance(ids, to, inside))


def avoided(look: GameView, units: Sequence[Unit], to: LocationName) -> bool:
    """Whether it is a Prohibited Location for them (S9.26)."""
    return bool(prohibited(look, stack(look, units), to))


def in_vpo(look: GameView, at: LocationName) -> bool:
    """Whether it is a VPO Location."""
    return at in vpo_locations(look)


def has_heavy(look: GameView, unit: Unit) -> bool:
    """Whether a unit possesses a HW that functions."""
    held = look.state.weapons_of(unit.id)
    return any(heavy(look, sw) and not sw.malfunctioned for sw in held)


def tem(look: GameView, at: LocationName) -> int:
    """The inherent TEM of a Location."""
    return look.world.ground.tem(look.world.locate(at))


def cover_now(look: GameView, unit: Unit) -> int:
    """The TEM that a unit has where it is, in its fortification too."""
    inside = look.state.fortifications.get(unit.inside)
    dug_in = {"foxhole": 2, "trench": 2, "pillbox": 3}
    own = dug_in.get(inside.kind, 0) if inside else 0
    return max(own, *(inside.defence if inside else ()), tem(look, unit.location))


def hexside_tem(look: GameView, at: LocationName) -> int:
    """The highest TEM of the hexsides of a Location at ground level."""
    hex_, level = look.world.locate(at)
    sides = (look.world.ground.side_tem(hex_, side) for side in range(6))
    return 0 if level else max(sides)


def to_take(look: GameView, at: LocationName) -> bool:
    """Whether it is a FRIENDLY Controlled VPO Location."""
    return in_vpo(look, at) and controls(look, "FRIENDLY", at)
