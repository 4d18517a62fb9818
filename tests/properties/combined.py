"""Infantry, Guns and vehicles of two nations at war within sight of each other.

What they order is legal and random, but orders to Guns and vehicles come first every
other time, so that these act and do not only stand there. Every other game has OBA and
aircraft of both sides as well.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random as Chance
from typing import Any, Literal

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from opfor.core.ask import Asked, Context, Order
from opfor.core.dice import uniform
from opfor.core.event import Emitted
from opfor.core.game import Game
from opfor.geo.ground import Location
from opfor.ports.program_players import AHEAD, Random
from opfor.rules.a_infantry.a04_movement.a04_3_bypass import OBSTACLES
from opfor.rules.choices import orders, vehicle_orders
from opfor.rules.choices.orders import EndPhase, Fire
from opfor.rules.sequence.legal_orders import legal
from opfor.rules.sequence.s02_turn import program
from opfor.sim.run import ProgramRouter
from opfor.state.check import faults
from opfor.state.counters import Gun, Vehicle
from opfor.state.mission import OB, OBA, Air, Mission
from opfor.state.nations import Nation
from opfor.state.play import FrozenView, GameView
from opfor.state.state import State
from opfor.state.units import LocationName, Side
from opfor.state.world import World
from tests.properties.skirmish import LEADERS, nation, skirmish, world_of

ACTS = (
    vehicle_orders.StartUp,
    vehicle_orders.StopOrder,
    vehicle_orders.DriveOrder,
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

RARELY = (
    vehicle_orders.Abandon,
    vehicle_orders.Dismount,
    vehicle_orders.StopOrder,
    vehicle_orders.Delay,
)
"""What would end too soon what they do; random orders bring these too."""

MOVES = (
    vehicle_orders.HookUp,
    vehicle_orders.Embark,
    vehicle_orders.DriveOrder,
    vehicle_orders.StartUp,
    vehicle_orders.TurnTo,
    vehicle_orders.Unbog,
)
"""What brings them somewhere."""

TABLES = ("x6", "x6a", "x6c")
"""The tables of vehicles."""

SIDES: tuple[Side, Side] = ("FRIENDLY", "ENEMY")
CREW = ("2-2-8", "2-2-7", "crew")

SELDOM = (vehicle_orders.HookUp, vehicle_orders.Embark)
"""What is taken every other time that it is legal, since that is seldom."""

SHELLS: tuple[tuple[Literal["smoke", "WP"], ...], ...] = ((), ("smoke",), ("WP",))
DEVICES: tuple[Literal["radio", "phone", "offboard"], ...]
DEVICES = ("radio", "phone", "offboard")


def combined(seed: int, **where: Any) -> Mission:
    """A skirmish in which each side has vehicles and Guns as well.

    Two AFV, a truck, two Guns, and a Gun beside what can tow it. Who fights where and
    when is told as to `skirmish`.
    """
    mission = skirmish(seed, squads=3, turns=2, **where)
    chance = Chance(f"combined {seed}")  # noqa: S311 - no secret
    world = world_of(mission.map, mission.enemy, mission.date)
    lines = list(mission.unit)
    for side, name in zip(SIDES, (mission.friendly, mission.enemy), strict=True):
        of = nation(name)
        stood = [line.at for line in mission.unit if line.side == side]
        lines += _heavy_lines(world, of, side, stood, chance)
    more = replace(mission, id=f"combined-{seed}", unit=tuple(lines))
    return supported(more, chance) if seed % 2 else more


def _heavy_lines(
    world: World, of: Nation, side: Side, stood: Sequence[LocationName], chance: Chance
) -> Iterator[OB]:
    """The vehicles and Guns of a side; some beside what they could pass by VBM."""
    around = _drivable(world, stood)
    near = [at for at in around if _beside_obstacle(world, at)] or around
    around += [at for at in stood if at in around] * 3  # some together
    for code in vehicles(of, world.date, chance):
        yield OB(code, side=side, at=chance.choice((*around, chance.choice(near))))
    crew = next((name for name in CREW if of.knows(name)), "")
    if not crew:
        return
    for code in guns(of, world.date, chance):
        yield OB(crew, 1, (code,), side, chance.choice(around))
    for tow, gun in towed(of, world.date, chance):
        at = chance.choice(around)
        yield OB(tow, side=side, at=at)
        yield OB(crew, 1, (gun,), side, at)


def supported(mission: Mission, chance: Chance) -> Mission:
    """It with a battery, a leader to direct it, and an airplane for each side."""
    lines, batteries, planes = list(mission.unit), list[OBA](), list[Air]()
    for side, name in zip(SIDES, (mission.friendly, mission.enemy), strict=True):
        at = next(line.at for line in mission.unit if line.side == side)
        leader = next((one for one in LEADERS if nation(name).knows(one)), "")
        if leader:
            lines.append(OB(leader, side=side, at=at))
        batteries.append(
            OBA(
                side=side,
                calibre=chance.choice((60, 80, 105, 150)),
                device=chance.choice(DEVICES) if leader else "offboard",
                shells=chance.choice(SHELLS),
                plentiful=True,
                registered=(at,) if chance.random() < 0.3 else (),
            )
        )
        planes.append(Air(side=side, kind=chance.choice(("FB", "DB"))))
    return replace(mission, unit=tuple(lines), oba=tuple(batteries), air=tuple(planes))


def _beside_obstacle(world: World, at: LocationName) -> bool:
    """Whether woods or a building are in a hex next to it."""
    near = world.map.neighbours[world.locate(at).hex]
    return any(
        world.ground.terrain(Location(hex_)).name in OBSTACLES
        for hex_ in near
        if hex_ >= 0
    )


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


def towed(of: Nation, date: str, chance: Chance) -> list[tuple[str, str]]:
    """A vehicle and a Gun that it can tow; one that is hooked up as it is, if any."""
    pieces = sorted(of.counters.values(), key=lambda piece: piece.name)
    usable = [piece for piece in pieces if piece.nation == of.id]
    tows = [
        piece
        for piece in usable
        if isinstance(piece, Vehicle) and piece.towing is not None
        if _in_use(of, piece.name, date, Vehicle)
    ]
    found = [
        (piece.qsu, tow.name, piece.name)
        for piece in usable
        if isinstance(piece, Gun) and _in_use(of, piece.name, date, Gun)
        for tow in tows
        if (piece.manhandling or 0) >= (tow.towing or 0)
    ]
    ready = [pair for pair in found if pair[0]] or found
    return [pair[1:] for pair in chance.sample(ready, min(1, len(ready)))]


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
        view, state = FrozenView(context.state, self._world), context.state
        if state.phase == "PFPh" and uniform(self._seed, "waits", state.turn, 2):
            return EndPhase()
        drives = state.phase == "MPh" and state.side == side
        if rare := self._rare(asked, view, side, drives=drives):
            return rare
        ways = (MOVES, MOVES, ACTS, (Fire,)) if drives else (ACTS, (Fire,), (), ())
        kinds = ways[uniform(self._seed, "kind", asked.number, 4)]
        ahead = uniform(self._seed, "heavy", asked.number, AHEAD)
        found = list(islice(heavy_orders(view, side, kinds), ahead + 1))
        return found[-1] if found else super()._order(asked, context, side)

    def _rare(self, asked: Asked, view: GameView, side: Side, *, drives: bool) -> Any:
        """One of the orders that are seldom legal, every other time; OBA and aircraft.

        A SR that may fire for effect does.
        """
        if not drives:
            found = supporting(view, side)
        elif uniform(self._seed, "rare", asked.number, 2):
            found = []
        else:
            moves = (
                o.order for o in legal(view, side, *SELDOM, vehicle_orders.DriveOrder)
            )
            found = [order for order in moves if _seldom(order)]
        which = uniform(self._seed, "which", asked.number, max(1, len(found)))
        return found[which] if found else None


def supporting(view: GameView, side: Side) -> list[Any]:
    """What directs its OBA and aircraft, and gives no mission up; FFE before all."""
    if not view.state.batteries and not view.state.planes:
        return []
    found = [o.order for o in legal(view, side, orders.Radio, orders.Sortie)]
    able = [o for o in found if not isinstance(o, EndPhase) and not _cancels(o)]
    falls = [o for o in able if isinstance(o, orders.Radio) and o.step == "convert"]
    return falls or able


def _cancels(order: Any) -> bool:
    return isinstance(order, orders.Radio) and order.step == "cancel"


def _seldom(order: Any) -> bool:
    if isinstance(order, vehicle_orders.DriveOrder):
        return order.overrun or bool(order.bypass)
    return isinstance(order, SELDOM)


def heavy_orders(view: GameView, side: Side, kinds: Sequence[type]) -> Iterator[Any]:
    """Orders of these kinds to vehicles and Guns; none that would end their part."""
    offers = (offer.order for offer in legal(view, side, *kinds)) if kinds else ()
    return (o for o in offers if _heavy(view, o) and not isinstance(o, RARELY))


def _heavy(view: GameView, order: Any) -> bool:
    if not isinstance(order, Fire):
        return isinstance(order, ACTS)
    held = [view.state.weapons.get(id_) for id_ in order.firers]
    return any(one and (one.gun is not None or one.mount) for one in held)


class Fought(Struct, frozen=True):
    """A game that was fought.

    Args:
        game: the game.
        deeds: the kinds of orders that vehicles and Guns of each side carried out.
    """

    game: Game[State]
    deeds: frozenset[tuple[str, str]]


class Clerk(ProgramRouter):
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
        elif kind == "drive" and fields["bypass"]:
            kind = "VBM"
        elif kind == "drive" and fields["overrun"]:
            kind = "OVR"
        elif kind == "radio":
            kind = fields["step"]
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
