"""S6.221, S6.222, S6.315, S6.316: how the ENEMY moves, and what it does on the way."""

from msgspec.structs import replace

from opfor.core.rule import rule
from opfor.geo.edges import Heading
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_units import mmc
from opfor.rules.a_infantry.a06_los import hindrance
from opfor.rules.a_infantry.a07_fire.drm import tem
from opfor.rules.choices.discretion import ask_policy, places
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.orders import Recover, Shelter, SmokeGrenade
from opfor.rules.s_solitaire.s01_terms import IP, friends
from opfor.rules.s_solitaire.s09_movement.command import (
    stops,
)
from opfor.rules.s_solitaire.s09_movement.danger import target_places, threats
from opfor.rules.s_solitaire.s09_movement.movers import (
    Mover,
    after,
    at,
    move_of,
    units_of,
)
from opfor.rules.s_solitaire.s09_movement.random_direction import (
    NOWHERE,
    blocked,
    headings,
    leads,
)
from opfor.rules.s_solitaire.s09_movement.routes import within_reach
from opfor.state.in_progress import (
    MovePlan,
)
from opfor.state.play import GameView, Play
from opfor.state.units import (
    OFFBOARD,
    LocationName,
)


@rule("S6.222", "Double Time only if possible and useful", cites=("A4.5", "S9.2"))
def double_time(view: GameView, mover: Mover, course: MovePlan) -> bool:
    """Whether a mover uses the Double Time that its Command tells it to use.

    Not if it cannot, and not if normal MF take it all the way.
    """
    if not course.double or mover.suspect:
        return False
    if not may_double_time(view, mover):
        return False
    return not course.way or course.way[-1] not in within_reach(view, mover)


def may_double_time(view: GameView, mover: Mover) -> bool:
    """Whether all of its units may use Double Time (A4.5)."""
    return not any(unit.cx or unit.wounded for unit in units_of(view, mover))


@rule(
    "S6.221",
    "One Accessible Location is Assault Movement",
    exc=("a Minimum Move",),
    cites=("A4.61",),
)
def assumes_assault(
    view: GameView, mover: Mover, course: MovePlan, to: LocationName
) -> bool:
    """Whether the move that begins with a Location is Assault Movement.

    It is if it will end there, whatever the Command says, and MF are left over. Where
    the next step hangs on dice it is one only if no direction could be paid for.

    EXC: a Minimum Move, which the ENEMY does not make.
    """
    if to == OFFBOARD or not mover.location:
        return False
    move = after(view, mover, to, assault=True)
    if move is None:
        return False
    if course.how == "one hex" or stops(view, mover, course, to):
        return True
    left = move.allotment - move.spent
    return not any(_payable(view, to, n, left) for n in _then(view, mover, course, to))


def _then(
    view: GameView, mover: Mover, course: MovePlan, to: LocationName
) -> list[LocationName]:
    """Where a course could lead from a Location."""
    if course.how == "route":
        return list(course.way[1:2]) if course.way[:1] == (to,) else []
    there = replace(mover, location=to)
    ways = headings(view, mover) if course.how == "REH" else [heading_of(course)]
    ends = [leads(view, there, heading) for heading in ways]
    return [
        end
        for end in ends
        if end not in (NOWHERE, course.back or NOWHERE)
        and not blocked(view, there, end)
    ]


def _payable(view: GameView, here: LocationName, to: LocationName, left: int) -> bool:
    """Whether a step costs no more than what is left; off the map it is one MF."""
    if to == OFFBOARD:
        return left >= MF
    if any(unit.location == to for unit in friends(view)):
        return False
    entry = view.world.entry(here, to)
    return not entry.all and entry.quarters <= left


def heading_of(course: MovePlan) -> Heading:
    """The direction of a RAS."""
    heading: Heading = course.heading  # type: ignore[assignment] # a RAS has one
    return heading


def steps_taken(view: GameView, mover: Mover) -> int:
    """How many Locations a mover has entered in this MPh."""
    move = move_of(view, mover)
    return move.steps if move else 0


