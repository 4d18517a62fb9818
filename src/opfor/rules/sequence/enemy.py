"""The ENEMY's part of each phase: which rules decide, in which order.

Each rule of a row does one thing and says so, or finds nothing to do. The first that
does something ends the step; when none does, the part is over.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from opfor.core.rule import default_cause
from opfor.rules.a_infantry.a03_phases import Role, role
from opfor.rules.s_solitaire import s14_artillery_and_aircraft
from opfor.rules.s_solitaire.s06_actions.prep_fire_phase import PFPH, ready_heavy
from opfor.rules.s_solitaire.s07_rally_phase import rally_phase
from opfor.rules.s_solitaire.s08_fire import first_fire as enemy_first_fire
from opfor.rules.s_solitaire.s08_fire import phases as fire_phases
from opfor.rules.s_solitaire.s08_fire import vehicle_evasion
from opfor.rules.s_solitaire.s09_movement import berserk_and_waves
from opfor.rules.s_solitaire.s09_movement import infantry as infantry_movement
from opfor.rules.s_solitaire.s09_movement import sequence as move_sequence
from opfor.rules.s_solitaire.s09_movement.automatic_actions import stays_stacked
from opfor.rules.s_solitaire.s09_vehicles import movement as vehicle_movement
from opfor.rules.s_solitaire.s09_vehicles import recall
from opfor.rules.s_solitaire.s10_rout import routs
from opfor.rules.s_solitaire.s11_advance import advance_phase
from opfor.rules.s_solitaire.s11_close_combat import combat_phase
from opfor.state.play import Play
from opfor.state.units import Phase

Deciding = Callable[[Play], bool]
"""Does one thing for the ENEMY; False if there is nothing for it to do."""

PARTS: Mapping[tuple[Phase, Role], tuple[Deciding, ...]] = MappingProxyType(
    {
        ("RPh", "attacker"): (rally_phase,),
        ("RPh", "defender"): (rally_phase,),
        ("PFPh", "attacker"): (
            s14_artillery_and_aircraft.directs,
            s14_artillery_and_aircraft.flies_at,
            *PFPH,
        ),
        ("MPh", "attacker"): (
            recall.goes_home,
            vehicle_movement.vehicles_first,
            vehicle_movement.drive_on,
            berserk_and_waves.charge,
            berserk_and_waves.wave,
            infantry_movement.go_on,
            stays_stacked,
            move_sequence.next_move,
        ),
        ("MPh", "window"): (
            vehicle_evasion.smokes,
            vehicle_evasion.tries_motion,
            enemy_first_fire.first_fire,
        ),
        ("DFPh", "defender"): (
            s14_artillery_and_aircraft.directs,
            s14_artillery_and_aircraft.flies_at,
            ready_heavy,
            fire_phases.final_fire,
            fire_phases.wave_fires,
        ),
        ("AFPh", "attacker"): (
            ready_heavy,
            fire_phases.advancing_fire,
            fire_phases.wave_fires,
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
    with default_cause(OF_PHASE[state.phase]):
        return any(decide(play) for decide in PARTS.get(part, ()))
