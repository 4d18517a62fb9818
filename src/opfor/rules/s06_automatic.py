"""S6.3: Automatic Actions, and which of them goes first.

An Automatic Action does away with the Action of the Action DR, not with the DR: Panic
still goes before it. The rules are asked in the order of their numbers.
"""

from collections.abc import Callable

from opfor.core.rule import rule
from opfor.rules import s06_automatic_fire as fire
from opfor.rules import s06_automatic_moves as moves
from opfor.rules import s06_leaders as leaders
from opfor.rules.s06_actions import Automatic
from opfor.rules.s06_automatic_moves import Errand
from opfor.state.play import Look, Play
from opfor.state.units import Unit

RULES: tuple[Callable[[Look, Unit], Automatic | None], ...] = (
    moves.berserk,
    moves.unarmed,
    moves.guards,
    moves.in_flames,
    moves.human_wave,
    fire.ft_unit,
    moves.overstacked,
    moves.melee_vehicle,
    moves.motion_vehicle,
    moves.crew,
    fire.self_preservation,
    fire.improved_position,
    moves.entering_ip,
    fire.heavy_weapons,
    fire.acquired_target,
    leaders.to_the_broken,
    leaders.directing,
    leaders.idle,
)
"""S6.301 to S6.3175, the lowest number first."""


@rule(
    "S6.3",
    "Automatic Actions and their precedence",
    exc=("a Human Wave makes no Action DR",),
    cites=("S4.32", "S6.21"),
)
def automatic(look: Look, unit: Unit) -> Automatic | None:
    """The Automatic Action of a unit by the lowest-numbered rule; None without one.

    He who Panics has none.
    EXC: the MMC of a Human Wave have theirs without an Action DR.
    """
    if unit.panic:
        return None
    return next((found for of in RULES if (found := of(look, unit))), None)


def automatic_move(play: Play, unit: Unit) -> Errand | None:
    """What a unit with an Automatic Move does; None where {A4} is read for it."""
    return moves.errand(play, unit) or leaders.errand(play, unit)
