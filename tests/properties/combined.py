"""Infantry, Guns and vehicles of two nations at war within sight of each other.

What they order is legal and random, but orders to Guns and vehicles come first every
other time, so that these act and do not only stand there.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random as Chance
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from opfor.core.ask import Asked, Context, Order
from opfor.core.dice import uniform
from opfor.core.event import Emitted
from opfor.core.game import Game
from opfor.ports.players import AHEAD, Random
from opfor.rules import orders, vehicle_orders
from opfor.rules.doings import legal
from opfor.rules.orders import EndPhase, Fire
from opfor.rules.s02_sequence import program
from opfor.sim.run import Table
from opfor.state.check import faults
from opfor.state.counters import Gun, Vehicle
from opfor.state.mission import OB, Mission
from opfor.state.nations import Nation
from opfor.state.play import Look, Scene
from opfor.state.state import State
from opfor.state.units import LocationName, Side
from opfor.state.world import World
from tests.properties.skirmish import nation, skirmish, world_of

ACTS = (
    vehicle_orders.StartUp,
    vehicle_orders.Stop,
    vehicle_orders.Drive,
    vehicle_orders.TurnTo,
    vehicle_orders.Delay,
    vehicle_orders.Expose,
    vehicle_orders.Embark,
    vehicle_orders.Dismount,
    vehicle_orders.Discharge,
    vehicle_orders.GoMotion,
    vehicle_orders.Speed,
    vehicle_orders.HullDown,
    vehicle_orders.Abandon,
    vehicle_orders.Man,
    vehicle_orders.Unbog,
    vehicle_orders.HookUp,
    vehicle_orders.Limber,
    vehicle_orders.Push,
    vehicle_orders.TurnGun,
)
"""What vehicles and Guns alone do."""

RARELY = (vehicle_orders.Abandon, orders.Dismount, orders.Stop, orders.Delay)
"""What would end too soon what they do; random orders bring these too."""

MOVES = (
    vehicle_orders.HookUp,
    vehicle_orders.Embark,
    vehicle_orders.Drive,
    vehicle_orders.StartUp,
    vehicle_orders.TurnTo,
    vehicle_orders.Unbog,
)
"""What brings them somewhere."""

TABLES = ("x6", "x6a", "x6c")
"""The tables of vehicles."""

CREW = ("2-2-8", "2-2-7", "crew")


def combined(seed: int) -> Mission:
    """A skirmish in which each side has two vehicles, a truck and two Guns as well."""
    mission = skirmish(seed, squads=3, turns=2)
    chance = Chance(f"combined {seed}")  # noqa: S311 - no secret
    world = world_of(mission.map, mission.enemy, mission.date)
    lines = list(mission.unit)
    sides: tuple[tuple[Side, str], ...] = (
        ("FRIENDLY", mission.friendly),
        ("ENEMY", mission.enemy),
    )
    for side, name in sides:
        of = nation(name)
        stood = [line.at for line in mission.unit if line.side == side]
        around = _drivable(world, stood)
        around += [at for at in stood if at in around] * 3  # some together
        found = vehicles(of, mission.date, chance)
        lines += [OB(code, side=side, at=chance.choice(around)) for code in found]
        crew = next((name for name in CREW if of.knows(name)), "")
        for code in guns(of, mission.date, chance) if crew else ():
            at = chance.choice(around)
            lines.append(OB(crew, 1, (code,), side, at))
    return replace(mission, id=f"combined-{seed}", unit=tuple(lines))


def _drivable(world: World, stood: Sequence[LocationName]) -> list[LocationName]:
    """Open Ground at ground level close to where a side's Infantry stands."""
    near = {world.locate(at).hex for at in stood}
    return [
        LocationName(world.ground.name(at))
        for at in world.ground.locations
        if at.level == 0
        and world.ground.open_ground(at)
        and any(world.map.distance(at.hex, other) <= 3 for other in near)
    ] or list(stood)


def vehicles(of: Nation, date: str, chance: Chance) -> list[str]:
    """Two of its tables, one of its lists, and a carrier, all in use by then."""
    found = {
        str(row.result)
        for table in TABLES
        if of.has(table)
        for row in of.table(table).rows
        if of.knows(str(row.result))
    }
    armored = [name for name in sorted(found) if _in_use(of, name, date, Vehicle)]
    listed = [
        piece
        for piece in of.counters.values()
        if isinstance(piece, Vehicle)
        and piece.nation == of.id
        and _in_use(of, piece.name, date, Vehicle)
    ]
    names = sorted(piece.name for piece in listed)
    carriers = sorted(piece.name for piece in listed if piece.pp)
    return [
        name
        for among, number in ((armored, 2), (names, 1), (carriers, 1))
        for name in chance.sample(among, min(number, len(among)))
    ]


