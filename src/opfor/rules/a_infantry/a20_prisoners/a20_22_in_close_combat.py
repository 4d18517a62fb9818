"""A20.22 and A20.552: prisoners taken in CC, and those who escape."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import us_number
from opfor.rules.a_infantry.a20_prisoners.a20_5_guards import room
from opfor.state.in_progress import CloseCombatAttack
from opfor.state.play import Play
from opfor.state.units import Unit


@rule("A20.22", "Capture in CC", exc=("nobody is captured whom no one can guard",))
def captor(play: Play, clash: CloseCombatAttack, unit: Unit) -> Unit | None:
    """The attacker who takes a unit prisoner: he with most room for it.

    EXC: a unit for which none has room is eliminated.
    """
    units = play.state.units
    able = [
        one
        for id_ in clash.attackers
        if (one := units.get(id_))
        and not (one.broken or one.guard or one.unarmed)
        and one.location == clash.location
        and room(play, one) >= us_number(play, [unit])
    ]
    return max(able, key=lambda one: room(play, one), default=None)
