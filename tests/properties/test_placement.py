"""S? placed by many seeds on generated boards: what must hold whatever is rolled."""

from collections import Counter
from collections.abc import Callable
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from opfor.core.dice import Seeded
from opfor.core.game import Game
from opfor.geo.boards.classify import vpo_card
from opfor.geo.boards.text import text_board
from opfor.geo.edges import Edge, outside, walled_toward_fbe
from opfor.geo.generate.generate import Style, generate
from opfor.geo.hexes import distance
from opfor.geo.map import Map, Placed
from opfor.rules.s_solitaire.s04_human_wave.s04_3_human_wave import human_wave
from opfor.rules.s_solitaire.s04_placement.s04_1_placement import place_suspects
from opfor.rules.s_solitaire.s04_placement.s04_2_entry import enter_suspects
from opfor.rules.sequence import legal_orders
from opfor.state.events import GameEnded
from opfor.state.mission import Mission
from opfor.state.nations import load_nation
from opfor.state.play import Play, step
from opfor.state.state import State
from opfor.state.units import LocationName
from opfor.state.world import World
from tests.rules.given.world import MISSION, Hand

MARKS = {"village": "v", "town": "c", "wooded_hills": "w"}
SETTINGS: tuple[tuple[Style, Edge, str], ...] = (
    ("village", "top", "08"),
    ("village", "left", "12"),
    ("town", "bottom", "08"),
    ("farmland", "right", "08"),
    ("farmland", "top", "12"),
    ("wooded_hills", "bottom", "08"),
    ("rural", "left", "08"),
)
CASES = st.lists(st.sampled_from("abcde"), min_size=1, max_size=3)


@cache
def board_map(style: Style) -> Map:
    """A generated board of each style."""
    return Map([Placed(text_board(generate(style, 7)))])


@cache
def world(style: Style, fbe: Edge, month: str) -> World:
    """The world on it; built once for each side of the map and season."""
    the_map = board_map(style)
    name = the_map.boards[0].board.name
    return World(
        the_map,
        date=f"1941-{month}",
        fbe=fbe,
        enemy=load_nation("russian"),
        classes={name: MARKS.get(style, "")},
        orders=legal_orders,
    )


@cache
def vpo(style: Style) -> tuple[LocationName, ...]:
    """Three VPO hexes of the board's card."""
    here = world(style, "top", "08")
    card = vpo_card(here.ground, here.joins)
    return tuple(LocationName(here.map.name(found.hex)) for found in card[:3])


class Dice:
    """Every request is answered by the seed."""

    def __init__(self, seed: int) -> None:
        self.dice = Seeded(seed)

    def pick(self, asked: object) -> Seeded | Hand:
        """The dice; S4 asks nothing else."""
        return self.dice


def game(
    here: World,
    mission: Mission,
    seed: int,
    run: Callable[[Play], None] = place_suspects,
) -> Game[State]:
    """The game after placement, or after something else."""

    def once(play: Play) -> None:
        run(play)
        play.emit(GameEnded("placed"))

    made = Game(
        State(mission=mission, ready=True),
        lambda now: None if now.over else step("test", once, here),
        Dice(seed),
    )
    made.run()
    return made


@settings(max_examples=300, deadline=None)
@given(
    setting=st.sampled_from(SETTINGS),
    cases=CASES,
    seed=st.integers(0, 1_000_000),
    ebe=st.booleans(),
)
def test_every_placement_is_legal(
    setting: tuple[Style, Edge, str], cases: list[str], seed: int, ebe: bool
) -> None:
    """No S? in a Location no case names, near the FBE, in water, or above the cap."""
    here = world(*setting)
    style, fbe, _ = setting
    fields = {"placement": tuple(cases), "vpo": vpo(style), "ebe_boards": ebe}
    mission = replace(MISSION, fbe=fbe, date=here.date, **fields)
    played = game(here, mission, seed)
    stacks = Counter(s.location for s in played.state.suspects.values())
    assert max(stacks.values(), default=0) <= (1 if set(cases) == {"e"} else 2)
    for name in stacks:
        assert gap(here, fbe, name) > 3
        assert any(named(here, case, name, mission) for case in cases), name
    again = game(here, mission, seed)
    assert again.fingerprint() == played.fingerprint()


def gap(here: World, fbe: Edge, name: LocationName) -> int:
    """Hexes to the nearest whole hex outside along the FBE, counted one by one."""
    place = here.map.grid.coordinates(here.locate(name).hex)
    return min(distance(place, beyond) for beyond in outside(here.map, fbe))


def named(here: World, case: str, name: LocationName, mission: Mission) -> bool:
    """Whether a case may place a S? in a Location; a looser test than the rule's."""
    at, ground = here.locate(name), here.ground
    kind = ground.terrain(at).name
    cover = ground.concealment_terrain(at)
    if kind == "water obstacle":
        return False
    reach = {"c": 1, "d": 2}.get(case, 0)
    near = any(here.range(name, hex_) <= reach for hex_ in mission.vpo)
    return {
        "a": bool(ground.building[at.hex]) or "rubble" in kind or kind == "lumberyard",
        "b": bool(here.joins.growth_size[at.hex]),
        "c": name in mission.vpo or (cover and near),
        "d": name in mission.vpo or (cover and near),
        "e": cover or walled_toward_fbe(ground, here.compass, at.hex),
    }[case]


@settings(max_examples=150, deadline=None)
@given(setting=st.sampled_from(SETTINGS), seed=st.integers(0, 1_000_000))
def test_every_entry_is_legal(setting: tuple[Style, Edge, str], seed: int) -> None:
    """S? enter along the EBE, two a hex at most; a wave in 5 to 12 hexes in a row."""
    here = world(*setting)
    mission = replace(MISSION, fbe=setting[1], date=here.date)

    def run(play: Play) -> None:
        enter_suspects(play, 6)
        human_wave(play)

    played = game(here, mission, seed, run)
    along = here.compass.along("EBE")
    entries = Counter(s.enters for s in played.state.suspects.values())
    assert max(entries.values()) <= 2
    assert all(here.locate(name).hex in along for name in entries)
    wave = [s for s in played.state.suspects.values() if s.wave]
    if not wave:  # the six before it have filled the hexes that dice can name
        assert not here.compass.long
        return
    places = sorted(along.index(here.locate(s.enters).hex) for s in wave)
    assert len(set(places)) == len(wave)
    assert 5 <= places[-1] - places[0] + 1 <= 12
    assert {s.colour for s in wave} == {"red"}
    assert game(here, mission, seed, run).fingerprint() == played.fingerprint()
