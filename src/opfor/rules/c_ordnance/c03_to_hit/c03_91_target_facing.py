"""C3.91: the Target Facing within a hex."""

from opfor.core.dice import die_roll
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import Facing
from opfor.state.play import Play


@rule("C3.91", "Target Facing within a hex")
def facing_within_hex(play: Play, shot: ToHit) -> Facing:
    """By a dr: rear, side or front."""
    rolled = die_roll(play, fact("target_facing", of=shot.at), side=shot.side)
    table = play.world.enemy.table("C7-facing")
    return table.look_up(rolled.final).result  # type: ignore[no-any-return] # the table has only facings
