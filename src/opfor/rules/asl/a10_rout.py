"""A10.5: who must rout, and where to, one Location at a time.

A rout is the move in hand of one broken unit in the RtPh. Where it makes for is
settled as it begins and kept in that move; so are the enemies that it has seen. MF
are quarters.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.chart import MF
from opfor.geo.cost import ALL
from opfor.geo.path import FAR, Price, Reach, reach
from opfor.rules.asl.a01_units import adjacent, armed, known_to_other_side
from opfor.rules.asl.a04_allotment import ipc
from opfor.rules.asl.a06_los import SMOKE, sees
from opfor.rules.asl.a12_concealment import in_the_open
from opfor.rules.orders import Rout
from opfor.state.counters import MMC, SMC, SupportWeapon
from opfor.state.moment import (
    Move,
)
from opfor.state.play import Look
from opfor.state.units import (
    OFFBOARD,
    LocationName,
    Side,
    Unit,
    Weapon,
)

ROUT_MF, WOUNDED_MF = 6 * MF, 3 * MF
MOST_RANGE = 16
"""Hexes beyond which nobody makes Open Ground dangerous to those who rout."""

SMOKE_MF = 1 * MF
WOODS = ("woods", "light woods")
SHELTERS = ("foxhole", "trench", "pillbox", "cave")
"""Fortifications inside which nobody is in Open Ground."""

Cause = Literal["", "ADJACENT", "in the open", "in a Blaze"]


class Foe(Struct, frozen=True):
    """A Known enemy unit, as those who rout fear it.

    Args:
        id, location: which, and where.
        armed: it is no unarmed unit.
        unbroken: it is not broken.
        range: its normal range and no more than 16 hexes; 0 if it cannot fire.
    """

    id: str
    location: LocationName
    armed: bool
    unbroken: bool
    range: int


class Step(Struct, frozen=True):
    """One Location that a routing unit may enter next, and its MF in quarters."""

    to: LocationName
    cost: int
    low_crawl: bool = False


def foes(look: Look, side: Side) -> tuple[Foe, ...]:
    """The Known enemy units of a side, prisoners apart."""
    return tuple(
        Foe(
            unit.id,
            unit.location,
            armed(unit),
            not unit.broken,
            normal_range(look, unit),
        )
        for unit in look.state.units.values()
        if unit.side != side
        and unit.location
        and not unit.guard
        and known_to_other_side(unit)
    )


def normal_range(look: Look, unit: Unit) -> int:
    """The longest normal range of what a unit can fire, 16 hexes at the most."""
    piece = look.world.counter(unit.counter)
    found = [piece.range] if isinstance(piece, MMC | SMC) and piece.fp else []
    for weapon in look.state.weapons_of(unit.id):
        sw = look.world.counter(weapon.counter)
        usable = not weapon.malfunctioned and not weapon.dm
        if isinstance(sw, SupportWeapon) and sw.kind == "MG" and usable:
            found.append(sw.range)
    return min(MOST_RANGE, max(found, default=0))


# -- who routs ---------------------------------------------------------------------


@rule(
    "A10.5",
    "Who must rout, and who may",
    exc=(
        "neither a unit in Melee nor a prisoner routs",
        "a Disrupted unit routs only from a Blaze, or where there is No Quarter",
    ),
    cites=("A10.62", "A19.12", "A20.5"),
)
def may_rout(look: Look, unit: Unit) -> None:
    """A broken unit may rout, once, if it must or is under DM.

    EXC: a unit in Melee and a prisoner do not. EXC: a Disrupted unit does not, but
    from a Blaze or where it cannot surrender (D-122).

    Errors:
        Illegal: it may not.
    """
    if not unit.broken or not unit.location or unit.vehicle:
        raise Illegal("A10.5", f"{unit.id} is not broken on the map")
    if unit.melee or unit.guard:
        raise Illegal("A10.5", f"{unit.id} is in Melee or a prisoner")
    if unit.disrupted and not flees(look, unit):
        raise Illegal("A19.12", f"{unit.id} is Disrupted and does not rout")
    if unit.did("routed"):
        raise Illegal("A10.5", f"{unit.id} has routed in this phase")
    if not unit.dm and not must_rout(look, unit):
        raise Illegal("A10.5", f"{unit.id} is in no danger and not under DM")


def flees(look: Look, unit: Unit) -> bool:
    """Whether even a Disrupted unit routs: from a Blaze, or for want of Quarter."""
    burning = any(m.kind == "blaze" for m in look.state.markers_at(unit.location))
    return burning or look.state.toll(unit.side).no_quarter


@rule("A10.5/must", "What a broken unit may not stay in", cites=("A10.533", "B25.4"))
def must_rout(look: Look, unit: Unit, *, among: Sequence[Foe] | None = None) -> Cause:
    """Why a broken unit may not stay in its Location; empty if it may.

    ADJACENT to a Known armed unbroken enemy or with it in one Location; in Open
    Ground in its LOS and normal range; in a Blaze.
    """
    here = unit.location
    found = foes(look, unit.side) if among is None else among
    fearful = [foe for foe in found if foe.armed and foe.unbroken]
    if any(_next_to(look, here, foe) for foe in fearful):
        return "ADJACENT"
    if not _sheltered(look, unit) and exposed(look, here, unit.side, fearful):
        return "in the open"
    if any(marker.kind == "blaze" for marker in look.state.markers_at(here)):
        return "in a Blaze"
    return ""


def _next_to(look: Look, here: LocationName, foe: Foe) -> bool:
    near = look.world.range(here, foe.location) <= 1
    return near and adjacent(look, here, foe.location)


def _sheltered(look: Look, unit: Unit) -> bool:
    inside = look.state.fortifications.get(unit.inside)
    return inside is not None and inside.kind in SHELTERS


def exposed(look: Look, at: LocationName, side: Side, among: Sequence[Foe]) -> bool:
    """Whether a Location is Open Ground in the LOS and normal range of a foe."""
    if not look.world.ground.open_ground(look.world.locate(at)):
        return False
    return any(
        look.world.range(at, foe.location) <= foe.range
        and in_the_open(look, foe.location, at, side)
        for foe in among
    )


# -- where to ----------------------------------------------------------------------


@rule(
    "A10.51",
    "Where a routing unit may not go",
    exc=("it may be ADJACENT to an enemy whose Location it leaves",),
)
def barred(
    look: Look,
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
        before = look.world.range(here, foe.location)
        after = look.world.range(there, foe.location)
        if after == 0 and there == foe.location:
            return f"{foe.id} is there"
        known = foe.id in seen or (after < before and sees(look, foe.location, here))
        if after < before and foe.armed and known:
            return f"it is closer to {foe.id}"
        near = after <= 1 and here != foe.location
        if near and adjacent(look, there, foe.location):
            return f"it is ADJACENT to {foe.id}"
    return ""


def cover(look: Look, at: LocationName) -> bool:
    """Whether a Location is one that routs make for: building or woods."""
    kind = look.world.ground.terrain(look.world.locate(at)).name
    return look.world.in_building(at) or kind in WOODS


@rule(
    "A10.511",
    "What a rout makes for",
    exc=("one that is no farther from a Known enemy than its start",),
)
def goals(look: Look, unit: Unit, among: Sequence[Foe]) -> tuple[LocationName, ...]:
    """The buildings and woods that a rout may make for: the nearest in MF.

    None within its MF leaves it free to rout anywhere. EXC: one that is no farther
    from a Known enemy than the start of the rout may be passed over, so that all up
    to the nearest other one are there to choose from.
    """
    key = "goals", unit.id, tuple(foe.id for foe in among)
    return look.world.once(look.state, key, lambda: _goals(look, unit, among))


def _goals(look: Look, unit: Unit, among: Sequence[Foe]) -> tuple[LocationName, ...]:
    found = _reached(
        look, unit.location, allotment(unit), price(look, among, (), mired=_mired(unit))
    )
    world = look.world
    names = {
        world.name(world.ground.locations[number]): int(found.spent[number])
        for number in _within(found)
    }
    near = {at: mf for at, mf in names.items() if mf and cover(look, at)}
    binding = [mf for at, mf in near.items() if not _idle(look, unit, at, among)]
    limit = min(binding, default=FAR)
    return tuple(at for at, mf in near.items() if mf <= limit)


def _idle(look: Look, unit: Unit, at: LocationName, among: Sequence[Foe]) -> bool:
    """Whether a Location is no farther from some Known enemy than the unit is now."""
    world = look.world
    return any(
        world.range(at, foe.location) <= world.range(unit.location, foe.location)
        for foe in among
    )


def allotment(unit: Unit) -> int:
    """Quarters of MF of a routing unit, Conscripts and all (A10.51, A17.2)."""
    return WOUNDED_MF if unit.wounded else ROUT_MF


def price(
    look: Look,
    among: Sequence[Foe],
    seen: Sequence[str],
    *,
    mired: LocationName = OFFBOARD,
) -> Price:
    """What each way costs those who rout; each is worked out but once.

    Args:
        look: the game.
        among: the enemies that count.
        seen: the ids of those the unit has had in its LOS.
        mired: the Location of an Encircled unit, whose first step costs double (A7.7).
    """
    world = look.world
    start = world.ground.number(world.locate(mired)) if mired else -1
    names = world.names
    smoke = {m.location for m in look.state.markers.values() if m.kind in SMOKE}
    known: dict[tuple[int, int], bool] = {}
    ranges = [(foe, world.ranges(foe.location)) for foe in among]
    hexes = [at.hex for at in world.ground.locations]

    def costs(here: int, _way: int, there: int, quarters: int) -> int | None:
        if (here, there) not in known:
            old, new = hexes[here], hexes[there]
            # Only a foe who comes closer or is next door can bar the way.
            near = [foe for foe, row in ranges if row[new] < row[old] or row[new] <= 1]
            ends = names[here], names[there]
            known[here, there] = bool(near and barred(look, near, seen, *ends))
        if known[here, there]:
            return None
        extra = SMOKE_MF if smoke and names[there] in smoke else 0
        if quarters == ALL:
            return quarters
        return (quarters + extra) * (2 if here == start else 1)

    return costs


def _mired(unit: Unit) -> LocationName:
    return unit.location if unit.encircled else OFFBOARD


def _reached(look: Look, start: LocationName, limit: int, costs: Price) -> Reach:
    number = look.world.ground.number(look.world.locate(start))
    return reach(
        look.world.moves, [number], limit=limit, allotment=ROUT_MF, price=costs
    )


# -- step by step ------------------------------------------------------------------


def in_hand(look: Look, unit: Unit) -> Move | None:
    """The rout of a unit, if it has begun."""
    move = look.state.move
    return move if move and move.units == (unit.id,) else None


def steps(look: Look, unit: Unit) -> list[Step]:
    """Every Location that a unit that may rout can enter next.

    By Low Crawl into a Location next to it; else so that a goal of its rout stays
    within its MF. From a goal it goes on only into another building or woods.
    """
    among = foes(look, unit.side)
    move = in_hand(look, unit) or begun(look, unit, among)
    left = move.allotment - move.spent
    costs = price(look, among, move.seen, mired=_mired(unit))
    number = look.world.ground.number
    here = number(look.world.locate(unit.location))
    found, crawls = [], []
    for to in look.world.exits(unit.location):
        printed = look.world.entry(unit.location, to).quarters
        cost = costs(here, 0, number(look.world.locate(to)), printed)
        if cost is None:
            continue
        if not move.steps and may_crawl(look, unit, to, among):
            crawls.append(Step(to, move.allotment, low_crawl=True))
        cost = move.allotment if cost == ALL else cost
        if cost <= left and _leads_on(look, unit, move, to, left - cost, costs):
            found.append(Step(to, cost))
    return found + crawls


def begun(look: Look, unit: Unit, among: Sequence[Foe]) -> Move:
    """The rout that a unit would begin now."""
    return Move(
        units=(unit.id,),
        allotment=allotment(unit),
        goals=goals(look, unit, among),
        seen=now_seen(look, unit.location, among),
    )


def now_seen(look: Look, here: LocationName, among: Sequence[Foe]) -> tuple[str, ...]:
    """The Known armed enemies in LOS of a Location."""
    return tuple(
        foe.id for foe in among if foe.armed and sees(look, foe.location, here)
    )


def _leads_on(
    look: Look, unit: Unit, move: Move, to: LocationName, left: int, costs: Price
) -> bool:
    """Whether a step keeps to A10.51: to a goal or nearer to one within its MF."""
    if move.steps and arrived(look, unit, move):
        return cover(look, to)
    if not move.goals or to in move.goals:
        return True
    onward = _reached(look, to, left, costs)
    number = look.world.ground.number
    ends = (number(look.world.locate(goal)) for goal in move.goals)
    return any(onward.spent[end] < FAR for end in ends)


def arrived(look: Look, unit: Unit, move: Move) -> bool:
    """Whether a rout has come to a building or woods, where it may stop."""
    return move.steps > 0 and cover(look, unit.location)


@rule(
    "A10.52",
    "Low Crawl",
    exc=("not out of a Location with an enemy unit, nor next to one",),
)
def may_crawl(look: Look, unit: Unit, to: LocationName, among: Sequence[Foe]) -> bool:
    """Whether a unit may Low Crawl into a Location, which takes all its MF.

    EXC: neither out of a Location with an enemy unit nor ADJACENT to one.
    """
    if any(foe.location == unit.location for foe in among):
        return False
    return not any(_next_to(look, to, foe) for foe in among)


@rule("A10.51/step", "The next Location of a rout")
def plan(look: Look, side: Side, order: Rout) -> Move:
    """The rout in hand after an order.

    Errors:
        Illegal: the unit cannot do that.
    """
    unit = look.state.units.get(order.unit)
    if unit is None or unit.side != side:
        raise Illegal("A10.5", f"you have no unit {order.unit}")
    move = in_hand(look, unit)
    if move is None:
        if look.state.move:
            raise Illegal("A10.5", "one unit after the other: a rout is in hand")
        may_rout(look, unit)
    for step in steps(look, unit):
        if (step.to, step.low_crawl) == (order.to, order.low_crawl):
            return _after(look, unit, move, step)
    among = foes(look, side)
    seen = move.seen if move else ()
    why = barred(look, among, seen, unit.location, order.to)
    raise Illegal("A10.51", why or "that does not lead to the nearest cover")


def _after(look: Look, unit: Unit, move: Move | None, step: Step) -> Move:
    among = foes(look, unit.side)
    now = move or begun(look, unit, among)
    seen = (*now.seen, *now_seen(look, step.to, among))
    return replace(
        now,
        spent=now.spent + step.cost,
        here=step.cost,
        steps=now.steps + 1,
        entry_side=look.world.side_between(step.to, unit.location),
        seen=tuple(dict.fromkeys(seen)),
    )


def may_stop(look: Look, unit: Unit, move: Move) -> None:
    """A rout ends in cover, or where it has no goal or no way on (A10.51).

    Errors:
        Illegal: it must go on.
    """
    if not move.goals or arrived(look, unit, move):
        return
    if any(not step.low_crawl for step in steps(look, unit)):
        raise Illegal("A10.51", f"{unit.id} must go on to the nearest cover")


@rule("A20.21/way", "A way out without Interdiction or Low Crawl")
def safe_way(look: Look, unit: Unit) -> bool:
    """Whether a unit can rout without Interdiction or Low Crawl to where it may stay.

    To one of its goals; without any, to a Location that it would not have to leave.
    """
    among = foes(look, unit.side)
    move = begun(look, unit, among)
    costs = _unseen(look, unit, price(look, among, move.seen, mired=_mired(unit)))
    found = _reached(look, unit.location, move.allotment, costs)
    world = look.world
    number = world.ground.number
    if move.goals:
        return any(found.spent[number(world.locate(to))] < FAR for to in move.goals)
    ends = (world.name(world.ground.locations[end]) for end in _within(found))
    return any(
        not must_rout(look, replace(unit, location=to, inside=""), among=among)
        for to in ends
        if to != unit.location
    )


def _unseen(look: Look, unit: Unit, costs: Price) -> Price:
    """The same prices, but no way into a Location where the unit is Interdicted."""
    world = look.world
    known: dict[int, bool] = {}

    def unseen(here: int, way: int, there: int, quarters: int) -> int | None:
        if there not in known:
            at = world.name(world.ground.locations[there])
            known[there] = bool(interdictors(look, unit, at))
        return None if known[there] else costs(here, way, there, quarters)

    return unseen


def _within(found: Reach) -> list[int]:
    """The numbers of the Locations within reach."""
    return [int(number) for number in (found.spent < FAR).nonzero()[0]]


# -- Interdiction ------------------------------------------------------------------


@rule(
    "A10.53",
    "Interdiction",
    exc=("not by a broken, pinned, CX or Encircled unit, or one in Melee",),
    cites=("A10.531", "A12.1"),
)
def interdictors(look: Look, unit: Unit, at: LocationName) -> list[Unit]:
    """The enemy units that Interdict one that routs through a Location.

    Unhindered LOS to Open Ground within normal range, 16 hexes at the most. EXC: not
    by those that are broken, pinned, CX, Encircled or in Melee. A concealed unit
    stays concealed, and Interdicts nobody (D-121).
    """
    return [
        enemy
        for enemy in look.state.units.values()
        if enemy.side != unit.side
        and enemy.location
        and _able(enemy)
        and look.world.range(at, enemy.location) <= normal_range(look, enemy)
        and in_the_open(look, enemy.location, at, unit.side)
    ]


def _able(enemy: Unit) -> bool:
    hampered = enemy.broken or enemy.pinned or enemy.cx or enemy.encircled
    return (
        armed(enemy)
        and known_to_other_side(enemy)
        and not (hampered or enemy.melee or enemy.panic)
    )


@rule("A10.5/ipc", "SW that a routing unit leaves", cites=("A4.42",))
def left_behind(look: Look, unit: Unit) -> list[str]:
    """The ids of the SW that a unit must drop to rout, the heaviest first.

    It keeps what does not exceed its IPC.
    """
    carried = [
        (_pp(look, weapon), weapon.id) for weapon in look.state.weapons_of(unit.id)
    ]
    carried.sort(key=lambda load: -load[0])
    limit = ipc(look, unit)
    dropped = []
    while carried and sum(pp for pp, _ in carried) > limit:
        dropped.append(carried.pop(0)[1])
    return dropped


def _pp(look: Look, weapon: Weapon) -> int:
    """PP of a SW; a Gun stays where it is."""
    sw = look.world.counter(weapon.counter)
    if not isinstance(sw, SupportWeapon):
        return FAR
    return sw.dm_pp if weapon.dm else sw.pp
