"""A Player Turn from top to bottom: its phases, and what is done in each, in order.

What a player may order in a phase is not listed here: each order says so itself, in its
record below `rules/orders`; `find_orders.py` finds them. What the rules decide for the
ENEMY in its part of a phase is listed: each of these does one thing and says so, or
finds nothing to do. The first that does something ends the step; when none does, the
part is over.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from opfor.rules.a_infantry.a02_5_entry_and_exit import reinforcements
from opfor.rules.a_infantry.a03_9_phases import Role
from opfor.rules.a_infantry.a07_fire import a07_1_prep_offers as fire_offers
from opfor.rules.a_infantry.a10_morale import (
    a10_62_desperation_morale as desperation_morale,
)
from opfor.rules.a_infantry.a12_concealment import a12_122_gain
from opfor.rules.a_infantry.a14_snipers import a14_2_snipers
from opfor.rules.a_infantry.a15_heat_of_battle import (
    a15_46_return_to_normal as return_to_normal,
)
from opfor.rules.a_infantry.a23_demolition import a23_7_set as set_charges
from opfor.rules.a_infantry.a24_smoke import a24_3_smoke
from opfor.rules.a_infantry.a26_victory import a26_1_control as control
from opfor.rules.a_infantry.a26_victory import a26_3_victory as victory
from opfor.rules.b_terrain.b09_walls import b09_3_walls as walls
from opfor.rules.c_ordnance.c06_target_drm import (
    c06_5_acquisition,
    c06_11_vehicle_target_drm,
)
from opfor.rules.c_ordnance.c07_to_kill import (
    c07_42_shock_recovery as c07_shock_recovery,
)
from opfor.rules.d_vehicles.d03_fire import d03_3_machine_guns
from opfor.rules.d_vehicles.d05_crews import d05_34_crew_fates
from opfor.rules.d_vehicles.d06_passengers import d06_2_riders
from opfor.rules.orders.fire import a07_fire, e07_4_aircraft
from opfor.rules.orders.fire.c01_22_nobody_directed import ends
from opfor.rules.orders.fire.c01_58_ffe_ends import begins
from opfor.rules.orders.infantry import a03_8_close_combat, b25_15_flames_grow
from opfor.rules.orders.infantry.a10_533_failure_to_rout import failure
from opfor.rules.orders.infantry.a11_35_end_of_ccph import finish
from opfor.rules.orders.infantry.a20_21_surrender import surrenders
from opfor.rules.orders.infantry.b25_4_burnt import burnt
from opfor.rules.s_solitaire import s02_2_random_events, s14_artillery_and_aircraft
from opfor.rules.s_solitaire.s04_human_wave import s04_323_chain as chain
from opfor.rules.s_solitaire.s04_placement import s04_p4_armor as armor
from opfor.rules.s_solitaire.s04_placement.s04_p1_reinforcement_groups import enter_due
from opfor.rules.s_solitaire.s06_actions.prep_fire_phase import PFPH, ready_heavy
from opfor.rules.s_solitaire.s07_rally.s07_p1_rally_phase import rally_phase
from opfor.rules.s_solitaire.s08_fire import s08_p14_first_fire as enemy_first_fire
from opfor.rules.s_solitaire.s08_fire import s08_p17_phases as fire_phases
from opfor.rules.s_solitaire.s08_fire import s08_p19_vehicle_evasion as vehicle_evasion
from opfor.rules.s_solitaire.s08_fire.s08_p1_afph_advancing_fire import (
    advancing_fire,
    advancing_fire_beside_waves,
)
from opfor.rules.s_solitaire.s08_fire.s08_p18_human_wave_fire import wave_fires
from opfor.rules.s_solitaire.s09_movement import infantry as infantry_movement
from opfor.rules.s_solitaire.s09_movement import s06_305_move_of_waves_and_berserks
from opfor.rules.s_solitaire.s09_movement import s09_1_sequence as move_sequence
from opfor.rules.s_solitaire.s09_movement.s06_3_move_automatic import (
    lays_down,
    leaders_look,
    stays_stacked,
)
from opfor.rules.s_solitaire.s09_vehicles import s09_1_recall as recall
from opfor.rules.s_solitaire.s09_vehicles import s09_31_ce_or_bu as hatches
from opfor.rules.s_solitaire.s09_vehicles.begin_drive import vehicles_first
from opfor.rules.s_solitaire.s09_vehicles.drive import drive_on
from opfor.rules.s_solitaire.s10_rout import routs
from opfor.rules.s_solitaire.s11_advance.s11_p1_advance import advance_phase
from opfor.rules.s_solitaire.s11_advance.s11_p6_close_combat import combat_phase
from opfor.rules.s_solitaire.s12_random_events import (
    s12_p1_random_reinforcements,
    s12_p12_artillery,
)
from opfor.rules.s_solitaire.s12_random_events import (
    s12_p3_event_clauses as s12_event_clauses,
)
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
            s02_2_random_events.wind_and_events,
            s12_event_clauses.mist_lifts,
            s12_p1_random_reinforcements.arrivals,
            a24_3_smoke.wind_blows,
            reinforcements,
            enter_due,
            armor.armor_due,
            desperation_morale.desperation,
            c07_shock_recovery.recover,
            e07_4_aircraft.arrivals,
        ),
        attacker=(rally_phase,),
        defender=(rally_phase,),
        ends=(walls.settle_walls,),
    ),
    PhaseOfPlay(
        "PFPh",
        rule="S6.2",
        begins=(
            a24_3_smoke.disperse,
            begins,
            s12_p12_artillery.missions_go_on,
            chain.renew_waves,
        ),
        attacker=(
            s14_artillery_and_aircraft.directs,
            s14_artillery_and_aircraft.flies_at,
            *PFPH,
        ),
        ends=(ends, fire_offers.mark_users),
    ),
    PhaseOfPlay(
        "MPh",
        rule="S9.1",
        begins=(c06_11_vehicle_target_drm.mark_motion,),
        attacker=(
            hatches.shuts_hatches,
            recall.goes_home,
            vehicles_first,
            drive_on,
            lays_down,
            s06_305_move_of_waves_and_berserks.charge,
            s06_305_move_of_waves_and_berserks.wave,
            infantry_movement.go_on,
            leaders_look,
            stays_stacked,
            move_sequence.next_move,
        ),
        window=(
            vehicle_evasion.smokes,
            vehicle_evasion.tries_motion,
            enemy_first_fire.first_fire,
        ),
        ends=(
            d03_3_machine_guns.end_bounding,
            return_to_normal.end_charges,
            walls.settle_walls,
        ),
    ),
    PhaseOfPlay(
        "DFPh",
        rule="S8.p1",
        begins=(begins, s12_p12_artillery.missions_go_on),
        defender=(
            s14_artillery_and_aircraft.directs,
            s14_artillery_and_aircraft.flies_at,
            ready_heavy,
            fire_phases.final_fire,
            wave_fires,
            fire_phases.fire_beside_waves,
        ),
        ends=(ends,),
    ),
    PhaseOfPlay(
        "AFPh",
        rule="S8.p1",
        begins=(b25_15_flames_grow.fires_grow, a07_fire.explode),
        attacker=(
            ready_heavy,
            advancing_fire,
            wave_fires,
            advancing_fire_beside_waves,
        ),
    ),
    PhaseOfPlay(
        "RtPh",
        rule="S10",
        begins=(desperation_morale.desperation, surrenders),
        attacker=(routs,),
        defender=(routs,),
        ends=(failure, walls.settle_walls),
    ),
    PhaseOfPlay(
        "APh",
        rule="S11.p1",
        attacker=(hatches.shuts_hatches, advance_phase),
        ends=(burnt, walls.settle_walls),
    ),
    PhaseOfPlay(
        "CCPh",
        rule="S11.p7",
        begins=(a03_8_close_combat.ambushes,),
        attacker=(combat_phase,),
        defender=(combat_phase,),
        ends=(
            finish,
            walls.settle_walls,
            a12_122_gain.gain_concealment,
            set_charges.lies_ready,
            d05_34_crew_fates.steadied,
            a14_2_snipers.recover,
        ),
    ),
)
"""The phases in order (A3)."""

AFTER_EACH: tuple[Automatic, ...] = (
    d06_2_riders.shaken_off,
    c06_5_acquisition.forget,
    control.take_control,
    victory.sudden_victory,
)
"""What happens by itself at the end of every phase, after all that."""

OF_PHASE: Mapping[Phase, PhaseOfPlay] = MappingProxyType(
    {row.phase: row for row in PLAYER_TURN}
)
