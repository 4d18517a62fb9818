"""D5.6: who survives the loss of his vehicle."""

from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import (
    Loss,
    eliminate,
    leader_loss,
)
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of, vehicle
from opfor.rules.d_vehicles.d05_crews.d05_4_crew_leaves import bail_out, has_crew
from opfor.rules.d_vehicles.d06_passengers.d06_9_survival import WEAKENED, one_survives
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.units import Unit


@rule("D5.6", "Crew Survival DR", exc=("a burning wreck, or a loss in CC",))
def survives(play: Play, unit: Unit, who: Fact) -> bool:
    """Whether they survive: a Final DR of no more than the CS#.

    +1 if the crew was Stunned or Shocked before.
    EXC: nobody survives a burning wreck or a loss in CC (whoever calls sees to it).
    """
    found, state = vehicle(play, unit), state_of(unit)
    number = found.cs if found else 0
    weak = state.shaken or state.stunned or bool(state.shock)
    mods = [Mod("Stunned or Shocked", WEAKENED, "D5.6")] if weak else []
    purpose = fact("crew_survival", who=who, number=number)
    return dice_roll(play, purpose, mods).final <= number


def survive(
    play: Play, unit: Unit, aboard: list[Unit], *, burning: bool, in_cc: bool
) -> bool:
    """The crew and those aboard try to survive, each by a DR of its own.

    Returns:
        Whether the Inherent crew survives.
    """
    losses: list[Loss] = []
    # D6.9: each of those aboard by a DR of its own
    for carried in aboard:
        if burning or in_cc or not one_survives(play, unit, carried):
            eliminate(play, carried.id, fact("lost_with", unit=unit.id), losses=losses)
        else:
            now = play.state.units[carried.id]
            out = replace(now, aboard="", rides=False, moved=True, hazardous=True)
            play.emit(UnitChanged(out, fact("survives_the_wreck")))
    # A10.2: who is left feels a leader's loss once all is known (D-090)
    for loss in losses:
        leader_loss(play, loss)
    state = state_of(unit)
    if burning or in_cc or state.abandoned or not has_crew(play, unit):
        return False
    # D5.6: the Inherent crew by its CS#
    if not survives(play, unit, fact("the_crew_of", unit=unit.id)):
        return False
    return bool(bail_out(play, unit))
