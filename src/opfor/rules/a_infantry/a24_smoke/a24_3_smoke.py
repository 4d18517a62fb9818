"""A24: SMOKE: how it is placed, disperses and drifts, and what WP does.

What it does to LOS is in a06_los.
"""

from msgspec.structs import replace

from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import dummy
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import (
    by_leadership,
    make_dm,
    morale_check,
)
from opfor.rules.a_infantry.a12_concealment.a12_11_concealment import vanish
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.state.events import MarkerAdded, MarkerChanged, MarkerRemoved
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import LocationName, Marker, Side

SMOKE_DRM = {False: 3, True: 2}
"""Hindrance of SMOKE of ordnance at full strength, and dispersed (A24.5)."""

WP_DRM = {False: 2, True: 1}
"""Hindrance of WP of ordnance."""


@rule("A24.5", "Full strength or dispersed", cites=("A24.4",))
def at_full_strength(view: GameView, side: Side) -> bool:
    """Whether SMOKE of ordnance is placed at full strength now.

    In its own PFPh, before the side has fired anything but SMOKE.
    """
    state = view.state
    if state.phase != "PFPh" or state.side != side:
        return False
    units = (u for u in state.units.values() if u.side == side and u.fired == "prep")
    smokers = {w.owner for w in state.weapons.values() if w.smoked}
    return all(unit.id in smokers for unit in units) and not any(
        shot.side == side and not _smoke_alone(view, shot.firers)
        for shot in state.shots
    )


def _smoke_alone(view: GameView, firers: tuple[str, ...]) -> bool:
    weapons = [view.state.weapons.get(id_) for id_ in firers]
    return all(weapon is not None and weapon.smoked for weapon in weapons)


def holds_no_smoke(view: GameView) -> bool:
    """Whether the weather allows no SMOKE now: heavy wind or rain (A24.61)."""
    weather = view.state.weather
    return weather.wind == "heavy" or weather.sky == "heavy rain"


@rule("A24.3", "WP counters", cites=("A24.31", "A24.5"))
def place_smoke(
    play: Play, side: Side, where: LocationName, *, wp: bool = False
) -> None:
    """Place a SMOKE or WP counter of ordnance; WP attacks whoever is there.

    None in heavy wind (A24.6).
    """
    # A24.6: none in heavy wind
    if play.state.weather.wind == "heavy":
        return
    # A24.5: full strength or dispersed
    dispersed = not at_full_strength(play, side)
    drm = (WP_DRM if wp else SMOKE_DRM)[dispersed]
    put(play, side, where, drm, wp=wp, dispersed=dispersed)
    # A24.31: WP attacks
    if wp:
        wp_attack(play, where)
    # A24.61: drift
    drift(play, side, where, wp=wp, dispersed=dispersed)


def put(
    play: Play,
    side: Side,
    where: LocationName,
    drm: int,
    *,
    wp: bool = False,
    dispersed: bool = False,
    grenade: bool = False,
) -> None:
    """Put a SMOKE counter on the map."""
    kind = "WP" if wp else "smoke"
    marker = Marker(
        id=fresh_id(play.state, kind.lower()),
        kind="WP" if wp else "smoke",
        location=where,
        hindrance=drm,
        side=side,
        dispersed=dispersed,
        grenade=grenade,
    )
    play.emit(MarkerAdded(marker))


@rule("A24.31", "WP attacks morale", cites=("A12.14", "A10.62"))
def wp_attack(play: Play, where: LocationName) -> None:
    """Everybody in the Location takes a NMC, with its TEM against him, not for him.

    Broken units come under DM; who is concealed loses his "?", and dummies go.
    Reading: D-142 TEM is a plus to the MC, and a leader's DRM helps as ever.
    """
    tem = play.world.ground.tem(play.world.locate(where))
    drm = [Mod("TEM against WP", tem, "A24.31")] if tem > 0 else []
    ids = [unit.id for unit in play.state.units_at(where) if unit.vehicle is None]
    for id_ in by_leadership(play, ids):
        # A12.14: the "?"
        lose_by(play, id_, "WP")
        unit = play.state.units.get(id_)
        if unit is not None and dummy(unit):
            vanish(play, unit, fact("wp"))
        elif unit is not None:
            # A10.62: DM
            make_dm(play, id_)
            # A24.31: a NMC
            morale_check(play, id_, drm, cause=fact("wp"))


# -- as time passes ----------------------------------------------------------------


@rule("A24.4", "SMOKE disperses", cites=("A24.5",))
def disperse(play: Play) -> None:
    """As its PFPh begins a side's SMOKE weakens; what was dispersed is gone."""
    for marker in _of_ordnance(play):
        if marker.side == play.state.side:
            _weaken(play, marker, fact("disperses"))


def _of_ordnance(view: GameView) -> list[Marker]:
    return [
        marker
        for marker in view.state.markers.values()
        if marker.kind in ("smoke", "WP") and not marker.grenade
    ]


def _weaken(play: Play, marker: Marker, why: Fact) -> None:
    if marker.dispersed:
        play.emit(MarkerRemoved(marker.id, why))
        return
    drm = (WP_DRM if marker.kind == "WP" else SMOKE_DRM)[True]
    weaker = replace(marker, dispersed=True, hindrance=drm)
    play.emit(MarkerChanged(weaker, why))


@rule("A24.6", "SMOKE in wind", exc=("grenades are gone in gusts, too",))
def wind_blows(play: Play) -> None:
    """In gusts or heavy wind all SMOKE weakens at once; none is placed in the latter.

    EXC: SMOKE grenades are gone.
    """
    weather = play.state.weather
    if weather.wind != "heavy" and not weather.gusts:
        return
    why = fact("the_wind_blows_it_away")
    for marker in list(play.state.markers.values()):
        if marker.kind in ("smoke", "WP") and marker.grenade:
            play.emit(MarkerRemoved(marker.id, why))
    for marker in _of_ordnance(play):
        _weaken(play, marker, why)


@rule("A24.61", "SMOKE drifts", exc=("SMOKE that is dispersed", "SMOKE grenades"))
def drift(
    play: Play, side: Side, where: LocationName, *, wp: bool, dispersed: bool
) -> None:
    """In a mild breeze full-strength SMOKE puts dispersed SMOKE downwind of it.

    Reading: D-142 into the next hex, at ground level, as it is placed; not confirmed by
    our facts, and replaceable.
    EXC: SMOKE that is dispersed as it is placed. EXC: grenades.
    """
    weather = play.state.weather
    if weather.wind != "mild" or dispersed:
        return
    downwind = _next(play, where, weather.direction)
    if downwind is not None:
        drm = (WP_DRM if wp else SMOKE_DRM)[True]
        put(play, side, downwind, drm, wp=wp, dispersed=True)


def _next(view: GameView, where: LocationName, side: int) -> LocationName | None:
    world = view.world
    hex_ = int(world.joins.other[world.locate(where).hex, side])
    return LocationName(world.map.name(hex_)) if hex_ >= 0 else None
