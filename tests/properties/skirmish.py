"""Infantry fights by chance: two companies on boards of ours, any nations and dates."""

from functools import cache
from random import Random

from opfor.geo.boards.library import Library
from opfor.geo.map import Map, parse_map
from opfor.rules.sequence import legal_orders
from opfor.state.mission import OB, Mission
from opfor.state.nations import Nation, load_nation
from opfor.state.units import LocationName
from opfor.state.world import World

NATIONS = (
    "german",
    "russian",
    "american",
    "british",
    "finnish",
    "french",
    "italian",
    "japanese",
    "chinese",
    "partisan",
    "allied-minor",
    "axis-minor",
)
BOARDS = ("o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8")
WEAPONS = ("LMG", "MMG", "HMG", "DC")
LEADERS = ("9-1", "8-1", "8-0", "7-0")


@cache
def board_map(name: str) -> Map:
    """A map, built once."""
    return parse_map(name, Library().load)


@cache
def nation(name: str) -> Nation:
    """A nation, loaded once."""
    return load_nation(name)


@cache
def world_of(boards: str, enemy: str, date: str) -> World:
    """A world, built once."""
    return World(
        board_map(boards),
        date=date,
        fbe="bottom",
        enemy=nation(enemy),
        classes={},
        orders=legal_orders,
    )


def at_war(name: str, date: str) -> bool:
    """Whether a nation has tables for a month."""
    return bool(
        nation(name).fact("first month") <= date <= nation(name).fact("last month")
    )


def skirmish(
    seed: int,
    *,
    boards: str = "",
    squads: int = 8,
    turns: int = 3,
    date: str = "",
    sides: tuple[str, str] = ("german", "russian"),
) -> Mission:
    """A Mission of two sides that stand within sight of each other.

    With a date they are those named, FRIENDLY first, so that they share a world.
    """
    chance = Random(seed)  # noqa: S311 - no secret
    boards = boards or chance.choice(BOARDS)
    friendly, enemy = sides
    if not date:
        date = f"194{chance.choice('234')}-0{chance.choice('1468')}"
        friendly, enemy = chance.sample([n for n in NATIONS if at_war(n, date)], 2)
    world = world_of(boards, enemy, date)
    middle = chance.randrange(len(world.map))
    near = [
        LocationName(world.ground.name(at))
        for at in world.ground.locations
        if at.level >= 0
        and world.map.distance(at.hex, middle) <= 7
        and not world.ground.terrain(at).mf.bar
        and not world.ground.terrain(at).mf.all
    ]
    chance.shuffle(near)
    lines = []
    for side, nationality in (("FRIENDLY", friendly), ("ENEMY", enemy)):
        own = near[: len(near) // 2] if side == "FRIENDLY" else near[len(near) // 2 :]
        lines += _company(chance, nation(nationality), date, side, own, squads)
    return Mission(
        id=f"skirmish-{seed}",
        title="Skirmish",
        map=boards,
        date=date,
        friendly=friendly,
        enemy=enemy,
        fbe="bottom",
        turns=turns,
        enemy_by="orders",
        ac=3,
        unit=tuple(lines),
    )


def _company(
    chance: Random,
    of: Nation,
    date: str,
    side: str,
    places: list[LocationName],
    squads: int,
) -> list[OB]:
    def placed(counter: str, *weapons: str) -> OB:
        at = places[chance.randrange(min(len(places), squads))]
        return OB(counter, 1, weapons, side, at, concealed=chance.random() < 0.3)  # type: ignore[arg-type] # one of the two

    lines = []
    for _ in range(squads):
        squad = of.look_up("x2", chance.randint(2, 12), date=date).result
        armed = [name for name in WEAPONS if of.knows(name)]
        weapon = [chance.choice(armed)] if armed and chance.random() < 0.4 else []
        lines.append(placed(squad, *weapon))
    leaders = [name for name in LEADERS if of.knows(name)]
    lines += [placed("dummy") for _ in range(squads // 4)]
    return [*lines, *(placed(chance.choice(leaders)) for _ in range(squads // 4))]