# -- on the way --------------------------------------------------------------------


def leaves_shelter(play: Play, mover: Mover, course: MovePlan) -> bool:
    """Get out of a fortification before the first step (B27.4)."""
    inside = [unit for unit in units_of(play, mover) if unit.inside]
    if not inside or steps_taken(play, mover):
        return False
    fresh = move_of(play, mover) is None
    out = Shelter(
        tuple(unit.id for unit in inside),
        assault=fresh and course.how == "one hex",
    )
    return _ordered(play, out)


def _ordered(play: Play, command: Shelter | Recover | SmokeGrenade) -> bool:
    """Give an order if it is legal; whether it was."""
    if not allowed(play, "ENEMY", command):
        return False
    order(play, "ENEMY", command)
    return True


@rule("S6.315", "Recovery and re-entry on the move", cites=("A4.44", "S6.310"))
def recovers(play: Play, mover: Mover) -> bool:
    """Try to Recover a Weapon that lies where Good Order Infantry moves, MF permitting.

    Nobody in a Human Wave does (S4.37).
    """
    lying = play.state.weapons_at(at(mover)) if mover.location else []
    if not lying or not move_of(play, mover):
        return False
    return any(
        _ordered(play, Recover(unit.id, weapon.id))
        for weapon in lying
        for unit in units_of(play, mover)
        if not unit.wave and mmc(play, unit)
    )


@rule("S6.316", "Smoke grenades before Open Ground", cites=("A24.1", "A4.6"))
def places_smoke(play: Play, mover: Mover, to: LocationName) -> bool:
    """Try to place SMOKE in an Open Ground Location before it is entered.

    If an armed FRIENDLY unit has it in LOS and range, and FFMO would apply (D-038).
    Where is left to discretion: in the Location itself, else in another such one.
    """
    if to == OFFBOARD or not exposed(play, to):
        return False
    # A24.1: a MMC with a SMOKE exponent that has not tried yet.
    able = [
        unit
        for unit in units_of(play, mover)
        if (kind := mmc(play, unit)) and kind.smoke and not unit.did("smoke")
    ]
    # S6.316: this Location, or at discretion another that FFMO threatens.
    near = [at for at, _ in play.world.ways(mover.location) if mover.location]
    open_ = [at for at in near if exposed(play, at)] if able else []
    for unit in able:
        orders = {at: SmokeGrenade(unit.id, at, units=mover.ids) for at in (to, *open_)}
        legal = [at for at in orders if allowed(play, "ENEMY", orders[at])]
        if to not in legal:
            continue
        chosen = ask_policy(
            play,
            policy="S6.316 smoke",
            purpose=f"where {unit.id} places SMOKE",
            options=places(to, legal),
        )
        return _ordered(play, orders[LocationName(chosen)])
    return False


def exposed(view: GameView, to: LocationName) -> bool:
    """Whether FFMO would apply to who enters a Location, by somebody in range."""
    world = view.world
    if not world.ground.open_ground(world.locate(to)):
        return False
    return any(
        threat.fp
        and world.range(threat.at, to) <= threat.far
        and hindrance(view, threat.at, to) == 0
        and tem(view, threat.at, to, "ENEMY").value <= 0
        for threat in threats(view)
    )


def settles_in(play: Play, mover: Mover) -> bool:
    """Enter an IP where the move ends, if there is room and a Target (S6.3121)."""
    if mover.suspect or not move_of(play, mover):
        return False
    forts = play.state.fortifications_at(mover.location)
    ips = [f.id for f in forts if f.kind in IP and not f.hidden]
    if not ips or not target_places(play, mover, mover.location):
        return False
    return any(_ordered(play, Shelter(mover.ids, id_)) for id_ in ips)


def settled(view: GameView, mover: Mover) -> bool:
    """Whether it has come into an IP on its way: there its move is at its end."""
    inside = any(unit.inside for unit in units_of(view, mover))
    return inside and steps_taken(view, mover) > 0
