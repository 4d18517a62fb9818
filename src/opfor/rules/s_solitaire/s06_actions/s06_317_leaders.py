"""S6.317 to S6.3173: ENEMY leaders and broken units."""

from collections.abc import Callable, Collection, Sequence

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, least, most, random_dr, where
from opfor.core.rule import rule
from opfor.geo.movement.paths import Price, reach
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader, us_number
from opfor.rules.a_infantry.a04_movement.a04_1_who_may_move import movable
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a10_morale.a10_5_rout import cover, foes, must_rout
from opfor.rules.a_infantry.a10_morale.a10_51_rout_paths import (
    allotment,
    goals,
    price,
    reached,
)
from opfor.rules.a_infantry.a10_morale.rout_reach import Trail
from opfor.rules.b_terrain.b23_9_fortified_buildings import inherent_tem
from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.rules.s_solitaire.s06_actions.s06_30_automatic_moves import (
    in_sight,
)
from opfor.state.counters import MMC, SMC
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Unit

CARE = 5
"""Hexes within which a leader goes to broken units (S6.317)."""

ALONG = ("", "S6.3175")
"""The Automatic Actions of leaders who move with others, not on a way of their own."""


@rule(
    "S6.317",
    "Leaders go to broken units",
    exc=("not if they will come to him, or another leader goes",),
    cites=("S6.3171", "S6.3172"),
)
def to_the_broken(view: GameView, unit: Unit) -> Automatic | None:
    """A Good Order leader moves toward broken units that cannot rally by themselves.

    Within five hexes, if there is none in his own Location; an ADJACENT Location he
    enters in the APh, and may direct fire before that (S6.3171).
    EXC: not if such a unit could rout into his Location, or another leader is there
    or on his way there.
    """
    # what is ADJACENT is asked first: whether they come to him takes far longer
    if beside(view, unit) or not calls(view, unit):
        return None
    return Automatic("S6.317", "Move")


def beside(view: GameView, unit: Unit) -> list[LocationName]:
    """The Locations ADJACENT to a leader with units that need him (S6.3171).

    He enters one of them in the APh.
    """
    return [at for at in wanted(view, unit) if adjacent(view, unit.location, at)]


def calls(view: GameView, unit: Unit) -> list[LocationName]:
    """The Locations with broken units that a leader goes to."""
    found = wanted(view, unit)
    if any(
        _comes(view, broken, unit) for at in found for broken in units_in_need(view, at)
    ):
        return []
    return found


def wanted(view: GameView, unit: Unit) -> list[LocationName]:
    """The Locations with broken units that need a leader, be it that they come to him.

    He does not move then (S6.317 EXC), nor does he go along with others.
    """
    if leader(view, unit) is None or not unit.good_order:
        return []
    if cares(view, unit):
        return []
    places = dict.fromkeys(
        other.location
        for other in view.state.units.values()
        if other.side == unit.side and other.broken and other.location
    )
    return [
        at
        for at in places
        if view.world.range(unit.location, at) <= CARE
        and units_in_need(view, at, besides=unit)
        and not _other_goes(view, unit, at)
    ]


def units_in_need(
    view: GameView,
    at: LocationName,
    *,
    besides: Unit | None = None,
    leaving: Collection[str] = (),
) -> list[Unit]:
    """The broken ENEMY units of a Location without Self-Rally capability.

    Neither with a boxed broken morale, nor with a leader who is not Disrupted.
    Reading (D-001): the leader who asks does not count; nor who leaves now (D-395).
    """
    there = view.state.units_at(at, "ENEMY")
    led = any(
        leader(view, other) and not other.disrupted and not other.guard
        for other in there
        if (besides is None or other.id != besides.id) and other.id not in leaving
    )
    if led:
        return []
    return [unit for unit in there if unit.broken and not _boxed(view, unit)]


def cares(view: GameView, unit: Unit, *, leaving: Collection[str] = ()) -> bool:
    """Whether a leader is where broken units need him, and so stays (S6.317).

    Another leader there frees him of them, but not one of those who are leaving, nor
    one who is yet to move along with others in this MPh.
    """
    gone = [*leaving, *_setting_out(view, unit)]
    return bool(units_in_need(view, unit.location, besides=unit, leaving=gone))


def _setting_out(view: GameView, unit: Unit) -> list[str]:
    """Those with a leader who have yet to move, by S6.3175 or with a stack."""
    state = view.state
    if state.phase not in ("PFPh", "MPh") or state.side != unit.side:
        return []
    under_way = state.move.units if state.move else ()
    return [
        other.id
        for other in state.units_at(unit.location, unit.side)
        if other.action == "Move" and other.automatic in ALONG
        if not (other.moved or other.id in under_way) and movable(view, other)
    ]


def needed_elsewhere(view: GameView, unit: Unit) -> bool:
    """Whether broken units keep a leader out of a Human Wave, or call him from it.

    Reading: D-395 those of his own Location keep him; D-396.
    """
    if leader(view, unit) is None or not unit.good_order:
        return False
    return cares(view, unit) or bool(calls(view, unit))


def _boxed(view: GameView, unit: Unit) -> bool:
    """Whether its broken Morale Level is boxed, as every SMC's is (D-001)."""
    found = view.world.counter(unit.counter)
    return isinstance(found, MMC | SMC) and found.self_rally


