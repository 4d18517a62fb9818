"""What a page may ask about a game: nothing here changes it."""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from opfor.core.errors import Illegal, OpforError
from opfor.core.event import Emitted, RollMade
from opfor.core.explain import Decided, RowRead
from opfor.geo.ground import Location
from opfor.geo.hexes import SIDES
from opfor.geo.judged import hex_words, side_words
from opfor.geo.terrain_chart import mf
from opfor.ports.session import Session
from opfor.rules.choices.offer import Offer, units_of
from opfor.rules.choices.orders import Fire, MoveTo, Rout
from opfor.rules.choices.vehicle_orders import TurnTo
from opfor.rules.orders.adjust import KINDS
from opfor.rules.orders.vehicles.d03_12_turn import turret_turns
from opfor.rules.sequence import legal_orders
from opfor.state.artillery import Battery
from opfor.state.state import State
from opfor.state.units import (
    LocationName,
    Suspect,
    Unit,
)
from opfor.state.world import World
from opfor.views.board import thread_of
from opfor.views.table_text import result_text
from opfor.views.text.called import Names, names_of
from opfor.views.text.checklist import changes
from opfor.views.text.condensed import story_from_set_up
from opfor.views.text.events import row_of
from opfor.views.text.look import hex_lines, sight_lines, stairs_line
from opfor.views.text.names import TAGS, plain
from opfor.views.text.why import why_lines
from opfor.views.text.words import say
from opfor.web.game import messages as m
from opfor.web.game.best_shot import best_shot
from opfor.web.game.close_combat import close_combat, combat_plan
from opfor.web.game.drives import drives_of
from opfor.web.game.fire_plan import fire_plan
from opfor.web.game.first_plan import Worth, worth
from opfor.web.game.hints import suggest
from opfor.web.game.moving import (
    danger_of,
    reach_of,
    routs_of,
    threats_to,
    ways_of,
)
from opfor.web.game.named import FRIENDLY, place_of, told
from opfor.web.game.out_of_reach import out_of_reach
from opfor.web.game.rout_ways import rout_warnings
from opfor.web.game.view import told_events

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
    found = [o for o in legal_orders.legal(session.play, FRIENDLY) if _wanted(o, named)]
    turrets = _turrets(session, request.units)
    routs = {o.order.unit for o in found if isinstance(o.order, Rout)}
    warned = rout_warnings(session, FRIENDLY, routs) if routs else {}
    return [_offer(session, offer, warned) for offer in (*found, *turrets)]


def _turrets(session: Session, units: tuple[str, ...]) -> Iterator[Offer]:
    """Where the turret of a vehicle may point that is chosen alone."""
    unit = session.game.state.units.get(units[0]) if len(units) == 1 else None
    if unit is None or unit.vehicle is None:
        return
    for offer in turret_turns(session.play, FRIENDLY, unit):
        with contextlib.suppress(Illegal):
            legal_orders.check(session.play, FRIENDLY, offer.order)
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


def _offer(session: Session, offer: Offer, warned: Mapping[Any, str]) -> dict[str, Any]:
    world, order = session.world, msgspec.to_builtins(offer.order)
    names = names_of(world, session.game.state)
    label = plain(world.map, _turning(session.game.state, offer) or offer.label)
    label = names.told(label)
    found = Worth()
    if isinstance(offer.order, Fire):
        found = worth(session.play, FRIENDLY, offer.order)
    return {
        "kind": order["type"],
        "order": order,
        "label": f"{label}: cannot harm" if found.vain else label,
        **found._asdict(),
        "hexes": [world.locate(name).hex for name in offer.hexes if name],
        "at": offer.hexes[0] if offer.hexes else "",
        "at_label": plain(world.map, offer.hexes[0]) if offer.hexes else "",
        "units": units_of(offer.order),
        "called": [names.of(id_) for id_ in units_of(offer.order)],
        "cost": mf(offer.cost) if offer.cost else "",
        "warning": warned.get(offer.order, "") if warned else "",
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
    names = names_of(world, state)
    chosen = _around(events, number - 1)
    decided = _decided(chosen, number)
    won = (decided.chosen,) if decided else ()
    lost = [name for name in decided.candidates if name not in won] if decided else []
    places = _places(state, events[:number])
    return {
        "lines": [
            line._asdict() | {"text": names.told(line.text)}
            for line in why_lines(world, chosen)
        ],
        "tables": [t for e in chosen for t in _table(world, names, e)],
        "chosen": list(_named(world, places, won)),
        "losers": list(_named(world, places, lost)),
    }


def _decided(around: Iterable[Emitted], number: int) -> Decided | None:
    """The choice that an event is, or that came last before it; else the next one."""
    found = [(e.number, e.event) for e in around if isinstance(e.event, Decided)]
    before = [event for at, event in found if at <= number]
    return before[-1] if before else found[0][1] if found else None


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


def _table(world: World, names: Names, emitted: Emitted) -> Iterator[dict[str, Any]]:
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
            [
                str(row.on),
                names.told(result_text(row.result)),
                TAGS[row.source].lower(),
                row is lit,
            ]
            for row in rows
        ],
    }


