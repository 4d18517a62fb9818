"""S9.34: Covered Arcs and Targets of an ENEMY vehicle's armament."""

from collections.abc import Sequence
from functools import partial
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import Line, PriorityList, first, least, most, random_dr, where
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.rules.a_infantry.a01_personnel.a01_24_units import infantry, us_number
from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo_locations
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import (
    covers,
    shares,
    spine_name,
    vector,
)
from opfor.rules.d_vehicles.d02_movement.d02_3_bypass import bypassing
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import in_sight
from opfor.rules.s_solitaire.s01_terms.s01_terms import friend_places, known_at
from opfor.rules.s_solitaire.s01_terms.targets_from import closed_places
from opfor.rules.s_solitaire.s01_terms.tem_of_targets import least_tem
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import armed_vehicle
from opfor.rules.s_solitaire.s09_vehicles.armament import (
    VehicleArm,
    arms,
    could_destroy,
    has_ordnance,
)
from opfor.rules.s_solitaire.s09_vehicles.steps import MP, kind_of, terrain_of
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit, VehicleState

ROUGH = ("woods", "light woods", "wooden building", "stone building")
"""Terrain in which a VCA change counts twice (D2.11)."""


# -- who is seen -------------------------------------------------------------------


def seen_from(view: GameView, unit: Unit, *, known: bool = True) -> list[LocationName]:
    """The Locations with a FRIENDLY unit in LOS and range of a vehicle's armament.

    A closed AFV is one only for what can hurt it at that range (D-531, D-822). What is
    silent only because the crew is BU counts (D-933).

    Args:
        view: the game.
        unit: the vehicle, where it is or would be.
        known: Known ones only.
    """
    own, shut = arms(view, unit, opened=True), closed_places(view, known=known)
    open_ = max((arm.range for arm in own), default=0)
    closed = max((arm.pierces for arm in own), default=0)
    places = friend_places(view)
    return [
        at
        for at in places
        if view.world.range(unit.location, at) <= (closed if at in shut else open_)
        and (not known or known_at(view, at))
        and in_sight(view, unit, at)
    ]


def vehicles_at(view: GameView, at: LocationName) -> list[Unit]:
    """The FRIENDLY vehicles of a Location."""
    return [unit for unit in view.state.units_at(at, "FRIENDLY") if unit.vehicle]


# -- S9.34 -------------------------------------------------------------------------


class Arcs(Struct, frozen=True):
    """The CA of a vehicle: its VCA, and its TCA (the same without a turret)."""

    vca: int
    tca: int


@rule("S9.34", "CA and Targets of vehicle armament", cites=("C3.2", "D2.11", "S5.4"))
def bearing(
    play: Play, unit: Unit, quarters: int | None = None, *, starts: bool = False
) -> Arcs:
    """The CA that a vehicle takes as it stops or ends its MPh.

    All armament that can bears on a Known Target, or on a concealed one where none is
    Known: MA on a vehicle before all, MG by the list of `mg_target` on what is in
    their range (D-531). Without a Target it stays as it is.
    Reading (D-911): of the VCA that it has the MP to turn to; it does not Start for one
    by which its armament bears no better.

    Args:
        play: the game.
        unit: the vehicle.
        quarters: of a MP, what it can spend on its VCA; None: as many as it takes.
        starts: it is Stopped, and would have to Start to turn its VCA.
    """
    state = unit.vehicle or VehicleState()
    now = Arcs(state.vca, state.tca)
    # S9.34: Known Targets, or without one the concealed ones.
    known = seen_from(play, unit)
    places = known or seen_from(play, unit, known=False)
    if not places:
        return now
    # S9.34: MA or SA that functions on a vehicle, else where the MG bear.
    near = _in_mg_range(play, unit, places, known=bool(known))
    mg = mg_target(play, unit, near or places)
    own = arms(play, unit, opened=True)
    guns = any(arm.name == "MA" or not arm.mg for arm in own)
    main = (main_target(play, unit, places) if guns else None) or mg
    turret = kind_of(play, unit).turret != "NT"
    open_ = [
        spine
        for spine in range(SIDES)
        if quarters is None or turn_cost(play, unit, now.vca, spine) <= quarters
    ]
    wanted = (mg,) if turret else (main, mg)
    vca = now.vca
    if not starts or _bears_better(play, unit, wanted, open_):
        vca = _turned(play, "VCA", unit, wanted, places, open_ or [now.vca])
    tca = _turned(play, "TCA", unit, (main, mg), places) if turret else vca
    return Arcs(vca, tca)


