"""A10.62: fire that puts broken units under DM."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a07_fire.targets import attacked_units, could_check
from opfor.rules.a_infantry.a10_morale.effects import make_dm
from opfor.state.play import Play


@rule("A10.62/fire", "Fire puts broken units under DM", cites=("A7.9",))
def press(play: Play, made: Attack) -> None:
    """Broken units come under DM if the attack could have made them check morale.

    Not by fire too weak for a NMC even with its best Original DR, cowering counted.
    """
    for unit in attacked_units(play, made):
        if unit.broken and not unit.dm and could_check(play, made, unit):
            make_dm(play, unit.id)
