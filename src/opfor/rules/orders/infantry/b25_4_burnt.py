"""B25.4: who stays in a Blaze."""

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import eliminate
from opfor.rules.a_infantry.a26_victory.a26_2_victory_points import lose_weapon
from opfor.state.play import Play


@rule("B25.4", "Who stays in a Blaze", exc=("the other side's units have time",))
def burnt(play: Play) -> None:
    """At the end of its APh a side loses what is still in a Blaze, SW too.

    EXC: the other side's units have time until the end of theirs.
    """
    blazes = [m for m in play.state.markers.values() if m.kind == "blaze"]
    for blaze in blazes:
        # A10.21: who takes the loss of a leader badly may be gone, or another, by then
        while there := play.state.units_at(blaze.location, play.state.side):
            unit = there[0]
            for weapon in play.state.weapons_of(unit.id):
                lose_weapon(play, weapon.id, fact("burnt"))
            eliminate(play, unit.id, fact("burnt_in_a_blaze"))
        for left in play.state.weapons_at(blaze.location):
            lose_weapon(play, left.id, fact("burnt"))
