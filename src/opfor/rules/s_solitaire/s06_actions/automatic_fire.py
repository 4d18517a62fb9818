"""S6.306 and S6.311 to S6.3143: Automatic Actions that are fire, and their Targets.

Each function says whether it applies to a unit; `automatic_target` gives the Target
by the priority list of the rule, so that no Fire Command of {A3} is needed.
"""

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import Line, PriorityList, least, most, random_dr, where
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_units import (
    adjacent,
    armed,
    infantry,
    piece,
    smc,
    us_number,
)
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a07_fire.drm import cover_of
from opfor.rules.a_infantry.a26_victory.control import vpo_locations
from opfor.rules.b_terrain.b30_pillboxes import protection
from opfor.rules.s_solitaire.s01_terms import (
    IP,
    could_fire,
    friend_places,
    friends,
    has_target,
    known_at,
    targets,
)
from opfor.rules.s_solitaire.s06_actions.actions import (
    Automatic,
    armed_vehicle,
    attitude,
    heavy,
)
from opfor.state.counters import Gun, SupportWeapon, Vehicle
from opfor.state.play import FrozenView, GameView, Play
from opfor.state.units import LocationName, Unit, Weapon

Places = PriorityList[LocationName]

VEHICULAR_FT = re.compile(r"\bFT|\b[BC]F\d")
"""A FT as main armament, in the bow, or coaxial, as vehicles print it."""

FT_RANGE = 1
"""Normal range of a FT in hexes; its long range is twice as much."""


def _among(play: Play, units: Sequence[Unit], *lines: Line[LocationName]) -> Places:
    """A list of lines; what they leave goes to the closest, then to a Random dr."""
    closest: Line[LocationName] = least("closest", lambda at: _range(play, units, at))
    return PriorityList((*lines, closest), tie=random_dr(play))


def _range(view: GameView, units: Sequence[Unit], at: LocationName) -> int:
    return min(view.world.range(unit.location, at) for unit in units)


def _targets_at(view: GameView, at: LocationName) -> list[Unit]:
    return [unit for unit in friends(view) if unit.location == at]


def _known_us(view: GameView, at: LocationName) -> int:
    return us_number(view, known_at(view, at))


def _ids(units: Sequence[Unit]) -> list[str]:
    return [unit.id for unit in units]


# -- S6.306 ------------------------------------------------------------------------


@rule("S6.306", "FT units close in, then fire", cites=("A22.1",))
def ft_unit(view: GameView, unit: Unit) -> Automatic | None:
    """A Good Order unit with a FT fires it if it has a Target, else it moves.

    Infantry moves by Assault Movement into the best cover where it enters a Location
    in sight of a FRIENDLY unit; otherwise by the table of its own Attitude (D-028).
    """
    if not unit.good_order or not has_ft(view, unit):
        return None
    return Automatic("S6.306", "Fire" if ft_targets(view, unit) else "Move")


def has_ft(view: GameView, unit: Unit) -> bool:
    """Whether a unit has a functioning FT, a SW or that of a vehicle."""
    kind = piece(view, unit)
    if isinstance(kind, Vehicle) and VEHICULAR_FT.search(f"{kind.ma} {kind.special}"):
        return True
    return any(
        not weapon.malfunctioned
        and isinstance(sw := view.world.counter(weapon.counter), SupportWeapon)
        and sw.kind == "FT"
        for weapon in view.state.weapons_of(unit.id)
    )


def ft_targets(view: GameView, unit: Unit) -> list[LocationName]:
    """The Locations with a FRIENDLY unit within the long range of a unit's FT."""
    places = friend_places(view)
    return [
        at
        for at in places
        if view.world.range(unit.location, at) <= 2 * FT_RANGE
        and sees(view, unit.location, at)
    ]


@rule("S6.306/target", "Target of a FT", cites=("S6.306",))
def ft_target(
    play: Play, units: Sequence[Unit], places: Sequence[LocationName]
) -> LocationName:
    """The Target of units with a FT, by the list of the rule."""
    vpo = vpo_locations(play)
    lines = _among(
        play,
        units,
        where("in normal range", lambda at: _range(play, units, at) <= FT_RANGE),
        where("in a VPO Location", lambda at: at in vpo),
        most("most Known Infantry Targets", lambda at: _known_us(play, at)),
        where("vehicular Target", lambda at: any(map(_vehicle, _targets_at(play, at)))),
    )
    purpose = fact("ft_target_of", units=_ids(units))
    return decide(play, lines, places, purpose=purpose)


def _vehicle(unit: Unit) -> bool:
    return unit.vehicle is not None


# -- S6.311 ------------------------------------------------------------------------


