"""A Mission rolled: kind, sides, month, map, places, OB, all from one seed."""

from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.geo.edges import Edge
from opfor.missions.chance import Chance
from opfor.missions.forces import ENTERS, Forces
from opfor.missions.kinds import Plan, plan
from opfor.missions.lay import Lay
from opfor.missions.points import counter_points, ob_points
from opfor.missions.sound import faults
from opfor.missions.wishes import KINDS, Kind, Length, Wishes, who_and_when
from opfor.missions.words import TOWARD, situation, title
from opfor.ports.session import Setup, build_world, folders
from opfor.state.mission import OB, Entering, Mission
from opfor.state.nations import Loaded, Nation, load_all
from opfor.state.world import World

TRIES = 30
"""Maps and kinds that are tried until one does."""

ARMOR_IN, OF = 1, 3
"""In so many of so many Missions there is armor, where the sides have it."""

TANKS, GUNS = 2, 2
WORTH = 16
"""Points of an OB for each squad that a length stands for, with its SW and leaders."""

EVEN = 10
"""Points of an ENEMY squad against whom that is meant."""

PACIFIC = ("japanese", "usmc")

TWO_BOARDS: tuple[Length, ...] = ("long",)
"""Lengths for which two boards lie one behind the other."""


class Rolled(Struct, frozen=True):
    """A rolled Mission.

    Attributes:
        mission: it, ready to be played and written.
        kind: what it is about.
        points: those of the FRIENDLY OB.
        passed: maps that did not do, each with the reason.
    """

    mission: Mission
    kind: Kind
    points: int
    passed: tuple[str, ...] = ()


def roll(
    wishes: Wishes,
    seed: int,
    *,
    boards: Sequence[Path] = (),
    packs: Sequence[Path] = (),
) -> Rolled:
    """A Mission as wished; the same wishes and seed give the same one.

    Args:
        wishes: what is wished; the rest is drawn.
        seed: what the draws follow from.
        boards: the player's folders of boards.
        packs: his folders of tables and counters.

    Errors:
        OpforError: the wishes cannot be fulfilled together; it says which map was
            tried last, and why it does not do.
    """
    loaded = load_all(*packs)
    chance = Chance(seed)
    if not (wishes.map or wishes.boards):
        raise OpforError("no boards are named to draw from", do="name a map, or boards")
    friendly, enemy, date = who_and_when(wishes, loaded, chance)
    base = Mission(
        id=f"rolled-{seed}",
        title="",
        map="",
        date=date,
        friendly=friendly,
        enemy=enemy,
        fbe="bottom",
    )
    own = folders(boards), folders(packs)
    setup = Setup(mission=base, seed=seed, boards=own[0], packs=own[1])
    passed = list[str]()
    for kind, map_, fbe in _ways(wishes, loaded, enemy, chance):
        drawn = replace(base, map=map_, fbe=fbe)
        try:
            world = build_world(replace(setup, mission=drawn))
            made = plan(kind, wishes.length, Lay(world), chance)
            found = _mission(kind, drawn, made, world, loaded, chance)
            if wrong := faults(world, found):
                raise wrong[0]
        except OpforError as error:
            passed.append(f"{kind} on {map_}: {error.what}")
            continue
        worth = ob_points(found.unit, loaded.nation(friendly))
        return Rolled(found, kind, worth, tuple(passed))
    raise OpforError(
        f"no Mission was found in {TRIES} tries; the last, {passed[-1]}",
        do="leave the map, the kind or the length open",
    )


def _ways(
    wishes: Wishes, loaded: Loaded, enemy: str, chance: Chance
) -> Iterator[tuple[Kind, str, Edge]]:
    """Kinds, maps and FBE, one after another."""
    waves = bool(loaded.nation(enemy).fact("human wave"))
    kinds: list[Kind] = [kind for kind in KINDS if kind != "waves" or waves]
    edges: tuple[Edge, ...] = ("bottom", "top")
    for _ in range(TRIES):
        drawn = chance.of(kinds) if wishes.kind is None else wishes.kind
        yield drawn, wishes.map or _map(wishes, chance), chance.of(edges)


