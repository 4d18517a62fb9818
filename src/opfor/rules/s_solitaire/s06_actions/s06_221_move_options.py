"""S6.221: by Assault Movement or not; and how the ENEMY leaves and takes shelter."""

from msgspec.structs import replace

from opfor.core.rule import rule
from opfor.geo.edges import Heading
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a06_los import hindrance
from opfor.rules.a_infantry.a07_fire.a07_52_drm import tem
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.orders import Shelter, SmokeGrenade
from opfor.rules.choices.vehicle_orders import Man
from opfor.rules.s_solitaire.s01_terms.s01_terms import IP, friends
from opfor.rules.s_solitaire.s06_actions.s06_30_automatic_moves import in_sight
from opfor.rules.s_solitaire.s09_movement.danger import target_places, threats
from opfor.rules.s_solitaire.s09_movement.movers import (
    NOWHERE,
    Mover,
    move_of,
    units_of,
)
from opfor.rules.s_solitaire.s09_movement.next_step import after
from opfor.rules.s_solitaire.s09_movement.s09_2_command import stops
from opfor.rules.s_solitaire.s09_movement.s09_4_leaving_the_map import leads_off
from opfor.rules.s_solitaire.s09_movement.s09_23_random_direction import (
    blocked,
    headings,
)
from opfor.rules.s_solitaire.s09_movement.s09_27_changing_levels import leads
from opfor.state.in_progress import MovePlan
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName


@rule(
    "S6.221",
    "One Accessible Location is Assault Movement",
    exc=("a Minimum Move",),
    cites=("A4.61", "S6.222"),
)
def assumes_assault(
    view: GameView, mover: Mover, course: MovePlan, to: LocationName
) -> bool:
    """Whether the move that begins with a Location is Assault Movement.

    It is if it will end there, whatever the Command says, and MF are left over. Where
    the next step hangs on dice it is one only if no direction could be paid for, by
    Double Time if the Command has it (S6.222).

    So it is if a Guard or Infantry with a FT comes in sight there (S6.303, S6.306).

    EXC: a Minimum Move, which the ENEMY does not make.
    """
    if to == OFFBOARD or not mover.location:
        return False
    move = after(view, mover, to, assault=True)
    if move is None:
        return False
    if course.how == "one hex" or stops(view, mover, course, to):
        return True
    if comes_in_sight(view, mover, to):
        return True
    longer = after(view, mover, to, double=True) if course.double else None
    left = max(made.allotment - made.spent for made in (move, longer) if made)
    return not any(_payable(view, to, n, left) for n in _then(view, mover, course, to))


def _then(
    view: GameView, mover: Mover, course: MovePlan, to: LocationName
) -> list[LocationName]:
    """Where a course could lead from a Location."""
    if course.how == "route":
        onward = course.way[1:2] or ((OFFBOARD,) if course.leaves else ())
        return list(onward) if course.way[:1] == (to,) else []
    there = replace(mover, location=to)
    ways = headings(view, mover) if course.how == "REH" else [heading_of(course)]
    ends = [(leads(view, there, heading), heading) for heading in ways]
    return [
        end
        for end, heading in ends
        if end not in (NOWHERE, course.back or NOWHERE)
        and not blocked(view, there, end)
        and (end != OFFBOARD or leads_off(view, there, heading))
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


WARY = ("S6.303", "S6.306")
"""The Automatic Actions of Infantry that enters what is seen by Assault Movement."""


def comes_in_sight(view: GameView, mover: Mover, to: LocationName) -> bool:
    """Whether a Guard, or Infantry with a FT, would enter what FRIENDLY fire reaches.

    It does so by Assault Movement only, and so never after another Location.
    """
    wary = any(unit.automatic in WARY for unit in units_of(view, mover))
    return wary and to not in (OFFBOARD, NOWHERE) and in_sight(view, to)


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
    assault = fresh and course.how == "one hex"
    out = Shelter(
        tuple(unit.id for unit in inside),
        assault=assault,
        # A4.5: declared as the move begins, which it does with the way out
        double_time=fresh and course.double and not assault,
    )
    return order_if_allowed(play, out)


def order_if_allowed(play: Play, command: Shelter | SmokeGrenade | Man) -> bool:
    """Give an order if it is legal; whether it was."""
    if not allowed(play, "ENEMY", command):
        return False
    order(play, "ENEMY", command)
    return True


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
    return any(order_if_allowed(play, Shelter(mover.ids, id_)) for id_ in ips)


def settled(view: GameView, mover: Mover) -> bool:
    """Whether it has come into an IP on its way: there its move is at its end."""
    inside = any(unit.inside for unit in units_of(view, mover))
    return inside and steps_taken(view, mover) > 0
