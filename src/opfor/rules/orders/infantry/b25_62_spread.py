"""B25.62: a Blaze spreads."""

from opfor.core.dice import dice_roll
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.b_terrain.b25_fire.b25_5_environmental_conditions import ec_drm
from opfor.rules.b_terrain.b25_fire.b25_6_spread_of_blazes import spreads_to, wind_drm
from opfor.rules.orders.infantry.place_flame import place_flame
from opfor.state.play import Play
from opfor.state.units import Marker


@rule("B25.62", "A Blaze spreads", cites=("B25.6", "B25.61"))
def spread(play: Play, marker: Marker) -> None:
    """A DR for each ADJACENT Location that can burn."""
    for to in spreads_to(play, marker.location):
        kind = play.world.ground.cover(play.world.locate(to))
        mods = ec_drm(play.state.weather) + wind_drm(play, marker.location, to)
        roll = dice_roll(play, fact("spreads_to", flame=marker.id, to=to), mods)
        if roll.final >= kind.spread:
            place_flame(play, to)
