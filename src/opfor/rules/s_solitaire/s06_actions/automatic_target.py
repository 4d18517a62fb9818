"""The Target of those who fire by an Automatic Action."""

from collections.abc import Callable, Sequence

from opfor.rules.s_solitaire.s06_actions.s06_306_flamethrowers import (
    ft_target,
    ft_targets,
    has_ft,
)
from opfor.rules.s_solitaire.s06_actions.s06_311_self_preservation import (
    close_targets,
    preservation_target,
)
from opfor.rules.s_solitaire.s06_actions.s06_314_acquired_targets import (
    ordnance_target,
    vehicle_targets,
)
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit, Weapon


def automatic_target(
    play: Play,
    units: Sequence[Unit],
    places: Sequence[LocationName],
    arm: Weapon | None = None,
) -> LocationName | None:
    """The Target of some units by the lowest-numbered rule that gives one (D-029).

    None where the Fire Command does. Units of one Location, in any fire phase.

    Args:
        play: the game.
        units: who fires.
        places: where an attack of theirs could do something (S8.p2).
        arm: the Gun or mortar that they fire now, if it is one (S6.3142, D-846).
    """
    # S6.306: a FT in range goes before all.
    burners = [unit for unit in units if has_ft(play, unit)]
    if found := _of_any(play, burners, ft_targets, places):
        return ft_target(play, burners, found)
    # S6.3141: what a vehicle has acquired, unless S6.3142 names another.
    for tank in (unit for unit in units if unit.vehicle):
        if kept := vehicle_targets(play, tank, places):
            one = kept[0] if len(kept) == 1 else None
            return one or ordnance_target(play, tank, kept)
    # S6.311: ADJACENT, or in its own Location.
    if found := _of_any(play, units, close_targets, places):
        return preservation_target(play, units, found)
    # S6.314, S6.3142: Guns and mortars, whether they have acquired a Target or not.
    return ordnance_target(play, units[0], places, arm) if arm else None


def _of_any(
    play: Play,
    units: Sequence[Unit],
    find: Callable[[GameView, Unit], list[LocationName]],
    places: Sequence[LocationName],
) -> list[LocationName]:
    found = (at for unit in units for at in find(play, unit))
    return list(dict.fromkeys(at for at in found if at in places))
