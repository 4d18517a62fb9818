"""S10: how the ENEMY's broken units rout.

The list of the rule says where to; who must rout, by which way, and where a rout may
end, is A10.5's. A rout is carried out to its end in one go, Location by Location.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import Line, PriorityList, first, least, most, random_dr, where
from opfor.core.rule import rule
from opfor.geo.movement.paths import Price
from opfor.rules.a_infantry.a01_personnel.a01_24_units import onboard
from opfor.rules.a_infantry.a05_stacking import excess
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a10_morale.a10_5_rout import (
    beside_enemy,
    cover,
    foes,
    must_rout,
    normal_range,
    ready,
)
from opfor.rules.a_infantry.a10_morale.a10_6_rally import rally_terrain
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import leads
from opfor.rules.a_infantry.a10_morale.a10_51_rout_paths import (
    RoutStep,
    arrived,
    begin_or_continue,
    price,
    rout_move_of,
    steps,
)
from opfor.rules.a_infantry.a10_morale.a10_51_rout_paths import reached as reached_from
from opfor.rules.a_infantry.a10_morale.a10_53_interdiction import interdictors
from opfor.rules.a_infantry.a10_morale.rout_reach import Trail
from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo_locations
from opfor.rules.b_terrain.b23_9_fortified_buildings import inherent_tem
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.orders import EndMove, Rout
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends
from opfor.rules.s_solitaire.s01_terms.targets_from import north_to_south
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit

MOST_STEPS = 12
"""Locations that no rout exceeds."""

NOTHING = frozenset[int]()
"""No Locations to keep out of."""


@rule(
    "S10",
    "Where broken ENEMY units rout to",
    exc=(
        "an Overstacked Location, or through one, if there is another",
        "a unit that need not rout stays where no place is better",
    ),
    cites=("A10.5", "A10.51", "S6.223"),
)
def routs(play: Play) -> bool:
    """The next broken ENEMY unit routs; False if none does.

    To a Good Order leader; out of all FRIENDLY LOS; out of all FRIENDLY range; into
    rally terrain; into the highest TEM; into a VPO Location.

    EXC: not into or through a Location that it would Overstack, if there is another
    (S6.223).
    EXC: a unit that need not rout stays where no place is better (D-182).
    """
    for unit in north_to_south(play, ready(play, "ENEMY")):
        # A way may begin with a step that the rules bar; then no order would follow.
        ends = [at for at in where_to(play, unit) if _next(play, unit, at)]
        # S10 EXC: who need not rout stays, if no place is better
        if not ends or not better(play, unit, ends):
            continue
        # S10: to the end that its list names
        go(play, unit, choose(play, unit, ends))
        return True
    return False


def better(view: GameView, unit: Unit, ends: Sequence[LocationName]) -> bool:
    """Whether a unit must rout, or some place is better than its own (EXC)."""
    return bool(must_rout(view, unit)) or leaves(view, unit, ends)


def leaves(view: GameView, unit: Unit, ends: Sequence[LocationName]) -> bool:
    """Whether by the list some end is better than where a unit is."""
    left, _ = PriorityList(lines(view, unit), tie=first).narrow([unit.location, *ends])
    return unit.location not in left


def choose(play: Play, unit: Unit, ends: Sequence[LocationName]) -> LocationName:
    """The end of a rout by the list, then the one in least danger and nearest."""
    crawls = {step.to for step in steps(play, unit) if step.low_crawl}

    def interdicted(at: LocationName) -> int:
        ahead = () if at in crawls else way(play, unit, at)
        return sum(bool(interdictors(play, unit, to)) for to in ahead)

    def mf(at: LocationName) -> int:
        return mf_to(play, unit, at)

    more = least("least Interdiction", interdicted), least("fewest MF", mf)
    purpose = fact("where_routs_to", unit=unit.id)
    order_ = PriorityList((*lines(play, unit), *more), tie=random_dr(play, purpose))
    return decide(play, order_, ends, purpose=purpose)


def lines(view: GameView, unit: Unit) -> tuple[Line[LocationName], ...]:
    """The list of S10."""
    vpo = vpo_locations(view)
    return (
        where("a Good Order leader", lambda at: led(view, unit, at)),
        where("out of all FRIENDLY LOS", lambda at: not seen(view, at)),
        where("out of all FRIENDLY range", lambda at: not in_range(view, at)),
        where("rally terrain", lambda at: rally_terrain(view, _put(unit, at))),
        most("highest TEM", lambda at: inherent_tem(view, at)),
        where("VPO Location", lambda at: at in vpo),
    )


def led(view: GameView, unit: Unit, at: LocationName) -> bool:
    """Whether a leader of the ENEMY is there who can rally the unit in its next RPh.

    A pinned one too: he is in Good Order, and by then he is no longer pinned.
    """
    there = (by for by in view.state.units_at(at, "ENEMY") if by.id != unit.id)
    return any(leads(view, replace(by, pinned=False)) for by in there)


def seen(view: GameView, at: LocationName) -> bool:
    """Whether a FRIENDLY unit sees a Location."""
    return any(sees(view, friend.location, at) for friend in friends(view))


def in_range(view: GameView, at: LocationName) -> bool:
    """Whether a Location is in the normal range of a FRIENDLY unit."""
    return any(
        view.world.range(friend.location, at) <= normal_range(view, friend)
        for friend in friends(view)
    )


def _put(unit: Unit, at: LocationName) -> Unit:
    """The unit as it would be there; where it is, it stays in its fortification."""
    return unit if at == unit.location else replace(unit, location=at, inside="")


# -- where a rout may end ----------------------------------------------------------


def where_to(view: GameView, unit: Unit) -> list[LocationName]:
    """The Locations where its rout may end.

    ADJACENT to an enemy whose Location it leaves, and Overstacked or by a way through
    what it would Overstack, only if there is no other.
    """
    ends = list(dict.fromkeys(at for at in _ends(view, unit) if at != unit.location))
    # A10.533: where it would be lost only if there is no other (D-839)
    found = [at for at in ends if not beside_enemy(view, at, unit.side)] or ends
    # S10 EXC: no Overstacked Location, if there is another
    roomy = [at for at in found if not _overstacks(view, unit, at)]
    # S6.223: nor through one, if there is another way
    return _without_crowds(view, unit, roomy) or roomy or found


def _overstacks(view: GameView, unit: Unit, at: LocationName) -> bool:
    return excess(view, [*view.state.units_at(at, "ENEMY"), unit]) > 0


def _without_crowds(
    view: GameView, unit: Unit, ends: Sequence[LocationName]
) -> list[LocationName]:
    """The ends to which a way leads that enters nothing which the unit Overstacks."""
    full = _full(view, unit)
    if not full:
        return [*ends]
    beside = {step.to for step in steps(view, unit)}
    roomy = _around(view, unit, full, safe=False)
    return [at for at in ends if at in beside or _course(view, unit, roomy, at, full)]


def _full(view: GameView, unit: Unit) -> frozenset[int]:
    """The numbers of the Locations that a unit would Overstack (S6.223)."""

    def found() -> frozenset[int]:
        places = dict.fromkeys(one.location for one in onboard(view, "ENEMY"))
        others = (at for at in places if at != unit.location)
        return frozenset(
            _number(view, at) for at in others if _overstacks(view, unit, at)
        )

    # Each end of a rout asks anew.
    return view.world.once(view.state, ("routs full", unit.id), found)


def _around(view: GameView, unit: Unit, full: frozenset[int], *, safe: bool) -> Trail:
    """What a unit can reach without entering some Locations, or Interdiction too."""
    costs = _unseen(view, unit) if safe else _costs(view, unit)

    def past(here: int, way_: int, there: int, quarters: int) -> int | None:
        return None if there in full else costs(here, way_, there, quarters)

    key = "routs around", unit.id, safe
    return view.world.once(view.state, key, lambda: _run(view, unit, past))


def _ends(view: GameView, unit: Unit) -> Iterator[LocationName]:
    """Its goals, the cover beyond them, or any Location.

    Where it may crawl, if every way on foot leads through Interdiction (D-182).
    """
    on_foot = [at for at in _afoot(view, unit) if at != unit.location]
    yield from on_foot
    calm = safely(view, unit)
    if not any(_course(view, unit, calm, at) for at in on_foot):
        yield from (step.to for step in steps(view, unit) if step.low_crawl)


def _afoot(view: GameView, unit: Unit) -> tuple[LocationName, ...]:
    """Where it may end without a crawl."""
    # Each of these ends is then asked about again, for the first step of its way.
    key = "rout ends", unit.id
    return view.world.once(view.state, key, lambda: tuple(_ends_afoot(view, unit)))


def _ends_afoot(view: GameView, unit: Unit) -> Iterator[LocationName]:
    run, move = reached(view, unit), _move(view, unit)
    if not move.goals:
        yield from _names(view, run)
    for via in _stops(view, unit, move):
        left = _left(move) - run.spent[_number(view, via)]
        if left >= 0:
            yield via
            known = run.seen(_number(view, via))
            yield from _names(view, _beyond(view, unit, via, left, known))


def _move(view: GameView, unit: Unit) -> Move:
    """The rout in hand, or the one that would begin now."""
    return rout_move_of(view, unit) or begin_or_continue(
        view, unit, foes(view, "ENEMY")
    )


def _left(move: Move) -> int:
    return move.allotment - move.spent


def _stops(view: GameView, unit: Unit, move: Move) -> tuple[LocationName, ...]:
    """The cover that it makes for first: its goals, or where it has come to.

    Only from such cover may it go on into what is no goal (A10.51).
    """
    if arrived(view, unit, move):
        return tuple(dict.fromkeys((unit.location, *move.goals)))
    return move.goals


def reached(view: GameView, unit: Unit) -> Trail:
    """What a unit can still reach in its rout."""
    key = "rout reaches", unit.id
    return view.world.once(
        view.state, key, lambda: _run(view, unit, _costs(view, unit))
    )


def _run(view: GameView, unit: Unit, costs: Price) -> Trail:
    move = _move(view, unit)
    here, left = unit.location, _left(move)
    return reached_from(view, unit, here, left, costs, seen=move.seen)


def _costs(view: GameView, unit: Unit) -> Price:
    """What each way costs; from cover into the open only if it may pass that over."""
    move, names = _move(view, unit), view.world.names
    costs = price(view, unit, foes(view, "ENEMY"), move.seen)
    start = -1 if move.steps else _number(view, unit.location)

    def on(here: int, way_: int, there: int, quarters: int) -> int | None:
        free = here == start or names[here] in move.over
        if not free and cover(view, names[here]) and not cover(view, names[there]):
            return None
        return costs(here, way_, there, quarters)

    return on


def _beyond(
    view: GameView,
    unit: Unit,
    goal: LocationName,
    left: int,
    known: tuple[str, ...],
    shut: frozenset[int] = NOTHING,
) -> Trail:
    """What can be reached from a goal through cover alone (A10.51).

    By who has seen some enemies on the way to it, without entering what is `shut`.
    """

    def found() -> Trail:
        return _on(view, unit, goal, left, known, shut)

    key = "routs beyond", unit.id, goal, left, known, shut
    return view.world.once(view.state, key, found)


def _on(
    view: GameView,
    unit: Unit,
    goal: LocationName,
    left: int,
    known: tuple[str, ...],
    shut: frozenset[int],
) -> Trail:
    costs, names = _costs(view, unit), view.world.names

    def covered(here: int, way_: int, there: int, quarters: int) -> int | None:
        ahead = there not in shut and cover(view, names[there])
        return costs(here, way_, there, quarters) if ahead else None

    return reached_from(view, unit, goal, left, covered, seen=known)


def _names(view: GameView, found: Trail) -> Iterator[LocationName]:
    return (view.world.names[place] for place in found.places())


def _number(view: GameView, at: LocationName) -> int:
    return view.world.number(at)


# -- the way there -----------------------------------------------------------------


def way(view: GameView, unit: Unit, to: LocationName) -> list[LocationName]:
    """The Locations on the way to an end, by a way without crowds and Interdiction.

    If there is none, without crowds (S6.223), else without Interdiction.
    Reading: D-932 which of the two counts more.
    """
    names = view.world.names
    for found, shut in _trails(view, unit):
        if course := _course(view, unit, found, to, shut):
            return [names[number] for number in course[1][1:]]
    return []


def _trails(view: GameView, unit: Unit) -> Iterator[tuple[Trail, frozenset[int]]]:
    """What it can reach, and what it may not enter either on from there."""
    if full := _full(view, unit):
        yield _around(view, unit, full, safe=True), full
        yield _around(view, unit, full, safe=False), full
    yield safely(view, unit), NOTHING
    yield reached(view, unit), NOTHING


def mf_to(view: GameView, unit: Unit, to: LocationName) -> int:
    """Quarters of MF to an end by the way that it takes if nobody Interdicts it."""
    run = reached(view, unit)
    course = _course(view, unit, run, to)
    return course[0] if course else run.spent[_number(view, to)]


def _course(
    view: GameView,
    unit: Unit,
    found: Trail,
    to: LocationName,
    shut: frozenset[int] = NOTHING,
) -> tuple[int, list[int]] | None:
    """The MF and Locations of the shortest way to an end, by a goal if it is none.

    On from that goal without entering what is `shut`.
    """
    move, end = _move(view, unit), _number(view, to)
    if not move.goals:
        return (found.spent[end], found.route(end)) if found.route(end) else None
    ways = []
    for via in _stops(view, unit, move):
        number = _number(view, via)
        first_, spent = found.route(number), found.spent[number]
        if not first_:
            continue
        # A10.51: on from cover through cover alone
        left = _left(move) - spent
        rest = _beyond(view, unit, via, left, found.seen(number), shut)
        if onward := rest.route(end):
            ways.append((spent + rest.spent[end], [*first_, *onward[1:]]))
    return min(ways, key=lambda each: each[0], default=None)


def safely(view: GameView, unit: Unit) -> Trail:
    """What a unit can reach without Interdiction."""
    key = "routs safely to", unit.id
    return view.world.once(
        view.state, key, lambda: _run(view, unit, _unseen(view, unit))
    )


def _unseen(view: GameView, unit: Unit) -> Price:
    """What each way costs that nobody Interdicts."""
    costs, names = _costs(view, unit), view.world.names
    hot: dict[int, bool] = {}

    def unseen(here: int, way_: int, there: int, quarters: int) -> int | None:
        if there not in hot:
            hot[there] = bool(interdictors(view, unit, names[there]))
        return None if hot[there] else costs(here, way_, there, quarters)

    return unseen


@rule("S10/way", "By which way they rout", cites=("A10.51", "A10.52", "A10.53"))
def go(play: Play, unit: Unit, to: LocationName) -> None:
    """Rout Location by Location to an end; away from Interdiction, or by Low Crawl.

    Where the way turns out to be barred, an end is chosen anew.
    """
    for _ in range(MOST_STEPS):
        step = _next(play, unit, to)
        if step is None:
            break
        # A10.52: by Low Crawl where it would be Interdicted
        order(play, "ENEMY", Rout(unit.id, step.to, step.low_crawl))
        now = play.state.units.get(unit.id)
        if now is None or not rout_move_of(play, now):
            return
        unit = now
        # S10/way: barred, so another end
        if unit.location != to and not way(play, unit, to):
            ends = where_to(play, unit)
            to = choose(play, unit, ends) if ends else unit.location
    if rout_move_of(play, unit) and allowed(play, "ENEMY", EndMove()):
        order(play, "ENEMY", EndMove())


def _next(view: GameView, unit: Unit, to: LocationName) -> RoutStep | None:
    """The next step to an end; any step that the rules demand once it is reached.

    By Low Crawl where a rout on foot would have to go on beyond it (A10.51).
    """
    legal = steps(view, unit)
    if unit.location == to:
        must = [] if allowed(view, "ENEMY", EndMove()) else legal
        return next((step for step in must if not step.low_crawl), None)
    ahead = way(view, unit, to)
    through = to not in _afoot(view, unit)
    if not ahead or through or any(interdictors(view, unit, at) for at in ahead):
        crawl = [step for step in legal if step.low_crawl and step.to == to]
        if crawl:
            return crawl[0]
    return next((s for s in legal if not s.low_crawl and s.to in ahead[:1]), None)
