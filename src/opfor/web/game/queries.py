"""What a page may ask about a game: nothing here changes it."""

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from opfor.core.errors import Illegal, OpforError
from opfor.core.event import Emitted, RollMade
from opfor.core.explain import Decided, RowRead
from opfor.geo.ground import Location
from opfor.geo.hexes import SIDES
from opfor.geo.terrain_chart import mf
from opfor.ports.session import Session
from opfor.rules.a_infantry.a04_movement.reach import reach
from opfor.rules.a_infantry.a04_movement.steps import plan
from opfor.rules.choices.offer import Offer, units_of
from opfor.rules.choices.orders import Fire, MoveTo
from opfor.rules.choices.vehicle_orders import DriveOrder, TurnTo
from opfor.rules.d_vehicles.d02_movement.steps import begin_or_continue, unit_of
from opfor.rules.orders.adjust import KINDS
from opfor.rules.orders.vehicles.d02_spend_mp import turret_turns
from opfor.rules.s_solitaire.s01_targets_from import watchers
from opfor.rules.s_solitaire.s03_activation.hold import threats
from opfor.rules.sequence import orders_by_phase
from opfor.state.artillery import Battery
from opfor.state.in_progress import (
    Move,
)
from opfor.state.state import State
from opfor.state.units import (
    OFFBOARD,
    LocationName,
    Side,
    Suspect,
    Unit,
)
from opfor.state.world import World
from opfor.views.board import thread_of
from opfor.views.table_text import result_text
from opfor.views.text.checklist import changes
from opfor.views.text.condensed import story_from_set_up
from opfor.views.text.events import row_of
from opfor.views.text.look import hex_lines, sight_lines, threat_lines, watcher_lines
from opfor.views.text.names import plain
from opfor.views.text.why import why_lines
from opfor.views.text.words import say
from opfor.web.game import messages as m
from opfor.web.game.fire_plan import fire_plan, harmless
from opfor.web.game.hints import suggest

FRIENDLY: Side = "FRIENDLY"
"""The side of the person at the page."""

MOST_LOG = 2_000
"""The most events that the log goes back."""

MOST_WHY = 200
"""The most events that one reason is spread over."""


def legal(session: Session, request: m.Legal) -> list[dict[str, Any]]:
    """The legal orders of some units and their Weapons, and those that name nobody.

    Plain moves are left out: `reach` shows them on the board.
    """
    weapons = session.game.state.weapons.values()
    named = {*request.units}
    named |= {weapon.id for weapon in weapons if weapon.owner in named}
    found = [
        o for o in orders_by_phase.legal(session.play, FRIENDLY) if _wanted(o, named)
    ]
    turrets = _turrets(session, request.units)
    return [_offer(session, offer) for offer in (*found, *turrets)]


def _turrets(session: Session, units: tuple[str, ...]) -> Iterator[Offer]:
    """Where the turret of a vehicle may point that is chosen alone."""
    unit = session.game.state.units.get(units[0]) if len(units) == 1 else None
    if unit is None or unit.vehicle is None:
        return
    for offer in turret_turns(session.play, FRIENDLY, unit):
        with contextlib.suppress(Illegal):
            orders_by_phase.check(session.play, FRIENDLY, offer.order)
            yield offer


def _wanted(offer: Offer, named: set[str]) -> bool:
    units = set(units_of(offer.order))
    if not units:
        return True
    if isinstance(offer.order, MoveTo):
        order = offer.order
        simple = not (order.dash or order.minimum or order.bypass or order.overrun)
        return not simple and units == named
    return bool(units & named)


def _offer(session: Session, offer: Offer) -> dict[str, Any]:
    world, order = session.world, msgspec.to_builtins(offer.order)
    label = plain(world.map, _turning(session.game.state, offer) or offer.label)
    vain = isinstance(offer.order, Fire) and harmless(
        session.play, FRIENDLY, offer.order
    )
    return {
        "kind": order["type"],
        "order": order,
        "label": f"{label}: cannot harm" if vain else label,
        "vain": vain,
        "hexes": [world.locate(name).hex for name in offer.hexes if name],
        "at": offer.hexes[0] if offer.hexes else "",
        "at_label": plain(world.map, offer.hexes[0]) if offer.hexes else "",
        "units": units_of(offer.order),
        "cost": mf(offer.cost) if offer.cost else "",
    }