@rule("S6.311", "Self Preservation", exc=("Target in Melee",), cites=("A7.34",))
def self_preservation(view: GameView, unit: Unit) -> Automatic | None:
    """A Good Order armed unit fires at a Target ADJACENT to it or in its Location.

    EXC: not because of an ADJACENT Target in Melee; then its Action is rolled for.
    """
    if unit.good_order and armed(unit) and close_targets(view, unit):
        return Automatic("S6.311", "Fire")
    return None


def close_targets(view: GameView, unit: Unit) -> list[LocationName]:
    """The ADJACENT Locations, and its own, where a unit has a Target out of Melee."""
    near = dict.fromkeys(
        friend.location
        for friend in friends(view)
        if view.world.range(unit.location, friend.location) <= 1
    )
    return [
        at
        for at in near
        if adjacent(view, unit.location, at)
        and not (at != unit.location and _melee(view, at))
        and has_target_at(view, unit, at)
    ]


def _melee(view: GameView, at: LocationName) -> bool:
    return any(unit.melee for unit in view.state.units_at(at))


def has_target_at(view: GameView, unit: Unit, at: LocationName) -> bool:
    """Whether a unit or one of its Weapons could attack a Location now."""
    weapons = view.state.weapons_of(unit.id)
    means = [unit.id, *(weapon.id for weapon in weapons)]
    return any(could_fire(view, (id_,), at) for id_ in means)


@rule("S6.311/target", "Target of Self Preservation", cites=("S6.311",))
def preservation_target(
    play: Play, units: Sequence[Unit], places: Sequence[LocationName]
) -> LocationName:
    """Which close Target some units fire at, by the six lines of the list."""
    vpo, mine = vpo_locations(play), _acquired(play, units)
    froms = [unit.location for unit in units]

    def us(at: LocationName) -> int:
        return us_number(play, _targets_at(play, at))

    lines = _among(
        play,
        units,
        where("Good Order Target", lambda at: _good_order_at(play, at)),
        where("Acquired Target of the firer", lambda at: at in mine),
        most("most Known Targets (US#)", lambda at: _known_us(play, at)),
        least("lowest TEM", lambda at: cover_at(play, froms, at)),
        most("most Targets in it (US#)", us),
        where("Target in a VPO Location", lambda at: at in vpo),
        most("most Known Target SMC", lambda at: _known_smc(play, at)),
        most("most FRIENDLY possessed Weapons", lambda at: _weapons_at(play, at)),
    )
    purpose = fact("close_target_of", units=_ids(units))
    return decide(play, lines, places, purpose=purpose)


def _good_order_at(view: GameView, at: LocationName) -> bool:
    return any(unit.good_order for unit in _targets_at(view, at))


def _known_smc(view: GameView, at: LocationName) -> int:
    return sum(smc(view, unit) is not None for unit in known_at(view, at))


def _weapons_at(view: GameView, at: LocationName) -> int:
    units = view.state.units_at(at, "FRIENDLY")
    return sum(len(view.state.weapons_of(unit.id)) for unit in units)


def cover_at(view: GameView, froms: Sequence[LocationName], at: LocationName) -> int:
    """The least TEM that any FRIENDLY unit of a Location has against some firers."""
    own = cover_of(view, froms, at).value
    found = []
    for unit in _targets_at(view, at):
        mods = [protection(view, unit, firer) for firer in froms]
        best = min((mod.value for mod in mods if mod), default=own)
        found.append(max(own, best))
    return min(found, default=own)


# -- S6.312 ------------------------------------------------------------------------


@rule("S6.312", "In an Improved Position: fire or stay", cites=("S6.3121",))
def improved_position(view: GameView, unit: Unit) -> Automatic | None:
    """Infantry in an IP fires if it has a Target; without one, in Hold, it stays.

    In Advance Attitude it then has the Action of its DR.
    """
    fort = view.state.fortifications.get(unit.inside)
    if fort is None or fort.kind not in IP or not infantry(unit):
        return None
    if not unit.good_order:
        return None
    if has_target(view, [unit]):
        return Automatic("S6.312", "Fire")
    hold = attitude(view, unit) == "Hold"
    return Automatic("S6.312", "nothing") if hold else None


# -- S6.313 ------------------------------------------------------------------------


@rule("S6.313", "Heavy Weapons", cites=("S6.3131", "A9.8"))
def heavy_weapons(view: GameView, unit: Unit) -> Automatic | None:
    """A unit that could assemble or fire a HW for a Target does so.

    Otherwise it has the Action of its DR. At which Target, its Fire Command says.
    Reading (D-030): it goes before a Move in the PFPh, and applies in the DFPh and
    AFPh.
    """
    if not unit.good_order or unit.vehicle:
        return None
    uses = to_assemble(view, unit) or hw_with_target(view, unit)
    return Automatic("S6.313", "Fire") if uses else None


