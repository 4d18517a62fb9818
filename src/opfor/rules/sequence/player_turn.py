"""A Player Turn from top to bottom: its phases, and what is done in each, in order.

What a player may order in a phase is not listed here: each order says so itself, in its
record below `rules/orders`; `order_kinds.py` finds them. What the rules decide for the
ENEMY in its part of a phase is listed: each of these does one thing and says so, or
finds nothing to do. The first that does something ends the step; when none does, the
part is over.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from opfor.rules.a_infantry import a14_snipers, a24_smoke
from opfor.rules.a_infantry.a02_entry_and_exit import reinforcements
from opfor.rules.a_infantry.a03_phases import Role
from opfor.rules.a_infantry.a07_fire import offers as fire_offers
from opfor.rules.a_infantry.a12_concealment import concealment as hiding
from opfor.rules.a_infantry.a23_demolition import set as set_charges
from opfor.rules.a_infantry.a26_victory import control
from opfor.rules.b_terrain import b09_walls as walls
from opfor.rules.c_ordnance import c06_acquisition, c07_shock_recovery
from opfor.rules.d_vehicles import d03_machine_guns, d05_crew_fates, d06_riders
from opfor.rules.orders.fire import a07_fire, c01_artillery, e07_aircraft
from opfor.rules.orders.infantry import (
    a10_rally,
    a10_rout,
    a11_close_combat,
    b25_flames,
)
from opfor.rules.s_solitaire import (
    s02_random_events,
    s12_artillery,
    s12_random_events,
    s12_reinforcements,
    s14_artillery_and_aircraft,
)
from opfor.rules.s_solitaire.s04_human_wave import chain
from opfor.rules.s_solitaire.s04_placement import armor
from opfor.rules.s_solitaire.s04_placement.reinforcement_groups import enter_due
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

Automatic = Callable[[Play], object]
"""Happens by itself."""

Deciding = Callable[[Play], bool]
"""Does one thing for the ENEMY; False if there is nothing for it to do."""


class PhaseOfPlay(NamedTuple):
    """A phase, and what is done in it beside what a player orders.

    Args:
        phase: which.
        rule: of what the ENEMY does in it where no finer one causes it.
        begins: what happens by itself as it begins.
        attacker: what decides for the ENEMY if it is the ATTACKER.
        window: what decides for the ENEMY while the other side moves (A8.1).
        defender: what decides for the ENEMY if it is the DEFENDER.
        ends: what happens by itself as it ends, before its counters are tidied away.
    """

    phase: Phase
    rule: str
    begins: tuple[Automatic, ...] = ()
    attacker: tuple[Deciding, ...] = ()
    window: tuple[Deciding, ...] = ()
    defender: tuple[Deciding, ...] = ()
    ends: tuple[Automatic, ...] = ()

    def enemy(self, role: Role) -> tuple[Deciding, ...]:
        """What decides for the ENEMY in a role."""
        match role:
            case "attacker":
                return self.attacker
            case "window":
                return self.window
            case "defender":
                return self.defender


PLAYER_TURN: tuple[PhaseOfPlay, ...] = (
    PhaseOfPlay(
        "RPh",
        rule="S7.p1",
        begins=(
            chain.thin_waves,
            s02_random_events.wind_and_events,
            s12_random_events.mist_lifts,
            s12_reinforcements.arrivals,
            a24_smoke.wind_blows,
            reinforcements,
            enter_due,
            armor.armor_due,
            a10_rally.desperation,
            c07_shock_recovery.recover,
            e07_aircraft.arrivals,
        ),
        attacker=(rally_phase,),
        defender=(rally_phase,),
        ends=(walls.settle_walls,),
    ),
    PhaseOfPlay(
        "PFPh",
        rule="S6.2",
        begins=(
            a24_smoke.disperse,
            c01_artillery.begins,
            s12_artillery.missions_go_on,
            chain.renew_waves,
        ),
        attacker=(
            s14_artillery_and_aircraft.directs,
            s14_artillery_and_aircraft.flies_at,
            *PFPH,
        ),
        ends=(c01_artillery.ends, fire_offers.mark_users),
    ),
    PhaseOfPlay(
        "MPh",
        rule="S9.1",
        attacker=(
            recall.goes_home,
            vehicle_movement.vehicles_first,
            vehicle_movement.drive_on,
            berserk_and_waves.charge,
            berserk_and_waves.wave,
            infantry_movement.go_on,
            stays_stacked,
            move_sequence.next_move,
        ),
        window=(
            vehicle_evasion.smokes,
            vehicle_evasion.tries_motion,
            enemy_first_fire.first_fire,
        ),
        ends=(d03_machine_guns.end_bounding, walls.settle_walls),
    ),
    PhaseOfPlay(
        "DFPh",
        rule="S8.p1",
        begins=(c01_artillery.begins, s12_artillery.missions_go_on),
        defender=(
            s14_artillery_and_aircraft.directs,
            s14_artillery_and_aircraft.flies_at,
            ready_heavy,
            fire_phases.final_fire,
            fire_phases.wave_fires,
        ),
        ends=(c01_artillery.ends,),
    ),
    PhaseOfPlay(
        "AFPh",
        rule="S8.p1",
        begins=(b25_flames.fires_grow, a07_fire.explode),
        attacker=(
            ready_heavy,
            fire_phases.advancing_fire,
            fire_phases.wave_fires,
        ),
    ),
    PhaseOfPlay(
        "RtPh",
        rule="S10",
        begins=(a10_rally.desperation, a10_rout.surrenders),
        attacker=(routs,),
        defender=(routs,),
        ends=(a10_rout.failure, walls.settle_walls),
    ),
    PhaseOfPlay(
        "APh",
        rule="S11.p1",
        attacker=(advance_phase,),
        ends=(b25_flames.burnt, walls.settle_walls),
    ),
    PhaseOfPlay(
        "CCPh",
        rule="S11.p7",
        begins=(a11_close_combat.ambushes,),
        attacker=(combat_phase,),
        defender=(combat_phase,),
        ends=(
            a11_close_combat.finish,
            walls.settle_walls,
            hiding.gain_concealment,
            set_charges.lies_ready,
            d05_crew_fates.steadied,
            a14_snipers.recover,
        ),
    ),
)
"""The phases in order (A3)."""

AFTER_EACH: tuple[Automatic, ...] = (
    d06_riders.shaken_off,
    c06_acquisition.forget,
    control.take_control,
    control.sudden_victory,
)
"""What happens by itself at the end of every phase, after all that."""

OF_PHASE: Mapping[Phase, PhaseOfPlay] = MappingProxyType(
    {row.phase: row for row in PLAYER_TURN}
)
