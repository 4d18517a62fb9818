"""A6, A24.2: LOS between two Locations as things stand now, SMOKE included."""

from collections.abc import Sequence

from opfor.core.errors import Illegal
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.geo.los.sight import Veil
from opfor.rules.a_infantry.a24_smoke.a24_2_smoke_hindrance import smoke
from opfor.rules.b_terrain.b09_walls.b09_5_bocage import at_walls, behind_bocage
from opfor.rules.c_ordnance.c01_artillery.c01_57_dust import dust, dusty
from opfor.rules.d_vehicles.d09_cover.d09_4_hindrance import hulks_at, in_the_way
from opfor.rules.e_miscellaneous.e01_night import seen_at_night
from opfor.state.judgement import BY_WORD
from opfor.state.play import GameView
from opfor.state.units import LocationName

BLOCKED = -1


MOST_IN_ALL = 5
"""The most Hindrance that a LOS is not blocked by (A6.7)."""


@rule("A6.7", "LOS Hindrance", cites=("A24.2", "E1.1", "D9.4"))
def hindrance(view: GameView, a: LocationName, b: LocationName) -> int:
    """The LOS Hindrance DRM between two Locations, -1 if LOS is blocked.

    By night nothing is seen beyond the NVR; bocage hides those behind it (B9.5). AFV
    and wrecks hinder that both ends see.
    """
    if view.world.hindrance(a, b) == BLOCKED:
        return BLOCKED
    kept = view.world.once(view.state, "hindrances", lambda: _hindrances(view))
    found = kept.get((a, b))
    if found is None:
        found = kept[a, b] = _past_hulks(view, a, b)
    return found


Sights = dict[tuple[LocationName, LocationName], int]
"""The Hindrance between Locations, as long as what it follows from stays."""


def _hindrances(view: GameView) -> Sights:
    return view.world.lasting("hindrances", (_dimming(view), passing(view)), dict)


def _sights(view: GameView) -> Sights:
    """The same without AFV and wrecks."""
    return view.world.lasting("sights", follows_from(view), dict)


def follows_from(view: GameView) -> object:
    """What LOS follows from beside the map, as far as `sees` is asked."""
    return _dimming(view), [*dusty(view)]


def _dimming(view: GameView) -> object:
    """What LOS follows from beside the map, FFE, AFV and wrecks."""
    state, world = view.state, view.world
    return smoke(view), state.weather.night, at_walls(state) if world.bocage else ()


def passing(view: GameView) -> object:
    """What hinders LOS beside SMOKE as long as it lies or stands where it does."""
    return hulks_at(view), [*dusty(view)]


def _past_hulks(view: GameView, a: LocationName, b: LocationName) -> int:
    found = _now(view, a, b)
    hulks = () if found == BLOCKED else _hulks(view, a, b)
    if not hulks:
        return found
    world, veils = view.world, smoke(view)
    before = world.veiled(a, b, veils) if veils else world.hindrance(a, b)
    after = world.veiled(a, b, (*veils, *hulks))
    found += after - before
    return found if after > BLOCKED and found <= MOST_IN_ALL else BLOCKED


def _hulks(view: GameView, a: LocationName, b: LocationName) -> list[Veil]:
    """The AFV and wrecks in the way of a LOS that firer and target see (D9.4)."""
    found = []
    for veil in in_the_way(view, a, b):
        at = LocationName(view.world.map.name(veil.hex))
        if sees(view, a, at) and sees(view, b, at):
            found.append(veil)
    return found


def _now(view: GameView, a: LocationName, b: LocationName) -> int:
    """The Hindrance without AFV and wrecks."""
    found = view.world.hindrance(a, b)
    return found if found == BLOCKED else _through(view, a, b, found)


def _through(view: GameView, a: LocationName, b: LocationName, clear: int) -> int:
    """The same of what is clear as far as the map goes."""
    state, world = view.state, view.world
    if not (state.markers or state.weather.night >= 0 or world.bocage):
        return clear
    kept = world.once(state, "sights", lambda: _sights(view))
    now = kept.get((a, b))
    if now is None:
        now = kept[a, b] = _dimmed(view, a, b, clear)
    return now


def _dimmed(view: GameView, a: LocationName, b: LocationName, clear: int) -> int:
    """The Hindrance of what is clear as far as the map goes."""
    if view.world.bocage and behind_bocage(view, a, b):
        return BLOCKED
    if not seen_at_night(view, a, b):
        return BLOCKED
    veils = smoke(view)
    found = view.world.veiled(a, b, veils) if veils else clear
    if found == BLOCKED:
        return BLOCKED
    found += dust(view, a, b, clear)
    return found if found <= MOST_IN_ALL else BLOCKED


def no_los(view: GameView, a: LocationName, b: LocationName) -> Illegal:
    """The refusal where one Location does not see another."""
    said = BY_WORD if view.world.by_word(a, b) else ""
    return Illegal("A6.1", f"there is no LOS from {a} to {b}{said}")


def los_drm(
    view: GameView, drm: int, froms: Sequence[LocationName], target: LocationName
) -> list[Mod]:
    """A Hindrance as DRM; it says where the player's word makes it."""
    said = any(view.world.by_word(at, target) for at in froms)
    return [Mod(f"LOS hindrance{BY_WORD * said}", drm, "A6.7")] if drm > 0 else []


def clear_by_word(
    view: GameView, drm: int, froms: Sequence[LocationName], target: LocationName
) -> list[Mod]:
    """Where LOS is clear because the player says so, that it is: no DRM but told."""
    said = not drm and any(view.world.by_word(at, target) for at in froms)
    return [Mod(f"clear LOS{BY_WORD}", 0, "A6.7")] if said else []


def sees(view: GameView, a: LocationName, b: LocationName) -> bool:
    """Whether there is LOS between two Locations."""
    # Asked more often than all else, and nothing is told of it: no need of its number.
    clear = view.world.hindrance(a, b)
    return clear != BLOCKED and _through(view, a, b, clear) != BLOCKED
