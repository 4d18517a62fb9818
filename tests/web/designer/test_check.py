"""What keeps a draft from being played, each at the key that lacks it."""

from typing import Any

import pytest

from opfor.ports.session import Setup, build_world
from tests.web.designer.drafts import AIM, UNIT, complaints, keys, mission

FINNS = {"enemy": "finnish", "date": "1942-02"}
"""An ENEMY that makes no Human Waves."""


def test_right() -> None:
    """Nothing is wrong with it, and the engine builds a game of it."""
    assert complaints() == []
    build_world(Setup(mission=mission(), seed=1))


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"id": "first-contact"}, "id"),
        ({"id": "../up"}, "id"),
        ({"friendly": "martian"}, "friendly"),
        ({"enemy": "martian"}, "enemy"),
        ({"date": "1939-01"}, "date"),
        ({"map": "o99"}, "map"),
        ({"map": "o1@0,0 o2@0,2"}, "map"),
        ({"map": "x" * 2000}, "map"),
        ({"unit": []}, "unit"),
        ({"unit": [{"counter": "9-9-9"}]}, "unit.0.counter"),
        ({"unit": [UNIT | {"weapons": ["Laser"]}]}, "unit.0.weapons"),
        ({"unit": [UNIT | {"turn": 9}]}, "unit.0.turn"),
        ({"unit": [UNIT | {"at": "o1ZZ3"}]}, "unit.0.at"),
        ({"vpo": ["o1K5", "o3K5"]}, "vpo"),
        ({"vpo": None}, "victory.0.vpo"),
        ({"victory": [AIM, AIM | {"vpo": 3}]}, "victory.1.vpo"),
        ({"victory": [{"side": "ENEMY"}]}, "victory.0"),
        ({"victory": [AIM | {"board": 3}]}, "map"),
        ({"victory": [AIM | {"until": 9}]}, "victory.0"),
        ({"entry": ["o1K5"]}, "entry"),
        ({"entering": [{"turn": 0, "groups": 1}]}, "entering.0.turn"),
        ({"entering": [{"turn": 1, "hexes": ["o1K1"]}]}, "entering.0.hexes"),
        ({"area": {"hexes": ["o2K5"]}}, "area"),
        ({"area": {"hexes": ["o9K5"]}}, "area.hexes"),
        ({"ac": 99}, "ac"),
        ({"ac": "AC-strt"}, "ac"),
    ],
)  # fmt: skip
def test_fault(changes: dict[str, Any], key: str) -> None:
    """One fault, at its key."""
    assert keys(**changes) == [key]


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"placement": None}, "placement"),
        ({**FINNS, "entering": [{"turn": 1, "waves": 1}]}, "entering"),
        ({"placement": ["c"], "vpo": None, "victory": None}, "placement"),
        ({"victory": None}, "victory"),
        ({"unit": [UNIT | {"number": 1, "weapons": ["LMG", "LMG"]}]}, "unit.0.weapons"),
        ({"unit": [UNIT, {"counter": "IS-2"}]}, "unit.1.counter"),
    ],
)  # fmt: skip
def test_look(changes: dict[str, Any], key: str) -> None:
    """What can be played, but is hardly meant."""
    found = complaints(**changes)
    assert key in [each.key for each in found]
    assert {each.kind for each in found} == {"look"}


def test_all_at_once() -> None:
    """Several faults are told together."""
    found = keys(unit=[{"counter": "x"}], vpo=["o9A1"], ac=99)
    assert set(found) == {"unit.0.counter", "vpo", "ac"}
