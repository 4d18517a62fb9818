"""S6.317 to S6.3175: what ENEMY leaders do by themselves."""

from msgspec.structs import replace

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, least, most, random_dr, where
from opfor.core.rule import rule
from opfor.geo.movement.paths import reach
from opfor.rules.a_infantry.a01_units import adjacent, leader, mmc, us_number
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a10_morale.levels import modifier
from opfor.rules.a_infantry.a10_morale.rout import cover, foes, must_rout
from opfor.rules.a_infantry.a10_morale.rout_paths import begin_or_continue
from opfor.rules.s_solitaire.s01_terms import has_target
from opfor.rules.s_solitaire.s06_actions.actions import Automatic, attitude, heavy
from opfor.rules.s_solitaire.s06_actions.automatic_moves import AutomaticMove, in_sight
from opfor.state.counters import MMC, SMC
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
    if leader(view, unit) is None or not unit.good_order:
        return []
    if cares(view, unit):
        return []
    places = dict.fromkeys(
        other.location
        for other in view.state.units.values()
        if other.side == unit.side and other.broken and other.location
    )
    found = [
        at
        for at in places
        if view.world.range(unit.location, at) <= CARE
        and units_in_need(view, at, besides=unit)
        and not _other_goes(view, unit, at)
    ]
    if any(
        _comes(view, broken, unit) for at in found for broken in units_in_need(view, at)
    ):
        return []
    return found


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


def _boxed(view: GameView, unit: Unit) -> bool:
    found = view.world.counter(unit.counter)
    return isinstance(found, MMC | SMC) and found.self_rally


def _other_goes(view: GameView, unit: Unit, at: LocationName) -> bool:
    """Whether another leader is on his way to a Location."""
    return any(
        other.goal == at and other.id != unit.id and leader(view, other)
        for other in view.state.units.values()
        if other.side == unit.side
    )


def _comes(view: GameView, broken: Unit, unit: Unit) -> bool:
    """Whether a broken unit could rout into a leader's Location in the next RtPh."""
    if not cover(view, unit.location) or broken.melee or broken.disrupted:
        return False
    if not broken.dm and not must_rout(view, broken):
        return False
    return (
        unit.location in begin_or_continue(view, broken, foes(view, broken.side)).goals
    )


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
            most("highest in-hex TEM", lambda at: world.ground.tem(world.locate(at))),
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
        goal = location_in_need(play, unit)
        play.emit(UnitChanged(replace(unit, goal=goal), fact("makes_for", to=goal)))
        return AutomaticMove(number, goal, manner="as needed")
    if number == "S6.3174" and (places := led_from(play, unit)):
        return AutomaticMove(number, _nearest(play, unit, places), manner="as needed")
    if number == "S6.3175":
        if mate := companion(play, unit):
            return AutomaticMove(number, mate.location, with_unit=mate.id)
        return AutomaticMove(number, command=ALONE)
    return None


@rule("S6.3173", "Leaders in the APh", cites=("S6.317",))
def advance_to(play: Play, unit: Unit) -> LocationName:
    """The Location that a Good Order leader advances into for the sake of the broken.

    One he was called to; or one with more of them than his own. OFFBOARD for none.
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
    which he could direct some, but not away from broken units that need him (D-395).
    """
    if leader(view, unit) is None or not unit.good_order:
        return None
    if any(mate.action == "Fire" for mate in _mates(view, unit)):
        return Automatic("S6.3174", "Fire")
    if led_from(view, unit) and not cares(view, unit):
        return Automatic("S6.3174", "Move")
    return None


def _mates(view: GameView, unit: Unit) -> list[Unit]:
    """The Good Order ENEMY MMC of a leader's Location."""
    there = view.state.units_at(unit.location, unit.side)
    return [u for u in there if u.good_order and mmc(view, u) and not u.unarmed]


def led_from(view: GameView, unit: Unit) -> list[LocationName]:
    """The Locations of MMC with a Target and no leader, for a leader who helps fire."""
    if modifier(view, unit) >= 0 or any(
        has_target(view, [m]) for m in _mates(view, unit)
    ):
        return []
    found: dict[LocationName, None] = {}
    for other in view.state.units.values():
        if other.side != unit.side or not other.location or not mmc(view, other):
            continue
        if other.location == unit.location or other.location in found:
            continue
        there = view.state.units_at(other.location, unit.side)
        led = any(leader(view, mate) and mate.good_order for mate in there)
        if other.good_order and not led and has_target(view, [other]):
            found[other.location] = None
    return list(found)


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

    EXC: in Advance Attitude he goes with MMC of his Location that move, and alone he
    has Move Command 6 of {A4b}.
    Reading (D-395): broken and Panicked MMC are company too; he stays with broken ones
    that need him, whoever moves.
    """
    if leader(view, unit) is None or not unit.good_order:
        return None
    if attitude(view, unit) == "Hold" or cares(view, unit):
        return Automatic("S6.3175", "nothing")
    there = view.state.units_at(unit.location, unit.side)
    company = any(mmc(view, mate) and not mate.guard for mate in there)
    marches = any(mate.action == "Move" for mate in _mates(view, unit))
    return Automatic("S6.3175", "Move" if marches or not company else "nothing")


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