def heavies(view: GameView, unit: Unit) -> list[Weapon]:
    """The functioning HW that a unit possesses."""
    found = view.state.weapons_of(unit.id)
    return [sw for sw in found if heavy(view, sw) and not sw.malfunctioned]


def to_assemble(view: GameView, unit: Unit) -> Weapon | None:
    """The dm HW of a unit that would have a Target once assembled."""
    for weapon in heavies(view, unit):
        if weapon.dm:
            ready = replace(weapon, dm=False)
            state = view.state
            state = replace(state, weapons=state.weapons | {weapon.id: ready})
            if _target_of(FrozenView(state, view.world), weapon.id):
                return weapon
    return None


def hw_with_target(view: GameView, unit: Unit) -> Weapon | None:
    """An assembled HW of a unit that has a Target."""
    ready = (weapon for weapon in heavies(view, unit) if not weapon.dm)
    return next((weapon for weapon in ready if _target_of(view, weapon.id)), None)


def _target_of(view: GameView, weapon: str) -> bool:
    places = friend_places(view)
    return any(could_fire(view, (weapon,), at) for at in places)


# -- S6.314 ------------------------------------------------------------------------


@rule(
    "S6.314",
    "Acquired Targets",
    exc=("vehicles and vehicular Targets (6.3141, 6.3142)",),
    cites=("C6.5", "S8.2"),
)
def acquired_target(view: GameView, unit: Unit) -> Automatic | None:
    """A unit with a Weapon that has an Acquired Target fires at it.

    EXC: an armed vehicle has the Action of its DR (S6.3141); of vehicular Targets see
    S6.3142.
    """
    if unit.panic or unit.vehicle or not unit.good_order:
        return None
    return Automatic("S6.314", "Fire") if _acquired(view, [unit]) else None


def _acquired(view: GameView, units: Sequence[Unit]) -> list[LocationName]:
    """The Acquired Targets of some units that are there to be fired at."""
    found = []
    for unit in units:
        for weapon in view.state.weapons_of(unit.id):
            at = weapon.acquired.at if weapon.acquired else None
            if at and not weapon.malfunctioned and _worth(view, unit, at):
                found.append(at)
    return found


def _worth(view: GameView, unit: Unit, at: LocationName) -> bool:
    return bool(_targets_at(view, at)) and sees(view, unit.location, at)


@rule(
    "S6.3141",
    "Acquired Targets of vehicles",
    exc=("armed vehicular Targets (6.3142)",),
)
def vehicle_targets(
    view: GameView, unit: Unit, places: Sequence[LocationName]
) -> list[LocationName]:
    """The Locations among which a vehicle with an Acquired Target has its Target.

    Its own Location first, then the Acquired Target. None if it has acquired none.
    EXC: an armed vehicular Target goes before that (S6.3142).
    Reading: D-412 it goes before an ADJACENT Target of S6.311.
    """
    kept = [at for at in _acquired(view, [unit]) if at in places]
    own = [at for at in places if at == unit.location]
    # S6.3141: the same Location, an armed vehicle (S6.3142), the Acquired Target.
    return (own or armed_vehicles(view, places) or kept) if kept else []


def armed_vehicles(
    view: GameView, places: Sequence[LocationName]
) -> list[LocationName]:
    """The Locations with a Good Order armed FRIENDLY vehicle that is Known."""
    return [
        at
        for at in places
        if any(
            unit.good_order and armed_vehicle(view, unit) for unit in known_at(view, at)
        )
    ]


@rule("S6.3142", "Targets of Ordnance: armed vehicles before Infantry", cites=("S8.3",))
def ordnance_target(
    play: Play, unit: Unit, places: Sequence[LocationName]
) -> LocationName | None:
    """The Target of an Ordnance Weapon among some; None where {A3d} is rolled on.

    A Good Order armed vehicle goes before an Acquired Target that is none. Without
    one: Infantry with a Gun of the highest TK#, with a LATW in range, an Acquired
    Target, a Target in a VPO Location.
    Reading: D-162 calibre and barrel stand for the TK#.
    """
    vpo, mine = vpo_locations(play), _acquired(play, [unit])
    # S6.3142: armed vehicles first, of these the acquired one.
    wanted = armed_vehicles(play, places)
    if mine and (both := [at for at in mine if at in wanted]):
        wanted = both
    # S6.3142, line 5: without anything on the list {A3d} decides.
    if not wanted and not any(_of_note(play, at, [*vpo, *mine]) for at in places):
        return None
    lines = _among(
        play,
        [unit],
        most("Infantry with the Gun of the highest TK#", lambda at: _gun_at(play, at)),
        where("Infantry with a LATW in range", lambda at: _latw_at(play, at, unit)),
        where("Acquired Target", lambda at: at in mine),
        where("Target in a VPO Location", lambda at: at in vpo),
    )
    purpose = fact("unit_fires_at", unit=unit.id)
    return decide(play, lines, wanted or places, purpose=purpose)


