"""A10.51: where a rout leads, one Location at a time, and what it costs.

A rout is the move in hand of one broken unit in the RtPh. Where it makes for is
settled as it begins and kept in that move; so are the enemies that it has seen. MF
are quarters.
"""

from collections.abc import Callable, Collection, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.movement.infantry_cost import ALL, CostPart, EntryCost
from opfor.geo.movement.paths import FAR, Price
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.rules.a_infantry.a04_movement.a04_13_cost import as_it_stands, standing
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a10_morale.a10_5_rout import (
    SHELTERS,
    Foe,
    cover,
    foes,
    may_rout,
    next_to,
)
from opfor.rules.a_infantry.a10_morale.a10_52_low_crawl import may_crawl
from opfor.rules.a_infantry.a10_morale.rout_reach import Search, Trail
from opfor.rules.b_terrain.b26_4_wire import wire_at
from opfor.rules.b_terrain.b27_entrenchments.b27_2_entrenchments import refuges
from opfor.rules.choices.orders import Rout
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side, Unit

ROUT_MF, WOUNDED_MF = 6 * MF, 3 * MF

SHELTER_MF = WIRE_MF = MF
"""MF to leave or enter a fortification, and the fewest to get beneath wire."""


class RoutStep(Struct, frozen=True):
    """One Location that a routing unit may enter next, and its MF in quarters.

    Args:
        to: the Location.
        cost: MF.
        low_crawl: by Low Crawl.
        inside: the fortification there that it enters as well.
    """

    to: LocationName
    cost: int
    low_crawl: bool = False
    inside: str = ""


# -- where to ----------------------------------------------------------------------


@rule(
    "A10.51",
    "Where a routing unit may not go",
    exc=("it may be ADJACENT to an enemy whose Location it leaves",),
)
def barred(
    view: GameView,
    among: Sequence[Foe],
    seen: Sequence[str],
    here: LocationName,
    there: LocationName,
) -> str:
    """Why a routing unit may not go from one Location to the next; empty if it may.

    Never closer to a Known armed enemy that it sees or has seen in this RtPh, nor
    ADJACENT to a Known enemy, nor into its Location. EXC: as it leaves his Location.
    """
    for foe in among:
        before = view.world.range(here, foe.location)
        after = view.world.range(there, foe.location)
        if after == 0 and there == foe.location:
            return f"{foe.id} is there"
        # A10.51: never closer to a Known armed enemy in LOS, now or before
        closer = after < before and foe.armed
        if closer and (foe.id in seen or sees(view, foe.location, here)):
            return f"it is closer to {foe.id}"
        # A10.51: nor ADJACENT to a Known one
        near = after <= 1 and here != foe.location
        if near and adjacent(view, there, foe.location):
            return f"it is ADJACENT to {foe.id}"
    return ""


@rule(
    "A10.511",
    "What a rout makes for",
    exc=(
        "one that is no farther from a Known enemy than its start",
        "one where it would have to rout again",
    ),
)
def goals(
    view: GameView,
    unit: Unit,
    among: Sequence[Foe],
    *,
    spent: int = 0,
    seen: tuple[str, ...] = (),
) -> tuple[LocationName, ...]:
    """The buildings and woods that a rout may make for: the nearest in MF.

    Only those that it may come to, whoever comes into its LOS on the way (D-120). None
    within its MF leaves it free to rout anywhere. EXC: one that is no farther from a
    Known enemy than the start of the rout may be passed over, so that all up to the
    nearest other one are there to choose from. EXC: none that is ADJACENT to an enemy
    whose Location it leaves, for A10.5 would not let it stay there (D-839).

    Args:
        view: the game.
        unit: who routs.
        among: the enemies that count.
        spent: quarters of MF that it has spent where it is.
        seen: the ids of enemies that it has seen on its way there.
    """
    key = "goals", unit.id, unit.inside, spent, seen, tuple(foe.id for foe in among)
    left = allotment(unit) - spent
    return view.world.once(
        view.state, key, lambda: _goals(view, unit, among, left, seen)
    )


