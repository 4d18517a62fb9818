"""S6.3: Automatic Actions, and which of them goes first.

An Automatic Action does away with the Action of the Action DR, not with the DR: Panic
still goes before it. The rules are asked in the order of their numbers.
"""

from collections.abc import Callable

from opfor.core.explain import Considered
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.s_solitaire.s06_actions import s06_30_automatic_moves as moves
from opfor.rules.s_solitaire.s06_actions import (
    s06_305_human_wave,
    s06_309_motion_vehicles,
)
from opfor.rules.s_solitaire.s06_actions import s06_311_self_preservation as fire
from opfor.rules.s_solitaire.s06_actions import s06_314_acquired_targets as acquired
from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.rules.s_solitaire.s06_actions.s06_30_automatic_moves import AutomaticMove
from opfor.rules.s_solitaire.s06_actions.s06_306_flamethrowers import ft_unit
from opfor.rules.s_solitaire.s06_actions.s06_310_crews import crew
from opfor.rules.s_solitaire.s06_actions.s06_312_improved_position import (
    entering_ip,
    improved_position,
)
from opfor.rules.s_solitaire.s06_actions.s06_313_heavy_weapons import heavy_weapons
from opfor.rules.s_solitaire.s06_actions.s06_317_leaders import (
    needed_elsewhere,
    to_the_broken,
)
from opfor.rules.s_solitaire.s06_actions.s06_3171_a_leaders_way import leader_move
from opfor.rules.s_solitaire.s06_actions.s06_3174_fire_direction import directing
from opfor.rules.s_solitaire.s06_actions.s06_3175_leaders_with_nothing_to_do import idle
from opfor.state.play import GameView, Play
from opfor.state.units import Unit


def _in_wave(view: GameView, unit: Unit) -> Automatic | None:
    """S6.305, for a leader only while no broken units need him (S4.32 EXC)."""
    found = s06_305_human_wave.human_wave(view, unit)
    return found if found and not needed_elsewhere(view, unit) else None


RULES: tuple[Callable[[GameView, Unit], Automatic | None], ...] = (
    moves.berserk,
    moves.unarmed,
    moves.guards,
    moves.in_flames,
    _in_wave,
    ft_unit,
    moves.overstacked,
    moves.melee_vehicle,
    s06_309_motion_vehicles.motion_vehicle,
    crew,
    fire.self_preservation,
    improved_position,
    entering_ip,
    heavy_weapons,
    acquired.acquired_target,
    to_the_broken,
    directing,
    idle,
)
"""S6.301 to S6.3175, the lowest number first."""


@rule(
    "S6.3",
    "Automatic Actions and their precedence",
    exc=("a Human Wave makes no Action DR",),
    cites=("S4.32", "S6.21"),
)
def automatic(view: GameView, unit: Unit) -> Automatic | None:
    """The Automatic Action of a unit by the lowest-numbered rule; None without one.

    He who Panics has none.
    EXC: the MMC of a Human Wave have theirs without an Action DR.
    """
    if unit.panic:
        return None
    return next((found for of in RULES if (found := of(view, unit))), None)


NUMBERS = (
    "S6.301",
    "S6.302",
    "S6.303",
    "S6.304",
    "S6.305",
    "S6.306",
    "S6.307",
    "S6.308",
    "S6.309",
    "S6.310",
    "S6.311",
    "S6.312",
    "S6.3121",
    "S6.313",
    "S6.314",
    "S6.317",
    "S6.3174",
    "S6.3175",
)
"""The numbers of RULES."""


def considered(play: Play, unit: Unit) -> Automatic | None:
    """The Automatic Action of a unit, with all rules asked for it told to `why`."""
    found = automatic(play, unit)
    asked = NUMBERS[: NUMBERS.index(found.rule) + 1] if found else NUMBERS
    applies = found.rule if found else ""
    what = fact("automatic_action_of", unit=unit.id)
    play.emit(Considered(what, rules=asked, applies=applies))
    return found


def automatic_move(play: Play, unit: Unit) -> AutomaticMove | None:
    """What a unit with an Automatic Move does; None where {A4} is read for it."""
    return moves.automatic_move_of(play, unit) or leader_move(play, unit)
