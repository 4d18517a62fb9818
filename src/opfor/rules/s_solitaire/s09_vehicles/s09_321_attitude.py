"""S9.321: the Attitude of vehicles that enter."""

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import part_of_rule, rule
from opfor.rules.s_solitaire.s09_vehicles.s09_331_entry_and_release import (
    enemy_vehicles,
    platoon_of,
    sees_target,
)
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Attitude, Unit


@rule("S9.321", "Attitude of entering vehicles", cites=("S9.32", "S9.33"))
def entering_attitude(view: GameView, unit: Unit) -> Attitude:
    """The Attitude of a vehicle that a RE brought in.

    Advance, until it or one of its platoon has a Target; then the Prevailing one.
    """
    entering = unit.vehicle is not None and unit.vehicle.entering
    if entering and _with_target(view, unit):
        return view.state.mission.attitude
    return unit.attitude or view.state.mission.attitude


def settle_attitudes(play: Play) -> bool:
    """Vehicles that entered take the Prevailing Attitude once they have a Target."""
    changed = False
    for unit in enemy_vehicles(play):
        state = unit.vehicle
        if state is None or not state.entering or not _with_target(play, unit):
            continue
        mind = entering_attitude(play, unit)
        settled = replace(unit, attitude=mind, vehicle=replace(state, entering=False))
        with part_of_rule("S9.321"):
            play.emit(UnitChanged(settled, fact("assumes_attitude", attitude=mind)))
        changed = True
    return changed


def _with_target(view: GameView, unit: Unit) -> bool:
    return any(sees_target(view, mate) for mate in platoon_of(view, unit))