def _other_goes(view: GameView, unit: Unit, at: LocationName) -> bool:
    """Whether another leader is on his way to a Location, since whatever turn.

    He is from his Action DR on, also one ADJACENT to it who enters in the APh.
    Reading: D-591 of several with one goal it is the nearest who goes.
    """
    mine = _distance(view, unit, at)
    return any(
        other.goal == at
        and other.id != unit.id
        and other.good_order
        and leader(view, other)
        and view.world.range(other.location, at) <= CARE
        and not cares(view, other)
        and (unit.goal != at or _distance(view, other, at) < mine)
        for other in view.state.units.values()
        if other.side == unit.side and other.location
    )


def _distance(view: GameView, unit: Unit, at: LocationName) -> tuple[int, str]:
    """How near a leader is to a Location, with his id for those as near as he."""
    return view.world.range(unit.location, at), unit.id


def _comes(view: GameView, broken: Unit, unit: Unit) -> bool:
    """Whether a broken unit could rout into a leader's Location in the next RtPh."""
    if not cover(view, unit.location) or broken.melee or broken.disrupted:
        return False
    if not broken.dm and not must_rout(view, broken):
        return False
    among = foes(view, broken.side)
    ends = goals(view, broken, among)
    if unit.location in ends:
        return True
    # A10.51: from building or woods on into others next to it
    costs = price(view, broken, among, ())
    first = reached(view, broken, broken.location, allotment(broken), costs)
    return any(
        unit.location in _from_cover_to_cover(view, broken, at, first, costs)
        for at in ends
        if _within(view, broken, at, first, unit.location)
    )


def _within(
    view: GameView, broken: Unit, at: LocationName, first: Trail, to: LocationName
) -> bool:
    """Whether the MF that are left, one for each hex, could take a rout there."""
    left = allotment(broken) - first.spent[view.world.number(at)]
    return view.world.range(at, to) * MF <= left


def _from_cover_to_cover(
    view: GameView, broken: Unit, start: LocationName, first: Trail, costs: Price
) -> set[LocationName]:
    """The Locations that a rout that came so far could go on to from cover to cover."""
    names, number = view.world.names, view.world.number(start)
    left = allotment(broken) - first.spent[number]

    def sheltered(here: int, way: int, there: int, quarters: int) -> int | None:
        return costs(here, way, there, quarters) if cover(view, names[there]) else None

    known = first.seen(number)
    on = reached(view, broken, start, left, sheltered, seen=known)
    return {names[n] for n in on.places()}


@rule("S6.3172", "Which broken units a leader goes to", cites=("S6.317",))
def location_in_need(
    play: Play, unit: Unit, among: Sequence[LocationName] = ()
) -> LocationName:
    """The Location that a leader tries to reach, by the list of the rule.

    Of all that call him, if none are given. Of equal ones he keeps to the one that he
    makes for already (D-591).
    """
    start, world = unit.location, play.world
    building = world.building(start)
    spent = reach(world.moves, [world.ground.number(world.locate(start))]).spent

    def mf(at: LocationName) -> int:
        return int(spent[world.ground.number(world.locate(at))])

    lines = PriorityList[LocationName](
        (
            where("in his LOS", lambda at: sees(play, start, at)),
            where("in his building", lambda at: _same(play, at, building)),
            least("closest in MF", mf),
            most(
                "most of them (US#)",
                lambda at: us_number(play, units_in_need(play, at)),
            ),
            where("out of FRIENDLY fire", lambda at: not in_sight(play, at)),
            most("highest in-hex TEM", lambda at: inherent_tem(play, at)),
            where("where he was going", lambda at: at == unit.goal),
        ),
        tie=random_dr(play),
    )
    purpose = fact("goes_to_rally", unit=unit.id)
    return decide(play, lines, among or calls(play, unit), purpose=purpose)


def _same(view: GameView, at: LocationName, building: object) -> bool:
    return building is not None and view.world.building(at) == building


def bound(view: GameView, unit: Unit) -> bool:
    """Whether broken units keep a leader where he is in the MPh (D-395).

    Those with him; those ADJACENT, whom he enters in the APh (S6.3171); those who will
    come to him (S6.317 EXC).
    """
    if cares(view, unit):
        return True
    if beside(view, unit):
        return True
    return bool(wanted(view, unit)) and not calls(view, unit)


@rule("S6.3173", "Leaders in the APh", cites=("S6.317",))
def advance_to(
    play: Play, unit: Unit, open_: Callable[[LocationName], bool] = bool
) -> LocationName:
    """The Location that a Good Order leader advances into for the sake of the broken.

    One he was called to; or one with more of them than his own.

    Args:
        play: the game.
        unit: the leader.
        open_: whether he may advance into a Location; into any if it is not said.

    Returns:
        OFFBOARD for none.
    """
    if leader(play, unit) is None or not unit.good_order or unit.pinned:
        return OFFBOARD
    # S6.3173: only where more of them are than in his own Location.
    here = us_number(play, units_in_need(play, unit.location, besides=unit))
    near = [at for at, _ in play.world.ways(unit.location)]
    better = {
        at: us
        for at in near
        if (us := us_number(play, units_in_need(play, at, besides=unit))) > here
        and not _other_goes(play, unit, at)
        and open_(at)
    }
    if not better:
        return OFFBOARD
    lines = PriorityList[LocationName](
        (
            where("where he was going", lambda at: at == unit.goal),
            most("most of them (US#)", lambda at: better[at]),
        ),
        tie=random_dr(play),
    )
    purpose = fact("advances_to_rally", unit=unit.id)
    return decide(play, lines, list(better), purpose=purpose)
