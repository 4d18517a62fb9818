"""S9.2: the ENEMY moves in stacks where it may do so safely."""

from collections.abc import Sequence

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader, mmc, smc
from opfor.rules.s_solitaire.s06_actions.s06_3175_leaders_with_nothing_to_do import (
    companion,
)
from opfor.rules.s_solitaire.s09_movement.danger import danger, number
from opfor.rules.s_solitaire.s09_movement.movers import Mover, stack
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit


@rule("S9.2/stack", "The ENEMY moves in stacks if it may do so safely", cites=("A4.2",))
def parted(view: GameView, units: Sequence[Unit]) -> list[Mover]:
    """The units of a Location as they move: together, unless they would be fired at.

    Under FRIENDLY fire each MMC goes by itself; a SMC goes with the first MMC, a leader
    with the one that S6.3175 names. The discretion of S9.2 as the project reads it
    (D-157).
    """
    men = [unit for unit in units if mmc(view, unit)]
    if len(men) < 2 or not under_fire(view, units[0].location):
        return [stack(view, units)]
    return one_by_one(view, units)


def one_by_one(view: GameView, units: Sequence[Unit]) -> list[Mover]:
    """Each MMC of a Location by itself, its SMC with theirs."""
    men = [unit for unit in units if mmc(view, unit)]
    with_whom = [(unit, _mate(view, unit, men)) for unit in units if smc(view, unit)]
    return [
        stack(view, [man, *(unit for unit, mate in with_whom if mate == man)])
        for man in men
    ]


def _mate(view: GameView, unit: Unit, men: Sequence[Unit]) -> Unit:
    """The MMC that a SMC moves with as the stack splits up: S6.3175 for a leader."""
    mate = companion(view, unit) if leader(view, unit) else None
    return next((man for man in men if man == mate), men[0])


def under_fire(view: GameView, where: LocationName) -> bool:
    """Whether FRIENDLY fire may reach who leaves a Location, there or next to it."""
    met = danger(view)
    near = [where, *(to for to, _ in view.world.ways(where))]
    return any(met.fire[number(view, place)] for place in near)
