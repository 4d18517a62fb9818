"""B25.15: Flames grow and Blazes spread, each in its turn."""

from opfor.core.dice import dice_roll
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.b_terrain.b25_fire.b25_5_environmental_conditions import (
    drenched,
    ec_drm,
)
from opfor.rules.orders.infantry.b25_14_burning_wreck import catch_fire
from opfor.rules.orders.infantry.b25_62_spread import spread
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import flame
from opfor.state.events import (
    MarkerAdded,
    MarkerRemoved,
)
from opfor.state.play import Play
from opfor.state.state import fresh_id
from opfor.state.units import Marker


@rule(
    "B25.15",
    "Flames grow and Blazes spread",
    exc=("neither in rain",),
    cites=("B25.6", "B25.61", "B25.5"),
)
def fires_grow(play: Play) -> None:
    """At the start of each AFPh a DR for each Flame, and for each way of a Blaze.

    A Flame becomes a Blaze on the Kindling number of its terrain; a Blaze puts a Flame
    in each ADJACENT Location on the Spread number of the terrain there.
    Reading: D-134. What is placed now does not grow or spread in this phase.
    EXC: neither in rain.
    """
    if drenched(play.state.weather):
        return
    markers = list(play.state.markers.values())
    flames = [marker for marker in markers if marker.kind == "flame"]
    blazes = [marker for marker in markers if marker.kind == "blaze"]
    for blaze in blazes:
        spread(play, blaze)
    for wreck in (marker for marker in markers if marker.kind == "burning wreck"):
        catch_fire(play, wreck)
    for one in flames:
        grow(play, one)


@rule("B25.151", "A Flame becomes a Blaze", cites=("B25.15", "S3.31d", "D10.41"))
def grow(play: Play, marker: Marker) -> None:
    """Make the DR of one Flame; a Blaze eliminates the S? of its Location."""
    kind = play.world.ground.cover(play.world.locate(marker.location))
    mods = ec_drm(play.state.weather)
    roll = dice_roll(
        play, fact("flame_grows", marker=marker.id, at=marker.location), mods
    )
    if not kind.kindling or roll.final < kind.kindling:
        return
    play.emit(MarkerRemoved(marker.id, fact("becomes_a_blaze")))
    id_ = fresh_id(play.state, "blaze")
    play.emit(MarkerAdded(Marker(id=id_, kind="blaze", location=marker.location)))
    for wreck in play.state.markers_at(marker.location):
        if wreck.kind in ("wreck", "burning wreck"):
            play.emit(MarkerRemoved(wreck.id, fact("wreck_burnt_in_a_blaze")))
    flame(play, marker.location, blaze=True)
