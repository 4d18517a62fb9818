"""Games in which every offer is put to its own check, as it stands and disturbed.

Faults of this kind are rare in play: an offer and its check disagree about a state that
hardly ever comes up, such as a truck that has bogged in the course of its move. So the
positions of random games are disturbed as well: some unit, above all one that moves, is
pinned, broken or bogged, has moved or fired or done something; a foxhole or a Flame is
where it is, or somebody else. Whether play could ever come there does not matter: what
is offered must pass its own check anywhere.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random as Chance
from typing import Any, get_args

from msgspec.structs import replace

from opfor.core.ask import Asked, Context
from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.rules.choices.orders import Fire
from opfor.rules.sequence import legal_orders
from opfor.rules.sequence.find_orders import AT, KINDS
from opfor.rules.sequence.s02_turn import program
from opfor.state.counters import MMC, SMC
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.units import Deed, Fired, Fortification, Marker, Side, Unit
from opfor.state.world import World
from tests.properties.combined import Clerk, Crews, combined, world_of

SHARE = 0.35
"""Of the moments at which a side orders, those that are looked at."""

DISTURBANCES = 2
"""How often each of them is disturbed."""

MOST, MOST_FIRE = 10, 4
"""Offers of one kind that are looked at in a moment; fire costs more."""

YES, EITHER = (True,), (True, False)

OF_ALL: Mapping[str, tuple[object, ...]] = {
    "pinned": YES,
    "panic": YES,
    "ti": YES,
    "concealed": EITHER,
    "moved": EITHER,
    "fired": get_args(Fired),
}
OF_INFANTRY: Mapping[str, tuple[object, ...]] = {
    **OF_ALL,
    "cx": EITHER,
    "berserk": YES,
    "wounded": YES,
    "melee": EITHER,
    "encircled": YES,
    "unarmed": YES,
    "disrupted": YES,
}
OF_VEHICLES: Mapping[str, tuple[object, ...]] = {
    "bogged": YES,
    "mired": YES,
    "immobile": YES,
    "abandoned": YES,
    "recalled": YES,
    "stunned": YES,
    "shaken": YES,
    "ce": EITHER,
    "motion": EITHER,
    "entered": EITHER,
    "hull_down": ((0, 1, 2),),
}
OF_WEAPONS: Mapping[str, tuple[object, ...]] = {
    "malfunctioned": EITHER,
    "disabled": YES,
    "rof": EITHER,
    "fired": get_args(Fired),
}


def disturbed(state: State, world: World, chance: Chance) -> State:
    """The state with one to three units, Weapons or places other than they are."""
    for _ in range(chance.randint(1, 3)):
        units = [unit for unit in state.units.values() if unit.location]
        parts = state.move.parts if state.move else ()
        moving = [u for u in units if any(u.id in part.units for part in parts)]
        among = moving if moving and chance.random() < 0.5 else units
        if not among:
            return state
        unit, weapons = chance.choice(among), list(state.weapons.values())
        which = chance.random()
        if which < 0.2 and weapons:
            new = replace(chance.choice(weapons), **_any(OF_WEAPONS, chance))
            state = replace(state, weapons=state.weapons | {new.id: new})
        elif which < 0.4:
            state = _elsewhere(state, world, unit, chance)
        else:
            state = _with(state, _unit(unit, chance))
    return state


def _with(state: State, *units: Unit) -> State:
    return replace(state, units=state.units | {unit.id: unit for unit in units})


def _elsewhere(state: State, world: World, unit: Unit, chance: Chance) -> State:
    """Where a unit is lies a foxhole or a Flame, or somebody else is there as well.

    Or the squads there are HS, and a leader is with them.
    """
    at, what = unit.location, chance.choice(("foxhole", "flame", "guest", "halves"))
    if what == "foxhole":
        dug = Fortification(id="dug", kind="foxhole", location=at, capacity=1)
        return replace(state, fortifications=state.fortifications | {"dug": dug})
    if what == "flame":
        flame = Marker(id="lit", kind="flame", location=at)
        return replace(state, markers=state.markers | {"lit": flame})
    if what == "guest":
        guest = chance.choice(list(state.units.values()))
        return _with(state, replace(guest, location=at))
    there = [u for u in state.units_at(at, unit.side) if not u.vehicle]
    chiefs = [
        replace(u, location=at, broken=False)
        for u in state.units.values()
        if u.side == unit.side and isinstance(world.counter(u.counter), SMC)
    ]
    return _with(state, *(_half(world, u) for u in there), *chiefs[:1])


def _half(world: World, unit: Unit) -> Unit:
    kind = world.counter(unit.counter)
    if not isinstance(kind, MMC) or not kind.half_squad:
        return unit
    half = world.counter_of(kind.nation, kind.half_squad)
    return replace(unit, counter=half.id, broken=False)


def _unit(unit: Unit, chance: Chance) -> Unit:
    """The unit with another deed, or in another condition."""
    if chance.random() < 0.2:
        return replace(unit, deeds=(*unit.deeds, chance.choice(get_args(Deed))))
    if unit.vehicle is None:
        breaks = chance.random() < 0.3
        how = {"broken": True, "dm": True} if breaks else _any(OF_INFANTRY, chance)
        return replace(unit, **how)
    if chance.random() < 0.25:
        return replace(unit, **_any(OF_ALL, chance))
    rare = {"bogged": YES, "abandoned": YES}
    fields = rare if chance.random() < 0.4 else OF_VEHICLES
    return replace(unit, vehicle=replace(unit.vehicle, **_any(fields, chance)))


def _any(fields: Mapping[str, tuple[object, ...]], chance: Chance) -> dict[str, Any]:
    field = chance.choice(list(fields))
    return {field: chance.choice(fields[field])}


def refusals(
    state: State, world: World, side: Side, looked: Counter[str]
) -> Iterator[str]:
    """The offers of a side that their own check refuses; `looked` counts all."""
    view = FrozenView(state, world)
    role = legal_orders.role(state, side)
    for _, kind in AT.get((state.phase, role), ()) if state.phase else ():
        most = MOST_FIRE if kind.order is Fire else MOST
        for offer in islice(legal_orders.legal(view, side, kind.order), most):
            order = offer.order
            looked[type(order).__name__] += 1
            try:
                legal_orders.check(view, side, order)
            except Illegal as error:
                yield f"{side} {state.phase}: {order} is offered, yet {error}"


class Inspector(Clerk):
    """A table that looks at what is offered before it passes an order on."""

    def __init__(self, seed: int, world: World, players: Any) -> None:
        super().__init__(seed, players)
        self.world, self.chance = world, Chance(f"offers {seed}")  # noqa: S311 - no secret
        self.looked, self.refused = Counter[str](), list[str]()

    def answer(self, asked: Asked, context: Context) -> Any:
        """What the player orders."""
        if self.chance.random() < SHARE:
            side = asked.request.side  # type: ignore[union-attr] # of an Order
            states = [
                disturbed(context.state, self.world, self.chance)
                for _ in range(DISTURBANCES)
            ]
            for state in (context.state, *states):
                found = refusals(state, self.world, side, self.looked)
                self.refused += [f"order {asked.number}, {line}" for line in found]
        return super().answer(asked, context)


def inspected(seed: int) -> Inspector:
    """A whole game of Infantry, Guns and vehicles, with what was offered in it."""
    mission = combined(seed)
    world = world_of(mission.map, mission.enemy, mission.date)
    players = {"FRIENDLY": Crews(world, f"{seed}F"), "ENEMY": Crews(world, f"{seed}E")}
    table = Inspector(seed, world, players)
    Game(State(mission=mission), program(world), table).run()
    return table


NAMES = frozenset(kind.order.__name__ for kind in KINDS)
"""Every kind of order that there is."""
