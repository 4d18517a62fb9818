"""Set-ups by the thousand: maps, nations and dates by seed, what S? turn out to be.

Every map is built once; a set-up places S? on it, lets others enter, and Activates
some of those placed and some that stand anywhere.
"""

from collections.abc import Sequence
from copy import copy
from functools import cache
from itertools import cycle, islice
from typing import TypeVar, get_args

from msgspec import Struct

from opfor.core.dice import Seeded, uniform
from opfor.core.game import Game
from opfor.geo.boards.classify import vpo_card
from opfor.geo.boards.library import Library
from opfor.geo.boards.text import text_board
from opfor.geo.edges import Edge
from opfor.geo.generate.generate import STYLES, Style, generate
from opfor.geo.map import Map, Placed, parse_map
from opfor.rules.s_solitaire.s04_human_wave.s04_3_human_wave import human_wave
from opfor.rules.s_solitaire.s04_placement.s04_1_placement import place_suspects
from opfor.rules.s_solitaire.s04_placement.s04_2_entry import enter_suspects
from opfor.rules.s_solitaire.s05_activation.s05_6_activation_procedure import activate
from opfor.rules.s_solitaire.s05_activation.s05_32_long_range_activation import (
    activate_long_range,
)
from opfor.rules.sequence import legal_orders
from opfor.state.events import GameEnded, PhaseBegan, SuspectRemoved
from opfor.state.mission import Mission, shipped
from opfor.state.nations import load, load_nation, nations
from opfor.state.play import Play, step
from opfor.state.state import State
from opfor.state.units import Attitude, LocationName, Suspect, Unit
from opfor.state.world import World

T = TypeVar("T")

SEEDS = (3, 7, 11)
OWN = ("o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8", "o3 o5", "o2@0,0 ro4@0,1")
MARKS = {"village": "v", "town": "c", "wooded_hills": "w"}
EDGES: tuple[Edge, ...] = get_args(Edge)
NATIONS = nations(load())
EACH = 10
"""S? Activated in one set-up."""

ENTERING = 3
"""S? that enter along the EBE in one set-up."""


class Scene(Struct, frozen=True):
    """A map with its FBE and season: its boards, or the style and seed of one."""

    fbe: Edge
    month: str
    boards: str = ""
    style: Style | None = None
    seed: int = 0


class Setup(Struct, frozen=True):
    """What came of one seed: the S? as set up, the game, how many were Activated."""

    scene: Scene
    mission: Mission
    placed: tuple[Suspect, ...]
    game: Game[State]
    activated: int


def scenes() -> list[Scene]:
    """Every map, each with one side as the FBE, in summer or winter by turns."""
    drawn = [(None, "", boards) for boards in OWN]
    drawn += [(None, "", mission.map) for mission in shipped().values()]
    made = [(style, seed, "") for seed in SEEDS for style in STYLES]
    ways = zip(cycle(EDGES), cycle(("08", "12", "06")), strict=False)
    return [
        Scene(fbe, month, boards, style, int(seed or 0))
        for (style, seed, boards), (fbe, month) in zip(
            [*drawn, *made], islice(ways, 100), strict=False
        )
    ]


@cache
def board_map(boards: str, style: Style | None, seed: int) -> Map:
    """A map of our own boards, or of a generated one."""
    if style is None:
        return parse_map(boards, Library().load)
    return Map([Placed(text_board(generate(style, seed)))])


@cache
def world(scene: Scene) -> World:
    """The world of a scene, whatever the nation and the date of a set-up."""
    the_map = board_map(scene.boards, scene.style, scene.seed)
    mark = MARKS.get(scene.style or "", "")
    here = World(
        the_map,
        date=f"1943-{scene.month}",
        fbe=scene.fbe,
        enemy=load_nation("russian"),
        classes={placed.board.name: mark for placed in the_map.boards},
        orders=legal_orders,
    )
    assert len(here.los), here.joins  # both made once, for all copies
    return here


def world_of(scene: Scene, mission: Mission) -> World:
    """The scene's world, on the date and with the nation of a Mission."""
    here = copy(world(scene))
    here.enemy, here.date = load_nation(mission.enemy), mission.date
    here._facts = {}  # those of another nation on another date
    return here