def _turning(state: State, offer: Offer) -> str:
    """A turn by the side to which it goes: nobody knows the hexspines by heart."""
    order = offer.order
    if not isinstance(order, TurnTo):
        return ""
    vehicle = state.units[order.unit].vehicle
    if vehicle is None:
        return ""
    now = vehicle.tca if order.turret else vehicle.vca
    steps = (order.spine - now + SIDES // 2) % SIDES - SIDES // 2
    side = "right" if steps > 0 else "left"
    what = "turret" if order.turret else "vehicle"
    far = f" by {abs(steps)} hexspines" if abs(steps) > 1 else ""
    cost = f" ({mf(offer.cost)} MP)" if offer.cost else ""
    return f"{order.unit}: {what} {side}{far}{cost}"


def reach_of(session: Session, request: m.ReachOf) -> dict[str, Any]:
    """Where units could go: the next Locations, and those further on with a route.

    If there are none, why not; of a vehicle, why not into each hex that bars it.
    """
    units = _units(session.game.state, request.units)
    if any(unit.vehicle for unit in units):
        # It moves MP by MP, by orders.
        return {"reach": {}, "barred": _walls(session, units)} | _barred(session, units)
    refused: list[Illegal] = []
    found: dict[str, dict[str, Any]] = {
        to: {"hex": _hex(session.world, to), "mf": mf(cost), "route": [to]}
        for to, cost in _next(session, request, refused)
    }
    if found and not request.how.get("assault"):
        with contextlib.suppress(Illegal):
            double = request.how.get("double_time", False)
            move = session.game.state.move
            spent = move.spent if move and move.units == request.units else 0
            for to, way in reach(session.play, units, double_time=double).items():
                hex_, cost = _hex(session.world, to), mf(way.spent - spent)
                route = list(way.route[1:])
                found.setdefault(to, {"hex": hex_, "mf": cost, "route": route})
    why_not = "" if found or not refused else str(refused[0])
    return {"reach": found, "why": plain(session.world.map, why_not)}


def _barred(session: Session, units: Sequence[Unit]) -> dict[str, str]:
    """Why a vehicle cannot move, if it cannot."""
    try:
        for unit in units:
            begin_or_continue(session.play, unit_of(session.play, FRIENDLY, unit.id))
    except Illegal as error:
        return {"why": plain(session.world.map, str(error))}
    return {}


def _walls(session: Session, units: Sequence[Unit]) -> dict[int, str]:
    """Why a vehicle does not drive into each of the next hexes that it cannot enter."""
    found: dict[int, str] = {}
    [unit, *others] = units
    if others or not unit.location:
        return found
    for side in range(SIDES):
        to = session.world.across(unit.location, side)
        try:
            if to:
                orders_by_phase.check(session.play, FRIENDLY, DriveOrder(unit.id, to))
        except Illegal as error:
            found[_hex(session.world, to)] = plain(session.world.map, str(error))
    return found


def _next(
    session: Session, request: m.ReachOf, refused: list[Illegal]
) -> Iterator[tuple[LocationName, int]]:
    """What can be entered now, with the quarters of MF it takes; what is `refused`."""
    units = _units(session.game.state, request.units)
    assault, double = _how(request.how)
    for to in session.world.exits(units[0].location):
        try:
            order = MoveTo(request.units, to, assault=assault, double_time=double)
            orders_by_phase.check(session.play, FRIENDLY, order)
            yield to, plan(session.play, order).here
        except Illegal as error:
            refused.append(error)


def _how(how: Mapping[str, bool]) -> tuple[bool, bool]:
    """Whether by Assault Movement, and whether by Double Time."""
    if strange := how.keys() - {"assault", "double_time"}:
        raise OpforError(f"nobody moves by {min(strange)[:20]!r}")
    return how.get("assault", False), how.get("double_time", False)


def threats_to(session: Session, request: m.Threats) -> dict[str, Any]:
    """The S? that entering a Location may Activate, and at what odds."""
    to = _place(session.world, request.to)
    _units(session.game.state, request.units)
    try:
        move = plan(session.play, MoveTo(request.units, to))
    except Illegal:
        move = Move(units=request.units)
    found = threats(session.play, to, move)
    lines = threat_lines(session.world, found, session.game.state.ac_number, to)
    lines += watcher_lines(session.world, watchers(session.play, to), to)
    likely = [t for t in found if t.case != "L"]
    return {
        "lines": "\n".join(lines).split("\n"),
        "hexes": [_hex(session.world, t.suspect.location) for t in likely],
        "chances": {t.suspect.id: t.chance for t in likely},
    }


def why(session: Session, request: m.Why) -> dict[str, Any]:
    """What lies behind an event: all that its rule did around it."""
    game = session.game
    return why_of(session.world, game.state, game.events, request.event)


def why_of(
    world: World, state: State, events: Sequence[Emitted], number: int
) -> dict[str, Any]:
    """What lies behind the event of that number; names are those of the state."""
    if not 1 <= number <= len(events):
        raise OpforError(f"there is no event {number}")
    chosen = _around(events, number - 1)
    decided = [e.event for e in chosen if isinstance(e.event, Decided)]
    places = _places(state, events[:number])
    return {
        "lines": [line._asdict() for line in why_lines(world, chosen)],
        "tables": [t for e in chosen for t in _table(world, e)],
        "chosen": [h for d in decided for h in _named(world, places, (d.chosen,))],
        "losers": [h for d in decided for h in _named(world, places, d.candidates)],
    }


def _places(state: State, events: Sequence[Emitted]) -> dict[str, LocationName]:
    """Where units and S? are by id, or were when they were last heard of."""
    found: dict[str, LocationName] = {}
    for emitted in events:
        event = emitted.event
        thing = getattr(event, "suspect", None) or getattr(event, "unit", None)
        if isinstance(thing, Suspect | Unit) and thing.location:
            found[thing.id] = thing.location
    now: list[Suspect | Unit] = [*state.suspects.values(), *state.units.values()]
    return found | {thing.id: thing.location for thing in now if thing.location}


def _around(events: Any, at: int) -> list[Emitted]:
    """An event and its neighbours under the same outermost rule."""
    outer = events[at].causes[:1]
    first = last = at
    while first and at - first < MOST_WHY and events[first - 1].causes[:1] == outer:
        first -= 1
    while last + 1 < len(events) and events[last + 1].causes[:1] == outer:
        if last - at >= MOST_WHY:
            break
        last += 1
    return list(events[first : last + 1]) if outer else [events[at]]


def _table(world: World, emitted: Emitted) -> Iterator[dict[str, Any]]:
    """A table that was read, with the row lit."""
    if not isinstance(emitted.event, RowRead):
        return
    table, lit = (
        world.enemy.tables.get(emitted.event.table),
        row_of(world, emitted.event),
    )
    if table is None or lit is None:
        return
    rows = [row for row in table.rows if row.when == lit.when]
    yield {
        "number": emitted.number,
        "title": say(emitted.event.fact),
        "rows": [
            [str(row.on), result_text(row.result), row.source, row is lit]
            for row in rows
        ],
    }


def _named(
    world: World, places: Mapping[str, LocationName], names: tuple[str, ...]
) -> Iterator[int]:
    """The hexes of units, S? or Locations by name."""
    for name in names:
        with contextlib.suppress(OpforError):
            if name:
                yield world.locate(places.get(name, LocationName(name))).hex


def los(session: Session, request: m.LineOfSight) -> dict[str, Any]:
    """The thread between two Locations, and what LOS is along it."""
    world = session.world
    one, two = _place(world, request.a), _place(world, request.b)
    first, second = world.locate(one), world.locate(two)
    sight = world.los.explain(world.los.index(*first), world.los.index(*second))
    thread = thread_of(world.map, first.hex, second.hex, sight)
    return {
        "lines": sight_lines(world, one, two),
        "thread": msgspec.to_builtins(thread),
        "range": sight.range,
    }


def field(session: Session, request: m.FieldRequest) -> dict[str, Any]:
    """For each hex the hindrance from a Location, -1 where LOS is blocked.

    Of a hex with several Locations the one best seen counts.
    """
    world = session.world
    at = world.locate(_place(world, request.at))
    row = world.los.field(world.los.index(*at)).tolist()
    best = [-1] * len(world.map)
    for (hex_, _level), drm in zip(world.los.locations, row, strict=True):
        if drm >= 0 and (best[hex_] < 0 or drm < best[hex_]):
            best[hex_] = drm
    return {"field": best}


def view(session: Session, request: m.LookAt) -> dict[str, Any]:
    """A hex and all that is in it, in words."""
    at = session.world.locate(_place(session.world, request.at))
    return {"lines": hex_lines(session.world, session.game.state, Location(at.hex))}


def thing(session: Session, request: m.Thing) -> dict[str, Any]:
    """What a thing is, and its fields that an adjustment may set.

    A vehicle has its armament, which are things of their own without counters.

    What the player may not see is not there.
    """
    state = session.game.state
    for what, kind in KINDS.items():
        found = getattr(state, kind.among).get(request.key)
        holder = state.units.get(getattr(found, "owner", ""), found)
        unseen = getattr(holder, "hidden", False) or isinstance(found, Battery)
        hidden = unseen and holder.side == "ENEMY"
        if found is not None and not hidden:
            fields = msgspec.to_builtins(found)
            plain_ = {n: v for n, v in fields.items() if isinstance(v, bool | str)}
            arms = [w.id for w in state.weapons_of(request.key) if w.mount]
            parts = {n: fields[n] for n in ("vehicle", "gun") if fields.get(n)}
            shown = {"what": what, "id": request.key, "fields": plain_, "arms": arms}
            return shown | {"parts": parts}
    raise OpforError(f"there is no {request.key[:20]!r}")


def counters(session: Session, _request: m.Counters) -> dict[str, Any]:
    """What to put on an empty table, to have it as the game has it."""
    state = session.game.state
    empty = State(mission=state.mission)
    return {"lines": changes(session.world, empty, state)}


def log(session: Session, request: m.Log) -> dict[str, Any]:
    """The last lines of the log."""
    most = max(1, min(request.most, MOST_LOG))
    events = session.game.events
    shown = events[max(0, len(events) - most) :]
    rolls = ((e.number, e.event) for e in shown)
    dice = {n: event.dice for n, event in rolls if isinstance(event, RollMade)}
    lines = story_from_set_up(session.world, shown)
    return {
        "lines": [
            line._asdict() | {"dice": dice.get(line.number, ())} for line in lines
        ]
    }


def _units(state: State, ids: tuple[str, ...]) -> list[Unit]:
    """The player's units of these ids.

    Errors:
        OpforError: there is no such unit.
    """
    for id_ in ids:
        if id_ not in state.units or state.units[id_].side != FRIENDLY:
            raise OpforError(f"you have no unit {id_[:20]!r}")
    if not ids:
        raise OpforError("no unit is named")
    return [state.units[id_] for id_ in ids]


def _place(world: World, text: str) -> LocationName:
    if not text or len(text) > 20:
        raise OpforError(f"there is no Location {text[:20]!r}")
    return world.name(world.locate(LocationName(text)))


def _hex(world: World, name: LocationName) -> int:
    return world.locate(name).hex if name != OFFBOARD else -1


Asked = Callable[[Session, Any], Any]

ANSWERS: Mapping[type, Asked] = MappingProxyType(
    {
        m.Legal: legal,
        m.Suggest: suggest,
        m.ReachOf: reach_of,
        m.Threats: threats_to,
        m.FirePlan: lambda session, request: fire_plan(session, request.order),
        m.Why: why,
        m.LineOfSight: los,
        m.FieldRequest: field,
        m.LookAt: view,
        m.Thing: thing,
        m.Counters: counters,
        m.Log: log,
    }
)
"""How each question is answered."""