def _bears_better(
    view: GameView, unit: Unit, wanted: Sequence[LocationName], spines: Sequence[int]
) -> bool:
    """Whether by another VCA what does not turn with the turret bears on more of them.

    On the first of the wanted Targets before the next.
    """
    if all(arm.turret or arm.all_round for arm in arms(view, unit, opened=True)):
        return False
    ways = [vector(view.world, unit.location, at) for at in wanted]

    def taken_in(spine: int) -> list[bool]:
        return [covers(spine, way) for way in ways]

    now = taken_in((unit.vehicle or VehicleState()).vca)
    return any(taken_in(spine) > now for spine in spines)


def main_target(
    play: Play, unit: Unit, places: Sequence[LocationName]
) -> LocationName | None:
    """The vehicular Target that MA bears on; None if there is none (S9.34).

    The nearest that could destroy the vehicle goes first.
    """
    found = [at for at in places if vehicles_at(play, at)]
    if not found:
        return None

    def deadly(at: LocationName) -> bool:
        return any(
            other.good_order and could_destroy(play, other, unit)
            for other in vehicles_at(play, at)
        )

    order: PriorityList[LocationName] = PriorityList(
        (
            where("able to destroy it", deadly),
            least("nearest", lambda at: play.world.range(unit.location, at)),
        ),
        random_dr(play, fact("what_the_ma_bears_on", unit=unit.id)),
    )
    purpose = fact("ma_bears_on", unit=unit.id)
    return decide(play, order, found, purpose=purpose)


def mg_target(play: Play, unit: Unit, places: Sequence[LocationName]) -> LocationName:
    """What the MG of a vehicle bear on, by the list of S9.34."""
    vpo, here = vpo_locations(play), unit.location

    def hexes(at: LocationName) -> int:
        return play.world.range(here, at)

    lines: tuple[Line[LocationName], ...] = (
        least(
            "closest with an A-T Weapon in range", lambda at: _at_range(play, at, unit)
        ),
        least(
            "closest with Infantry", lambda at: hexes(at) if _men(play, at) else None
        ),
        most("most Infantry and PRC (US#)", lambda at: _men(play, at)),
        where("unarmored vehicle", lambda at: _unarmored(play, at, armed=False)),
        where("armed unarmored vehicle", lambda at: _unarmored(play, at, armed=True)),
        where("in a VPO Location", lambda at: at in vpo),
        least("least TEM", lambda at: least_tem(play, (here,), at)),
    )
    tie = random_dr(play, fact("what_the_mg_bear_on", unit=unit.id))
    purpose = fact("mg_bear_on", unit=unit.id)
    return decide(play, PriorityList(lines, tie), places, purpose=purpose)


def _in_mg_range(
    view: GameView, unit: Unit, places: Sequence[LocationName], *, known: bool
) -> list[LocationName]:
    """Those of some Locations that a MG of a vehicle reaches, wherever its CA is."""
    return [
        at
        for at in places
        if any(arm.mg for arm in reaching_arms(view, unit, at, known=known))
    ]


def _men(view: GameView, at: LocationName) -> int:
    there = view.state.units_at(at, "FRIENDLY")
    return us_number(view, [u for u in there if infantry(u) and not u.guard])


def at_weapon(view: GameView, friend: Unit, where_: LocationName) -> bool:
    """Whether a unit has a functioning A-T Weapon in range of a Location."""
    return has_ordnance(view, friend, view.world.range(friend.location, where_))


def _at_range(view: GameView, at: LocationName, unit: Unit) -> int | None:
    there = [u for u in view.state.units_at(at, "FRIENDLY") if infantry(u)]
    if any(at_weapon(view, friend, unit.location) for friend in there):
        return view.world.range(unit.location, at)
    return None