def _goals(
    view: GameView, unit: Unit, among: Sequence[Foe], left: int, seen: tuple[str, ...]
) -> tuple[LocationName, ...]:
    costs = price(view, unit, among, seen)
    found = reached(view, unit, unit.location, left, costs, seen=seen)
    names = {view.world.names[place]: found.spent[place] for place in found.places()}
    near = {at: mf for at, mf in names.items() if mf and cover(view, at)}
    for at in _no_refuge(view, unit, among):
        near.pop(at, None)
    now = _ranges(view, unit, among)
    binding = [mf for at, mf in near.items() if not _idle(view, at, now)]
    limit = min(binding, default=FAR)
    return tuple(at for at, mf in near.items() if mf <= limit)


def _no_refuge(
    view: GameView, unit: Unit, among: Sequence[Foe]
) -> tuple[LocationName, ...]:
    """The cover next to a unit that it may enter but not stay in (D-839).

    ADJACENT to an enemy whose Location it leaves; it cannot come next to any other.
    """
    here = [
        foe
        for foe in among
        if foe.location == unit.location and foe.armed and foe.unbroken
    ]
    if not here:
        return ()
    return tuple(
        to
        for to in view.world.exits(unit.location)
        if cover(view, to) and any(next_to(view, to, foe) for foe in here)
    )


def _ranges(
    view: GameView, unit: Unit, among: Sequence[Foe]
) -> list[tuple[Sequence[int], int]]:
    """The ranges from each enemy's hex to every hex, and that to a unit."""
    rows = [
        view.world.ranges(at) for at in dict.fromkeys(foe.location for foe in among)
    ]
    here = view.world.locate(unit.location).hex
    return [(row, row[here]) for row in rows]


def _idle(
    view: GameView, at: LocationName, now: Sequence[tuple[Sequence[int], int]]
) -> bool:
    """Whether a Location is no farther from some Known enemy than the unit is now."""
    hex_ = view.world.locate(at).hex
    return any(row[hex_] <= before for row, before in now)


def allotment(unit: Unit) -> int:
    """Quarters of MF of a routing unit, Conscripts and all (A10.51, A17.2)."""
    return WOUNDED_MF if unit.wounded else ROUT_MF


def price(
    view: GameView, unit: Unit, among: Sequence[Foe], seen: Sequence[str]
) -> Price:
    """What each way costs a unit that routs; each is worked out but once.

    The first step costs double if it is Encircled (A7.7), and one MF more out of an
    entrenchment or pillbox, which is spent with it (B27.4). From above wire at least
    one MF more is needed.

    Args:
        view: the game.
        unit: who routs.
        among: the enemies that count.
        seen: the ids of those the unit has had in its LOS.
    """
    world = view.world
    start = world.number(unit.location)
    names, laid = world.names, _laid(view, unit)
    bars, leaving = _bars(view, among, seen), _leaving(view, unit)

    def costs(here: int, _way: int, there: int, quarters: int) -> int | None:
        if bars(here, there):
            return None
        if laid is not None:
            mf = laid(names[here], names[there], quarters)
            if mf is None:
                return None
            quarters = mf
        if quarters == ALL:
            return quarters
        if here == start:
            return quarters * (2 if unit.encircled else 1) + leaving
        return quarters

    return costs


def _bars(
    view: GameView, among: Sequence[Foe], seen: Sequence[str]
) -> Callable[[int, int], bool]:
    """Whether A10.51 bars the way from one Location to the next, by number.

    Each way is worked out but once in a state: a rout asks again for each of its steps
    and goals, and most of those who rout fear the same enemies.
    """
    key = "rout bars", tuple(foe.id for foe in among), tuple(seen)
    return view.world.once(view.state, key, lambda: _barring(view, among, seen))


def _barring(
    view: GameView, among: Sequence[Foe], seen: Sequence[str]
) -> Callable[[int, int], bool]:
    world = view.world
    names = world.names
    known: dict[tuple[int, int], bool] = {}
    ranges = [(foe, world.ranges(foe.location)) for foe in among]
    hexes = [at.hex for at in world.ground.locations]

    def bars(here: int, there: int) -> bool:
        if (here, there) not in known:
            old, new = hexes[here], hexes[there]
            # Only a foe who comes closer or is next door can bar the way.
            near = [foe for foe, row in ranges if row[new] < row[old] or row[new] <= 1]
            ends = names[here], names[there]
            known[here, there] = bool(near and barred(view, near, seen, *ends))
        return known[here, there]

    return bars