def _of_note(view: GameView, at: LocationName, named: Sequence[LocationName]) -> bool:
    return at in named or bool(_gun_at(view, at) or _latws(view, at))


def _gun_at(view: GameView, at: LocationName) -> tuple[int, int] | None:
    """The best functioning Gun in a Location, by calibre and barrel."""
    barrels = ("*", "", "L", "LL")
    found = [
        (kind.calibre, barrels.index(kind.barrel))
        for unit in _targets_at(view, at)
        for weapon in view.state.weapons_of(unit.id)
        if not weapon.malfunctioned
        and isinstance(kind := view.world.counter(weapon.counter), Gun)
    ]
    return max(found, default=None)


def _latws(view: GameView, at: LocationName) -> list[SupportWeapon]:
    return [
        kind
        for unit in _targets_at(view, at)
        for weapon in view.state.weapons_of(unit.id)
        if not weapon.malfunctioned
        and isinstance(kind := view.world.counter(weapon.counter), SupportWeapon)
        and kind.kind in ("LATW", "ATR", "RCL")
    ]


def _latw_at(view: GameView, at: LocationName, unit: Unit) -> bool:
    hexes = view.world.range(at, unit.location)
    return any(kind.range >= hexes for kind in _latws(view, at))


@rule(
    "S6.3143",
    "Tracking an Acquired Target",
    exc=("of two that leave, the larger",),
    cites=("C6.51",),
)
def tracked(
    play: Play, weapon: Weapon, there: Sequence[Unit], mover: Unit
) -> Unit | None:
    """Which unit of a Location a Weapon tracks when the first of them moves out.

    Its possessor is in Good Order; the one that has moved is in his LOS.
    EXC: of several Acquired Targets the one with the largest US#; of equal ones by a
    Random dr as the first of them leaves.

    Args:
        play: the game.
        weapon: the Weapon that has acquired them.
        there: the units in the acquired Location before, the mover among them.
        mover: the one that has left, where it is now.
    """
    owner = play.state.units.get(weapon.owner)
    if weapon.acquired is None or owner is None or not owner.good_order:
        return None
    if not sees(play, owner.location, mover.location):
        return None
    lines = PriorityList[Unit](
        (most("largest US#", lambda unit: us_number(play, [unit])),),
        tie=random_dr(play),
    )
    purpose = fact("weapon_tracks", weapon=weapon.id)
    chosen = decide(play, lines, there, purpose=purpose, name=lambda u: u.id)
    return chosen if chosen.id == mover.id else None


# -- the Target --------------------------------------------------------------------


def automatic_target(play: Play, units: Sequence[Unit]) -> LocationName | None:
    """The Target of some units by the lowest-numbered rule that gives one (D-029).

    None where the Fire Command does. Units of one Location, in any fire phase.
    """
    # S6.306: a FT in range goes before all.
    burners = [unit for unit in units if has_ft(play, unit)]
    if found := _of_any(play, burners, ft_targets):
        return ft_target(play, burners, found)
    # S6.3141: what a vehicle has acquired, unless S6.3142 names another.
    for tank in (unit for unit in units if unit.vehicle):
        if kept := vehicle_targets(play, tank, targets(play, [tank])):
            one = kept[0] if len(kept) == 1 else None
            return one or ordnance_target(play, tank, kept)
    # S6.311: ADJACENT, or in its own Location.
    if found := _of_any(play, units, close_targets):
        return preservation_target(play, units, found)
    # S6.314, S6.3142: Guns, and Weapons with an Acquired Target.
    if gunners := [u for u in units if mans_gun(play, u) or _acquired(play, [u])]:
        return ordnance_target(play, gunners[0], targets(play, gunners))
    return None


def mans_gun(view: GameView, unit: Unit) -> bool:
    """Whether a unit mans a functioning Gun."""
    weapons = [sw for sw in view.state.weapons_of(unit.id) if not sw.malfunctioned]
    return any(isinstance(view.world.counter(w.counter), Gun) for w in weapons)


def _of_any(
    play: Play,
    units: Sequence[Unit],
    find: Callable[[GameView, Unit], list[LocationName]],
) -> list[LocationName]:
    found = [at for unit in units for at in find(play, unit)]
    return list(dict.fromkeys(found))