@cache
def vpo(scene: Scene) -> tuple[LocationName, ...]:
    """Three VPO hexes of a scene's card."""
    here = world(scene)
    card = vpo_card(here.ground, here.joins)
    return tuple(LocationName(here.map.name(found.hex)) for found in card[:3])


@cache
def months(nation: str) -> tuple[str, ...]:
    """Every month of a nation's pack."""
    pack = load_nation(nation)
    first, last = pack.fact("first month"), pack.fact("last month")
    every = (f"{y}-{m:02}" for y in range(1936, 1946) for m in range(1, 13))
    return tuple(month for month in every if first <= month <= last)


class Luck:
    """Choices by a seed, one after the other; its dice are all that is asked."""

    def __init__(self, seed: int) -> None:
        self.seed, self.at, self.dice = str(seed), 0, Seeded(seed)

    def below(self, top: int) -> int:
        """A number below another."""
        self.at += 1
        return uniform(self.seed, "set-up", self.at, top)

    def one_of(self, among: Sequence[T]) -> T:
        """One of several."""
        return among[self.below(len(among))]

    def pick(self, _asked: object) -> Seeded:
        """The dice."""
        return self.dice


def mission_of(luck: Luck, scene: Scene) -> Mission:
    """A Mission: any nation in any of its months, any cases, any modifiers."""
    nation = luck.one_of(NATIONS)
    cases = {luck.one_of("abcde") for _ in range(1 + luck.below(3))}
    return Mission(
        id="many",
        title="Many",
        map="many",
        date=luck.one_of(months(nation)),
        friendly="german",
        enemy=nation,
        fbe=scene.fbe,
        placement=tuple(sorted(cases)),  # type: ignore[arg-type] # a to e
        ebe_boards=luck.below(2) == 0,
        vpo=vpo(scene),
        heavy_cap="none" if luck.below(2) else 2,
        a1_drm=luck.below(7) - 3,
        a5_drm=-luck.below(2),
        pto=luck.below(3) == 0,
    )


def set_up(seed: int, among: list[Scene]) -> Setup:
    """One set-up, wholly by its seed."""
    luck = Luck(seed)
    scene = among[seed % len(among)]
    mission = mission_of(luck, scene)
    here = world_of(scene, mission)
    placed: list[Suspect] = []
    activated: list[str] = []

    def run(play: Play) -> None:
        place_suspects(play)
        placed.extend(play.state.suspects.values())
        enter_suspects(play, ENTERING)
        if here.enemy.has("x10") and luck.below(4) == 0:
            human_wave(play)
        play.emit(PhaseBegan(1, luck.one_of(("FRIENDLY", "ENEMY")), "MPh"))
        for nth in range(EACH):
            _activate(play, luck, placed if nth % 2 else [])
            activated.append("")
        play.emit(GameEnded("done"))

    where = here.name(luck.one_of(here.ground.locations))
    friend = Unit(id="V", side="FRIENDLY", counter="german/4-6-7", location=where)
    game = Game(
        State(mission=mission, ready=True, units={"V": friend}),
        lambda now: None if now.over else step("set-up", run, here),
        luck,  # type: ignore[arg-type] # nothing but dice is asked
    )
    game.run()
    return Setup(scene, mission, tuple(placed), game, len(activated))


def _activate(play: Play, luck: Luck, placed: list[Suspect]) -> None:
    """Activate a S? that was set up, else one in any Location, by any other."""
    locations = play.world.ground.locations
    left = [suspect for suspect in placed if suspect.id in play.state.suspects]
    if left:
        suspect = luck.one_of(left)
        play.emit(SuspectRemoved(suspect.id, "Activated"))
    else:
        attitude: Attitude = "Advance" if luck.below(3) == 0 else "Hold"
        where = play.world.name(luck.one_of(locations))
        suspect = Suspect("S0", where, attitude)
    generate_ = activate_long_range if luck.below(EACH) == 0 else activate
    generate_(play, suspect, by=play.world.name(luck.one_of(locations)))
