"""A6, A24.2: LOS between two Locations as things stand now, SMOKE included."""

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.geo.los.sight import Veil
from opfor.rules.c_ordnance.c01_artillery.area import dust, dusty
from opfor.rules.d_vehicles.d09_hindrance import hulks_at, in_the_way
from opfor.rules.e_miscellaneous.e03_weather import seen_at_night
from opfor.state.play import GameView
from opfor.state.state import State
from opfor.state.units import LocationName, Marker, MarkerKind

BLOCKED = -1

SMOKE: tuple[MarkerKind, ...] = ("smoke", "WP", "blaze", "burning wreck")
"""Markers that hinder LOS; a Flame gives off no SMOKE (B25.15)."""

MOST_IN_ALL = 5
"""The most Hindrance that a LOS is not blocked by (A6.7)."""

MOST_IN_ONE = 3
"""The most that the SMOKE of one Location hinders LOS, however much there is."""

BURNS = {"blaze": 3, "burning wreck": 2}
"""Hindrance of the SMOKE of a Blaze, and of a wreck that burns (B25.2)."""

LEVELS = 2
"""Levels that SMOKE fills; WP, and that of a burning building, fill twice as many."""


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
    follows = _dimming(view), [*dusty(view)]
    return view.world.lasting("sights", follows, dict)


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
    state, world = view.state, view.world
    found = world.hindrance(a, b)
    changes = state.markers or state.weather.night >= 0 or world.bocage
    if found == BLOCKED or not changes:
        return found
    kept = world.once(state, "sights", lambda: _sights(view))
    now = kept.get((a, b))
    if now is None:
        now = kept[a, b] = _dimmed(view, a, b, found)
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


def sees(view: GameView, a: LocationName, b: LocationName) -> bool:
    """Whether there is LOS between two Locations."""
    # Asked more often than all else, and nothing is told of it: no need of its number.
    return _now(view, a, b) != BLOCKED


@rule(
    "B9.5",
    "Bocage as an obstacle",
    exc=("not in LOS from an adjacent hex", "not where somebody has Wall Advantage"),
    cites=("B9.32",),
)
def behind_bocage(view: GameView, a: LocationName, b: LocationName) -> bool:
    """Whether bocage of an end's own hex hides two Locations from each other.

    At ground level nobody sees in or out over it. EXC: between adjacent hexes. EXC: to
    and from a Location in which somebody has Wall Advantage.
    Reading: D-224.
    """
    if view.world.range(a, b) <= 1:
        return False
    return _hides(view, a, b) or _hides(view, b, a)


def _hides(view: GameView, near: LocationName, far: LocationName) -> bool:
    hex_, level = view.world.locate(near)
    sides = view.world.bocage.get(hex_)
    if not sides or level:
        return False
    if not sides.issuperset(view.world.entered_sides(far, near)):
        return False
    state = view.state
    return near not in view.world.once(state, "at walls", lambda: at_walls(state))


def at_walls(state: State) -> frozenset[LocationName]:
    """Where somebody has Wall Advantage, or a S? stands, which has it (D-045)."""
    holders = (unit.location for unit in state.units.values() if unit.wall)
    return frozenset([*holders, *(s.location for s in state.suspects.values())])


@rule("A24.2", "SMOKE as a LOS Hindrance", cites=("A6.7", "B25.2"))
def smoke(view: GameView) -> tuple[Veil, ...]:
    """What SMOKE is on the map: one veil for each hex that holds some.

    It hinders LOS into, out of, within and through its hex; several in one hex add
    up, to +3 at the most.
    Reading: D-073 in which levels, and when a higher unit sees over it.
    """
    return view.world.once(view.state, "smoke", lambda: _smoke(view))


def _smoke(view: GameView) -> tuple[Veil, ...]:
    drifting: dict[int, list[Marker]] = {}
    for marker in view.state.markers.values():
        if marker.kind in SMOKE and marker.location:
            hex_ = view.world.locate(marker.location).hex
            drifting.setdefault(hex_, []).append(marker)
    return tuple(_veil(view, hex_, found) for hex_, found in drifting.items())


def _veil(view: GameView, hex_: int, found: list[Marker]) -> Veil:
    drm = sum(_drm(marker) for marker in found)
    height = max(_height(view, marker) for marker in found)
    return Veil(hex_, min(MOST_IN_ONE, drm), height, in_end=True)


def _drm(marker: Marker) -> int:
    return BURNS.get(marker.kind, marker.hindrance)


def _height(view: GameView, marker: Marker) -> int:
    burning = marker.kind == "blaze" and view.world.in_building(marker.location)
    levels = 2 * LEVELS if marker.kind == "WP" or burning else LEVELS
    return levels + max(0, view.world.locate(marker.location).level)


@rule("A24.8", "Fire out of SMOKE", cites=("A24.2",))
def out_of_smoke(view: GameView, *firers: LocationName) -> list[Mod]:
    """The DRM of fire that leaves a Location with SMOKE, or stays within it.

    It comes on top of the Hindrance and is none itself. One of a FG's Locations is
    enough.
    """
    markers = view.state.markers.values()
    smoky = {marker.location for marker in markers if marker.kind in SMOKE}
    return [Mod("fire out of SMOKE", 1, "A24.8")] if smoky.intersection(firers) else []
