"""Missions turned so that they bring what the ones that ship seldom or never do."""

from typing import Any, NamedTuple

from opfor.ports.session import amended
from opfor.state.in_progress import Weather
from opfor.state.mission import OB, Entering, Mission, load_mission


class Scene(NamedTuple):
    """A Mission and what is changed in it.

    Args:
        mission: which.
        sides: ENEMY, FRIENDLY side, and month; empty: those of the game's turn.
        fields: fields of the Mission; a new map comes with them.
        units: what the FRIENDLY OB has besides.
    """

    mission: str
    sides: tuple[str, str, str] | None
    fields: dict[str, Any]
    units: tuple[OB, ...] = ()


WAVES = tuple(Entering(turn=turn, groups=1, waves=1) for turn in (1, 3, 5))
TROOPS = tuple(Entering(turn=turn, groups=2, suspects=2) for turn in (1, 2, 3, 4))
PLATOONS = tuple(
    Entering(turn=turn, groups=1, armor={kind: number})  # type: ignore[dict-item] # a kind
    for turn, kind, number in (
        (1, "AFV", 3),
        (2, "SPG", 2),
        (3, "TD", 2),
        (4, "AFV", 4),
    )
)
FIRE = (
    OB("8-3-8", 2, ("FT", "FT")),
    OB("5-4-8", 2, ("DC", "DC")),
)

SCENES: dict[str, Scene] = {
    "caves": Scene(
        "first-contact",
        ("japanese", "usmc", "1944-06"),
        {
            "map": "o5",
            "pto": True,
            "oba": (),  # nor aircraft: what they do to caves (G11.8) is not coded
            "air": (),
            "placement": ("d", "e", "c"),
            "a1_drm": 5,
            "a5_drm": -4,
            "heavy_cap": "none",
            "ac": 5,
            "turns": 9,
        },
        (OB("7-6-8", 4), OB("M4 Sherman")),
    ),
    "short sides": Scene(
        "enemy-offensive",
        None,
        {
            "map": "o5",
            "fbe": "left",
            "entering": TROOPS,
            "vpo_draw": (2,),
            "area": None,
        },
    ),
    "three boards": Scene(
        "enemy-offensive",
        None,
        {"map": "o2@0,0 o4@0,1", "fbe": "right", "entering": TROOPS},
    ),
    "fire": Scene(
        "bunker-busting",
        ("russian", "german", "1943-08"),
        {
            "mol": ("FRIENDLY", "ENEMY"),
            "weather": Weather(ground="dry", wind="mild"),
            "a1_drm": 0,
        },
        FIRE,
    ),
    "guns": Scene(
        "bunker-busting",
        None,
        {"a1_drm": 6, "a5_drm": -2, "heavy_cap": "none", "ac": 5},
    ),
    "armor": Scene(
        "tank-support",
        ("german", "russian", "1943-07"),
        {"a1_drm": -5, "heavy_cap": "none", "ac": 5},
    ),
    "platoons": Scene(
        "armored-assault",
        ("russian", "german", "1943-07"),
        {"entering": PLATOONS, "heavy_cap": "none"},
    ),
    "tank platoons": Scene(
        "armored-assault",
        ("german", "american", "1944-07"),
        {"map": "o3", "fbe": "bottom", "entering": PLATOONS, "heavy_cap": "none"},
    ),
    "waves": Scene(
        "human-wave",
        ("russian", "german", "1942-02"),
        {"entering": WAVES, "map": "o2", "turns": 8},
    ),
    "hold the line": Scene(
        "enemy-offensive",
        None,
        {"attitude": "Advance", "posture": 3, "fire_discipline": "eager"},
    ),
}
"""By name."""


def scene(name: str, sides: tuple[str, str, str]) -> Mission:
    """A Mission or a scene of that name, of its own sides or these."""
    found = SCENES.get(name) or Scene(name, None, {})
    enemy, friendly, date = found.sides or sides
    mission = load_mission(found.mission)
    changes = found.fields | {"unit": (*mission.unit, *found.units)}
    return amended(mission, enemy=enemy, friendly=friendly, date=date, **changes)
