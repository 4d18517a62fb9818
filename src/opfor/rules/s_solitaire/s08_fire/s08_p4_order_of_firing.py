"""S8: in which order the ENEMY fires."""

from collections.abc import Iterable

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.choices.switches import way
from opfor.rules.s_solitaire.s06_actions.action_group import ActionGroup
from opfor.rules.s_solitaire.s08_fire.planned_attack import (
    by_itself,
    still_there,
    things_of,
)
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import only_concealed, targets_of
from opfor.state.counters import SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import Unit

STRIPS, ORDNANCE, MACHINE_GUNS, TOGETHER, LONE = range(5)
"""The place of an attack among those of a phase (S8.p4)."""


@rule("S8.p4", "Order of firing", cites=("S6.1", "S6.306", "S8.12"))
def firing_rank(view: GameView, group: ActionGroup) -> int:
    """The place of a group among those that fire in a phase; S6.1 decides the rest.

    First who has only concealed Targets, then Ordnance, MMG and HMG, groups of more
    than one unit, and lone units. A FT or DC that has a Target goes with Ordnance, so
    that nobody takes its user into a FG before (D-865).
    """
    if way(view, "S8.p4 order") == "S6.1":
        return STRIPS
    units = still_there(view, group.units)
    if only_concealed(view, things_of(view, units)):
        return STRIPS
    kinds = [
        view.world.counter(weapon.counter)
        for unit in units
        for weapon in view.state.weapons_of(unit.id)
        if not weapon.malfunctioned
    ]
    if any(not isinstance(kind, SupportWeapon) or kind.calibre for kind in kinds):
        return ORDNANCE
    if flames(view, units):
        return ORDNANCE
    if any(isinstance(kind, SupportWeapon) and kind.heavy for kind in kinds):
        return MACHINE_GUNS
    together = sum(mmc(view, unit) is not None for unit in units) > 1
    return TOGETHER if together else LONE


def flames(view: GameView, units: Iterable[Unit]) -> bool:
    """Whether some units have a FT or DC left to fire that has a Target."""
    return any(
        isinstance(kind := view.world.counter(weapon.counter), SupportWeapon)
        and kind.kind in ("FT", "DC")
        and by_itself(view, weapon.id)
        and bool(targets_of(view, (weapon.id,)))
        for unit in units
        for weapon in view.state.weapons_of(unit.id)
    )
