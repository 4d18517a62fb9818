"""B25.14: a burning wreck sets its Location on fire."""

from opfor.core.dice import dice_roll
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.b_terrain.b25_fire.b25_1_flames import burning
from opfor.rules.b_terrain.b25_fire.b25_5_environmental_conditions import ec_drm
from opfor.rules.orders.infantry.place_flame import place_flame
from opfor.state.play import Play
from opfor.state.units import Marker


@rule("B25.14", "A burning wreck sets its Location on fire", cites=("B25.6",))
def catch_fire(play: Play, wreck: Marker) -> None:
    """A DR for the terrain that it stands in, if that can burn and does not yet."""
    kind = play.world.ground.cover(play.world.locate(wreck.location))
    if not kind.spread or burning(play, wreck.location):
        return
    mods = ec_drm(play.state.weather)
    roll = dice_roll(play, fact("spreads_to", flame=wreck.id, to=wreck.location), mods)
    if roll.final >= kind.spread:
        place_flame(play, wreck.location)
