"""The exhaustive runner: what it plays, and its page."""

from opfor.core.rule import REGISTRY
from opfor.state.mission import missions
from tests.exhaustive.games import OPTIONS, SIDES, changed
from tests.exhaustive.page import Found, page
from tests.exhaustive.reasons import RARE, REASONS


def test_every_mission_by_every_nation() -> None:
    """All Missions can be changed to all nations, with each option."""
    for name in missions():
        for enemy, friendly, date in SIDES:
            plain = {key: values[0] for key, values in OPTIONS.items()}
            last = {key: values[-1] for key, values in OPTIONS.items()}
            assert changed(name, enemy, friendly, date, plain).enemy == enemy
            assert changed(name, enemy, friendly, date, last).ac == last["ac"]


def test_page() -> None:
    """It names each rule with its reason, and each table with its rows."""
    text = page(Found(3, 1, ["S9.41"], {"A1": [2, 12]}))
    assert f"| S9.41 | Exit VP | {RARE} |" in text
    assert "| `A1` | 2, 12 |" in text


def test_nothing_left() -> None:
    """Where nothing is left it says so."""
    text = page(Found(3, 1, [], {}))
    assert "Every one ran." in text
    assert "Every one was read." in text


def test_reasons() -> None:
    """Reasons are given for coded rules only."""
    assert all(number in REGISTRY for number in REASONS)