def _leaving(view: GameView, unit: Unit) -> int:
    """Quarters of MF that a unit needs to get out of what it is inside of."""
    inside = view.state.fortifications.get(unit.inside)
    if inside is None:
        return 0
    return WIRE_MF if inside.kind == "wire" else SHELTER_MF * (inside.kind in SHELTERS)


def _laid(
    view: GameView, unit: Unit
) -> Callable[[LocationName, LocationName, int], int | None] | None:
    """What lies on the map makes of a way's cost: None for what nobody enters.

    None itself if nothing lies there that could matter. Wire on the way costs at least
    one MF more to get out of.
    """
    now = standing(view)
    others = view.state.units.values()
    own = {other.location for other in others if other.side == unit.side}
    if not now.markers and not now.fortifications and len(own) < 2:
        return None
    special = {*now.markers, *now.fortifications, *own}
    wired = {at for at in now.fortifications if wire_at(view, at)} - {unit.location}

    def laid(here: LocationName, there: LocationName, quarters: int) -> int | None:
        if here not in special and there not in special:
            return quarters
        plain = EntryCost(parts=(CostPart("", quarters),), all=quarters == ALL)
        entry = as_it_stands(view, now, [unit], there, plain, start=here)
        if entry.bar or entry.all:
            return None if entry.bar else ALL
        return entry.quarters + (WIRE_MF if here in wired else 0)

    return laid


def reached(
    view: GameView,
    unit: Unit,
    start: LocationName,
    limit: int,
    costs: Price,
    *,
    seen: Collection[str] = (),
    until: Collection[int] = (),
) -> Trail:
    """What a unit reaches from a Location within some MF, or the nearest of some.

    By ways that lead no closer to an enemy after it has come into LOS (A10.51).

    Args:
        view: the game.
        unit: who routs.
        start: where from.
        limit: quarters of MF.
        costs: what each way costs.
        seen: the ids of enemies that it has seen before, apart from those in LOS of
            the start.
        until: Locations at the nearest of which to stop looking.
    """
    search = Search(view, foes(view, unit.side), allotment(unit), costs)
    return search.run(start, limit, seen, until)


# -- step by step ------------------------------------------------------------------


def rout_move_of(view: GameView, unit: Unit) -> Move | None:
    """The rout of a unit, if it has begun."""
    move = view.state.move
    return move if move and move.units == (unit.id,) else None


def steps(view: GameView, unit: Unit) -> list[RoutStep]:
    """Every Location that a unit that may rout can enter next.

    By Low Crawl into a Location next to it; else so that a goal of its rout stays
    within its MF, and into a fortification there as well for one MF more. From a goal
    it goes on only into another building or woods.
    Reading: D-580 from one that may be passed over, into the open as well.
    """
    return view.world.once(view.state, ("rout", unit), lambda: _steps(view, unit))


def _steps(view: GameView, unit: Unit) -> list[RoutStep]:
    among = foes(view, unit.side)
    move = rout_move_of(view, unit) or begin_or_continue(view, unit, among)
    left = move.allotment - move.spent
    costs = price(view, unit, among, move.seen)
    found, crawls = [], []
    for to, mf in _next(view, unit, costs):
        # A10.52: Low Crawl takes all MF
        if not move.spent and may_crawl(view, unit, to, among):
            crawls.append(RoutStep(to, move.allotment, low_crawl=True))
        cost = move.allotment if mf == ALL else mf
        # A10.51: within its MF, and on to a goal
        if cost > left or not _leads_on(view, unit, move, to, left - cost, costs):
            continue
        found.append(RoutStep(to, cost))
        # B27.4: into a fortification there, for one MF more
        found += _into(view, unit, to, cost, left)
    return found + crawls


def _next(
    view: GameView, unit: Unit, costs: Price
) -> Iterator[tuple[LocationName, int]]:
    """The Locations that nothing bars, and what they cost."""
    here = view.world.number(unit.location)
    for to in view.world.exits(unit.location):
        printed = view.world.entry(unit.location, to).quarters
        cost = costs(here, 0, view.world.number(to), printed)
        if cost is not None:
            yield to, cost


