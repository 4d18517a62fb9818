"""A7: the attacks that make sense now, and Opportunity Fire."""

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, onboard, smc
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a07_fire.a07_1_fire_attacks import able
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import (
    ON_THE_IFT,
    FireStatus,
    fires_as,
    range_factor,
)
from opfor.rules.a_infantry.a07_fire.a07_4_plan import muster
from opfor.rules.a_infantry.a07_fire.a07_5_fire_groups import chains
from opfor.rules.a_infantry.a07_fire.a07_34_spraying_fire import can_spray
from opfor.rules.a_infantry.a07_fire.a07_35_usage_of_sw import fired_before
from opfor.rules.a_infantry.a07_fire.firer import Firer
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import leads, modifier
from opfor.rules.a_infantry.a17_wounds import fires_with
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import Fire, Opportunity
from opfor.rules.d_vehicles.d03_fire.d03_3_machine_guns import check_mounts, standing_of
from opfor.state.counters import MMC, SMC
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Side, Unit, Weapon


class Ready(NamedTuple):
    """What a unit, or a SW it mans, could fire with now."""

    firer: Firer
    state: FireStatus


class LocationFirers(NamedTuple):
    """All that could fire from one Location, or vehicle, and who would direct it."""

    where: LocationName
    ready: tuple[Ready, ...]
    leader: str = ""
    vehicle: bool = False


def attacks(
    view: GameView, side: Side, targets: Collection[LocationName]
) -> Iterator[Offer]:
    """Attacks on some Locations that make sense; any part of one is legal as well."""
    for order, froms in groups(view, side, targets):
        try:
            muster(view, side, order)
        except Illegal:
            continue
        by = f" by {' and '.join(order.leaders)}" if order.leaders else ""
        both = tuple(filter(None, (order.target, order.second)))
        label = f"{' + '.join(order.firers)}{by} at {' and '.join(both)}"
        yield Offer(order, label, (*both, *froms))


Group = tuple[Fire, tuple[LocationName, ...]]
"""An attack, and where it comes from."""


def groups(
    view: GameView, side: Side, targets: Collection[LocationName]
) -> Iterator[Group]:
    """Attacks that make sense; some rule may yet forbid one.

    Of each whole Location, of each unit, of all Locations that hang together, and of
    those of them that have leaders; then Spraying Fire at two of the targets.
    """
    batteries = _batteries(view, side)
    for target in targets:
        able_: list[LocationFirers] = []
        for battery in batteries:
            if not sees(view, battery.where, target):
                continue
            if near := _in_reach(view, battery, target):
                able_.append(battery._replace(ready=near))
        for battery in able_:
            yield from _from_one(battery, target)
        joined = list(_joined(view, able_))
        led = [battery for battery in able_ if battery.leader]
        if 1 < len(led) < len(able_):
            joined += (group for group in _joined(view, led) if group not in joined)
        for group in joined:
            yield _group(group, target)
    yield from _sprays(view, batteries, targets)


def _batteries(view: GameView, side: Side) -> list[LocationFirers]:
    at: dict[tuple[LocationName, str], list[Unit]] = {}
    for unit in onboard(view, side):
        if not able(view, unit):
            own = unit.id if unit.vehicle else ""
            at.setdefault((unit.location, own), []).append(unit)
    found = []
    for (where, own), units in at.items():
        ready = tuple(r for unit in units for r in readied(view, unit))
        if ready:
            leader = "" if own else _leader(view, units)
            found.append(LocationFirers(where, ready, leader, vehicle=bool(own)))
    return found


def readied(view: GameView, unit: Unit) -> list[Ready]:
    """What a unit would fire with: its FP and the best SW beside it, as it can."""
    piece = view.world.counter(unit.counter)
    used = fired_before(view, unit)
    inherent = None
    if isinstance(piece, MMC | SMC) and piece.fp:
        inherent = _ready(view, Firer(unit, fires_with(unit, piece)))
    weapons = [r for w in view.state.weapons_of(unit.id) if (r := _manned(view, w))]
    weapons.sort(key=lambda r: -r.firer.piece.fp)
    if unit.vehicle is not None:
        return weapons
    again = [r for r in weapons if r.firer.weapon and r.firer.weapon.id in used]
    new = [r for r in weapons if r not in again]
    if (found := mmc(view, unit)) and found.size == "squad":
        room = 2 - len(used - {unit.id})
        inherent = inherent if room else None
        spare = max(0, room - bool(inherent or unit.id in used))
        return [*([inherent] if inherent else []), *again, *new[:spare]]
    if used:
        return again
    return new[:1] or ([inherent] if inherent else [])


def _manned(view: GameView, weapon: Weapon) -> Ready | None:
    sw = fires_as(view, weapon)
    if sw is None or sw.kind not in ON_THE_IFT:
        return None
    return _ready(view, Firer(view.state.units[weapon.owner], sw, weapon))


def _ready(view: GameView, firer: Firer) -> Ready | None:
    try:
        return Ready(firer, standing_of(view, firer))
    except Illegal:
        return None


def _leader(view: GameView, units: Iterable[Unit]) -> str:
    """The best leader who could direct, if his DRM does not hurt."""
    free = [
        unit
        for unit in units
        if leads(view, unit)
        and not (unit.did("direct") or unit.fired or fired_before(view, unit))
        and modifier(view, unit) <= 0
    ]
    best = min(free, key=lambda unit: modifier(view, unit), default=None)
    return best.id if best else ""


