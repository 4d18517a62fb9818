"""S8: Guns and mortars choose a Target of their own, before the small arms."""

from msgspec.structs import replace

from opfor.core.rule import rule
from opfor.rules.s_solitaire.s06_actions.action_group import ActionGroup
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import GUN, INFANTRY
from opfor.rules.s_solitaire.s06_actions.s06_311_self_preservation import close_targets
from opfor.rules.s_solitaire.s06_actions.s06_314_acquired_targets import (
    ordnance_weapons,
)
from opfor.rules.s_solitaire.s08_fire.planned_attack import still_there, things_of
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import targets_of
from opfor.state.play import GameView
from opfor.state.units import Unit

Part = tuple[ActionGroup, tuple[str, ...]]
"""Those of a group who fire at one Target, and with what."""


@rule(
    "S8.p3/ordnance",
    "Guns and mortars have a Target of their own",
    cites=("S6.3142", "S8.p4", "S6.311"),
)
def firing_parts(view: GameView, group: ActionGroup) -> list[Part]:
    """A group as it chooses Targets: each of its Guns and mortars first, then the rest.

    Not apart is that of a unit which S6.311 gives a Target: all of it fires at that.
    Reading: D-846.
    """
    units = still_there(view, group.units)
    whole = things_of(view, units)
    parts: list[Part] = []
    for unit in units:
        arms = ordnance_weapons(view, unit)
        if arms and not pressed(view, unit):
            crew = replace(group, units=(unit.id,), rank=GUN)
            parts += [(crew, (arm.id,)) for arm in arms]
    if not parts:
        return [(group, whole)]
    apart = {id_ for _, things in parts for id_ in things}
    rest = tuple(thing for thing in whole if thing not in apart)
    return [*parts, (replace(group, rank=max(group.rank, INFANTRY)), rest)]


def pressed(view: GameView, unit: Unit) -> bool:
    """Whether S6.311 gives a unit a Target that it can do something to."""
    near = close_targets(view, unit)
    things = things_of(view, [unit]) if near else ()
    return any(target.where in near for target in targets_of(view, things))