def _into(
    view: GameView, unit: Unit, to: LocationName, cost: int, left: int
) -> list[RoutStep]:
    """The same step into each fortification of the Location with room for the unit."""
    if cost + SHELTER_MF > left:
        return []
    forts = refuges(view, unit, to)
    return [RoutStep(to, cost + SHELTER_MF, inside=fort.id) for fort in forts]


def begin_or_continue(
    view: GameView, unit: Unit, among: Sequence[Foe], *, spent: int = 0
) -> Move:
    """The rout that a unit would begin now, after MF spent where it is."""
    ends = goals(view, unit, among, spent=spent)
    now = _ranges(view, unit, among)
    idle = tuple(at for at in ends if _idle(view, at, now))
    return Move(
        units=(unit.id,),
        allotment=allotment(unit),
        spent=spent,
        goals=ends,
        over=(*idle, *_no_refuge(view, unit, among)),
        seen=now_seen(view, unit.location, among),
    )


def now_seen(
    view: GameView, here: LocationName, among: Sequence[Foe]
) -> tuple[str, ...]:
    """The Known armed enemies in LOS of a Location."""
    return tuple(
        foe.id for foe in among if foe.armed and sees(view, foe.location, here)
    )


def _leads_on(
    view: GameView, unit: Unit, move: Move, to: LocationName, left: int, costs: Price
) -> bool:
    """Whether a step keeps to A10.51: to a goal or nearer to one within its MF."""
    # A10.51: from building or woods only on into another, but for one passed over
    if arrived(view, unit, move) and (cover(view, to) or _must_stop(unit, move)):
        return cover(view, to)
    if not move.goals or to in move.goals:
        return True
    # back to one that it has come to is no way on
    others = (goal for goal in move.goals if goal != unit.location)
    ends = {view.world.number(goal) for goal in others}
    onward = reached(view, unit, to, left, costs, seen=move.seen, until=ends)
    return any(onward.spent[end] < FAR for end in ends)


def arrived(view: GameView, unit: Unit, move: Move) -> bool:
    """Whether a rout has come to a building or woods, where it may stop."""
    return move.steps > 0 and cover(view, unit.location)


def _must_stop(unit: Unit, move: Move) -> bool:
    """Whether cover that a rout has come to lets it not go on into the open (D-580)."""
    return unit.location not in move.over


@rule("A10.51/step", "The next Location of a rout")
def plan(view: GameView, side: Side, order: Rout) -> Move:
    """The rout in hand after an order.

    Errors:
        Illegal: the unit cannot do that.
    """
    unit = view.state.units.get(order.unit)
    if unit is None or unit.side != side:
        raise Illegal("A10.5", f"you have no unit {order.unit}")
    move = rout_move_of(view, unit)
    if move is None:
        if view.state.move:
            raise Illegal("A10.5", "one unit after the other: a rout is in hand")
        may_rout(view, unit)
    for step in steps(view, unit):
        if step.to == order.to and (step.low_crawl, step.inside) == (
            order.low_crawl,
            order.inside,
        ):
            return _after(view, unit, move, step)
    among = foes(view, side)
    seen = move.seen if move else ()
    why = barred(view, among, seen, unit.location, order.to)
    raise Illegal("A10.51", why or "that does not lead to the nearest cover")


def _after(view: GameView, unit: Unit, move: Move | None, step: RoutStep) -> Move:
    among = foes(view, unit.side)
    now = move or begin_or_continue(view, unit, among)
    seen = (*now.seen, *now_seen(view, step.to, among))
    return replace(
        now,
        spent=now.spent + step.cost,
        here=step.cost,
        steps=now.steps + 1,
        entry_side=view.world.side_between(step.to, unit.location),
        seen=tuple(dict.fromkeys(seen)),
    )


def may_stop(view: GameView, unit: Unit, move: Move) -> None:
    """A rout ends in cover, or where it has no goal or no way on (A10.51).

    Errors:
        Illegal: it must go on.
    """
    if not move.goals or arrived(view, unit, move):
        return
    if any(not step.low_crawl for step in steps(view, unit)):
        raise Illegal("A10.51", f"{unit.id} must go on to the nearest cover")
