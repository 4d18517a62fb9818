"""S4: fewer S?, as an option of the Mission."""

from opfor.core.dice import die_roll
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo_locations
from opfor.state.play import Play
from opfor.state.units import LocationName

DIE = 6


@rule("S4.p3", "Fewer S?, as an option of the Mission")
def stays(play: Play, location: LocationName) -> bool:
    """Whether a S? stays: on so many sides of a die, in a VPO Location always."""
    density = play.state.mission.density
    if density == DIE or location in vpo_locations(play):
        return True
    purpose = fact("does_the_suspect_stay", where=location)
    return die_roll(play, purpose).final <= density
