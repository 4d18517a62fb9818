"""A10.41: units that break at will as the RtPh begins."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    armed,
    known_enemies,
    mmc,
    onboard,
)
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import break_unit
from opfor.rules.a_infantry.a10_morale.a10_5_rout import normal_range
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import unbreakable
from opfor.rules.choices.orders import Break
from opfor.state.play import GameView, Play
from opfor.state.units import Side, Unit


def check_break(view: GameView, side: Side, order: Break) -> None:
    """Raise Illegal if a unit may not break at will (A10.41)."""
    unit = view.state.units.get(order.unit)
    if unit is None or unit.side != side or not unit.location:
        raise Illegal("A10.41", f"you have no unit {order.unit} on the map")
    kind = mmc(view, unit)
    steps = kind is not None and bool(kind.reduced)
    if not unit.good_order or unit.vehicle or unbreakable(view, unit) or steps:
        raise Illegal("A10.41", f"{unit.id} is not one that could break")
    if view.state.move or any(other.did("routed") for other in onboard(view, side)):
        raise Illegal("A10.41", "units have routed already")
    if not any(_threatens(view, enemy, unit) for enemy in _enemies(view, unit)):
        raise Illegal("A10.41", f"no enemy is near enough to {unit.id}")


def _enemies(view: GameView, unit: Unit) -> list[Unit]:
    return known_enemies(view, unit.side, unit.location)


def _threatens(view: GameView, enemy: Unit, unit: Unit) -> bool:
    """Whether an armed unbroken enemy is ADJACENT, or within its normal range."""
    if enemy.broken or not armed(enemy):
        return False
    hexes = view.world.range(enemy.location, unit.location)
    near = hexes <= 1 and adjacent(view, enemy.location, unit.location)
    return near or hexes <= normal_range(view, enemy)


@rule("A10.41", "Voluntary break", cites=("A10.4",))
def break_at_will(play: Play, id_: str) -> None:
    """A unit before armed enemies breaks as the RtPh begins, to rout."""
    break_unit(play, id_)