def _unarmored(view: GameView, at: LocationName, *, armed: bool) -> bool:
    return any(
        kind_of(view, other).unarmored and (not armed or armed_vehicle(view, other))
        for other in vehicles_at(view, at)
    )


def _turned(
    play: Play,
    what: Literal["VCA", "TCA"],
    unit: Unit,
    wanted: Sequence[LocationName],
    places: Sequence[LocationName],
    spines: Sequence[int] = range(SIDES),
) -> int:
    """The spine that takes in the wanted Targets, most others, with least turning.

    Of some spines, or of all.
    """
    world, state = play.world, unit.vehicle or VehicleState()
    now = state.vca if what == "VCA" else state.tca

    def way(at: LocationName) -> tuple[int, int]:
        return vector(world, unit.location, at)

    def off(spine: int, at: LocationName) -> int:
        left, right = shares(spine, way(at))
        return abs(left - right)

    def takes_in(at: LocationName) -> Line[int]:
        return where(f"takes in {at}", lambda spine: covers(spine, way(at)))

    lines = [takes_in(at) for at in dict.fromkeys(wanted)]
    lines += [
        most("most Targets", lambda s: sum(covers(s, way(at)) for at in places)),
        least("fewest hexspines turned", lambda s: turn(now, s)),
        least("nearest its middle", lambda s: off(s, wanted[0])),
    ]
    order = PriorityList(tuple(lines), first)
    purpose = fact("arc_of", arc=what, unit=unit.id, where=unit.location)
    name = partial(spine_name, world, unit.location)
    return decide(play, order, spines, purpose=purpose, name=name)


def turn(now: int, spine: int) -> int:
    """Hexspines between two CA, the shorter way round."""
    off = (spine - now) % SIDES
    return min(off, SIDES - off)


def facing(vca: int, side: int) -> int:
    """The VCA, with least turning, from which a hexside is crossed (D2.1)."""
    ahead = (side, (side + 1) % SIDES)
    return min(ahead, key=lambda spine: (turn(vca, spine), ahead.index(spine)))


def turn_cost(view: GameView, unit: Unit, now: int, spine: int) -> int:
    """Quarters of MP of a change of VCA: a MP a hexspine, two in woods or buildings."""
    inside = terrain_of(view, unit.location) in ROUGH and not bypassing(unit)
    each = 2 * MP if inside else MP
    return turn(now, spine) * each


# -- bounding fire -----------------------------------------------------------------


def bearing_arms(
    view: GameView,
    unit: Unit,
    at: LocationName,
    *,
    known: bool = False,
    opened: bool = False,
) -> list[VehicleArm]:
    """The armament that bears on a Location and could hurt who is there.

    Args:
        view: the game.
        unit: the vehicle; its turret may turn.
        at: the Location.
        known: who is Known there.
        opened: as if its crew were CE (D-933).
    """
    found = reaching_arms(view, unit, at, known=known, opened=opened)
    if unit.location == at:
        return found
    state = unit.vehicle or VehicleState()
    if covers(state.vca, vector(view.world, unit.location, at)):
        return [arm for arm in found if arm.ahead]
    return [arm for arm in found if arm.turret or arm.all_round]


def reaching_arms(
    view: GameView,
    unit: Unit,
    at: LocationName,
    *,
    known: bool = False,
    opened: bool = False,
) -> list[VehicleArm]:
    """The armament with a Location in range that could hurt who is there.

    Args:
        view: the game.
        unit: the vehicle, whatever its CA.
        at: the Location.
        known: who is Known there.
        opened: as if its crew were CE (D-933).
    """
    shut = at in closed_places(view, known=known)
    hexes = view.world.range(unit.location, at)
    return [
        arm
        for arm in arms(view, unit, opened=opened)
        if hexes <= (arm.pierces if shut else arm.range)
    ]


def moved_to(unit: Unit, at: LocationName, *, vca: int | None = None) -> Unit:
    """A vehicle as it would be in another Location, or with another VCA."""
    state = unit.vehicle or VehicleState()
    if at != unit.location:
        state = replace(state, bypass=(), corner=-1)
    turned = state if vca is None else replace(state, vca=vca, tca=vca)
    return replace(unit, location=at, vehicle=turned)
