"""B25 in play: Flames that grow, Blazes that spread, and who burns; S? among them."""

from collections.abc import Sequence

from opfor.core.dice import dice_roll
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a10_morale.effects import eliminate
from opfor.rules.b_terrain.b25_flames import (
    burning,
    burns,
    drenched,
    ec_drm,
    spreads_to,
    wind_drm,
)
from opfor.rules.s_solitaire.s03_activation.hold import flame
from opfor.state.events import (
    MarkerAdded,
    MarkerRemoved,
    WeaponRemoved,
)
from opfor.state.play import Play
from opfor.state.state import fresh_id
from opfor.state.units import LocationName, Marker


@rule("B25.11", "Kindling attempts", exc=("none in rain",), cites=("B25.5",))
def kindle(
    play: Play,
    location: LocationName,
    cause: str,
    drm: Sequence[Mod] = (),
    *,
    side: str = "",
) -> bool:
    """A DR for a Flame in a Location that can burn; whether there is one now.

    The Final DR must be the Kindling number of its terrain or more.
    EXC: none in rain.
    """
    kind = burns(play, location)
    if kind is None or drenched(play.state.weather):
        return False
    roll = dice_roll(
        play, fact("kindling_in", at=location, cause=cause), drm, side=side
    )
    if roll.final < kind.kindling:
        return False
    place_flame(play, location)
    return True


def place_flame(play: Play, location: LocationName) -> None:
    """Put a Flame in a Location; what S? are there are checked (S3.31d)."""
    if burning(play, location):
        return
    new = Marker(id=fresh_id(play.state, "flame"), kind="flame", location=location)
    play.emit(MarkerAdded(new))
    flame(play, location)


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


@rule("B25.62", "A Blaze spreads", cites=("B25.6", "B25.61"))
def spread(play: Play, marker: Marker) -> None:
    """A DR for each ADJACENT Location that can burn."""
    for to in spreads_to(play, marker.location):
        kind = play.world.ground.cover(play.world.locate(to))
        mods = ec_drm(play.state.weather) + wind_drm(play, marker.location, to)
        roll = dice_roll(play, fact("spreads_to", flame=marker.id, to=to), mods)
        if roll.final >= kind.spread:
            place_flame(play, to)


@rule("B25.4", "Who stays in a Blaze", exc=("the other side's units have time",))
def burnt(play: Play) -> None:
    """At the end of its APh a side loses what is still in a Blaze, SW too.

    EXC: the other side's units have time until the end of theirs.
    """
    blazes = [m for m in play.state.markers.values() if m.kind == "blaze"]
    for blaze in blazes:
        for unit in play.state.units_at(blaze.location, play.state.side):
            for weapon in play.state.weapons_of(unit.id):
                play.emit(WeaponRemoved(weapon.id, fact("burnt")))
            eliminate(play, unit.id, fact("burnt_in_a_blaze"))
        for left in play.state.weapons_at(blaze.location):
            play.emit(WeaponRemoved(left.id, fact("burnt")))