def _named(
    world: World, places: Mapping[str, LocationName], names: Iterable[str]
) -> Iterator[int]:
    """The hexes of units, S? or Locations by name."""
    for name in names:
        with contextlib.suppress(OpforError):
            if name:
                yield world.locate(places.get(name, LocationName(name))).hex


def los(session: Session, request: m.LineOfSight) -> dict[str, Any]:
    """The thread between two Locations, and what LOS is along it."""
    world = session.world
    one, two = place_of(world, request.a), place_of(world, request.b)
    first, second = world.locate(one), world.locate(two)
    sight = world.explain(one, two)
    thread = thread_of(world.map, first.hex, second.hex, sight)
    return {
        "lines": sight_lines(world, one, two),
        "thread": msgspec.to_builtins(thread),
        "range": sight.range,
        "judged": world.by_word(one, two),
    }


def field(session: Session, request: m.FieldRequest) -> dict[str, Any]:
    """For each hex the hindrance from a Location, -1 where LOS is blocked.

    Of a hex with several Locations the one best seen counts.
    """
    world = session.world
    at = world.locate(place_of(world, request.at))
    row = world.sights(world.name(at)).tolist()
    best = [-1] * len(world.map)
    for (hex_, _level), drm in zip(world.spots.locations, row, strict=True):
        if drm >= 0 and (best[hex_] < 0 or drm < best[hex_]):
            best[hex_] = drm
    return {"field": best}


def view(session: Session, request: m.LookAt) -> dict[str, Any]:
    """A hex and all that is in it, in words."""
    at = session.world.locate(place_of(session.world, request.at))
    lines = hex_lines(session.world, session.game.state, Location(at.hex))
    said = [told(session, line) for line in lines]
    return {"lines": said, "stairs": stairs_line(session.world, at.hex)}


def ground(session: Session, request: m.GroundRequest) -> dict[str, Any]:
    """A hex in words, and what it and its hexsides can be judged to be."""
    world = session.world
    at = world.locate(place_of(world, request.at))
    around = {
        world.map.name(other): world.map.label(other)
        for other in world.map.neighbours[at.hex]
        if other >= 0
    }
    return view(session, m.LookAt(id=request.id, at=request.at)) | {
        "hex": world.map.name(at.hex),
        "level": int(world.ground.facts.base[at.hex]),
        "terrains": [*hex_words()],
        "sides": [*side_words()],
        "around": around,
        "judged": at.hex in world.judged_hexes,
    }


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
    state = session.game.state
    names = names_of(session.world, state)
    return {
        "lines": [
            {
                "number": line.number,
                "rule": line.rule,
                "text": names.told(line.text),
                "style": line.style,
                "dice": dice.get(line.number, ()),
            }
            for line in lines
        ],
        "story": list(
            told_events(session.world, state, shown, session.game.pending, whole=True)
        ),
    }


def plan_of(session: Session, request: m.FirePlan) -> Any:
    """What a Fire order would mean, in names."""
    names = names_of(session.world, session.game.state)
    return names.anywhere(fire_plan(session, request.order))


Asked = Callable[[Session, Any], Any]

ANSWERS: Mapping[type, Asked] = MappingProxyType(
    {
        m.Legal: legal,
        m.Suggest: suggest,
        m.ReachOf: reach_of,
        m.Threats: threats_to,
        m.Ways: ways_of,
        m.OutOfReach: out_of_reach,
        m.Danger: danger_of,
        m.Routs: routs_of,
        m.Drives: drives_of,
        m.FirePlan: plan_of,
        m.BestShot: best_shot,
        m.CloseCombatAt: close_combat,
        m.CombatPlan: combat_plan,
        m.Why: why,
        m.LineOfSight: los,
        m.FieldRequest: field,
        m.LookAt: view,
        m.GroundRequest: ground,
        m.Thing: thing,
        m.Counters: counters,
        m.Log: log,
    }
)
"""How each question is answered."""