def guns(of: Nation, date: str, chance: Chance) -> list[str]:
    """Two of the Guns that its table has by then."""
    if not of.has("x5"):
        return []
    found = {str(row.result) for row in of.table("x5").rows}
    usable = [name for name in sorted(found) if _in_use(of, name, date, Gun)]
    return chance.sample(usable, min(2, len(usable)))


def _in_use(of: Nation, name: str, date: str, kind: type) -> bool:
    if not of.knows(name):
        return False
    piece = of.counter(name)
    early = not piece.since or piece.since <= date
    late = not piece.until or date <= piece.until
    return isinstance(piece, kind) and early and late


class Crews(Random):
    """A random player whose Guns and vehicles act before others, and often.

    Every other turn he fires nothing in the PFPh, so that what he has can move.
    """

    def _order(self, asked: Asked, context: Context, side: Side) -> Any:
        look, state = Scene(context.state, self._world), context.state
        if state.phase == "PFPh" and uniform(self._seed, "waits", state.turn, 2):
            return EndPhase()
        drives = state.phase == "MPh" and state.side == side
        ways = (MOVES, MOVES, ACTS, (Fire,)) if drives else (ACTS, (Fire,), (), ())
        kinds = ways[uniform(self._seed, "kind", asked.number, 4)]
        ahead = uniform(self._seed, "heavy", asked.number, AHEAD)
        found = list(islice(heavy_orders(look, side, kinds), 2 * AHEAD))
        seldom = [order for order in found if _seldom(order)]
        found = seldom or found[: ahead + 1]
        return found[-1] if found else super()._order(asked, context, side)


def _seldom(order: Any) -> bool:
    """What is taken whenever it is legal, since that is seldom."""
    overruns = isinstance(order, vehicle_orders.Drive) and order.overrun
    return overruns or isinstance(order, vehicle_orders.Embark | vehicle_orders.HookUp)


def heavy_orders(look: Look, side: Side, kinds: Sequence[type]) -> Iterator[Any]:
    """Orders of these kinds to vehicles and Guns; none that would end their part."""
    offers = (offer.order for offer in legal(look, side, *kinds)) if kinds else ()
    return (o for o in offers if _heavy(look, o) and not isinstance(o, RARELY))


def _heavy(look: Look, order: Any) -> bool:
    if not isinstance(order, Fire):
        return isinstance(order, ACTS)
    held = [look.state.weapons.get(id_) for id_ in order.firers]
    return any(one and (one.gun is not None or one.mount) for one in held)


class Fought(Struct, frozen=True):
    """A game that was fought.

    Args:
        game: the game.
        deeds: the kinds of orders that vehicles and Guns of each side carried out.
    """

    game: Game[State]
    deeds: frozenset[tuple[str, str]]


class Clerk(Table):
    """A table that notes who was ordered what."""

    def __init__(self, seed: int, players: Any) -> None:
        super().__init__(seed, players)
        self.noted = set[tuple[str, str]]()

    human = False

    def pick(self, asked: Asked) -> Any:
        """Itself for orders, to see them."""
        self._port = super().pick(asked)
        return self if isinstance(asked.request, Order) else self._port

    def answer(self, asked: Asked, context: Context) -> Any:
        """What the player orders."""
        given = self._port.answer(asked, context)
        fields = given if isinstance(given, dict) else to_builtins(given)
        kind, state = fields["type"], context.state
        held = [state.weapons.get(id_) for id_ in fields.get("firers", ())]
        if any(one and one.gun is not None for one in held):
            kind = "fire Gun"
        elif any(one and one.mount for one in held):
            kind = "fire vehicle"
        self.noted.add((str(getattr(asked.request, "side", "")), kind))
        return given


def fought(seed: int) -> Fought:
    """The whole game, its state looked at after each event."""
    mission = combined(seed)
    world = world_of(mission.map, mission.enemy, mission.date)
    players: Any = {
        "FRIENDLY": Crews(world, f"{seed}F", thorough=seed % 25 == 24),
        "ENEMY": Crews(world, f"{seed}E", thorough=seed % 25 == 24),
    }
    table = Clerk(seed, players)
    game = Game(State(mission=mission), program(world), table)

    def check(emitted: Emitted) -> None:
        wrong = faults(game.state)
        assert not wrong, f"seed {seed}, event {emitted.number}: {wrong}"

    game.listen(check)
    game.run()
    return Fought(game, frozenset(table.noted))