def _map(wishes: Wishes, chance: Chance) -> str:
    """One board, or two of them one behind the other; either may be turned."""
    two = wishes.length in TWO_BOARDS and len(wishes.boards) > 1
    names = chance.shuffled(wishes.boards)[: 1 + two]
    turned = ["r" if chance.below(2) else "" for _ in names]
    if turned == [""]:
        return names[0]
    return " ".join(
        f"{turn}{name}@0,{row}"
        for row, (turn, name) in enumerate(zip(turned, names, strict=True))
    )


# -- the Mission itself --------------------------------------------------------------


def _mission(
    kind: Kind,
    base: Mission,
    made: Plan,
    world: World,
    loaded: Loaded,
    chance: Chance,
) -> Mission:
    """The Mission of a plan, with its OB and its words."""
    pacific = any(name in PACIFIC for name in (base.friendly, base.enemy))
    forces = Forces(loaded.nation(base.friendly), base.date, chance, pacific=pacific)
    armor = _armor(kind, base, made, world, loaded, forces, chance)
    worth = WORTH * made.squads * _strength(loaded.nation(base.enemy), base.date)
    worth -= ob_points(armor.units, forces.nation) / 2
    men = forces.infantry_worth(worth, kind, against_armor=armor.theirs)
    keys: dict[str, Any] = made.keys | {
        "turns": made.turns,
        "unit": (*armor.units, *men),
        "pto": False,
        "re": 7,
        "heavy_cap": 2 if armor.units else 1,
    }
    if armor.theirs:
        keys["entering"] = _with_armor(keys["entering"])
    mission = replace(base, **keys)
    own, enemy = (
        str(loaded.nation(n).fact("name")) for n in (base.friendly, base.enemy)
    )
    words = situation(kind, mission, made, own, enemy)
    return replace(
        mission,
        title=title(kind, made.places[0], chance),
        note=words.partition(". ")[2].partition(". ")[0].removesuffix(".") + ".",
        situation=(words, *filter(None, (armor.words,))),
    )


def _strength(enemy: Nation, date: str) -> float:
    """How much stronger than usual whoever meets this ENEMY has to be."""
    usual = Forces(enemy, date, Chance(0)).usual
    return sqrt(counter_points(usual) / EVEN)


class _Armor(Struct, frozen=True):
    """The armor of a Mission.

    Args:
        units: FRIENDLY vehicles, or Guns against the ENEMY's.
        theirs: the ENEMY has some that enters.
        words: how it comes.
    """

    units: tuple[OB, ...] = ()
    theirs: bool = False
    words: str = ""


def _armor(
    kind: Kind,
    base: Mission,
    made: Plan,
    world: World,
    loaded: Loaded,
    forces: Forces,
    chance: Chance,
) -> _Armor:
    """Tanks for who attacks, and Guns for who holds against them; often neither."""
    if chance.below(OF) >= ARMOR_IN or kind in ("raid", "waves"):
        return _Armor()
    lay = Lay(world)
    goals = [place.at for place in made.places[:1]]
    if kind in ENTERS:
        lines, tank = forces.tanks(TANKS)
        if tank is None or not lay.drives_to(tank, goals, edge="FBE"):
            return _Armor()
        return _Armor(tuple(lines), words=TOWARD[_by_road(world, lay, "FBE")])
    enemy = Forces(loaded.nation(base.enemy), base.date, chance)
    _, tank = enemy.tanks(TANKS)
    guns = forces.guns(GUNS)
    if tank is None or not guns or not lay.drives_to(tank, goals, edge="EBE"):
        return _Armor()
    return _Armor(tuple(guns), theirs=True, words=TOWARD[_by_road(world, lay, "EBE")])


def _by_road(world: World, lay: Lay, edge: Any) -> bool:
    """Whether a road reaches an edge of the map."""
    road = world.joins.road > 0
    return any(bool(road[at.hex].any()) for at in lay.open_hexes(edge))


def _with_armor(entering: Sequence[Entering]) -> tuple[Entering, ...]:
    """Two tanks beside the groups of turn 2, or of the last turn before it."""
    at = min(1, len(entering) - 1)
    return tuple(
        replace(due, armor={"AFV": TANKS}) if nth == at else due
        for nth, due in enumerate(entering)
    )
