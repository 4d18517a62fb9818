"""S6.317 to S6.3175: what ENEMY leaders do by themselves."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, least, most, random_dr, where
from opfor.core.rule import rule
from opfor.geo.movement.paths import Price, reach
from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader, mmc, us_number
from opfor.rules.a_infantry.a04_movement.a04_1_who_may_move import movable
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a10_morale.a10_5_rout import cover, foes, must_rout
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import modifier
from opfor.rules.a_infantry.a10_morale.a10_51_rout_paths import (
    allotment,
    goals,
    price,
    reached,
)
from opfor.rules.a_infantry.a10_morale.rout_reach import Trail
from opfor.rules.b_terrain.b23_fortified_buildings import inherent_tem
from opfor.rules.s_solitaire.s01_terms.targets_from import reach_led, targets_from
from opfor.rules.s_solitaire.s06_actions.action_group import Automatic, attitude
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import heavy
from opfor.rules.s_solitaire.s06_actions.s06_2_action_tables import give
from opfor.rules.s_solitaire.s06_actions.s06_30_automatic_moves import (
    AutomaticMove,
    in_sight,
)
from opfor.state.counters import MMC, SMC, Gun
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Unit

CARE = 5
"""Hexes within which a leader goes to broken units (S6.317)."""

ALONE = 6
"""The row of {A4b} for a leader with nothing to do (S6.3175)."""


# -- broken units ------------------------------------------------------------------


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
    places = calls(view, unit)
    if not places or any(adjacent(view, unit.location, at) for at in places):
        return None
    return Automatic("S6.317", "Move")


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
    view: GameView, at: LocationName, *, besides: Unit | None = None
) -> list[Unit]:
    """The broken ENEMY units of a Location without Self-Rally capability.

    Neither with a boxed broken morale, nor with a leader who is not Disrupted.
    Reading (D-001): the leader who asks does not count.
    """
    there = view.state.units_at(at, "ENEMY")
    led = any(
        leader(view, other) and not other.disrupted and not other.guard
        for other in there
        if besides is None or other.id != besides.id
    )
    if led:
        return []
    return [unit for unit in there if unit.broken and not _boxed(view, unit)]


def cares(view: GameView, unit: Unit) -> bool:
    """Whether a leader is where broken units need him, and so stays (S6.317)."""
    return bool(units_in_need(view, unit.location, besides=unit))


def needed_elsewhere(view: GameView, unit: Unit) -> bool:
    """Whether broken units keep a leader out of a Human Wave, or call him from it.

    Reading: D-395 those of his own Location keep him; D-396.
    """
    if leader(view, unit) is None or not unit.good_order:
        return False
    return cares(view, unit) or bool(calls(view, unit))


def _boxed(view: GameView, unit: Unit) -> bool:
    found = view.world.counter(unit.counter)
    return isinstance(found, MMC | SMC) and found.self_rally


def _other_goes(view: GameView, unit: Unit, at: LocationName) -> bool:
    """Whether another leader is on his way to a Location, since whatever turn.

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
    )


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
def location_in_need(play: Play, unit: Unit) -> LocationName:
    """The Location that a leader tries to reach, by the list of the rule."""
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
        ),
        tie=random_dr(play),
    )
    purpose = fact("goes_to_rally", unit=unit.id)
    return decide(play, lines, calls(play, unit), purpose=purpose)


def _same(view: GameView, at: LocationName, building: object) -> bool:
    return building is not None and view.world.building(at) == building


@rule("S6.3171", "A leader's way", cites=("S6.3172",))
def leader_move(play: Play, unit: Unit) -> AutomaticMove | None:
    """Where a leader's Automatic Action takes him; None if nowhere.

    By the safest route. Reading (D-031): Double Time only if it is needed to arrive
    by the end of the APh. What is ADJACENT is entered in the APh.
    """
    number = unit.automatic
    if number == "S6.317" and calls(play, unit):
        return AutomaticMove(number, goal_of(play, unit), manner="as needed")
    if number in ("S6.3174", "S6.3175"):
        gives_up(play, unit)
    if number == "S6.3174" and (places := led_from(play, unit)):
        return AutomaticMove(number, _nearest(play, unit, places), manner="as needed")
    if number == "S6.3175":
        if mate := companion(play, unit):
            return AutomaticMove(number, mate.location, with_unit=mate.id)
        return AutomaticMove(number, command=ALONE)
    return None


