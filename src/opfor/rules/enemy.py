"""The ENEMY's part of each phase: which rules decide, in which order.

Each rule of a row does one thing and says so, or finds nothing to do. The first that
does something ends the step; when none does, the part is over.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from opfor.core.rule import under
from opfor.rules import (
    s08_defense,
    s08_phases,
    s08_vehicles,
    s09_drives,
    s09_movement,
    s09_order,
    s09_waves,
    s14_artillery,
)
from opfor.rules.a_infantry.a03_phases import Role, role
from opfor.rules.s06_perform import PFPH, ready_heavy
from opfor.rules.s07_recovery import rally_phase
from opfor.rules.s09_errands import stays_stacked
from opfor.rules.s10_rout import routs
from opfor.rules.s11_advance import advance_phase
from opfor.rules.s11_combat import combat_phase
from opfor.state.play import Play
from opfor.state.units import Phase

Deciding = Callable[[Play], bool]
"""Does one thing for the ENEMY; False if there is nothing for it to do."""

PARTS: Mapping[tuple[Phase, Role], tuple[Deciding, ...]] = MappingProxyType(
    {
        ("RPh", "attacker"): (rally_phase,),
        ("RPh", "defender"): (rally_phase,),
        ("PFPh", "attacker"): (
            s14_artillery.directs,
            s14_artillery.flies_at,
            *PFPH,
        ),
        ("MPh", "attacker"): (
            s08_vehicles.goes_home,
            s09_drives.vehicles_first,
            s09_drives.drive_on,
            s09_waves.charge,
            s09_waves.wave,
            s09_movement.go_on,
            stays_stacked,
            s09_order.next_move,
        ),
        ("MPh", "window"): (
            s08_vehicles.smokes,
            s08_vehicles.tries_motion,
            s08_defense.first_fire,
        ),
        ("DFPh", "defender"): (
            s14_artillery.directs,
            s14_artillery.flies_at,
            ready_heavy,
            s08_phases.final_fire,
            s08_phases.wave_fires,
        ),
        ("AFPh", "attacker"): (
            ready_heavy,
            s08_phases.advancing_fire,
            s08_phases.wave_fires,
        ),
        ("RtPh", "attacker"): (routs,),
        ("RtPh", "defender"): (routs,),
        ("APh", "attacker"): (advance_phase,),
        ("CCPh", "attacker"): (combat_phase,),
        ("CCPh", "defender"): (combat_phase,),
    }
)
"""By phase and role, the rules that decide for the ENEMY, in order."""


OF_PHASE: Mapping[Phase, str] = MappingProxyType(
    {
        "RPh": "S7.p1",
        "PFPh": "S6.2",
        "MPh": "S9.1",
        "DFPh": "S8.p1",
        "AFPh": "S8.p1",
        "RtPh": "S10",
        "APh": "S11.p1",
        "CCPh": "S11.p7",
    }
)
"""The rule of what the ENEMY does in a phase where no finer one causes it."""


def act(play: Play) -> bool:
    """One thing that the ENEMY does in its part of the phase; False if nothing."""
    state = play.state
    if not state.phase:
        return False
    part = state.phase, role(state, "ENEMY")
    with under(OF_PHASE[state.phase]):
        return any(decide(play) for decide in PARTS.get(part, ()))
