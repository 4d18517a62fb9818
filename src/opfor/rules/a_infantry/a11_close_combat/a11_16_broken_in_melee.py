"""A11.16: broken units in Melee."""

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import armed
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import eliminate
from opfor.rules.a_infantry.a11_close_combat.a11_7_vehicles_in_melee import holds
from opfor.rules.a_infantry.a11_close_combat.sides_in import sides_in
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit


@rule("A11.16", "Broken units in Melee", cites=("A11.2",))
def lost_in_melee(play: Play, location: LocationName) -> None:
    """A broken unit that was in Melee and is still with an armed enemy is lost."""
    for unit in play.state.units_at(location):
        if must_withdraw(play, unit):
            eliminate(play, unit.id, fact("broken_in_melee_and_did_not_withdraw"))


def must_withdraw(view: GameView, unit: Unit) -> bool:
    """Whether a unit is broken in Melee with an armed enemy, and lost if it stays."""
    if not (unit.broken and unit.melee) or unit.guard:
        return False
    enemies = sides_in(view, unit.location)[other(unit.side)]
    return any(holds(one) and armed(one) and not one.broken for one in enemies)