def goal_of(play: Play, unit: Unit) -> LocationName:
    """The Location that a leader makes for by S6.317, which no other then does."""
    goal = location_in_need(play, unit)
    if goal != unit.goal:
        play.emit(UnitChanged(replace(unit, goal=goal), fact("makes_for", to=goal)))
    return goal


def gives_up(play: Play, unit: Unit) -> None:
    """A leader who sets out for something else is on his way to no broken unit now.

    Reading: D-591.
    """
    if unit.goal:
        gone = replace(unit, goal=OFFBOARD)
        play.emit(UnitChanged(gone, fact("no_longer_makes_for", to=unit.goal)))


OWN = ("S6.317", "S6.3174", "S6.3175")
"""The Automatic Actions of leaders."""


@rule(
    "S6.317/now",
    "A leader's Action hangs on how things are as he moves",
    cites=("S6.3", "S6.3174", "S6.3175"),
)
def looks_again(play: Play, unit: Unit) -> bool:
    """Give a leader who has yet to move another Automatic Action; if there is one now.

    Who was to do nothing, or to move along with others, may be called to the broken.
    Reading: D-395, D-591.
    """
    if leader(play, unit) is None or not unit.good_order:
        return False
    found = _now(play, unit)
    same = found and (found.rule, found.action) == (unit.automatic, unit.action)
    if found is None or same:
        return False
    give(play, unit, found.action, found)
    return True


def _now(view: GameView, unit: Unit) -> Automatic | None:
    """A leader's own Automatic Action as things are; None: he keeps what he has."""
    goes = unit.action == "Move" and unit.automatic in OWN
    joined = unit.action == "Move" and not unit.automatic
    waits = unit.action == "nothing" and unit.automatic == "S6.3175"
    if not (goes or joined or waits):
        return None
    called = to_the_broken(view, unit)
    if called or waits:
        return called
    # S6.3174: what he could direct has been fired in the PFPh.
    found = directing(view, unit) if goes else None
    if found and found.action == "Move":
        return found
    # S6.3175: those whom he was to go along with may have been pinned since.
    left = _company(view, unit) and not _marches(view, unit)
    if goes or (left and view.state.move is None):
        return idle(view, unit)
    return Automatic("S6.3175", "nothing") if _bound(view, unit) else None


def stays_here(view: GameView, unit: Unit) -> bool:
    """Whether a leader on his own way has come to broken units that need him."""
    return unit.automatic in OWN and cares(view, unit)


def stays_with(view: GameView, unit: Unit, movers: Sequence[str]) -> bool:
    """Whether of those who moved with a leader some have broken, and need him.

    Or none of them can go on: he remains stacked with them (S6.3175). A Human Wave
    goes on.
    """
    if unit.wave or leader(view, unit) is None:
        return False
    need = units_in_need(view, unit.location, besides=unit)
    if any(broken.id in movers for broken in need):
        return True
    there = view.state.units_at(unit.location, unit.side)
    mates = [mate for mate in there if mate.id in movers and mmc(view, mate)]
    return bool(mates) and not any(m.good_order and movable(view, m) for m in mates)


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


# -- fire direction ----------------------------------------------------------------


@rule("S6.3174", "Leaders direct fire", cites=("A7.53", "A7.531", "A7.9", "S8.3"))
def directing(view: GameView, unit: Unit) -> Automatic | None:
    """A leader directs the fire of units of his Location with a Fire Command.

    If there are none, one with a negative modifier goes to the closest Location in
    which he could direct some, but not away from broken units that need him (D-395),
    nor from those ADJACENT to him.
    """
    if leader(view, unit) is None or not unit.good_order:
        return None
    if _directed(view, unit):
        return Automatic("S6.3174", "Fire")
    if led_from(view, unit) and not _bound(view, unit):
        return Automatic("S6.3174", "Move")
    return None


def _mates(view: GameView, unit: Unit) -> list[Unit]:
    """The Good Order ENEMY MMC of a leader's Location."""
    there = view.state.units_at(unit.location, unit.side)
    return [u for u in there if u.good_order and mmc(view, u) and not u.unarmed]


def _directed(view: GameView, unit: Unit) -> bool:
    """Whether units with a leader have a Fire Command, not with a Gun alone (D-821)."""
    return any(
        mate.action == "Fire" and not _serves(view, mate) for mate in _mates(view, unit)
    )