def _in_reach(
    view: GameView, battery: LocationFirers, target: LocationName
) -> tuple[Ready, ...]:
    hexes = view.world.range(battery.where, target)
    return tuple(
        ready
        for ready in battery.ready
        if not 0 <= ready.state.reach < hexes
        and (
            hexes <= ready.firer.piece.range
            or range_factor(view, ready.firer, target) is not None
        )
        and bears(view, ready.firer, target)
    )


def bears(view: GameView, firer: Firer, target: LocationName) -> bool:
    """Whether a MG, if a vehicle's, can be brought to bear."""
    try:
        check_mounts(view, (firer,), target)
    except Illegal:
        return False
    return True


def _from_one(battery: LocationFirers, target: LocationName) -> Iterator[Group]:
    """All of a Location together; each unit alone; each SW that fires again alone."""
    yield _group([battery], target)
    units = dict.fromkeys(ready.firer.unit.id for ready in battery.ready)
    for ready in battery.ready if battery.vehicle and len(battery.ready) > 1 else ():
        yield _group([battery._replace(ready=(ready,))], target)
    for id_ in units if len(units) > 1 else ():
        own = tuple(r for r in battery.ready if r.firer.unit.id == id_)
        yield _group([LocationFirers(battery.where, own)], target)
    for ready in battery.ready if len(battery.ready) > 1 else ():
        if ready.firer.weapon and ready.firer.weapon.rof:
            alone = LocationFirers(battery.where, (ready,), battery.leader)
            yield _group([alone], target)


def _joined(
    view: GameView, batteries: list[LocationFirers]
) -> Iterator[list[LocationFirers]]:
    """Sets of two or more Locations that hang together by being ADJACENT."""
    at = {battery.where: battery for battery in batteries if not battery.vehicle}
    for chain in chains(view, tuple(at)):
        yield [at[where] for where in chain]


def _group(
    group: list[LocationFirers], target: LocationName, second: LocationName = OFFBOARD
) -> Group:
    """An attack by all of some Locations, directed if it can be in each."""
    ids = tuple(ready.firer.thing.id for battery in group for ready in battery.ready)
    leaders = tuple(battery.leader for battery in group)
    firing = {ready.firer.unit.id for battery in group for ready in battery.ready}
    if not all(leaders) or firing & {*leaders}:
        leaders = ()
    froms = tuple(battery.where for battery in group)
    return Fire(ids, target, leaders, second=second), froms


def _sprays(
    view: GameView,
    batteries: Iterable[LocationFirers],
    targets: Collection[LocationName],
) -> Iterator[Group]:
    """Spraying Fire of all in a Location that can, at each two targets side by side."""
    found = (
        battery._replace(ready=tuple(r for r in battery.ready if can_spray(r.firer)))
        for battery in batteries
    )
    for battery in (battery for battery in found if battery.ready):
        seen = [to for to in targets if sees(view, battery.where, to)]
        reached = {to: _in_reach(view, battery, to) for to in seen}
        for one, two in combinations((to for to in seen if reached[to]), 2):
            if view.world.range(one, two) > 1:
                continue
            at_two = {ready.firer.thing.id for ready in reached[two]}
            both = tuple(r for r in reached[one] if r.firer.thing.id in at_two)
            if both:
                yield _group([battery._replace(ready=both)], one, second=two)


def enemy_locations(view: GameView, side: Side) -> list[LocationName]:
    """Where the other side has units that can be seen to be there."""
    return list(
        dict.fromkeys(
            unit.location
            for unit in onboard(view, other(side))
            if not (unit.hidden or unit.guard)
        )
    )


# -- Opportunity Fire --------------------------------------------------------------


def offer_opportunity(view: GameView, side: Side) -> Iterator[Offer]:
    """Opportunity Fire for each unit that could use it."""
    for unit in onboard(view, side):
        if not _no_opportunity(view, side, unit.id):
            label = f"{unit.id} waits for an opportunity"
            yield Offer(Opportunity((unit.id,)), label, (unit.location,))


def check_opportunity(view: GameView, side: Side, order: Opportunity) -> None:
    """Raise Illegal if one of the units cannot be marked for Opportunity Fire."""
    if not order.units:
        raise Illegal("A7.25", "no unit is named")
    for id_ in order.units:
        if why := _no_opportunity(view, side, id_):
            raise Illegal("A7.25", why)


def _no_opportunity(view: GameView, side: Side, id_: str) -> str:
    unit = view.state.units.get(id_)
    if unit is None or unit.side != side:
        return f"{id_} is not yours"
    if bar := able(view, unit):
        return bar
    weapons = view.state.weapons_of(id_)
    if unit.fired or any(weapon.fired for weapon in weapons):
        return f"{id_} has fired"
    leads_ = smc(view, unit) is not None
    return "" if leads_ or readied(view, unit) else f"{id_} has nothing to fire"


@rule("A7.1/prep", "Who mans a SW that Prep Fired has Prep Fired")
def mark_users(play: Play) -> None:
    """As the PFPh ends, mark the users of SW that fired: they do not move either."""
    for weapon in play.state.weapons.values():
        user = play.state.units.get(weapon.owner)
        if weapon.fired == "prep" and user is not None and not user.fired:
            play.emit(
                UnitChanged(replace(user, fired="prep"), fact("has_fired_its_sw"))
            )
