"""A11.53/effect: what CC does to a vehicle."""

from opfor.core.dice import random_selection
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import casualty_reduction
from opfor.rules.a_infantry.a11_close_combat.a11_53_fate_of_a_vehicle import (
    cc_fate,
    lucky,
)
from opfor.rules.a_infantry.a11_close_combat.fought import TWELVE, TWO, Fought, Outcome
from opfor.rules.d_vehicles.d05_crews.d05_1_inherent_crew import crewed
from opfor.rules.d_vehicles.d05_crews.d05_34_crew_fates import suffer
from opfor.state.play import Play


@rule("A11.53/effect", "What CC does to a vehicle", cites=("A11.5", "A11.53", "D5.6"))
def effect_on_vehicle(play: Play, fought: Fought, outcome: Outcome) -> None:
    """The fate by the DR; an Original 2 may do what it did not.

    An Original 12 against a vehicle with its crew costs one attacker a Casualty
    Reduction.
    """
    combat, original = fought.combat, fought.rolled.original
    target = play.state.units.get(combat.clash.defenders[0])
    if target is None or target.location != combat.clash.location:
        return
    # A11.53: by the Final DR
    fate = cc_fate(play, combat.foe, combat.kill, fought.rolled.final)
    # A11.53: an Original 2 brings a dr
    if fate == "none" and original == TWO:
        fate = lucky(play, target, combat.clash.side)
    manned = crewed(target)
    suffer(play, target.id, fate, by=combat.clash.side, in_cc=True)
    # D5.6: small arms of the crew
    if original == TWELVE and manned:
        ids = [id_ for id_ in combat.clash.attackers if id_ in play.state.units]
        units = [play.state.units[id_] for id_ in ids]
        for unit in random_selection(
            play, units, purpose=fact("who_is_hit_by_the_crew")
        ):
            left = casualty_reduction(play, unit.id, losses=outcome.losses)
            outcome.heirs[unit.id] = left