def _serves(view: GameView, unit: Unit) -> bool:
    """Whether a unit has a Gun that works, and so fires that."""
    held = view.state.weapons_of(unit.id)
    return any(
        isinstance(view.world.counter(arm.counter), Gun) and not arm.malfunctioned
        for arm in held
    )


def led_from(view: GameView, unit: Unit) -> list[LocationName]:
    """The Locations of MMC with a Target and no leader, for a leader who helps fire.

    A Target by LOS and range (D-180), not of a Gun (D-821): he goes there in the MPh,
    when nobody fires.

    None for one with whom units are that have a Fire Command (S6.3174).
    """
    if modifier(view, unit) >= 0 or _directed(view, unit):
        return []
    found: dict[LocationName, None] = {}
    for other in view.state.units.values():
        if other.side != unit.side or not other.location or not mmc(view, other):
            continue
        if other.location == unit.location or other.location in found:
            continue
        there = view.state.units_at(other.location, unit.side)
        led = any(leader(view, mate) and mate.good_order for mate in there)
        if not led and could_be_led(view, other):
            found[other.location] = None
    return list(found)


def could_be_led(view: GameView, unit: Unit) -> bool:
    """Whether a MMC that stays has a Target for fire that a leader can direct."""
    if not unit.good_order or unit.action == "Move" or _serves(view, unit):
        return False
    hexes = reach_led(view, unit)
    places = targets_from(view, unit, unit.location)
    return any(view.world.range(unit.location, at) <= hexes for at in places)


def has_arrived(view: GameView, unit: Unit) -> bool:
    """Whether a leader is where he can direct the fire of a MMC, if he is needed."""
    return any(could_be_led(view, mate) for mate in _mates(view, unit))


def _nearest(view: GameView, unit: Unit, places: list[LocationName]) -> LocationName:
    return min(places, key=lambda at: view.world.range(unit.location, at))


# -- nothing to do -----------------------------------------------------------------


@rule(
    "S6.3175",
    "A leader with nothing to do",
    exc=("in Advance he stays with MMC, or takes Move Command 6",),
    cites=("S6.22",),
)
def idle(view: GameView, unit: Unit) -> Automatic | None:
    """A leader to whom no other Automatic Action applies does nothing.

    EXC: in Advance Attitude he goes with the MMC of his Location that he stays with,
    and alone he has Move Command 6 of {A4b}.
    Reading (D-395): broken and Panicked MMC are company too; he stays with broken ones
    that need him, whoever moves, and for those ADJACENT to him he waits for the APh.
    """
    if leader(view, unit) is None or not unit.good_order:
        return None
    if attitude(view, unit) == "Hold" or _bound(view, unit):
        return Automatic("S6.3175", "nothing")
    marches = _marches(view, unit) or not _company(view, unit)
    return Automatic("S6.3175", "Move" if marches else "nothing")


def _company(view: GameView, unit: Unit) -> bool:
    """Whether there are MMC with a leader, broken ones too."""
    there = view.state.units_at(unit.location, unit.side)
    return any(mmc(view, mate) and not mate.guard for mate in there)


def _marches(view: GameView, unit: Unit) -> bool:
    """Whether the MMC that a leader stays with is to move, and can."""
    mate = companion(view, unit)
    return mate is not None and mate.action == "Move" and movable(view, mate)


def _bound(view: GameView, unit: Unit) -> bool:
    """Whether broken units keep a leader where he is in the MPh (D-395).

    Those with him; those ADJACENT, whom he enters in the APh (S6.3171); those who will
    come to him (S6.317 EXC).
    """
    if cares(view, unit):
        return True
    if not wanted(view, unit):
        return False
    called = calls(view, unit)
    return not called or any(adjacent(view, unit.location, at) for at in called)


def companion(view: GameView, unit: Unit) -> Unit | None:
    """The MMC that a leader stays with: the best-class one with a HW, or else a SW."""
    mates = _mates(view, unit)
    return max(mates, key=lambda mate: _worth(view, mate), default=None)


CLASSES = ("conscript", "green", "second", "first", "elite")


def _worth(view: GameView, unit: Unit) -> tuple[bool, bool, int]:
    weapons = view.state.weapons_of(unit.id)
    found = mmc(view, unit)
    quality = CLASSES.index(found.quality) if found else -1
    return any(heavy(view, w) for w in weapons), bool(weapons), quality
