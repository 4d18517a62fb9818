"""What is played: Missions by nations, dates and options that follow from the seed."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec

from opfor.core.dice import uniform
from opfor.ports.session import Setup
from opfor.sim.series import BatchOrder, GameOutcome, play_one
from opfor.state.mission import Mission, missions
from opfor.state.nations import load_nation
from tests.exhaustive.scenes import SCENES, scene

SIDES = (
    ("russian", "german", "1941-08"),
    ("german", "american", "1944-07"),
    ("japanese", "usmc", "1944-06"),
    ("finnish", "russian", "1942-02"),
    ("italian", "british", "1942-06"),
    ("chinese", "japanese", "1941-09"),
    ("american", "german", "1944-09"),
    ("british", "german", "1943-08"),
    ("polish", "german", "1939-09"),
    ("partisan", "german", "1943-05"),
    ("russian", "german", "1943-09"),
)
"""ENEMY, FRIENDLY side, and month."""

BATTERIES = (
    {"calibre": 105, "shells": ("smoke", "WP"), "plentiful": True},
    {"side": "ENEMY", "device": "offboard", "calibre": 80, "shells": ("smoke",)},
)
PLANES = ({"kind": "DB"}, {"side": "ENEMY"}, {"side": "ENEMY", "turn": 2})

OPTIONS: dict[str, Sequence[Any]] = {
    "command": (False, True),
    "iift": (False, True),
    "heavy_cap": (0, 2, "none"),
    "density": (6, 3),
    "wave_chain": (1, 2),
    "fire_discipline": ("steady", "eager", "cool"),
    "re": (7, 6, 8),
    "weather": ({}, {}, {"sky": "rain"}, {"night": 5}, {"wind": "mild"}),
    "ac": ("AC-start", 5),
    "oba": ((), (), BATTERIES, BATTERIES[1:]),
    "air": ((), (), PLANES),
}
"""Fields of a Mission, and what they may be."""


class Played(NamedTuple):
    """A game that was played.

    Args:
        name: which it is.
        nation: the ENEMY.
        outcome: what came of it.
        again: the command that plays it again.
    """

    name: str
    nation: str
    outcome: GameOutcome
    again: str


def game(index: int, seed: int, name: str, only: Sequence[str] = ()) -> Played:
    """One of these games: of a Mission that ships, or of a scene."""
    sides = SIDES[index % len(SIDES)]
    base = SCENES[name].mission if name in SCENES else name
    if base == "human-wave" and not load_nation(sides[0]).has("x10"):
        sides = SIDES[0]
    if base == "armored-assault" and load_nation(sides[0]).fact("vehicles") == "none":
        sides = SIDES[1]
    player = "random" if index % 3 == 2 else "steady"
    options = {
        key: values[uniform(str(seed), key, index, len(values))]
        for key, values in OPTIONS.items()
    }
    mission = changed(name, sides, options)
    order = BatchOrder(
        setup=Setup(mission=mission, seed=seed), seed=seed, player=player
    )
    outcome = play_one(order, index)
    parts = ["python -m tests.exhaustive", f"--seed {seed}", f"--from {index}"]
    parts += ["--games 1", *(f"--mission {other!r}" for other in only)]
    told = f"{name} {mission.enemy} {mission.date} {player}"
    return Played(told, mission.enemy, outcome, " ".join(parts))


def changed(name: str, sides: tuple[str, str, str], options: dict[str, Any]) -> Mission:
    """A Mission or scene with all changes; what a scene sets itself stays."""
    mission = scene(name, sides)
    own = SCENES[name].fields if name in SCENES else {}
    fields: dict[str, Any] = msgspec.to_builtins(mission)
    free = {key: value for key, value in options.items() if key not in own}
    return msgspec.convert(fields | free, Mission)


def names() -> list[str]:
    """All that is played in turn: a Mission, a scene, a Mission and so on."""
    shipped, turned = list(missions()), list(SCENES)
    pairs = zip_longest(shipped, turned)
    return [name for pair in pairs for name in pair if name]
